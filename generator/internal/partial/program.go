package partial

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
)

// Program is the wanted declarations of packages, as one spec sees them.
type Program struct {
	*store
	query Query
	parts map[string]*part // by import path
	queue []want

	isStarted bool
	later     []want // wants in packages that are not listed yet

	siblings map[string]string // the file of each name next to the output
	imports  []string
}

// level says how much of a declaration is wanted.
type level int

const (
	// name is no more than that there is such a type.
	name level = iota
	// shape is a declaration with its methods that [ShapeMethods] names.
	shape
	// whole is a declaration with all methods, and the shapes of the types in
	// their signatures.
	whole
)

// want is a declaration that is wanted.
type want struct{ path, name string }

// part is the wanted part of a package.
type part struct {
	path   string
	levels map[string]level
	added  map[ast.Decl]bool
	files  []*filePart
	types  *types.Package
}

// filePart is the wanted part of a file.
type filePart struct {
	*file
	decls []ast.Decl
	uses  map[string]string // imports by name
}

func newProgram(s *store, q Query) *Program {
	return &Program{store: s, query: q, parts: map[string]*part{}}
}

// Package returns a listed package, or nil.
func (p *Program) Package(path string) *Package { return p.packages[path] }

// PathOf returns the import path of a listed directory, or "".
func (p *Program) PathOf(dir string) string { return p.dirs[dir] }

// start queues what the spec names.
func (p *Program) start() {
	p.isStarted = true
	for _, n := range p.query.Names {
		path := n.Package
		if filepath.IsAbs(path) {
			path = p.dirs[path]
		}
		if p.packages[path] == nil {
			doubtf("package %s is not found", n.Package)
		}
		l := shape
		if n.Whole {
			l = whole
		}
		p.want(path, n.Name, l)
		if n.Constants {
			p.wantConstants(p.packages[path], n.Name)
		}
	}
}

// wantConstants wants the constants of the file that declares a name.
func (p *Program) wantConstants(pkg *Package, declared string) {
	d := p.find(pkg, declName{name: declared})
	if d == nil {
		doubtf("%s does not declare %s", pkg.Path, declared)
	}
	for n, found := range d.file.decls {
		if group, ok := found.Decl.(*ast.GenDecl); ok && group.Tok == token.CONST {
			p.want(pkg.Path, n.name, shape)
		}
	}
}

func (p *Program) part(path string) *part {
	if p.parts[path] == nil {
		p.parts[path] = &part{path: path, levels: map[string]level{}, added: map[ast.Decl]bool{}}
	}
	return p.parts[path]
}

// want queues a declaration, unless it is there at that level.
func (p *Program) want(path, declared string, l level) {
	in := p.part(path)
	if before, known := in.levels[declared]; known && before >= l {
		return
	}
	in.levels[declared] = l
	if l > name {
		p.queue = append(p.queue, want{path, declared})
	}
}

// follow adds what is queued, and what that needs, as far as the packages are
// listed.
func (p *Program) follow() {
	if !p.isStarted {
		p.start()
	}
	p.queue, p.later = append(p.queue, p.later...), nil
	for len(p.queue) > 0 {
		next := p.queue[len(p.queue)-1]
		p.queue = p.queue[:len(p.queue)-1]
		pkg, isListed := p.packages[next.path]
		switch {
		case !isListed:
			p.missing = append(p.missing, next.path)
			p.later = append(p.later, next)
		case pkg == nil:
			doubtf("package %s is not found", next.path)
		default:
			p.declare(pkg, next.name)
		}
	}
}

// declare adds the declaration of a name, its methods, and queues what they need.
func (p *Program) declare(pkg *Package, declared string) {
	in := p.part(pkg.Path)
	found := p.find(pkg, declName{name: declared})
	if found == nil {
		if slices.Contains(p.pending[pkg.Dir], declared) {
			in.levels[declared] = name
			return
		}
		doubtf("%s does not declare %s", pkg.Path, declared)
	}
	p.add(pkg, found, in.levels[declared])
	group, ok := found.Decl.(*ast.GenDecl)
	if !ok || group.Tok != token.TYPE {
		return
	}
	if _, isInterface := group.Specs[0].(*ast.TypeSpec).Type.(*ast.InterfaceType); isInterface {
		return
	}
	isWhole := in.levels[declared] == whole
	for _, m := range p.methods(pkg, declared, isWhole) {
		l := name
		if isWhole || isDeep(m.Decl.(*ast.FuncDecl).Name.Name) {
			l = shape
		}
		p.add(pkg, m, l)
	}
}

// add adds a declaration, and queues what it needs at a level.
func (p *Program) add(pkg *Package, d *declaration, l level) {
	in := p.part(pkg.Path)
	of := in.file(d.file)
	if !in.added[d.Decl] {
		in.added[d.Decl] = true
		of.decls = append(of.decls, d.Decl)
	}
	w := walker{program: p, pkg: pkg, file: of, params: map[string]bool{}}
	switch d := d.Decl.(type) {
	case *ast.FuncDecl:
		w.function(d, l)
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			w.specification(spec, l)
		}
	}
}

func (in *part) file(f *file) *filePart {
	for _, known := range in.files {
		if known.file == f {
			return known
		}
	}
	one := &filePart{file: f, uses: map[string]string{}}
	in.files = append(in.files, one)
	return one
}

// Declared returns the file of each name that is declared next to the output, and
// the names that the files give to imports; nil if all files are hidden.
func (p *Program) Declared() (files map[string]string, imports []string) {
	return p.siblings, p.imports
}

// findSiblings finds what is next to the output.
func (p *Program) findSiblings() {
	pkg := p.packages[p.dirs[p.query.OutDir]]
	if pkg == nil {
		return
	}
	for _, f := range p.visible(pkg) {
		if p.siblings == nil {
			p.siblings = map[string]string{}
		}
		f.parse(p.fset)
		if f.isDot {
			doubtf("%s has a dot import", f.name)
		}
		for d := range f.decls {
			if d.receiver == "" && d.name != "_" && d.name != "init" {
				p.siblings[d.name] = f.name
			}
		}
		p.imports = slices.AppendSeq(p.imports, maps.Keys(f.imports))
		for _, path := range f.unnamed {
			p.imports = append(p.imports, p.nameOf(path))
		}
	}
}

// nameOf returns the name of an imported package, which has to be listed.
func (p *Program) nameOf(path string) string {
	if path == "unsafe" {
		return path
	}
	if pkg := p.packages[path]; pkg != nil {
		return pkg.Name
	}
	doubtf("package %s is not listed", path)
	return ""
}
