package sketch

import (
	"go/ast"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/retrygen/retrygen/generator/internal/locate"
	"github.com/retrygen/retrygen/generator/internal/outline"
)

// Store reads packages, each file once. It serves all sketches of a module.
type Store struct {
	Fset        *token.FileSet
	environment *locate.Environment
	module      *locate.Module
	directories map[string]*Directory
	fragments   map[*outline.Decl]*ast.File
}

// NewStore returns the packages as a module sees them.
func NewStore(e *locate.Environment, m *locate.Module, fset *token.FileSet) *Store {
	return &Store{
		Fset: fset, environment: e, module: m,
		directories: map[string]*Directory{}, fragments: map[*outline.Decl]*ast.File{},
	}
}

// Directory is a package on disk.
type Directory struct {
	store *Store
	Path  string // the import path
	dir   string
	files []*sourceFile
	name  string // of the package, once it is known
	fixed bool   // it is no one's to change, and compiles
}

// sourceFile is a file of a package, whether it is built or not.
type sourceFile struct {
	name    string // absolute
	others  bool   // it is for other systems, as its name says
	content []byte
	outline *outline.File // nil before it is asked for
	built   bool          // known with the outline
	doubt   error         // why it is not certain whether it is built
	imports map[string]string
	unnamed []string // imported paths without a name
}

// Own returns the package in a directory of the module. It has no files if
// there are none.
func (s *Store) Own(dir string) (*Directory, error) {
	path, err := s.module.PathOf(dir)
	if err != nil {
		return nil, err
	}
	return s.read(dir, path)
}

// Imported returns the package that another one imports by a path.
func (s *Store) Imported(importer, path string) (*Directory, error) {
	dir, path, err := s.module.Dir(importer, path)
	if err != nil {
		return nil, err
	}
	return s.read(dir, path)
}

func (s *Store) read(dir, path string) (*Directory, error) {
	if d := s.directories[path]; d != nil {
		return d, nil
	}
	names, err := locate.GoFiles(dir)
	if err != nil {
		return nil, err
	}
	d := &Directory{store: s, Path: path, dir: dir, fixed: s.environment.IsFixed(dir)}
	for _, name := range names {
		d.files = append(d.files, &sourceFile{name: filepath.Join(dir, name), others: s.environment.IsForOthers(dir, name)})
	}
	s.directories[path] = d
	return d, nil
}

// Files returns the paths of the Go files that are not tests, whether they are
// built or not.
func (d *Directory) Files() []string {
	names := make([]string, len(d.files))
	for i, f := range d.files {
		names[i] = f.name
	}
	return names
}

// Name returns the name in the package clauses of the files that hidden does
// not hide, or "" if there is none.
func (d *Directory) Name(hidden func(string) bool) (string, error) {
	name := ""
	for _, f := range d.files {
		if hidden(f.name) {
			continue
		}
		if err := d.scan(f); err != nil {
			return "", err
		}
		switch {
		case f.doubt != nil:
			return "", f.doubt
		case !f.built:
		case name == "":
			name = f.outline.Package
		case name != f.outline.Package:
			return "", uncertain("%s has packages %s and %s", d.dir, name, f.outline.Package)
		}
	}
	return name, nil
}

// PackageName returns the name of a package: that of the first file that is
// built and that hidden does not hide.
func (d *Directory) PackageName(hidden func(string) bool) (string, error) {
	if d.name != "" {
		return d.name, nil
	}
	for _, f := range d.files {
		if hidden(f.name) {
			continue
		}
		if err := f.read(); err != nil {
			return "", err
		}
		file, err := outline.Clause(f.content)
		if err != nil {
			return "", uncertain("%s: %v", f.name, err)
		}
		if built, err := d.isBuilt(f, file); err == nil && built {
			d.name = file.Package
			return d.name, nil
		}
	}
	return "", uncertain("no file of %s is built", d.Path)
}

func (d *Directory) isBuilt(f *sourceFile, scanned *outline.File) (bool, error) {
	return d.store.environment.IsBuilt(d.dir, filepath.Base(f.name), f.content[:scanned.Header])
}

// read reads the file, if it has not been read.
func (f *sourceFile) read() error {
	if f.content != nil {
		return nil
	}
	content, err := os.ReadFile(f.name)
	if err != nil {
		return uncertain("%s", err)
	}
	f.content = append(content, '\n') // not nil, even if it is empty
	return nil
}

// scan finds the declarations of the file, and whether it is built.
func (d *Directory) scan(f *sourceFile) error {
	if f.outline != nil {
		return nil
	}
	if err := f.read(); err != nil {
		return err
	}
	scanned, err := outline.Scan(f.content)
	if err != nil {
		return uncertain("%s: %v", f.name, err)
	}
	f.built, f.doubt = d.isBuilt(f, scanned)
	f.outline = scanned
	return d.readImports(f)
}

// declared returns the names that a file declares for its package.
func (f *sourceFile) declared() []string {
	var names []string
	for _, decl := range f.outline.Decls {
		if decl.Kind == token.IMPORT || decl.Receiver != "" {
			continue
		}
		for _, name := range decl.Names {
			if name != "_" && !(decl.Kind == token.FUNC && name == "init") {
				names = append(names, name)
			}
		}
	}
	return names
}

// Declared returns the names that the package declares, each with the file
// that does it.
func (d *Directory) Declared(hidden func(string) bool) (map[string]string, error) {
	names := map[string]string{}
	for _, f := range d.files {
		if hidden(f.name) {
			continue
		}
		if err := d.scan(f); err != nil {
			return nil, err
		}
		if f.doubt != nil {
			return nil, f.doubt
		}
		if !f.built {
			continue
		}
		for _, name := range f.declared() {
			names[name] = f.name
		}
	}
	return names, nil
}

// ImportNames returns the names that the files give to what they import.
func (d *Directory) ImportNames(hidden func(string) bool) ([]string, error) {
	names := map[string]bool{}
	for _, f := range d.files {
		if hidden(f.name) || !f.built {
			continue
		}
		for name := range f.imports {
			names[name] = true
		}
		for _, path := range f.unnamed {
			if path == "unsafe" {
				names[path] = true
				continue
			}
			imported, err := d.store.Imported(d.Path, path)
			if err != nil {
				return nil, err
			}
			name, err := imported.PackageName(hidden)
			if err != nil {
				return nil, err
			}
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names)), nil
}

// isStandard reports whether the package is of the standard library, where no
// predeclared type is declared anew.
func (d *Directory) isStandard() bool { return d.store.environment.IsStandard(d.dir) }

// Dir returns the absolute directory of the package.
func (d *Directory) Dir() string { return d.dir }

// PathOf returns the import path of a directory of the module.
func (s *Store) PathOf(dir string) (string, error) { return s.module.PathOf(dir) }
