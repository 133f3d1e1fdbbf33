package resolve

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/service"
	"github.com/retrygen/retrygen/schema"
)

// checkMatchers reports the matchers that no error of what the clients of a
// policy wrap can satisfy. It is silent for a policy without a client. An
// interface of the user's own module may return errors of any package, so it is
// a warning there, and only if an error of the module has the value in a field.
func (r *resolver) checkMatchers(clients []*model.Client) {
	if r.IsPartial() {
		return // no matcher of the spec needs to know
	}
	for _, p := range r.spec.Policies {
		wrapped := r.wrappedUnder(p.Name, clients)
		if len(wrapped) == 0 {
			continue
		}
		for _, m := range slices.Concat(p.Errors.Stop, p.Errors.Retry) {
			if matcher.Service(m) == "" {
				r.checkMatcher(m, wrapped)
			}
		}
	}
	r.checkServices()
}

// checkServices reports the services whose errors only packages declare that the
// module does not have.
func (r *resolver) checkServices() {
	reported := map[string]bool{}
	for _, m := range matchersOf(r.spec) {
		table, ok := service.Named(matcher.Service(m))
		if !ok || reported[table.Name] || !table.NeedsPackage() {
			continue
		}
		reported[table.Name] = true
		packages := table.Packages()
		if !slices.ContainsFunc(packages, func(path string) bool { return len(r.versionsOf(path)) > 0 }) {
			r.report(rulePackageNotFound, m.At(), false,
				fmt.Sprintf("the errors of service %s are known by packages that the module does not have: %s", table.Name, strings.Join(packages, ", ")),
				"require the one that the program uses, or match the errors of yours by type")
		}
	}
}

// wrappedUnder returns the import paths of what clients under a policy wrap.
func (r *resolver) wrappedUnder(policy string, clients []*model.Client) []string {
	var paths []string
	for _, c := range r.spec.Clients {
		follows := slices.Contains(c.PolicyNames(), policy)
		if follows && len(c.Operations) > 0 {
			return nil // the statuses of its answers become errors
		}
		i := slices.IndexFunc(clients, func(m *model.Client) bool { return m.Name == c.Name })
		if follows && i >= 0 && clients[i].Wrapped.Pkg() != nil {
			paths = append(paths, clients[i].Wrapped.Pkg().Path())
		}
	}
	return paths
}

// checkMatcher reports a matcher that no error of the wrapped packages satisfies.
func (r *resolver) checkMatcher(m schema.Matcher, wrapped []string) {
	methods, fields := matcher.Asks(m.Condition())
	if len(methods) == 0 {
		return
	}
	var candidates []string
	isOwn := true
	for _, path := range wrapped {
		isOwn = isOwn && r.IsOwn(path)
		for _, t := range r.errorTypes(path) {
			if hasMethod(t, methods) {
				return
			}
			if candidate := r.candidate(t, fields); candidate != "" && !slices.Contains(candidates, candidate) {
				candidates = append(candidates, candidate)
			}
		}
	}
	if isOwn && len(candidates) == 0 {
		return
	}
	rule, effect := ruleNeverMatches, "the matcher never matches"
	if isOwn { // the errors may come from elsewhere
		rule, effect = ruleMayNeverMatch, "the matcher probably never matches"
	}
	r.report(rule, m.At(), false,
		fmt.Sprintf("no error of package %s has a method %s, so %s", wrapped[0], strings.Join(methods, " or "), effect),
		r.wouldMatch(wrapped[0], candidates))
}

// errorTypes returns the types of errors that what a package declares most
// likely returns.
func (r *resolver) errorTypes(path string) []types.Type {
	var all []types.Type
	for _, p := range r.ErrorPackages(path) {
		listed := r.Package(p)
		if listed == nil {
			continue // nothing that the spec names needs it
		}
		pkg, err := r.Types(listed)
		if err != nil {
			continue
		}
		for _, name := range pkg.Scope().Names() {
			object, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok || object.IsAlias() {
				continue
			}
			if pointer := types.NewPointer(object.Type()); isErrorValue(object.Type()) {
				all = append(all, object.Type())
			} else if isErrorValue(pointer) {
				all = append(all, pointer)
			}
		}
	}
	return all
}

// hasMethod reports whether a type has one of the methods.
func hasMethod(t types.Type, methods []string) bool {
	return slices.ContainsFunc(methods, func(name string) bool {
		object, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		_, ok := object.(*types.Func)
		return ok
	})
}

// candidate returns the keys that make a matcher read a field of an exported
// type, or "" if it has none that fits.
func (r *resolver) candidate(t types.Type, fields []string) string {
	object := model.ReferredBy(model.FieldIn{Type: t})
	if object == nil || r.inaccessible(object) != "" {
		return ""
	}
	for _, path := range fields {
		end := t
		for name := range strings.SplitSeq(path, ".") {
			if end != nil {
				_, end = (conditions{resolver: r}).step(end, name)
			}
		}
		if end == nil {
			continue
		}
		if kind, ok := fieldKind(end); ok && kind != model.Flag {
			return fmt.Sprintf("of: %q, field: %s", r.spelling(t, object), path)
		}
	}
	return ""
}

// spelling returns a type as a spec names it.
func (r *resolver) spelling(t types.Type, object types.Object) string {
	name := schema.GoName{Name: object.Name()}
	if object.Pkg().Path() != r.output.path {
		name.Path = object.Pkg().Path()
	}
	_, name.Star = t.(*types.Pointer)
	return name.String()
}

// maxCandidates is how many types a hint names.
const maxCandidates = 2

// wouldMatch returns the hint that says what would match.
func (r *resolver) wouldMatch(path string, candidates []string) string {
	var hints []string
	for _, c := range candidates[:min(len(candidates), maxCandidates)] {
		hints = append(hints, "add "+c)
	}
	for _, table := range service.Tables {
		if r.servesPackage(table, path) {
			hints = append(hints, fmt.Sprintf("write {service: %s}", table.Name))
		}
	}
	if len(hints) == 0 {
		return "match a Go error value or type, or write a function: {func: isTransient}"
	}
	return strings.Join(hints, ", or ")
}

// servesPackage reports whether a table has errors of a package, or of one whose
// errors that returns.
func (r *resolver) servesPackage(table *service.Table, path string) bool {
	around := r.ErrorPackages(path)
	return slices.ContainsFunc(table.Packages(), func(in string) bool {
		return slices.ContainsFunc(r.versionsOf(in), func(p string) bool { return slices.Contains(around, p) })
	})
}
