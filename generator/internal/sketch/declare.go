package sketch

import (
	"bytes"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/generator/internal/outline"
)

// declaration is a declaration and where it stands.
type declaration struct {
	*outline.Decl
	file *sourceFile
}

// search returns the declaration of a name, as a method of a type if receiver
// is not empty. A package that compiles declares it once.
func (d *Directory) search(name, receiver string, hidden func(string) bool) (*declaration, error) {
	var found *declaration
	for _, f := range d.likely(name) {
		if f.others || hidden(f.name) {
			continue
		}
		one, err := d.searchFile(f, name, receiver)
		switch {
		case err != nil:
			return nil, err
		case one == nil:
			continue
		case d.fixed:
			return one, nil
		case found != nil:
			return nil, uncertain("%s is declared twice in %s", name, d.dir)
		}
		found = one
	}
	return found, nil
}

// likely returns the files, those first that are likely to declare a name: it
// saves reading the others where the name need not be looked for any more.
func (d *Directory) likely(name string) []*sourceFile {
	if !d.fixed {
		return d.files
	}
	order := func(f *sourceFile) int {
		switch {
		case f.outline != nil:
			return 0
		case filepath.Base(f.name) == strings.ToLower(name)+".go":
			return 1
		default:
			return 2
		}
	}
	return slices.SortedStableFunc(slices.Values(d.files), func(a, b *sourceFile) int { return order(a) - order(b) })
}

// searchFile returns the declaration of a name in a file that is built, or nil.
func (d *Directory) searchFile(f *sourceFile, name, receiver string) (*declaration, error) {
	if f.outline == nil {
		if err := f.read(); err != nil || !mayDeclare(f.content, name, receiver) {
			return nil, err
		}
	}
	if err := d.scan(f); err != nil {
		return nil, err
	}
	if !f.built && f.doubt == nil {
		return nil, nil
	}
	var found *declaration
	for i := range f.outline.Decls {
		decl := &f.outline.Decls[i]
		if decl.Receiver != receiver || decl.Kind == token.IMPORT || !slices.Contains(decl.Names, name) {
			continue
		}
		if f.doubt != nil {
			return nil, f.doubt
		}
		if found != nil {
			return nil, uncertain("%s is declared twice in %s", name, f.name)
		}
		found = &declaration{decl, f}
	}
	return found, nil
}

// methods returns all methods of a type.
func (d *Directory) methods(receiver string, hidden func(string) bool) ([]*declaration, error) {
	var methods []*declaration
	for _, f := range d.files {
		if f.others || hidden(f.name) {
			continue
		}
		if err := f.read(); err != nil {
			return nil, err
		}
		if !bytes.Contains(f.content, []byte(receiver)) {
			continue
		}
		if err := d.scan(f); err != nil {
			return nil, err
		}
		if !f.built && f.doubt == nil {
			continue
		}
		for i := range f.outline.Decls {
			if decl := &f.outline.Decls[i]; decl.Kind == token.FUNC && decl.Receiver == receiver {
				if f.doubt != nil {
					return nil, f.doubt
				}
				methods = append(methods, &declaration{decl, f})
			}
		}
	}
	return methods, nil
}
