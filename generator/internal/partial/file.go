package partial

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"sync"
)

// file is a Go file, which is read and parsed when it is asked for.
type file struct {
	name    string // absolute
	read    func() ([]byte, error)
	syntax  *ast.File // nil before it is parsed
	decls   map[declName]*declaration
	methods map[string][]*declaration // by receiver
	imports map[string]string         // by the name that the file gives
	unnamed []string                  // imported paths without a name
	isDot   bool                      // it has a dot import
	// receivers are the types that may have methods of a shape here; nil before
	// anything asks.
	receivers map[string]bool
}

// declName is the name of a declaration, and for a method the name of its receiver.
type declName struct{ name, receiver string }

// declaration is a declaration, alone: one specification, or a group of
// constants, whose values depend on their order.
type declaration struct {
	ast.Decl
	file *file
}

// doubt is the error for what only the whole program can decide.
type doubt struct{ error }

func (s *store) file(name string) *file {
	f := s.files[name]
	if f == nil {
		f = &file{name: name, read: sync.OnceValues(func() ([]byte, error) { return os.ReadFile(name) })}
		s.files[name] = f
	}
	return f
}

// content returns the text of a file.
func (f *file) content() []byte {
	content, err := f.read()
	if err != nil {
		panic(doubt{err})
	}
	return content
}

// parse parses a file, without function bodies.
func (f *file) parse(fset *token.FileSet) {
	if f.syntax != nil {
		return
	}
	syntax, err := parser.ParseFile(fset, f.name, f.content(), parser.SkipObjectResolution)
	if err != nil {
		panic(doubt{err})
	}
	f.syntax, f.decls = syntax, map[declName]*declaration{}
	f.methods, f.imports = map[string][]*declaration{}, map[string]string{}
	for _, d := range syntax.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			f.addFunc(d)
		case *ast.GenDecl:
			f.addGroup(d)
		}
	}
}

func (f *file) addFunc(d *ast.FuncDecl) {
	if d.Body != nil {
		d.Body.List = nil
	}
	receiver, _ := receiverOf(d)
	f.add(declName{d.Name.Name, receiver}, d)
}

// receiverOf returns the name of the type in the receiver of a method, and its
// type parameters; "" for a function.
func receiverOf(d *ast.FuncDecl) (name string, params []ast.Expr) {
	if d.Recv == nil || len(d.Recv.List) != 1 {
		return "", nil
	}
	for t := d.Recv.List[0].Type; ; {
		switch x := t.(type) {
		case *ast.ParenExpr:
			t = x.X
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t, params = x.X, []ast.Expr{x.Index}
		case *ast.IndexListExpr:
			t, params = x.X, x.Indices
		case *ast.Ident:
			return x.Name, params
		default:
			return "", nil
		}
	}
}

func (f *file) add(n declName, d ast.Decl) {
	f.decls[n] = &declaration{d, f}
	if n.receiver != "" {
		f.methods[n.receiver] = append(f.methods[n.receiver], f.decls[n])
	}
}

func (f *file) addGroup(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.ImportSpec:
			f.addImport(spec)
		case *ast.TypeSpec:
			f.add(declName{name: spec.Name.Name}, alone(d, spec))
		case *ast.ValueSpec:
			one := d
			if d.Tok == token.VAR {
				one = alone(d, withoutValues(spec))
			}
			for _, name := range spec.Names {
				f.add(declName{name: name.Name}, one)
			}
		}
	}
}

// alone returns a declaration of one specification.
func alone(d *ast.GenDecl, spec ast.Spec) *ast.GenDecl {
	return &ast.GenDecl{Tok: d.Tok, TokPos: spec.Pos(), Specs: []ast.Spec{spec}}
}

// withoutValues drops the values of variables whose type is written down.
func withoutValues(spec *ast.ValueSpec) *ast.ValueSpec {
	if spec.Type == nil {
		return spec
	}
	return &ast.ValueSpec{Names: spec.Names, Type: spec.Type}
}

func (f *file) addImport(spec *ast.ImportSpec) {
	path, err := strconv.Unquote(spec.Path.Value)
	switch {
	case err != nil:
		panic(doubt{err})
	case spec.Name == nil:
		f.unnamed = append(f.unnamed, path)
	case spec.Name.Name == ".":
		f.isDot = true
	case spec.Name.Name != "_":
		f.imports[spec.Name.Name] = path
	}
}
