package resolve

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/matcher"
)

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
