package sketch

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/retrygen/retrygen/generator/internal/outline"
)

// Sketch is a set of wanted declarations, and what they need.
type Sketch struct {
	store *Store
	// hidden reports whether a file is to be left out: it is about to be
	// replaced.
	hidden func(file string) bool
	// promised are types that a package will have, by its import path.
	promised map[string]map[string]bool
	packages map[string]*partial
	queue    []want
}

// want is a wanted declaration.
type want struct {
	in   *partial
	name string
}

// partial is the wanted part of a package.
type partial struct {
	*Directory
	levels  map[string]Level
	decls   map[*outline.Decl]bool
	files   map[*sourceFile]*part
	order   []*sourceFile // the keys of files, as they were found
	checked *types.Package
	// known is what search has found; nil for what is not there.
	known map[method]*declaration
}

// method is the name of a declaration, and the type that it is a method of.
type method struct{ receiver, name string }

// lookup returns the package-level declaration of a name, or nil.
func (p *partial) lookup(name string, hidden func(string) bool) (*declaration, error) {
	return p.search(name, "", hidden)
}

// search is that of the directory, once for each name.
func (p *partial) search(name, receiver string, hidden func(string) bool) (*declaration, error) {
	key := method{receiver, name}
	if found, ok := p.known[key]; ok {
		return found, nil
	}
	found, err := p.Directory.search(name, receiver, hidden)
	if err == nil {
		p.known[key] = found
	}
	return found, err
}

// part is the wanted part of a file.
type part struct {
	imports map[string]string
	names   []string // the keys of imports, as they were found
	decls   []ast.Decl
}

// New returns a sketch without declarations. Files that hidden hides are not
// read; promised has the types that packages will declare in them.
func New(store *Store, hidden func(file string) bool, promised map[string]map[string]bool) *Sketch {
	return &Sketch{store: store, hidden: hidden, promised: promised, packages: map[string]*partial{}}
}

// Want adds a declaration of a package, and all that it needs.
func (s *Sketch) Want(d *Directory, name string, level Level) error {
	if err := s.want(s.partial(d), name, level); err != nil {
		return err
	}
	for len(s.queue) > 0 {
		next := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		if err := s.declare(next); err != nil {
			return err
		}
	}
	return nil
}

// Packages returns the packages that the sketch has a part of.
func (s *Sketch) Packages() []*Directory {
	var all []*Directory
	for _, path := range slices.Sorted(maps.Keys(s.packages)) {
		all = append(all, s.packages[path].Directory)
	}
	return all
}

func (s *Sketch) partial(d *Directory) *partial {
	p := s.packages[d.Path]
	if p == nil {
		p = &partial{Directory: d, levels: map[string]Level{}, decls: map[*outline.Decl]bool{}, files: map[*sourceFile]*part{}, known: map[method]*declaration{}}
		s.packages[d.Path] = p
	}
	return p
}

// want puts a declaration in the queue, unless it is there at that level.
func (s *Sketch) want(p *partial, name string, level Level) error {
	before, known := p.levels[name]
	if known && before >= level {
		return nil
	}
	p.levels[name] = level
	if level > Name {
		s.queue = append(s.queue, want{p, name})
	}
	return nil
}

// declare adds the declaration of a name, and queues what it needs.
func (s *Sketch) declare(next want) error {
	found, err := next.in.lookup(next.name, s.hidden)
	if err != nil {
		return err
	}
	if found == nil && s.promised[next.in.Path][next.name] {
		next.in.levels[next.name] = Name
		return nil
	}
	if found == nil {
		return uncertain("%s does not declare %s", next.in.Path, next.name)
	}
	level := next.in.levels[next.name]
	if err := s.add(next.in, found, level); err != nil {
		return err
	}
	if found.Kind != token.TYPE || s.isInterface(found) {
		return nil
	}
	return s.addMethods(next.in, next.name, level)
}

// isInterface reports whether a type is declared as an interface, which no
// method is declared for. Its declaration has been parsed before.
func (s *Sketch) isInterface(d *declaration) bool {
	decl, err := s.store.parse(d)
	if err != nil {
		return false
	}
	group, ok := decl.(*ast.GenDecl)
	if !ok || len(group.Specs) != 1 {
		return false
	}
	spec, ok := group.Specs[0].(*ast.TypeSpec)
	if !ok {
		return false
	}
	_, ok = spec.Type.(*ast.InterfaceType)
	return ok
}

// addMethods adds the methods that a type has at a level.
func (s *Sketch) addMethods(p *partial, receiver string, level Level) error {
	if level == Whole {
		methods, err := p.methods(receiver, s.hidden)
		if err != nil {
			return err
		}
		for _, m := range methods {
			if err := s.add(p, m, Shape); err != nil {
				return err
			}
		}
		return nil
	}
	for name := range shapeMethods {
		m, err := p.search(name, receiver, s.hidden)
		if err != nil {
			return err
		}
		if m == nil {
			continue
		}
		if err := s.add(p, m, Shape); err != nil {
			return err
		}
	}
	return nil
}

// part returns the wanted part of a file.
func (p *partial) part(f *sourceFile) *part {
	if p.files[f] == nil {
		p.files[f] = &part{imports: map[string]string{}}
		p.order = append(p.order, f)
	}
	return p.files[f]
}

// use notes that the part of a file uses an import.
func (p *part) use(name, path string) {
	if _, known := p.imports[name]; !known {
		p.imports[name] = path
		p.names = append(p.names, name)
	}
}
