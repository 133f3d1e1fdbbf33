package resolve

import (
	"fmt"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/generator/internal/gopkg"
	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/schema"
)

// fakePackage is a package of fakes below the output.
type fakePackage struct {
	*resolver           // of the output, for findings
	there     *resolver // sees declarations as the package of fakes does
	clients   []*model.Client
	fakes     []*model.Fake
}

// fakeFiles returns the files with the fakes that the spec asks for.
func (r *resolver) fakeFiles(clients []*model.Client) []*model.File {
	var packages []*fakePackage
	for _, c := range r.spec.Clients {
		index := slices.IndexFunc(clients, func(m *model.Client) bool { return m.Name == c.Name })
		if c.Fake == nil || index < 0 || !r.canBeFaked(c, clients[index]) {
			continue
		}
		p := r.fakePackage(&packages, c.Fake)
		if p == nil {
			continue
		}
		p.clients = append(p.clients, clients[index])
		if f := p.fake(c, clients[index]); f != nil {
			p.fakes = append(p.fakes, f)
		}
	}
	var files []*model.File
	for _, p := range packages {
		if len(p.fakes) > 0 {
			p.shareErrors()
			files = append(files, p.files()...)
		}
	}
	return files
}

// retriedBy returns an error that a policy retries, other than network errors;
// nil if it names none.
func (p *fakePackage) retriedBy(known *model.Policy) *model.Sample {
	for _, m := range known.Retry {
		for _, s := range p.samples(known, m) {
			if _, answers := s.Make.(model.MakeAnswer); !answers {
				return &s
			}
		}
	}
	return nil
}

// canBeFaked reports whether a package below the output can implement what a client
// wraps, or reports why it cannot.
func (r *resolver) canBeFaked(c *schema.Client, m *model.Client) bool {
	why, hint := "", "write the output into a package that tests can import"
	switch {
	case r.target.IsTest():
		why = "a fake needs the policies of the output, and no package can import a test file"
	case r.output.name == "main":
		why = "a fake needs the policies of the output, and no package can import package main"
	case m.IsStruct && !token.IsExported(m.Api):
		why, hint = fmt.Sprintf("%s is not exported, so that no other package can take its place", m.Target), "export it"
	}
	if why != "" {
		r.report(ruleNotAccessible, c.Fake.Pointer, true, why, hint)
	}
	return why == ""
}

// fakePackage returns the package that a fake belongs to, or reports why it cannot be
// written and returns nil.
func (r *resolver) fakePackage(all *[]*fakePackage, f *schema.Fake) *fakePackage {
	for _, p := range *all {
		if p.there.output.name == f.Package {
			return p
		}
	}
	dir := filepath.Join(r.target.OutDir, f.Package)
	if other := r.fakeRival(dir); other != "" {
		r.report(ruleNameTaken, f.Pointer.Key("package"), false, fmt.Sprintf("spec %s has the same package", other), "give one of the two another package")
		return nil
	}
	if r.spec.CopyRuntime && f.Package == model.CopyPath {
		r.report(ruleNameTaken, f.Pointer.Key("package"), false, "the copy of the runtime is in the directory "+f.Package, "choose another name")
		return nil
	}
	found := gopkg.Declared(dir, func(name string) bool { return r.isFakeOutput(name) })
	if found.Package != "" && found.Package != f.Package {
		r.report(ruleWrongPackage, f.Pointer.Key("package"), false, fmt.Sprintf("the directory %s holds package %s", f.Package, found.Package), "choose another name")
		return nil
	}
	there := *r
	moved := *r.target.Target
	moved.OutDir = dir
	there.target.Target = &moved
	there.output = outputPackage{
		path: path.Join(r.output.path, f.Package), name: f.Package,
		names: model.NewScope(found.Names...), fileNames: model.NewScope(found.Imports...),
	}
	p := &fakePackage{resolver: r, there: &there}
	*all = append(*all, p)
	return p
}

// isFakeOutput reports whether a file in a directory of fakes is one that the spec
// writes, or has written.
func (r *resolver) isFakeOutput(name string) bool {
	writes := func(c *schema.Client) bool { return c.Fake != nil && fakeFile(c.Wraps.Name) == filepath.Base(name) }
	from := gopkg.GeneratedFrom(name)
	return from == r.target.SpecFile || from != "" && slices.ContainsFunc(r.spec.Clients, writes)
}

// fakeFile returns the name of the file with the fake of a type.
func fakeFile(target string) string { return strings.ToLower(target) + model.FakeSuffix }

