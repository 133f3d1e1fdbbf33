package generator

import (
	"go/types"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/retrygen/retrygen/generator/internal/locate"
	"github.com/retrygen/retrygen/generator/internal/sketch"
	"github.com/retrygen/retrygen/schema"
)

// sketchView is the packages as far as the wanted declarations need them, read
// from their syntax alone.
type sketchView struct {
	sketch      *sketch.Sketch
	directories map[string]*sketch.Directory // by import path
	neighbours  *neighbours
	environment *locate.Environment
}

// sketcher makes sketches for the specs of one run.
type sketcher struct {
	load        *loaded
	environment *locate.Environment
	stores      map[string]*sketch.Store // by the root of the module
	promises    map[string]map[string]map[string]bool
}

// sketch fills in the views of the specs for which a sketch is certain.
func (b *batch) sketch() {
	environment, err := locate.NewEnvironment()
	if err != nil {
		return
	}
	s := &sketcher{
		load: b.sketched, environment: environment,
		stores: map[string]*sketch.Store{}, promises: map[string]map[string]map[string]bool{},
	}
	for i, p := range b.places {
		if v, err := s.view(p); err == nil {
			b.views[i] = v
		}
	}
}

// view returns the view of the spec at p, or an error if a sketch is not
// certain.
func (s *sketcher) view(p place) (*sketchView, error) {
	store, err := s.store(p)
	if err != nil {
		return nil, err
	}
	root := moduleRoot(p.dir)
	hidden := hiddenFiles(p)
	v := &sketchView{
		sketch:      sketch.New(store, hidden, s.promised(root, store)),
		directories: map[string]*sketch.Directory{},
		environment: s.environment,
	}
	out, err := s.own(store, p.outDir, hidden)
	if err != nil {
		return nil, err
	}
	home, err := s.own(store, p.dir, hidden)
	if err != nil {
		return nil, err
	}
	if err := s.wantAll(v, store, p, home, hidden); err != nil {
		return nil, err
	}
	if err := s.record(v, hidden); err != nil {
		return nil, err
	}
	return v, v.findNeighbours(out, hidden)
}

// store returns the packages of the module of a spec.
func (s *sketcher) store(p place) (*sketch.Store, error) {
	root := moduleRoot(p.dir)
	if p.isTest() || moduleRoot(p.outDir) != root {
		return nil, locate.ErrUncertain
	}
	if s.stores[root] == nil {
		module, err := s.environment.NewModule(root)
		if err != nil {
			return nil, err
		}
		s.stores[root] = sketch.NewStore(s.environment, module, s.load.fset)
	}
	return s.stores[root], nil
}

// hiddenFiles returns a function that reports whether a file is output of the
// spec at p, and asks each file once.
func hiddenFiles(p place) func(string) bool {
	known := map[string]bool{}
	return func(name string) bool {
		hidden, ok := known[name]
		if !ok {
			hidden = p.isOutput(name)
			known[name] = hidden
		}
		return hidden
	}
}

// promised returns the clients that specs generate, by the import path of the
// package.
func (s *sketcher) promised(root string, store *sketch.Store) map[string]map[string]bool {
	if s.promises[root] != nil {
		return s.promises[root]
	}
	promises := map[string]map[string]bool{}
	for _, p := range s.load.outputs {
		path, err := store.PathOf(p.outDir)
		if err != nil || p.isPackage() {
			continue
		}
		if promises[path] == nil {
			promises[path] = map[string]bool{}
		}
		for _, c := range p.spec.Clients {
			promises[path][c.Name] = true
		}
	}
	s.promises[root] = promises
	return promises
}

// own returns the package in a directory of the module, or nil if there is none.
func (s *sketcher) own(store *sketch.Store, dir string, hidden func(string) bool) (*sketch.Directory, error) {
	if !hasGoFiles(dir) {
		return nil, nil
	}
	d, err := store.Own(dir)
	if err != nil {
		return nil, err
	}
	name, err := d.Name(hidden)
	if err != nil {
		return nil, err
	}
	if name == "" && slices.ContainsFunc(d.Files(), func(name string) bool { return !hidden(name) }) {
		return nil, locate.ErrUncertain
	}
	if name == "" {
		return nil, nil // there is output only
	}
	s.list(d, name)
	s.load.dirs[dir] = d.Path
	return d, nil
}

