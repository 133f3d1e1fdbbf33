// Package driver runs the rules about Go code on packages.
package driver

import (
	"context"
	"fmt"
	"go/token"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/retrygen/retrygen/internal/audit"
	"github.com/retrygen/retrygen/internal/audit/retrier"
	"github.com/retrygen/retrygen/internal/finding"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// Check runs rules on the packages that the patterns name, as the go command
// names them, relative to dir or, if that is empty, to the current directory. It
// fails if a package does not load.
func Check(ctx context.Context, dir string, patterns []string, rules []*audit.Rule) (finding.List, error) {
	pkgs, err := Load(ctx, dir, patterns)
	if err != nil {
		return nil, err
	}
	isRoot := map[*packages.Package]bool{}
	for _, p := range pkgs {
		isRoot[p] = true
	}
	known := facts{}
	var found finding.List
	files := lines{}
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		if err != nil {
			return
		}
		if !isRoot[p] {
			err = known.learn(p)
			return
		}
		var own finding.List
		own, err = known.check(p, rules, files)
		found = append(found, own...)
	})
	if err != nil {
		return nil, err
	}
	found.Sort()
	return found, nil
}

func unitOf(p *packages.Package) unit {
	return unit{p.Fset, p.Syntax, p.Types, p.TypesInfo, p.TypesSizes}
}

// learn finds the retriers of a package that others import, and then drops what
// it has no further use for.
func (f facts) learn(p *packages.Package) error {
	if len(p.Syntax) == 0 || p.TypesInfo == nil {
		return nil
	}
	err := f.run(retrier.Analyzer, unitOf(p), map[*analysis.Analyzer]any{}, nil)
	p.Syntax, p.TypesInfo = nil, nil
	return err
}

// check returns the findings about a package.
func (f facts) check(p *packages.Package, rules []*audit.Rule, files lines) (finding.List, error) {
	var found finding.List
	results := map[*analysis.Analyzer]any{}
	for _, r := range rules {
		if err := f.run(r.Analyzer, unitOf(p), results, func(*analysis.Analyzer, analysis.Diagnostic) {}); err != nil {
			return nil, fmt.Errorf("audit %s: %w", p.PkgPath, err)
		}
		for _, d := range results[r.Analyzer].(*audit.Found).Findings {
			pos := files.inCharacters(p.Fset.Position(d.Pos))
			found = append(found, finding.New(&r.Rule, pos, "", d.Message, d.Hint))
		}
	}
	return found, nil
}

// lines are the lines of files by name.
type lines map[string][]string

// inCharacters returns a position whose column counts characters, as in other
// findings, instead of bytes.
func (l lines) inCharacters(pos token.Position) token.Position {
	text, ok := l[pos.Filename]
	if !ok {
		data, _ := os.ReadFile(pos.Filename) // an unreadable file keeps its bytes
		text = strings.Split(string(data), "\n")
		l[pos.Filename] = text
	}
	if pos.Line <= len(text) && pos.Column-1 <= len(text[pos.Line-1]) {
		pos.Column = utf8.RuneCountInString(text[pos.Line-1][:pos.Column-1]) + 1
	}
	return pos
}

// Load returns the packages that the patterns name, with the syntax and types of
// what they import. The bodies of functions that no rule looks at are left out.
func Load(ctx context.Context, dir string, patterns []string) ([]*packages.Package, error) {
	const modeOfNames = packages.NeedName | packages.NeedFiles | packages.NeedModule
	roots, err := packages.Load(&packages.Config{Mode: modeOfNames, Context: ctx, Dir: dir}, patterns...)
	if err != nil {
		return nil, fmt.Errorf("list packages: %w", err)
	}
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.LoadAllSyntax | packages.NeedModule, Context: ctx, Dir: dir,
		ParseFile: newReader(roots).parse,
	}, patterns...)
	if err != nil {
		return nil, fmt.Errorf("load packages: %w", err)
	}
	if len(pkgs) == 0 {
		return nil, fmt.Errorf("no packages match %s", strings.Join(patterns, " "))
	}
	return pkgs, loadErrors(pkgs)
}

// loadErrors returns the errors of packages as one error, or nil. Those of what
// they import do not matter: bodies are missing there.
func loadErrors(pkgs []*packages.Package) error {
	const most = 10
	var texts []string
	for _, p := range pkgs {
		for _, e := range p.Errors {
			texts = append(texts, e.Error())
		}
	}
	if len(texts) == 0 {
		return nil
	}
	if more := len(texts) - most; more > 0 {
		texts = append(texts[:most], fmt.Sprintf("and %d more", more))
	}
	return fmt.Errorf("packages do not load:\n%s", strings.Join(texts, "\n"))
}
