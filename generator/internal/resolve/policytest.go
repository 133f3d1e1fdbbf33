package resolve

import (
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/policy"
)

// mostWaits bounds the waits of a policy that are tested.
const mostWaits = 10

// policyTestFile returns the file that tests what the spec promises, or nil if the spec
// does not ask for it.
func (r *resolver) policyTestFile(policies []*model.Policy, clients []*model.Client) *model.File {
	if !r.spec.Tests {
		return nil
	}
	there := *r
	there.output = outputPackage{path: r.output.path + "_test", name: strings.TrimSuffix(r.output.name, "_test") + "_test", names: model.Scope{}, fileNames: model.Scope{}}
	p := &fakePackage{resolver: r, there: &there}
	tests := &model.PolicyTests{OutputPath: r.output.path, Transports: r.transports}
	for _, known := range policies {
		tests.Policies = append(tests.Policies, p.policyTest(known))
	}
	for _, c := range clients {
		if test := p.clientTest(c, tests.Policies); test != nil {
			tests.Clients = append(tests.Clients, test)
		}
	}
	tests.Answering = answeringMethods(tests)
	name := "policies.go"
	if !r.target.IsPackage() {
		name = r.target.OutFile
	}
	f := there.emptyFile(strings.TrimSuffix(name, ".go") + "_test.go")
	f.Path = filepath.Join(r.target.OutDir, filepath.Base(f.Path))
	f.RuntimePath, f.PolicyTests = r.runtimePath(), tests
	taken := model.NewScope("t", "stub", "opts", "next", "s", "client", "err")
	f.Imports = model.NewImports(there.output.path, f.RuntimePath, p.packagesInTests(f), taken)
	for _, c := range tests.Clients {
		nameStub(c, f.Imports)
	}
	return f
}

// nameStub names the variables of the methods of a stub.
func nameStub(c *model.ClientTest, imports *model.Imports) {
	reserved := model.NewScope(append(imports.LocalNames(), "s")...)
	for _, call := range c.Calls {
		nameFakeMethod(call.Method, reserved)
	}
}

// packagesInTests returns the packages that the test may refer to.
func (p *fakePackage) packagesInTests(f *model.File) map[string]string {
	real := map[string]string{
		f.RuntimePath: "retry", f.RuntimePath + "/" + model.TestRuntime: model.TestRuntime, p.output.path: p.output.name,
	}
	real[f.RuntimePath+"/"+model.RequestTests] = "requests"
	for _, path := range []string{"context", "math", "net/http", "testing", "time"} {
		real[path] = filepath.Base(path)
	}
	add := p.adder(real)
	for _, test := range f.PolicyTests.Policies {
		for _, v := range test.Verdicts {
			v.Error.Make.Packages(add)
		}
		if test.Retried != nil {
			test.Retried.Make.Packages(add)
		}
	}
	for _, c := range f.PolicyTests.Clients {
		addClientPackages(c.Client, add)
	}
	return real
}

// policyTest returns the test of a policy.
func (p *fakePackage) policyTest(known *model.Policy) *model.PolicyTest {
	test := &model.PolicyTest{Policy: known, Retried: p.retriedSample(known)}
	if known.BackoffFunc == nil {
		test.Waits = waitsOf(known.Policy, &known.Backoff)
		if known.Throttling != nil {
			test.Throttled = waitsOf(known.Policy, known.Throttling)
		}
		if known.MaxAttempts != 1 {
			test.Hints = hintsOf(known.Policy)
		}
	}
	test.Verdicts = p.verdicts(known)
	if !asksFunc(known) {
		test.Statuses, test.HasStatuses = statusesRetried(known.Policy)
		test.TimedOut = timedOut(known.Policy)
	}
	return test
}

// waitsOf returns the bounds of the first waits of a policy.
func waitsOf(p *policy.Policy, s *policy.Schedule) []model.Bounds {
	last := mostWaits
	if p.MaxAttempts > 0 {
		last = min(last, p.MaxAttempts-1)
	}
	var all []model.Bounds
	for n := 1; n <= last; n++ {
		shortest, longest := s.Bounds(n)
		all = append(all, model.Bounds{Retry: n, Shortest: shortest, Longest: longest})
	}
	return all
}

