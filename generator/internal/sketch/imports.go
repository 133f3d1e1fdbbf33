package sketch

import (
	"go/token"
	"path"
	"slices"
	"strings"
)

// readImports reads what a file imports.
func (d *Directory) readImports(f *sourceFile) error {
	f.imports = map[string]string{}
	if !f.built {
		return nil
	}
	for _, decl := range f.outline.Decls {
		if decl.Kind != token.IMPORT {
			continue
		}
		name, imported := "", decl.Path
		if len(decl.Names) > 0 {
			name = decl.Names[0]
		}
		switch {
		case imported == "C" || name == ".":
			return uncertain("%s imports %s %q", f.name, name, imported)
		case name == "":
			f.unnamed = append(f.unnamed, imported)
		case name != "_":
			f.imports[name] = imported
		}
	}
	return nil
}

// importOf returns the package that a file imports under a name. It first looks
// where the path says the name, because most do.
func (d *Directory) importOf(f *sourceFile, name string, hidden func(string) bool) (string, error) {
	if imported, ok := f.imports[name]; ok {
		return imported, nil
	}
	likely := slices.SortedStableFunc(slices.Values(f.unnamed), func(a, b string) int {
		return rank(a, name) - rank(b, name)
	})
	for _, imported := range likely {
		if imported == "unsafe" {
			if name == "unsafe" {
				return imported, nil
			}
			continue
		}
		other, err := d.store.Imported(d.Path, imported)
		if err != nil {
			if rank(imported, name) == 0 {
				return "", err
			}
			continue
		}
		if real, err := other.PackageName(hidden); err == nil && real == name {
			return imported, nil
		}
	}
	return "", uncertain("%s imports nothing named %s", f.name, name)
}

// rank returns 0 for the path of a package that is likely to have the name.
func rank(imported, name string) int {
	switch base := path.Base(imported); {
	case base == name:
		return 0
	case strings.Contains(imported, name):
		return 1
	default:
		return 2
	}
}
