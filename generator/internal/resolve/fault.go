package resolve

import (
	"cmp"
	"go/types"
	"slices"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// fault is a function of a package of fakes that makes an error, and what the policies
// say about that error.
type fault struct {
	*model.FaultError
	what     string // what the function returns
	verdicts []verdict
	at       schema.Pointer
	// longer is another name for one that the author of the spec could not change;
	// empty if an entry of the spec has it.
	longer string
}

// verdict is what a policy does with errors.
type verdict struct {
	policy string
	does   string // "retries", "does not retry"
	terms  []matcher.Term
}

// shareErrors adds the functions that make the errors that the policies of the clients
// know to the first fake.
func (p *fakePackage) shareErrors() {
	for _, name := range []string{"Within", "WithinPolicy"} {
		p.claimFake(name, p.spec.Clients[0].Pointer)
	}
	var faults []*fault
	for _, known := range p.policies() {
		for _, m := range known.Stop {
			faults = p.addFault(faults, known, m, "does not retry")
		}
		for _, m := range known.Retry {
			faults = p.addFault(faults, known, m, "retries")
		}
		faults = p.addOtherwise(faults, known)
		faults = p.addThrottled(faults, known)
	}
	for _, f := range faults {
		if f.claim(p) {
			f.Doc = f.document()
			p.fakes[0].Errors = append(p.fakes[0].Errors, f.FaultError)
		}
	}
	slices.SortFunc(p.fakes[0].Errors, func(a, b *model.FaultError) int { return cmp.Compare(a.Name, b.Name) })
}

// policies returns the policies that methods of the clients follow, in the order of
// the spec.
func (p *fakePackage) policies() []*model.Policy {
	var all []*model.Policy
	for _, name := range p.spec.Policies {
		for _, c := range p.clients {
			for _, f := range c.Fields {
				if f.Policy.Name == name.Name && !slices.Contains(all, f.Policy) {
					all = append(all, f.Policy)
				}
			}
		}
	}
	return all
}

// claim takes the name of a function. A name that the author of the spec could not
// change gets more words if it is taken.
func (f *fault) claim(p *fakePackage) bool {
	names := p.there.output.names
	if names.Taken(f.Name) && f.longer != "" {
		f.Name = names.Claim(f.longer)
		return true
	}
	return p.claimFake(f.Name, f.at)
}

// addFault adds what a matcher of a policy knows.
func (p *fakePackage) addFault(faults []*fault, known *model.Policy, m schema.Matcher, does string) []*fault {
	twin := *known // a pattern adds itself to its policy
	for _, c := range (conditions{p.resolver, &twin}).resolve(m) {
		f := p.faultOf(m, c)
		if f == nil {
			continue
		}
		f.verdicts = []verdict{{known.Name, does, m.Terms()}}
		faults = merge(faults, f)
	}
	return faults
}

// addOtherwise adds the errors that a policy distinguishes by what they say themselves.
func (p *fakePackage) addOtherwise(faults []*fault, known *model.Policy) []*fault {
	switch known.Otherwise {
	case policy.RetryIfSafe:
		return merge(faults, madeByCall("RetrySafe", "an error that says that a retry is safe", verdict{policy: known.Name, does: "retries"}))
	case policy.RetryUnlessMarked:
		return merge(faults, madeByCall("NonRetryable", "an error that says that it is not to be retried", verdict{policy: known.Name, does: "does not retry"}))
	case policy.RetryAll, policy.StopAll:
	}
	return faults
}

// addThrottled adds the error of a server that is busy, if a policy waits as it asks.
func (p *fakePackage) addThrottled(faults []*fault, known *model.Policy) []*fault {
	if known.Hint.Mode == policy.HintIgnored {
		return faults
	}
	does := "waits as long as it asks"
	if known.Hint.Max > 0 {
		does += ", at most " + model.Duration(known.Hint.Max)
	}
	status := 0
	if slices.ContainsFunc(matcher.Terms(known.Retry), func(t matcher.Term) bool { return t.Statuses.Low <= 429 && 429 <= t.Statuses.High }) {
		status = 429
	}
	f := &fault{
		longer: "ThrottledFor", FaultError: &model.FaultError{Name: "Throttled", Make: model.MakeThrottled{Status: status}},
		what:     "an error that says that there were too many requests, and asks for a wait of after",
		verdicts: []verdict{{policy: known.Name, does: does}},
	}
	return merge(faults, f)
}

// merge adds a fault, or joins it to one that makes the same error.
func merge(faults []*fault, f *fault) []*fault {
	for _, other := range faults {
		if other.Name != f.Name || !isSame(other.Make, f.Make) {
			continue
		}
		other.Make = joinedMaker(other.Make, f.Make)
		for _, v := range f.verdicts {
			other.addVerdict(v)
		}
		return faults
	}
	return append(faults, f)
}

// addVerdict adds what a policy does, or the terms to what it is known to do.
func (f *fault) addVerdict(v verdict) {
	for i, known := range f.verdicts {
		if known.policy == v.policy && known.does == v.does {
			f.verdicts[i].terms = append(known.terms[:len(known.terms):len(known.terms)], v.terms...)
			return
		}
	}
	f.verdicts = append(f.verdicts, v)
}

// isSame reports whether two functions make the same error, leaving aside the values
// that policies name.
func isSame(a, b model.Maker) bool {
	switch a := a.(type) {
	case model.MakeValue:
		b, ok := b.(model.MakeValue)
		return ok && a.Value == b.Value
	case model.MakeTyped:
		b, ok := b.(model.MakeTyped)
		return ok && types.Identical(a.Type, b.Type)
	case model.MakeCall:
		b, ok := b.(model.MakeCall)
		return ok && a.Func == b.Func && (a.Param != "" || slices.Equal(a.Known, b.Known))
	case model.MakeThrottled:
		_, ok := b.(model.MakeThrottled)
		return ok
	case model.MakeField:
		b, ok := b.(model.MakeField)
		return ok && types.Identical(a.Type, b.Type) && a.Path == b.Path
	case model.MakeCode:
		b, ok := b.(model.MakeCode)
		return ok && a == b
	case model.MakeAnswer:
		b, ok := b.(model.MakeAnswer)
		return ok && a == b
	}
	return false
}

// joinedMaker returns what makes the error of both, which are the same.
func joinedMaker(a, b model.Maker) model.Maker {
	switch a := a.(type) {
	case model.MakeCall:
		for _, value := range b.(model.MakeCall).Known {
			if !slices.Contains(a.Known, value) {
				a.Known = append(a.Known[:len(a.Known):len(a.Known)], value)
			}
		}
		return a
	case model.MakeThrottled:
		a.Status = max(a.Status, b.(model.MakeThrottled).Status)
		return a
	default:
		return a
	}
}
