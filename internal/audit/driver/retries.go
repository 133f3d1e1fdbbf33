package driver

import (
	"context"

	"github.com/retrygen/retrygen/internal/audit/retrier"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// EachRetries calls visit for each package that the patterns name, with what it
// has of retries.
func EachRetries(ctx context.Context, dir string, patterns []string, visit func(*packages.Package, *retrier.Result)) error {
	pkgs, err := Load(ctx, dir, patterns)
	if err != nil {
		return err
	}
	isRoot := map[*packages.Package]bool{}
	for _, p := range pkgs {
		isRoot[p] = true
	}
	known := facts{}
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		if err != nil {
			return
		}
		if !isRoot[p] {
			err = known.learn(p)
			return
		}
		results := map[*analysis.Analyzer]any{}
		if err = known.run(retrier.Analyzer, unitOf(p), results, nil); err == nil {
			visit(p, results[retrier.Analyzer].(*retrier.Result))
		}
	})
	return err
}
