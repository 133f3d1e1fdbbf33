package gopkg

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"

	"github.com/retrygen/retrygen/generator/internal/importpath"
)

// hasGoFiles reports whether dir holds Go files.
func hasGoFiles(dir string) bool {
	files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	return len(files) > 0
}

// ImportNames returns the packages that the Go files in dir import, by the name
// that they have there: a spec may say "sql.ErrNoRows" where the code around it
// does.
func ImportNames(dir string) map[string]string {
	names := map[string]string{}
	files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, name := range files {
		if GeneratedFrom(name) != "" {
			continue // it has other names for what it imports
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			continue // the type checker reports it, if it matters
		}
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				continue
			}
			local := importpath.GuessName(path)
			if spec.Name != nil {
				local = spec.Name.Name
			}
			if local != path && local != "_" && local != "." {
				names[local] = path
			}
		}
	}
	return names
}
