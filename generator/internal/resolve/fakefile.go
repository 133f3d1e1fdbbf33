package resolve

import (
	"go/types"
	"maps"
	"slices"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/schema"
)

// files returns the files of the package.
func (p *fakePackage) files() []*model.File {
	var files []*model.File
	for _, fake := range p.fakes {
		f := p.there.emptyFile(fakeFile(fake.Target))
		f.RuntimePath = p.runtimePath()
		f.Fake = fake
		if fake.HasShared {
			f.PackageDoc = p.packageFakeDoc()
		}
		taken := maps.Clone(p.there.output.names)
		maps.Copy(taken, model.NewScope("t", "real", "fake", "faults"))
		f.Imports = model.NewImports(p.there.output.path, f.RuntimePath, p.packagesInFake(f), taken)
		nameFake(fake, f.Imports)
		files = append(files, f)
	}
	return files
}

// packagesInFake returns the packages that the file of a fake may refer to.
func (p *fakePackage) packagesInFake(f *model.File) map[string]string {
	real := p.there.packagesIn(f)
	real[f.RuntimePath+"/"+model.TestRuntime] = model.TestRuntime
	real[p.output.path] = p.output.name
	for _, path := range []string{"context", "testing", "time"} {
		real[path] = path
	}
	for _, t := range f.Fake.Types {
		addClientPackages(t.Client, p.adder(real))
	}
	for _, known := range f.Fake.Policies {
		if known.Retried != nil {
			known.Retried.Make.Packages(p.adder(real))
		}
	}
	for _, e := range f.Fake.Errors {
		e.Make.Packages(p.adder(real))
	}
	return real
}

// adder returns a function that adds a package to the imports of a file.
func (p *fakePackage) adder(real map[string]string) func(added *types.Package) {
	return func(added *types.Package) {
		if added != nil && added.Path() != p.there.output.path && real[added.Path()] == "" {
			real[added.Path()] = p.packageName(added)
		}
	}
}

// nameFake names the variables of a fake in a file with the given imports.
func nameFake(f *model.Fake, imports *model.Imports) {
	variables := model.NewScope(append(imports.LocalNames(), "t", "real", "fake", "faults")...)
	for _, field := range f.Types[0].Fields {
		base := model.UnexportedName(model.ExportedName(field.Policy.Name))
		if field.Method != "" {
			base = model.UnexportedName(field.Method)
		}
		for i := range f.Policies {
			if f.Policies[i].PolicyField == field {
				f.Policies[i].Variable = variables.Claim(base, base+"Policy")
			}
		}
	}
	for i, t := range f.Types {
		reserved := model.NewScope(imports.LocalNames()...)
		nameTypeParams(t.Client, reserved)
		for _, other := range f.Types {
			reserved[other.Name] = true
		}
		t.Receiver = receiverOf(t.Client, reserved)
		reserved[t.Receiver] = true
		for _, m := range t.Methods {
			nameFakeMethod(m, reserved)
		}
		t.Variable = "faults"
		if i > 0 {
			t.Variable = variables.Claim(model.UnexportedName(t.Faults))
		}
	}
}

// nameFakeMethod names the variables of a method of a fake, whose results have names.
func nameFakeMethod(m *model.Method, reserved model.Scope) {
	nameMethod(m, reserved)
	m.Named = len(m.Results) > 0
	names := maps.Clone(reserved)
	for _, v := range slices.Concat(m.Params, m.Results) {
		names[v.Name] = true
	}
	m.Call = names.Claim("attempt", "fakeAttempt")
}

// hasFakes reports whether the spec asks for a fake.
func (r *resolver) hasFakes() bool {
	return slices.ContainsFunc(r.spec.Clients, func(c *schema.Client) bool { return c.Fake != nil })
}
