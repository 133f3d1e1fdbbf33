package resolve

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"

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

// addOtherwise adds the errors that a policy tells apart by what they say themselves.
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

// faultOf returns the function that makes an error that a condition matches; nil if
// the fake cannot make one.
func (p *fakePackage) faultOf(m schema.Matcher, c model.Condition) *fault {
	f := p.namedFault(m, c)
	if f != nil && f.longer == "" && (matcher.Service(m) != "" || m.At() == "") {
		f.longer = exported(goIdentifier(matcher.Service(m))) + f.Name
	}
	return f
}

// namedFault is faultOf with the short name of the function.
func (p *fakePackage) namedFault(m schema.Matcher, c model.Condition) *fault {
	f := &fault{FaultError: &model.FaultError{}, at: m.At()}
	switch c := c.(type) {
	case model.ErrorValue:
		if p.there.inaccessible(c.Value) != "" {
			return nil
		}
		f.Name, f.Make, f.what = nameOfValue(c.Value), model.MakeValue(c), p.linkTo(c.Value)
	case model.ErrorOfType:
		if p.there.unwritable(c.Type) != "" {
			return nil
		}
		f.Name, f.Make, f.what = p.nameOfType(c.Type), model.MakeTyped(c), "err"
	case model.FieldIn:
		return p.faultWithField(f, m, c)
	case model.CodeIn:
		f.Name, f.Make, f.what = "GRPC", model.MakeCode{}, "an error with a status code of gRPC"
		if !c.GRPC {
			f.Make, f.what = model.MakeCode{Connect: true}, "an error with a status code of Connect"
		}
	case model.Answers:
		f.Name, f.Make, f.what = exported(c.Method), model.MakeAnswer(c), "an error whose method "+c.Method+" returns true"
	case model.RuntimeCall:
		return f.ofCall(c)
	case model.StatusIn:
		if _, isClass := m.(matcher.Class); isClass {
			f.Name, f.what, f.Make = "RateLimit", "an error with status 429", model.MakeCall{Func: "Status", Known: []string{"429"}}
			return f
		}
		f.Name, f.what, f.Make = "Status", "an error with an HTTP status code", model.MakeCall{Func: "Status", Param: "code", Type: "int"}
	case model.TextMatches:
		pattern, _ := m.Condition().(matcher.TextMatches)
		f.Name, f.what = "Text", "an error with a text that a pattern of the policies has to match"
		f.Make = model.MakeCall{Func: "Text", Param: "text", Type: "string", Known: []string{pattern.Expression}}
	case model.Accepted:
		return nil
	}
	return f
}

// faultWithField completes the function that makes an error with a value in a field;
// nil if a method has the value.
func (p *fakePackage) faultWithField(f *fault, m schema.Matcher, c model.FieldIn) *fault {
	if slices.ContainsFunc(c.Steps, func(s model.Step) bool { return s.IsMethod }) || p.there.unwritable(c.Type) != "" {
		return nil
	}
	switch m.(type) {
	case matcher.Status:
		f.Name = "Status"
	case matcher.SQLState:
		f.Name = "SQLState"
	case matcher.Label:
		f.Name = "Label"
	default:
		f.Name = "Code"
	}
	path := strings.TrimPrefix(c.Path(), ".")
	f.longer = p.nameOfType(c.Type) + f.Name
	f.Make = model.MakeField{Type: c.Type, Path: path, Kind: c.Kind}
	f.what = fmt.Sprintf("an error of type %s with a value in %s", p.there.typeText(c.Type), path)
	return f
}

// ofCall completes the function that makes an error that a function of the runtime
// accepts; nil if there is none.
func (f *fault) ofCall(c model.RuntimeCall) *fault {
	call := model.MakeCall{Func: c.Func}
	switch c.Func {
	case "IsTimeout":
		f.Name, call.Func, f.what = "Timeout", "Timeout", "an error that says that it is a timeout"
	case "IsNetwork":
		f.Name, call.Func, f.what = "Network", "Network", "the error of a connection that was reset"
	case "IsServerFault":
		f.Name, call.Func, call.Known, f.what = "ServerError", "Status", []string{"500"}, "an error with status 500"
	case "HasType":
		f.Name, call.Func, call.Known = exported(goIdentifier(c.Args[0])), "Typed", c.Args
		f.what = "an error of type " + c.Args[0]
	case "HasSQLState":
		f.Name, call = "SQLState", model.MakeCall{Func: "SQLState", Param: "state", Type: "string", Known: c.Args}
		f.what = "an error with an SQLSTATE that the policies have to name"
	case "HasCode":
		f.Name, call = "Code", model.MakeCall{Func: "Code", Param: "code", Type: "string", Known: c.Args}
		f.what = "an error with a code that the policies have to name"
	case "HasLabel":
		f.Name, call = "Label", model.MakeCall{Func: "Label", Param: "label", Type: "string", Known: c.Args}
		f.what = "an error with a label that the policies have to name"
	case "HasPrefix":
		f.Name, call = "Prefix", model.MakeCall{Func: "Prefix", Param: "text", Type: "string", Known: c.Args}
		f.what = "an error with a text that has to begin with a prefix of the policies"
	default:
		return nil
	}
	f.Make = call
	return f
}

