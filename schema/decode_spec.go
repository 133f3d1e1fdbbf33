package schema

import (
	"fmt"
	"strings"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/dialect"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
)

// spec decodes the whole document.
func (l *loader) spec() *Spec {
	l.inline()
	o := l.Value(l.root).Object("")
	s := &Spec{Name: l.reader.Name(), places: document.NewPlaces(l.reader.Name(), l.root), origins: l.reader.Origins()}
	s.places.AddMembers(l.followed)
	o.Get("$schema")
	o.Get("version")
	s.Package = decodePackageName(o.Get("package"))
	s.Output = decodeOutput(o.Get("output"), s.Name)
	s.Build = decodeBuild(o.Get("build"))
	s.CopyRuntime = decodeCopyRuntime(o, s.Output)
	s.Tests = decodeTests(o.Get("tests"), s.Output)
	for _, m := range o.Get("policies").Members() {
		p := decodePolicy(m)
		p.Origin = l.origins[p.Pointer]
		s.Policies = append(s.Policies, p)
	}
	for _, m := range o.Get("clients").Members() {
		c := decodeClient(m, s)
		c.Operations = l.models[c.Pointer]
		s.Clients = append(s.Clients, c)
	}
	s.Engines = decodeEngines(o.Get("engines"), s)
	s.Layers = decodeLayers(o.Get("layers"))
	s.directives = l.reader.Directives("retrygen", s.places)
	checkNames(l.Context, s)
	checkQuotas(l.Context, s)
	checkBreakers(l.Context, s)
	checkAllowedMethods(l.Context, s)
	return s
}

// decodeTests reports whether the output is to be tested, which needs one that a test
// can import.
func decodeTests(n decode.Value, output string) bool {
	tests := n.Bool(false)
	if tests && strings.HasSuffix(output, "_test.go") {
		n.Reject(decode.Contradiction, "the output is a test file, and the test of it would be in the same package", "write an output that does not end in _test.go, or leave tests out")
	}
	return tests
}

// decodeCopyRuntime reports whether the output is to have its own runtime,
// which needs a directory to stand in.
func decodeCopyRuntime(o decode.Object, output string) bool {
	n := o.Get("runtime")
	if n.Word("") != "copy" {
		return false
	}
	if name := o.Get("output"); !strings.HasSuffix(output, "/") && (!name.IsSet() || !name.IsRejected()) {
		n.Reject(decode.Contradiction, "a copy of the runtime needs an output directory", "write an output that ends in /, such as output: client/")
	}
	return true
}

func decodePolicy(m decode.Member) *Policy {
	o := m.Value.Object("policy")
	p := &Policy{
		Name:           m.Name,
		Pointer:        m.Value.Pointer(),
		Description:    decodeDescription(o.Get("description")),
		Fidelity:       Fidelity(o.Get("fidelity").Word(string(Documented))),
		AttemptTimeout: o.Get("attempt_timeout").Bound(),
		TotalTimeout:   o.Get("total_timeout").Bound(),
		Errors:         decodeErrors(o.Get("errors")),
		Backoff:        decodeBackoff(o.Get("backoff")),
		RetryAfter:     decodeRetryAfter(o.Get("retry_after")),
		Quota:          decodeQuota(o.Get("quota")),
		CircuitBreaker: decodeCircuitBreaker(o.Get("circuit_breaker")),
		NestedOnce:     o.Get("nested").Word("allow") == "once",
	}
	for _, d := range dialect.All() {
		if n := o.Get(d.Name()); n.IsSet() {
			block := d.Decode(n, p.Fidelity)
			checkUnused(p, d, block, o)
			if p.Dialect == nil {
				p.Dialect = block
			}
		}
	}
	return p
}

// decodeDescription returns the text n, which becomes a comment in the output. The
// file cannot hide characters from its readers; neither may its escapes.
func decodeDescription(n decode.Value) string {
	description := n.Word("")
	for _, c := range description {
		if c != '\n' && c != '\t' && finding.IsHidden(c) {
			n.Reject(document.Encoding, fmt.Sprintf("the description has the character U+%04X, which cannot be seen", c), "remove it")
			return ""
		}
	}
	return description
}

func decodeRetryAfter(n decode.Value) *RetryAfter {
	if !n.IsSet() {
		return nil
	}
	o := n.Object("retryAfter")
	r := &RetryAfter{
		Respect: o.Get("respect").Bool(true),
		Max:     o.Get("max").Bound(),
	}
	if m := n.Member("max"); m.IsSet() && !r.Respect {
		m.ReportKey(decode.UnusedBound, "max has no effect, because respect is false", "remove one of them")
	}
	return r
}