// list records a package as the go command would.
func (s *sketcher) list(d *sketch.Directory, name string) {
	if s.load.paths[d.Path] == nil {
		s.load.paths[d.Path] = &packages.Package{ID: d.Path, PkgPath: d.Path, Name: name, GoFiles: d.Files()}
	}
}

// wantAll asks for all declarations that the spec names.
func (s *sketcher) wantAll(v *sketchView, store *sketch.Store, p place, home *sketch.Directory, hidden func(string) bool) error {
	from := ""
	if home != nil {
		from = home.Path
	}
	find := func(path string) (*sketch.Directory, error) {
		switch {
		case path == "" && home == nil:
			return nil, locate.ErrUncertain
		case path == "":
			return home, nil
		case isRelative(path):
			return s.own(store, filepath.Join(p.dir, filepath.FromSlash(path)), hidden)
		}
		if full := s.load.importNames(p.dir)[path]; full != "" {
			path = full
		}
		return store.Imported(from, path)
	}
	for _, want := range wanted(p.spec) {
		d, err := find(want.name.Path)
		if err != nil {
			return err
		}
		if d == nil {
			return locate.ErrUncertain
		}
		if err := v.sketch.Want(d, want.name.Name, want.level); err != nil {
			return err
		}
	}
	if !usesGRPC(p.spec) {
		return nil
	}
	for _, path := range []string{grpcStatusPath, grpcCodesPath} {
		d, err := store.Imported(from, path)
		if err != nil {
			return err
		}
		v.directories[d.Path] = d
	}
	return nil
}

// wantedName is a declaration that a spec names.
type wantedName struct {
	name  schema.GoName
	level sketch.Level
}

// wanted returns the declarations that a spec names: those that are wrapped,
// and those of error rules.
func wanted(spec *schema.Spec) []wantedName {
	var all []wantedName
	wraps := 0
	for _, c := range spec.Clients {
		if c.HTTP == nil {
			wraps++
		}
	}
	for i, name := range goNames(spec) {
		level := sketch.Shape
		if i < wraps {
			level = sketch.Whole
		}
		all = append(all, wantedName{name, level})
	}
	return all
}

// record lists the packages of a sketch, and checks all of them.
func (s *sketcher) record(v *sketchView, hidden func(string) bool) error {
	for _, d := range v.sketch.Packages() {
		v.directories[d.Path] = d
		if _, err := v.sketch.Check(d); err != nil {
			return err
		}
	}
	for _, d := range v.directories {
		name, err := d.PackageName(hidden)
		if err != nil {
			return err
		}
		s.list(d, name)
	}
	return nil
}

// findNeighbours finds what stands beside the output.
func (v *sketchView) findNeighbours(out *sketch.Directory, hidden func(string) bool) error {
	if out == nil {
		return nil
	}
	files, err := out.Declared(hidden)
	if err != nil {
		return err
	}
	imports, err := out.ImportNames(hidden)
	if err != nil {
		return err
	}
	for name := range files {
		if neededNames[name] {
			return locate.ErrUncertain // there will be an error
		}
	}
	checked, err := v.sketch.Check(out)
	if err != nil {
		return err
	}
	v.directories[out.Path] = out
	v.neighbours = &neighbours{scope: checked.Scope(), files: files, imports: imports}
	return nil
}

// packageTypes returns the wanted types of a package.
func (v *sketchView) packageTypes(listed *packages.Package) (*types.Package, error) {
	d := v.directories[listed.PkgPath]
	if d == nil {
		return nil, locate.ErrUncertain
	}
	return v.sketch.Check(d)
}

// beside returns what stands beside the output; no other package is asked for.
func (v *sketchView) beside(*packages.Package) *neighbours { return v.neighbours }

// errors returns nothing: a sketch with errors is not used.
func (*sketchView) errors() []types.Error { return nil }