// hintsOf returns the bounds of the first wait after errors that ask for a wait: one
// below and one above the longest that the policy honors.
func hintsOf(p *policy.Policy) []model.HintBounds {
	asked := []time.Duration{time.Hour}
	if p.Hint.Max > 0 && p.Hint.Max < 100*365*24*time.Hour {
		asked = []time.Duration{p.Hint.Max / 2, p.Hint.Max + time.Second}
	}
	low, high := p.Backoff.Bounds(1)
	var all []model.HintBounds
	for _, after := range asked {
		if after > 0 {
			bounds := model.Bounds{Retry: 1, Shortest: hinted(p.Hint, low, after), Longest: hinted(p.Hint, high, after)}
			all = append(all, model.HintBounds{After: after, Bounds: bounds})
		}
	}
	return all
}

// hinted returns a wait after an error that asks for a wait.
func hinted(h policy.Hint, wait, after time.Duration) time.Duration {
	if h.Max > 0 {
		after = min(after, h.Max)
	}
	switch h.Mode {
	case policy.HintReplaces:
		return after
	case policy.HintAtLeast:
		return max(wait, after)
	case policy.HintClamped:
		return min(max(wait, after), wait+5*time.Second)
	case policy.HintIgnored:
	}
	return wait
}

// retriedSample returns an error that a policy retries, and that is not about a busy
// server if there is a choice; nil if none can be made.
func (p *fakePackage) retriedSample(known *model.Policy) *model.Sample {
	other := &model.Sample{Make: model.MakeCall{Func: "Other"}}
	switch known.Otherwise {
	case policy.RetryAll, policy.RetryUnlessMarked:
		if isRetried, isKnown := verdictOnText(known.Policy, "another error"); isRetried && isKnown {
			return other
		}
	case policy.RetryIfSafe:
		return &model.Sample{Make: model.MakeCall{Func: "RetrySafe"}}
	case policy.StopAll:
	}
	var found *model.Sample
	for _, v := range p.verdicts(known) {
		if v.IsRetried && (found == nil || found.Value == "429") {
			found = &v.Error
		}
	}
	return found
}

// clientTest returns the test of a client; nil if no test can call it.
func (p *fakePackage) clientTest(c *model.Client, policies []*model.PolicyTest) *model.ClientTest {
	if len(c.TypeParams) > 0 || p.there.inaccessible(c.Wrapped) != "" && !c.IsStruct {
		return nil
	}
	test := &model.ClientTest{Client: c, Stub: model.UnexportedName(c.Name) + "Stub"}
	for _, m := range c.Methods {
		if !p.isTestable(m) {
			continue
		}
		twin := *m
		twin.Params, twin.Results = slices.Clone(m.Params), slices.Clone(m.Results)
		call := &model.CallTest{Method: &twin}
		if m.Field != nil {
			for _, known := range policies {
				if known.Policy == m.Field.Policy {
					call.Retried = known.Retried
				}
			}
		}
		test.Calls = append(test.Calls, call)
	}
	if len(test.Calls) == 0 {
		return nil
	}
	return test
}

// isTestable reports whether a test can call a method with zero values, and make it
// fail.
func (p *fakePackage) isTestable(m *model.Method) bool {
	if !token.IsExported(m.Name) || !m.CanFail() || !m.HasErrorLast() || m.Child != nil || len(m.Rewound) > 0 || m.Request >= 0 || m.AsksFallback {
		return false
	}
	for _, v := range slices.Concat(m.Params, m.Results) {
		if p.there.unwritable(v.Type) != "" {
			return false
		}
	}
	return true
}

// answeringMethods returns the methods that errors of the test have, sorted.
func answeringMethods(tests *model.PolicyTests) []string {
	methods := map[string]bool{}
	for _, test := range tests.Policies {
		for _, v := range test.Verdicts {
			if m, ok := v.Error.Make.(model.MakeAnswer); ok {
				methods[m.Method] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(methods))
}
