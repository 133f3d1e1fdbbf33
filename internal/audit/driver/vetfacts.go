package driver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/token"
	"go/types"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/audit/retrier"
	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/types/objectpath"
)

// savedFact is a fact in a file.
type savedFact struct {
	Object   objectpath.Path
	Behavior retrier.Behavior
}

// saved is what a file for importing packages has: facts, and types.
type saved struct {
	Facts []savedFact
	Types []byte
}

// write writes the types and the facts of the package.
func (c *config) write(u unit, known facts) error {
	if c.VetxOutput == "" {
		return nil
	}
	var s saved
	var b bytes.Buffer
	if err := gcexportdata.Write(&b, u.fset, u.pkg); err != nil {
		return fmt.Errorf("write types: %w", err)
	}
	s.Types = b.Bytes()
	for key, fact := range known {
		behavior, ok := fact.(*retrier.Behavior)
		if !ok || key.object.Pkg() != u.pkg || *behavior == (retrier.Behavior{}) || key.kind != reflect.TypeFor[*retrier.Behavior]() {
			continue
		}
		if path, err := objectpath.For(key.object); err == nil { // else nobody can name it
			s.Facts = append(s.Facts, savedFact{path, *behavior})
		}
	}
	slices.SortFunc(s.Facts, func(a, b savedFact) int { return strings.Compare(string(a.Object), string(b.Object)) })
	data, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("write facts: %w", err)
	}
	if err := os.WriteFile(c.VetxOutput, data, 0o666); err != nil {
		return fmt.Errorf("write facts: %w", err)
	}
	return nil
}

// vetImporter reads the types of imported packages from what the tool wrote
// about them.
type vetImporter struct {
	*config
	fset     *token.FileSet
	packages map[string]*types.Package
	saved    map[string][]savedFact
}

func (i *vetImporter) Import(path string) (*types.Package, error) {
	if mapped, ok := i.ImportMap[path]; ok {
		path = mapped
	}
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := i.packages[path]; p != nil && p.Complete() {
		return p, nil
	}
	data, err := os.ReadFile(i.PackageVetx[path])
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", path, err)
	}
	var s saved
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("import %s: %w", path, err)
	}
	i.saved[path] = s.Facts
	return gcexportdata.Read(bytes.NewReader(s.Types), i.fset, i.packages, path)
}
