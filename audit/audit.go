// Package audit exports the analyzers that find mistakes of retries in Go code,
// for drivers like multichecker and for plugins of linters. The command
// "retrygen audit" runs the same analyzers.
package audit

import (
	"github.com/retrygen/retrygen/internal/audit"
	"golang.org/x/tools/go/analysis"
)

// Analyzers are the analyzers that run by default. The name of each is the id of
// its rule, for example "RA101".
var Analyzers = analyzers(false)

// Optional are the analyzers that run only if they are asked for.
var Optional = analyzers(true)

func analyzers(optional bool) []*analysis.Analyzer {
	var all []*analysis.Analyzer
	for _, r := range audit.Rules() {
		if r.Optional == optional {
			all = append(all, r.Analyzer)
		}
	}
	return all
}
