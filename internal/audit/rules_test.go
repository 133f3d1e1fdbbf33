package audit_test

import (
	"testing"

	"github.com/retrygen/retrygen/internal/audit"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
)

// packages are the test packages of the rules. Each has a file with what must be
// found, and one with what must not.
var packages = map[string]string{
	"RA101": "latched",
	"RA102": "deafsleep",
	"RA103": "stacked",
	"RA104": "unsaferepeat",
	"RA105": "hotloop",
	"RA106": "losterror",
	"RA107": "spentreader",
	"RA108": "lockstep",
}

// TestRules runs every rule on its package.
func TestRules(t *testing.T) {
	byPackage := map[string]*audit.Rule{}
	var names []string
	suite := &analysis.Analyzer{Name: "suite", Doc: "every rule on its package", RunDespiteErrors: true}
	for _, rule := range audit.Rules() {
		if name := packages[rule.ID]; name != "" {
			byPackage[name] = rule
			names = append(names, name)
			suite.Requires = append(suite.Requires, rule.Analyzer)
		}
	}
	suite.Run = func(p *analysis.Pass) (any, error) {
		rule := byPackage[p.Pkg.Name()]
		for _, f := range p.ResultOf[rule.Analyzer].(*audit.Found).Findings {
			p.Reportf(f.Pos, "%s (%s)", f.Message, rule.ID)
		}
		return nil, nil
	}
	analysistest.Run(t, analysistest.TestData(), suite, names...)
}

func analyzer(t *testing.T, id string) *analysis.Analyzer {
	t.Helper()
	for _, rule := range audit.Rules() {
		if rule.ID == id {
			return rule.Analyzer
		}
	}
	t.Fatalf("no rule %s", id)
	return nil
}
