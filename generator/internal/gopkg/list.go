package gopkg

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/retrygen/retrygen/generator/internal/partial"
)

// listMode is what the go command is asked for. It does not type-check: types
// are checked here, so that the output of a spec can be left out.
const listMode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule

// group is the targets in one module, which one call of the go command serves.
type group struct {
	root     string // where the go command runs
	patterns []string
	tests    bool
	targets  []*Target
}

// groupByModule sorts targets by the directory of their go.mod. The go command
// finds the same module from there as from the directory of the spec.
func groupByModule(targets []*Target) []*group {
	var groups []*group
	byRoot := map[string]*group{}
	for _, t := range targets {
		root := moduleRoot(t.Dir)
		g := byRoot[root]
		if g == nil {
			g = &group{root: root}
			byRoot[root] = g
			groups = append(groups, g)
		}
		g.add(t)
	}
	for _, g := range groups {
		slices.Sort(g.patterns)
		g.patterns = slices.Compact(g.patterns)
	}
	return groups
}

func (g *group) add(t *Target) {
	g.targets = append(g.targets, t)
	g.tests = g.tests || t.IsTest()
	g.patterns = append(g.patterns, t.patterns()...)
}

// moduleRoot returns the closest directory at or above dir that has a go.mod,
// or dir.
func moduleRoot(dir string) string {
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, "go.mod")); err == nil {
			return d
		}
		if d == filepath.Dir(d) {
			return dir
		}
	}
}

// list lists the packages that a group needs, and all that they import.
func (g *group) list(ctx context.Context, b build, fset *token.FileSet) ([]*packages.Package, error) {
	config := &packages.Config{
		Context: ctx, Mode: listMode, Dir: g.root, Tests: g.tests, Fset: fset,
		BuildFlags: b.arguments(), Env: append(os.Environ(), b.environment()...),
	}
	roots, err := packages.Load(config, g.patterns...)
	if err != nil {
		_, words, _ := strings.Cut(err.Error(), "stderr: ")
		return nil, fmt.Errorf("list the packages in %s: %s", g.root, cmp.Or(strings.TrimSpace(words), err.Error()))
	}
	return roots, nil
}

// newImportPath returns the import path that a directory without Go files would
// have: the go command says which modules there are.
func newImportPath(ctx context.Context, dir string) string {
	at := dir
	for !isDir(at) && at != filepath.Dir(at) {
		at = filepath.Dir(at)
	}
	out, err := goCommand(ctx, at, "list", "-m", "-json=Path,Dir")
	if err != nil {
		return filepath.ToSlash(dir) // there is no module
	}
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	best, found := filepath.ToSlash(dir), ""
	for {
		var module struct{ Path, Dir string }
		if err := decoder.Decode(&module); errors.Is(err, io.EOF) || err != nil {
			return best
		}
		below, err := filepath.Rel(module.Dir, dir)
		if err == nil && filepath.IsLocal(below) && len(module.Dir) > len(found) {
			best, found = path.Join(module.Path, filepath.ToSlash(below)), module.Dir
		}
	}
}

// goList returns a function that runs "go list" in a directory, for the build of
// the program.
func (p *Program) goList(dir string) partial.Lister {
	return func(ctx context.Context, args ...string) ([]byte, error) {
		command := exec.CommandContext(ctx, "go", slices.Concat([]string{"list"}, p.build.arguments(), args)...)
		command.Dir, command.Env = dir, append(os.Environ(), p.build.environment()...)
		return command.Output()
	}
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// goCommand returns what the go command prints. An error has its words.
func goCommand(ctx context.Context, dir string, args ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, "go", args...)
	command.Dir = dir
	out, err := command.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && len(exit.Stderr) > 0 {
		return nil, fmt.Errorf("go %s: %s", args[0], strings.TrimSpace(string(exit.Stderr)))
	}
	if err != nil {
		return nil, fmt.Errorf("go %s: %w", args[0], err)
	}
	return out, nil
}