// fakeRival returns the file of another spec that has fakes in a directory, or "".
func (r *resolver) fakeRival(dir string) string {
	for _, other := range r.batch.targets {
		if other.spec.Name >= r.spec.Name {
			continue
		}
		for _, c := range other.spec.Clients {
			if c.Fake != nil && strings.EqualFold(filepath.Join(other.OutDir, c.Fake.Package), dir) {
				return other.SpecFile
			}
		}
	}
	return ""
}

// fake resolves a fake, or reports why it cannot be written and returns nil.
func (p *fakePackage) fake(c *schema.Client, m *model.Client) *model.Fake {
	before := len(p.findings)
	f := &model.Fake{Target: m.Target, Constructor: "New" + exported(m.Target), HasShared: len(p.fakes) == 0}
	for _, other := range p.fakes {
		if strings.EqualFold(other.Target, m.Target) {
			p.report(ruleNameTaken, c.Fake.Pointer, true, fmt.Sprintf("another client has the fake of %s in package %s", other.Target, p.there.output.name),
				"one fake is enough for a type; remove this one, or give it another package")
			return nil
		}
	}
	p.claimFake(f.Constructor, c.Fake.Pointer)
	for _, client := range model.WithChildren([]*model.Client{m}) {
		f.Types = append(f.Types, p.fakeType(c, client))
	}
	for _, t := range f.Types {
		t.Children = childrenOf(f, t)
	}
	for _, field := range m.Fields {
		f.Policies = append(f.Policies, model.FakePolicy{Retried: p.retriedBy(field.Policy), PolicyField: field})
	}
	if p.findings[before:].HasErrors() {
		return nil
	}
	return f
}

// fakeType returns the type of a fake that takes the place of what a client wraps.
func (p *fakePackage) fakeType(c *schema.Client, m *model.Client) *model.FakeType {
	base := m.Target
	if m.Root != nil {
		base = m.Root.Target + strings.TrimPrefix(m.Name, m.Root.Name)
	}
	twin := *m
	twin.TypeParams = slices.Clone(m.TypeParams)
	twin.Methods = make([]*model.Method, len(m.Methods))
	t := &model.FakeType{
		Client: &twin, Faults: exported(base) + "Faults", Scripts: map[*model.Method]string{},
		Name: p.there.output.claim(model.UnexportedName(base)+"Fake", model.UnexportedName(base)+"Double"),
	}
	p.claimFake(t.Faults, c.Fake.Pointer)
	names := model.Scope{}
	for i, method := range m.Methods {
		copied := *method
		copied.Params, copied.Results = slices.Clone(method.Params), slices.Clone(method.Results)
		twin.Methods[i] = &copied
		names[method.Name] = true
		p.checkWritable(c, m, method)
	}
	for _, method := range twin.Methods {
		switch {
		case method.Child == nil:
			t.Scripts[method] = method.Name
		case method.CanFail():
			t.Scripts[method] = names.Claim(method.Name+"Call", method.Name+"Accessor")
		}
	}
	return t
}

// checkWritable reports a method whose types the fake cannot spell.
func (p *fakePackage) checkWritable(c *schema.Client, m *model.Client, method *model.Method) {
	at := c.Fake.Pointer
	if why := p.there.inaccessible(m.Wrapped); why != "" && !m.IsStruct {
		p.report(ruleNotAccessible, at, true, "a fake is in another package, and "+why, "export it")
		return
	}
	if !token.IsExported(method.Name) {
		p.report(ruleNotAccessible, at, true, fmt.Sprintf("a fake is in another package, and %s has the unexported method %s", m.Target, method.Name), "export it")
		return
	}
	for _, v := range slices.Concat(method.Params, method.Results) {
		if why := p.there.unwritable(v.Type); why != "" {
			p.report(ruleNotAccessible, at, true, fmt.Sprintf("a fake is in another package, which cannot write down method %s: %s", method.Name, why), "export it")
			return
		}
	}
}

// claimFake takes a package-level name in the package of fakes, or reports that it is
// taken.
func (p *fakePackage) claimFake(name string, at schema.Pointer) bool {
	names := p.there.output.names
	if names.Taken(name) || p.there.output.fileNames[name] {
		p.report(ruleNameTaken, at, true, fmt.Sprintf("package %s would declare %s twice", p.there.output.name, name), "rename one of the two, or use two packages")
		return false
	}
	names[name] = true
	return true
}

// childrenOf returns the types of what the methods of a type return.
func childrenOf(f *model.Fake, t *model.FakeType) map[*model.Method]*model.FakeType {
	children := map[*model.Method]*model.FakeType{}
	for _, m := range t.Methods {
		for _, other := range f.Types {
			if m.Child != nil && other.Client.Name == m.Child.Name {
				children[m] = other
			}
		}
	}
	return children
}
