package resolve

import (
	"fmt"
	"go/types"
	"maps"
	"path"
	"path/filepath"
	"slices"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/internal/service"
	"github.com/retrygen/retrygen/schema"
)

var ruleRetriesNoResult = finding.Declare("RG259", "retries-no-result", "a policy retries an error that only says that there is no result")

// checkNoResults reports the policies that retry an error by which a library
// says that there is nothing.
func (r *resolver) checkNoResults(clients []*model.Client) {
	for _, c := range clients {
		reported := map[string]bool{}
		for _, member := range model.WithChildren([]*model.Client{c}) {
			imports := r.importsAround(member.Wrapped)
			for _, m := range member.Methods {
				if m.Field != nil {
					r.checkNoResult(c.Name, m, imports, reported)
				}
			}
		}
	}
}

// checkNoResult checks one method. Imports are what the package of its interface
// imports.
func (r *resolver) checkNoResult(client string, m *model.Method, imports []string, reported map[string]bool) {
	p := m.Field.Policy
	for _, value := range service.NoResults {
		paths := imports
		if !value.IsFromUse {
			paths = resultPackages(m)
		}
		i := slices.IndexFunc(paths, value.IsIn)
		if i < 0 || !retriesValue(p.Policy, value, paths[i]) {
			continue
		}
		name := schema.GoName{Path: paths[i], Name: value.Name}
		message := fmt.Sprintf("policy %s retries %s, which says that there is no result", p.Name, name)
		if !reported[message] {
			r.report(ruleRetriesNoResult, schema.Pointer("/clients").Key(client), true, message, fmt.Sprintf("write errors: {stop: [%s]} in the policy", name))
		}
		reported[message] = true
	}
}

// importsAround returns the packages that the package of a type imports, if it is
// the user's own.
func (r *resolver) importsAround(wrapped types.Object) []string {
	if wrapped.Pkg() == nil || !r.InModule(r.target.Dir, wrapped.Pos()) {
		return nil
	}
	imports := r.ImportNames(filepath.Dir(r.Position(wrapped.Pos()).Filename))
	return slices.Sorted(maps.Values(imports))
}

// resultPackages returns the packages of the types that a method returns.
func resultPackages(m *model.Method) []string {
	var paths []string
	for _, v := range m.Results {
		model.PackagesOf(v.Type, func(pkg *types.Package) {
			if pkg != nil {
				paths = append(paths, pkg.Path())
			}
		})
	}
	return paths
}

// retriesValue reports whether a policy retries an error value of the package at
// in. A function or a text that is matched may know the value.
func retriesValue(p *policy.Policy, value service.NoResult, in string) bool {
	stop := matcher.NewSet(p.Stop)
	if slices.ContainsFunc(stop.Terms(), func(t matcher.Term) bool {
		return t.Kind == "func" || t.Kind == "pattern" || t.Kind == "prefix" && t.Service == ""
	}) {
		return false
	}
	failed := matcher.Failure{}
	for _, qualifier := range []string{in, value.Path, path.Base(value.Path), path.Base(in), path.Base(path.Dir(in))} {
		failed.Facts = append(failed.Facts, matcher.Term{Kind: "go", Value: qualifier + "." + value.Name})
	}
	return p.Classifier().Retries(failed)
}
