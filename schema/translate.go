package schema

import (
	"slices"

	"github.com/retrygen/retrygen/internal/dialect"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/policy"
)

// concepts translate a key that was learnt elsewhere into the key of the
// mapping that it was written in.
var concepts = slices.Concat(backoffConcepts, sharedConcepts, httpConcepts)

// timeouts distinguishes the two timeouts of a policy.
const timeouts = "next to the block, attempt_timeout bounds one attempt, and total_timeout the call"

// backoffConcepts are what the dialects are about.
var backoffConcepts = []concept{
	{names: []string{"maxattempts", "maximumattempts", "attempts", "maxretries", "retries", "total", "tries", "maxtries", "maximumretries", "maxretry", "retrycount", "limit", "count"}, parameter: policy.Attempts, isParameter: true},
	{names: []string{"initialinterval", "initialdelay", "backofffactor", "backoffscalevalue", "basedelay", "mindelay", "delay", "interval", "initialbackoff", "mininterval"}, parameter: policy.First, isParameter: true},
	{names: []string{"maxdelay", "maximuminterval", "maxinterval", "maxbackoff", "maxbackoffwait", "maximumdelay", "cap", "maxwait"}, parameter: policy.Cap, isParameter: true},
	{names: []string{"backoffcoefficient", "exponent", "base", "multiplier", "factor", "backoffmultiplier", "coefficient"}, parameter: policy.Factor, isParameter: true},
	{names: []string{"jitter", "jitterfactor", "backoffjitter", "jittertype"}, parameter: policy.Jitters, isParameter: true},
	{names: []string{"nonretryableerrortypes", "retryon", "statusforcelist", "nonretryableerrors", "retryableerrors", "donotretry"}, parameter: policy.Errors, isParameter: true},
	{names: []string{"strategy", "backoff", "backoffstrategy", "backofftype", "mode", "retrymode", "type"}, parameter: policy.Strategy, isParameter: true},
	{names: []string{"timeout", "deadline", "timelimit", "maxelapsedtime", "maxduration", "pertrytimeout"}, parameter: policy.Timeout, isParameter: true, hints: map[string]string{"policy": timeouts}},
	{names: []string{"retryconfig", "retry", "retrypolicy"}, hints: map[string]string{"policy": "name the system instead: " + finding.Enumerate(dialect.Names())}},
}

// translate returns the hint for a key that means something in another system,
// or "".
func translate(definition, name string) string {
	for _, c := range concepts {
		if !slices.Contains(c.names, document.Fold(name)) {
			continue
		}
		if hint := c.hint(definition); hint != "" {
			return hint
		}
	}
	return ""
}
