package retrier

import (
	"go/ast"
	"go/build"
	"go/types"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/retrygen/retrygen/internal/audit/flow"
	"golang.org/x/tools/go/analysis"
)

// Behavior is what a function does that matters to its callers. It is a fact, so
// that it is known in other packages.
type Behavior struct {
	// Retrier is set if the function calls its parameter Param again after it
	// failed.
	Retrier bool
	Param   int
	Kind    Kind
	Marked  bool
	// Attempts are those that the function makes of a call that it makes itself, or 0 if it
	// makes one or an unknown number. By names what it retries with.
	Attempts int
	By       string
	// Waits says that the function waits.
	Waits bool
	// Appends says that the method makes a slice or map of its receiver longer.
	Appends bool
	// Flattens says that the errors of the function are text: no error that it
	// got can be found in them.
	Flattens bool
}

// AFact marks the type as a fact.
func (*Behavior) AFact() {}

// String returns the fact as tests expect it.
func (b *Behavior) String() string {
	var words []string
	if b.Retrier {
		words = append(words, "retrier")
	}
	if b.By != "" {
		words = append(words, "retries by "+b.By)
	}
	if b.Appends {
		words = append(words, "appends")
	}
	if b.Waits {
		words = append(words, "waits")
	}
	if b.Flattens {
		words = append(words, "flattens")
	}
	return strings.Join(words, ", ")
}

// Analyzer finds the retriers, the retried functions and the loops that retry of
// a package. The rules require its [Result].
var Analyzer = &analysis.Analyzer{
	Name:             "retriers",
	Doc:              "find functions and loops that retry",
	Run:              run,
	RunDespiteErrors: true,
	FactTypes:        []analysis.Fact{new(Behavior)},
	ResultType:       reflect.TypeFor[*Result](),
}

// extra are the retriers that the user names.
var extra []string

func init() {
	Analyzer.Flags.Func("func", "full name of a `function` that retries, for example example.com/pkg.Retry (can be repeated)", func(name string) error {
		Extend(name)
		return nil
	})
}

// Extend makes the function with the given full name a retrier of its first
// parameter that is a function.
func Extend(name string) { extra = append(extra, WithoutVersion(name)) }

// Result is what a package has of retries.
type Result struct {
	pass *analysis.Pass
	// Funcs are all functions and function literals that have a body.
	Funcs []*flow.Func
	// Calls are the calls of retriers.
	Calls []*Call
	// Loops are the loops that retry.
	Loops []*flow.Loop

	parents map[ast.Node]*flow.Func
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass: pass, parents: map[ast.Node]*flow.Func{}}
	for _, file := range pass.Files {
		r.collect(file)
	}
	for _, f := range r.Funcs {
		r.Loops = append(r.Loops, f.Loops()...)
	}
	if !isStandard(pass) {
		r.learn()
	}
	for _, f := range r.Funcs {
		r.Calls = append(r.Calls, r.callsIn(f)...)
	}
	return r, nil
}

// isStandard reports whether a package is in the standard library, of which the
// rules know what they need by name.
func isStandard(pass *analysis.Pass) bool {
	root := filepath.Clean(build.Default.GOROOT) + string(filepath.Separator)
	return len(pass.Files) > 0 && strings.HasPrefix(pass.Fset.Position(pass.Files[0].Pos()).Filename, root)
}

// collect lists the functions of a file.
func (r *Result) collect(file *ast.File) {
	var stack []*flow.Func
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		f := flow.NewFunc(r.pass.TypesInfo, n)
		if f == nil {
			return true
		}
		if len(stack) > 0 {
			r.parents[n] = stack[len(stack)-1]
		}
		r.Funcs = append(r.Funcs, f)
		stack = append(stack, f)
		ast.Inspect(f.Body, visit)
		stack = stack[:len(stack)-1]
		return false
	}
	ast.Inspect(file, visit)
}

// Parent returns the function around a function literal, or nil.
func (r *Result) Parent(f *flow.Func) *flow.Func { return r.parents[f.Node] }

// Outermost returns the declaration that a function is in. It is the function
// itself for one in the value of a package-level variable.
func (r *Result) Outermost(f *flow.Func) *flow.Func {
	for r.parents[f.Node] != nil {
		f = r.parents[f.Node]
	}
	return f
}

// Of returns what is known about a function of this package or of another one.
func (r *Result) Of(fn *types.Func) *Behavior {
	b := new(Behavior)
	if fn != nil {
		r.pass.ImportObjectFact(fn, b)
	}
	return b
}

// Lookup returns how a function retries, and whether it does.
func (r *Result) Lookup(fn *types.Func) (Retrier, bool) {
	if fn == nil {
		return Retrier{}, false
	}
	name := WithoutVersion(fn.FullName())
	if known, ok := byName()[name]; ok {
		return known, true
	}
	for _, e := range extra {
		if e == name {
			return Retrier{Param: first}, true
		}
	}
	if b := r.Of(fn); b.Retrier {
		return Retrier{Kind: b.Kind, Param: b.Param, Marked: b.Marked, Attempts: b.Attempts}, true
	}
	return Retrier{}, false
}
