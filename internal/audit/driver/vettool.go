package driver

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/audit"
	"github.com/retrygen/retrygen/internal/audit/retrier"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"
)

// config is what the go command writes about a package for its vet tool.
type config struct {
	ID, ImportPath, GoVersion string
	GoFiles                   []string
	ImportMap                 map[string]string // from the path in the source
	PackageVetx               map[string]string // what the tool wrote about a package
	VetxOnly                  bool
	VetxOutput, Stdout        string
	SucceedOnTypecheckFailure bool
}

// IsVetTool reports whether the go command runs this program as its vet tool: it
// asks for the version or the flags, or names the file about one package.
func IsVetTool(args []string) bool {
	if len(args) == 0 || slices.ContainsFunc(args[:len(args)-1], func(arg string) bool { return !strings.HasPrefix(arg, "-") }) {
		return false
	}
	last := args[len(args)-1]
	return last == "-V=full" || last == "-flags" || strings.HasSuffix(last, ".cfg") && !strings.HasPrefix(last, "-")
}

// VetTool answers the go command, and returns the exit code.
func VetTool(args []string, stdout, stderr io.Writer) int {
	err := vet(args, stdout, stderr)
	if err == nil {
		return 0
	}
	if !errors.Is(err, errFound) {
		fmt.Fprintf(stderr, "retrygen: %v\n", err)
	}
	return 1
}

var errFound = errors.New("there are findings")

func vet(args []string, stdout, stderr io.Writer) error {
	switch last := args[len(args)-1]; last {
	case "-V=full":
		return printVersion(stdout)
	case "-flags":
		return printFlags(stdout)
	default:
		rules, asJSON, err := vetFlags(args[:len(args)-1])
		if err != nil {
			return err
		}
		return vetPackage(last, rules, asJSON, stdout, stderr)
	}
}

// printVersion prints what the go command keys its cache with.
func printVersion(out io.Writer) error {
	name, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find the program: %w", err)
	}
	file, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("read the program: %w", err)
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return fmt.Errorf("read the program: %w", err)
	}
	_, err = fmt.Fprintf(out, "%s version devel comments-go-here buildID=%02x\n", filepath.Base(name), hash.Sum(nil))
	return err
}

// vetFlag is a flag as the go command wants to know it.
type vetFlag struct {
	Name  string
	Bool  bool
	Usage string
}

func printFlags(out io.Writer) error {
	flags := []vetFlag{{"json", true, "print findings as JSON"}}
	for _, r := range audit.Rules() {
		flags = append(flags, vetFlag{r.ID, true, "enable " + r.ID + ": " + r.Summary})
	}
	data, err := json.MarshalIndent(flags, "", "\t")
	if err != nil {
		return fmt.Errorf("print the flags: %w", err)
	}
	_, err = out.Write(data)
	return err
}

// vetFlags returns the rules that run. As with go vet, naming rules leaves out
// all others, and denying some leaves out those. A rule that is off by default
// runs only if it is named.
func vetFlags(args []string) (rules []*audit.Rule, asJSON bool, err error) {
	state := map[string]bool{}
	named := false
	for _, arg := range args {
		name, value, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		on := value != "false" && value != "0"
		switch {
		case name == "json":
			asJSON = on
		case slices.ContainsFunc(audit.Rules(), func(r *audit.Rule) bool { return r.ID == name }):
			state[name] = on
			named = named || on
		default:
			return nil, false, fmt.Errorf("unknown flag %s", arg)
		}
	}
	for _, r := range audit.Rules() {
		on, isSet := state[r.ID]
		if isSet && on || !isSet && !named && !r.Optional {
			rules = append(rules, r)
		}
	}
	return rules, asJSON, nil
}

// vetPackage checks one package, and writes its types and facts for those that
// import it.
func vetPackage(name string, rules []*audit.Rule, asJSON bool, stdout, stderr io.Writer) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("read the package: %w", err)
	}
	var c config
	if err := json.Unmarshal(data, &c); err != nil {
		return fmt.Errorf("read the package: %w", err)
	}
	known := facts{}
	u, err := c.load(known)
	if err != nil {
		if c.SucceedOnTypecheckFailure {
			return nil
		}
		return err
	}
	results := map[*analysis.Analyzer]any{}
	if err := known.run(retrier.Analyzer, u, results, nil); err != nil {
		return err
	}
	if err := c.write(u, known); err != nil || c.VetxOnly {
		return err
	}
	if c.Stdout != "" {
		file, err := os.Create(c.Stdout)
		if err != nil {
			return fmt.Errorf("print findings: %w", err)
		}
		defer file.Close()
		stdout = file
	}
	p := vetPrinter{c.ID, u.fset, map[string][]vetDiagnostic{}}
	found := false
	for _, r := range rules {
		err := known.run(r.Analyzer, u, results, func(a *analysis.Analyzer, d analysis.Diagnostic) {
			found = true
			if asJSON {
				p.add(a, d)
				return
			}
			fmt.Fprintf(stderr, "%s: %s\n", u.fset.Position(d.Pos), d.Message)
		})
		if err != nil {
			return err
		}
	}
	if asJSON {
		return p.print(stdout)
	}
	if found {
		return errFound
	}
	return nil
}

// vetPrinter collects findings for the JSON of go vet, which is no failure.
type vetPrinter struct {
	id    string
	fset  *token.FileSet
	found map[string][]vetDiagnostic
}

type vetDiagnostic struct {
	Posn    string `json:"posn"`
	Message string `json:"message"`
}

func (p *vetPrinter) add(a *analysis.Analyzer, d analysis.Diagnostic) {
	p.found[a.Name] = append(p.found[a.Name], vetDiagnostic{p.fset.Position(d.Pos).String(), d.Message})
}

func (p *vetPrinter) print(out io.Writer) error {
	tree := map[string]map[string][]vetDiagnostic{}
	if len(p.found) > 0 {
		tree[p.id] = p.found
	}
	data, err := json.MarshalIndent(tree, "", "\t")
	if err != nil {
		return fmt.Errorf("print findings: %w", err)
	}
	_, err = fmt.Fprintf(out, "%s\n", data)
	return err
}

// load parses and checks the package, with the types and facts of what it
// imports.
func (c *config) load(known facts) (unit, error) {
	u := unit{fset: token.NewFileSet(), sizes: types.SizesFor("gc", build.Default.GOARCH), info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}}
	for _, name := range c.GoFiles {
		file, err := parser.ParseFile(u.fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return u, err
		}
		u.files = append(u.files, file)
	}
	importer := &vetImporter{c, u.fset, map[string]*types.Package{}, map[string][]savedFact{}}
	checker := &types.Config{Importer: importer, Sizes: u.sizes, GoVersion: c.GoVersion}
	var err error
	if u.pkg, err = checker.Check(c.ImportPath, u.fset, u.files, u.info); err != nil {
		return u, err
	}
	for path, saved := range importer.saved {
		for _, s := range saved {
			if object, err := objectpath.Object(importer.packages[path], s.Object); err == nil { // else nobody can name it
				fact := s.Behavior
				known.store(object, &fact)
			}
		}
	}
	return u, nil
}
