package driver

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

// reader parses files. It keeps whole what is audited, and of other packages what
// shows which of their functions retry: a tree like Kubernetes' would not fit
// into memory otherwise.
type reader struct {
	whole  []string // directories, with a separator at the end
	goRoot string
}

func newReader(roots []*packages.Package) *reader {
	r := &reader{goRoot: filepath.Clean(build.Default.GOROOT) + string(filepath.Separator)}
	seen := map[string]bool{}
	add := func(dir string) {
		if dir != "" && !seen[dir] {
			seen[dir] = true
			r.whole = append(r.whole, dir+string(filepath.Separator))
		}
	}
	for _, p := range roots {
		for _, name := range p.GoFiles {
			add(filepath.Dir(name))
		}
		if p.Module != nil && p.Module.Main {
			add(p.Module.Dir)
		}
	}
	return r
}

// isWhole reports whether nothing of a file is left out.
func (r *reader) isWhole(name string) bool {
	vendored := strings.Contains(name, string(filepath.Separator)+"vendor"+string(filepath.Separator))
	for _, dir := range r.whole {
		if strings.HasPrefix(name, dir) && (!vendored || filepath.Dir(name)+string(filepath.Separator) == dir) {
			return true
		}
	}
	return strings.HasSuffix(name, "-d") // what cgo wrote into the build cache
}

func (r *reader) parse(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	if r.isWhole(name) {
		return parser.ParseFile(fset, name, src, parser.AllErrors|parser.ParseComments)
	}
	file, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if file == nil {
		return nil, err
	}
	inGoRoot := strings.HasPrefix(name, r.goRoot)
	for _, decl := range file.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok && f.Body != nil && (inGoRoot || !matters(f)) {
			f.Body = bodyless(f)
		}
	}
	return file, err
}

// bodyless returns what stands for a body that is left out. A generic function
// must have one.
func bodyless(f *ast.FuncDecl) *ast.BlockStmt {
	if f.Type.TypeParams == nil && f.Name.Name != "init" && f.Name.Name != "main" {
		return nil
	}
	endless := &ast.ForStmt{For: f.Body.Lbrace, Body: &ast.BlockStmt{Lbrace: f.Body.Lbrace, Rbrace: f.Body.Lbrace}}
	return &ast.BlockStmt{Lbrace: f.Body.Lbrace, List: []ast.Stmt{endless}, Rbrace: f.Body.Rbrace}
}

// matters reports whether a rule may want to know what a function of another
// package does: it has a loop or a function literal, appends, waits, or makes an
// error.
func matters(f *ast.FuncDecl) bool {
	found := false
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.FuncLit:
			found = true
		case *ast.RangeStmt:
			found = found || n.Value == nil
		case *ast.CallExpr:
			found = found || isTelling(n)
		}
		return !found
	})
	return found
}

func isTelling(call *ast.CallExpr) bool {
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		return fun.Name == "append"
	case *ast.SelectorExpr:
		if x, ok := fun.X.(*ast.Ident); ok {
			switch x.Name + "." + fun.Sel.Name {
			case "time.Sleep", "time.After", "time.NewTimer", "fmt.Errorf":
				return true
			}
		}
	}
	return false
}