// madeByCall returns a fault without parameters.
func madeByCall(name, what string, v verdict) *fault {
	return &fault{longer: name + "Error", FaultError: &model.FaultError{Name: name, Make: model.MakeCall{Func: name}}, what: what, verdicts: []verdict{v}}
}

// document returns the documentation of the function.
func (f *fault) document() []string {
	doc := f.Name + " returns " + f.what + "."
	for _, v := range f.verdicts {
		doc += strings.TrimSuffix(fmt.Sprintf(" Policy %s %s %s", v.policy, v.does, f.object(v)), " ") + "."
	}
	return []string{doc}
}

// object returns what a policy treats in some way.
func (f *fault) object(v verdict) string {
	if call, ok := f.Make.(model.MakeCall); ok && call.Param == "" {
		return "it"
	}
	switch f.Make.(type) {
	case model.MakeThrottled:
		return ""
	case model.MakeValue, model.MakeTyped, model.MakeAnswer:
		return "it"
	default:
		return model.Plain(matcher.Words(v.terms))
	}
}

// nameOfValue returns the name of the function for an error value: Declined for
// ErrDeclined.
func nameOfValue(o types.Object) string {
	name := exported(o.Name())
	for _, affix := range []string{"Err", "Error"} {
		rest := strings.TrimPrefix(name, affix)
		if rest != name && rest != "" && rest == exported(rest) && rest[0] != '_' {
			name = rest
		}
		if rest := strings.TrimSuffix(name, affix); rest != "" {
			name = rest
		}
	}
	return name
}

// nameOfType returns the name of the function for an error type: Validation for
// *ValidationError, GoogleapiError for *googleapi.Error.
func (p *fakePackage) nameOfType(t types.Type) string {
	if pointer, ok := t.(*types.Pointer); ok {
		t = pointer.Elem()
	}
	object := model.ObjectOf(t)
	if rest := strings.TrimSuffix(object.Name(), "Error"); rest != "" {
		return exported(rest)
	}
	if object.Pkg() == nil {
		return "Error"
	}
	return exported(p.packageName(object.Pkg())) + "Error"
}

// linkTo returns a declaration as documentation links to it.
func (p *fakePackage) linkTo(o types.Object) string {
	return "[" + p.packageName(o.Pkg()) + "." + o.Name() + "]"
}

// goIdentifier returns a text without the characters that a Go name cannot have.
func goIdentifier(text string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) {
		b.WriteString(exported(word))
	}
	return cmp.Or(strings.TrimLeft(b.String(), "0123456789_"), "Typed")
}

// packageFakeDoc returns the documentation of the package.
func (p *fakePackage) packageFakeDoc() []string {
	var types []string
	for _, f := range p.fakes {
		types = append(types, f.Target)
	}
	doc := []string{fmt.Sprintf("Package %s has doubles for tests of %s, whose calls fail by a script, and the errors that its policies know.",
		p.there.output.name, strings.Join(types, " and "))}
	if none := p.unmade(); len(none) > 0 {
		doc = append(doc, "There is no function that makes "+strings.Join(none, ", or ")+".")
	}
	return doc
}

// unmade returns the errors that policies know and the package cannot make, in words.
func (p *fakePackage) unmade() []string {
	var all []string
	for _, known := range p.policies() {
		for _, m := range slices.Concat(known.Stop, known.Retry) {
			twin := *known
			for _, c := range (conditions{p.resolver, &twin}).resolve(m) {
				words := model.Plain(matcher.Words(m.Terms()))
				if p.faultOf(m, c) == nil && !slices.Contains(all, words) {
					all = append(all, words)
				}
			}
		}
	}
	return all
}
