package resolve

import (
	"fmt"
	"go/types"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/generator/internal/gopkg"
	"github.com/retrygen/retrygen/generator/internal/model"
)

// assemble distributes policies and clients over the output files, and decides
// the names that depend on a file's imports.
func (r *resolver) assemble(policies []*model.Policy, clients []*model.Client) []*model.File {
	if !r.target.IsPackage() {
		file := r.newFile(r.target.OutFile, policies, model.WithChildren(clients), r.transports)
		file.Handshake = true
		return append([]*model.File{file}, r.engineFiles()...)
	}
	doc := r.newFile("doc.go", nil, nil, nil)
	doc.PackageDoc = r.packageDoc(clients)
	shared := r.newFile("policies.go", policies, nil, nil)
	shared.Handshake = true
	files := []*model.File{doc, shared}
	for _, c := range clients {
		files = append(files, r.newFile(fileName(c.Name), nil, model.WithChildren([]*model.Client{c}), nil))
	}
	for _, t := range r.transports {
		files = append(files, r.newFile(fileName(t.Name), nil, nil, []*model.Transport{t}))
	}
	files = append(files, r.engineFiles()...)
	slices.SortFunc(files, func(a, b *model.File) int { return strings.Compare(a.Path, b.Path) })
	return files
}

// engineFiles returns the files for engines.
func (r *resolver) engineFiles() []*model.File {
	var files []*model.File
	for _, engine := range r.engines {
		f := r.emptyFile(r.target.engineFile(engine.Engine().Name))
		f.Engine = engine
		names := maps.Clone(r.output.names)
		maps.Copy(names, model.EngineLocals)
		f.Imports = model.NewImports(r.output.path, f.RuntimePath, r.packagesIn(f), names)
		f.Smaller, f.Larger = "min", "max"
		files = append(files, f)
	}
	return files
}

// fileName returns the file of a client in an output directory. It ends in no
// word that the go command takes for a constraint or a test.
func fileName(client string) string { return strings.ToLower(client) + "_client.go" }

// newFile returns the model of one output file.
func (r *resolver) newFile(name string, policies []*model.Policy, clients []*model.Client, transports []*model.Transport) *model.File {
	f := r.emptyFile(name)
	f.Policies, f.Clients, f.Transports = policies, clients, transports
	f.Imports = model.NewImports(r.output.path, f.RuntimePath, r.packagesIn(f), r.output.names)
	f.Smaller, f.Larger = r.comparisonNames(policies)
	for _, p := range policies {
		nameClassVariables(p, f.Imports, r.output.path)
	}
	for _, c := range clients {
		nameVariables(c, f.Imports)
	}
	return f
}

// emptyFile returns the model of an output file that has nothing in it yet.
func (r *resolver) emptyFile(name string) *model.File {
	return &model.File{
		Path: filepath.Join(r.target.OutDir, name), Header: gopkg.Header(r.target.SpecFile), Build: r.spec.Build,
		PackageName: r.output.name, RuntimePath: r.runtimePath(),
	}
}

// runtimePath returns the import path of the runtime that the output uses.
func (r *resolver) runtimePath() string {
	if r.spec.CopyRuntime {
		return path.Join(r.output.path, model.CopyPath)
	}
	return model.RuntimePath
}

// comparisonNames returns the functions that compare two waits: min and max,
// unless the package declares those names otherwise. Then they are named after
// a policy, so that two specs in one package do not want the same names.
func (r *resolver) comparisonNames(policies []*model.Policy) (smaller, larger string) {
	smaller, larger = "min", "max"
	if len(policies) == 0 {
		return smaller, larger
	}
	base := model.UnexportedName(model.ExportedName(policies[0].Name))
	if r.output.names[smaller] {
		smaller = r.output.claim(base+"ShorterWait", base+"ShorterRetryWait")
	}
	if r.output.names[larger] {
		larger = r.output.claim(base+"LongerWait", base+"LongerRetryWait")
	}
	return smaller, larger
}

// packagesIn returns the packages that a file may refer to: import path to
// package name.
func (r *resolver) packagesIn(f *model.File) map[string]string {
	real := map[string]string{f.RuntimePath: "retry"}
	add := func(p *types.Package) {
		if p != nil && p.Path() != r.output.path {
			real[p.Path()] = r.packageName(p)
		}
	}
	for _, p := range f.Policies {
		addPolicyPackages(p, add)
		real[f.RuntimePath+"/gen"] = "gen"
	}
	for _, c := range f.Clients {
		addClientPackages(c, add)
		real[f.RuntimePath+"/gen"] = "gen"
		if slices.ContainsFunc(c.Methods, func(m *model.Method) bool { return m.Answer != model.NoAnswer }) {
			real[f.RuntimePath+"/retryhttp"] = "retryhttp"
		}
	}
	if f.Engine != nil {
		for _, path := range f.Engine.Packages() {
			add(model.Std(path))
		}
		runtime := f.Engine.Engine().Runtime
		real[f.RuntimePath+"/"+runtime] = runtime
	}
	if len(f.Transports) > 0 {
		add(model.Std("net/http"))
		real[f.RuntimePath+"/retryhttp"] = "retryhttp"
	}
	return real
}

// packageName returns the name in the package clause of p.
func (r *resolver) packageName(p *types.Package) string {
	if pkg := r.Package(p.Path()); pkg != nil && pkg.Name != "" {
		return pkg.Name
	}
	return p.Name()
}

// addPolicyPackages adds the packages that the code of a policy refers to.
func addPolicyPackages(p *model.Policy, add func(*types.Package)) {
	add(model.Std("time"))
	add(model.Std("math"))
	add(model.Std("math/bits"))
	for _, c := range p.Conditions() {
		c.Packages(add)
	}
	if p.Waits != nil {
		add(p.Waits.Pkg())
	}
	if len(p.Patterns) > 0 {
		add(model.Std("regexp"))
	}
}

// addClientPackages adds the packages that the code of a client refers to.
func addClientPackages(c *model.Client, add func(*types.Package)) {
	add(c.Wrapped.Pkg())
	model.PackagesOf(c.Type, add)
	if c.Fallback != "" {
		add(model.Std("errors"))
	}
	for _, p := range c.TypeParams {
		model.PackagesOf(p.Constraint(), add)
	}
	for _, f := range c.Fields {
		if f.AttemptTimeout > 0 {
			add(model.Std("time"))
		}
	}
	for _, m := range c.Methods {
		for _, v := range slices.Concat(m.Params, m.Results) {
			model.PackagesOf(v.Type, add)
		}
		if m.Field != nil && m.Context < 0 {
			add(model.Std("context"))
		}
	}
}

// packageDoc returns the documentation of an output package.
func (r *resolver) packageDoc(clients []*model.Client) []string {
	doc := []string{fmt.Sprintf("Package %s holds clients that retry, and their policies.", r.output.name)}
	for _, c := range clients {
		doc = append(doc, fmt.Sprintf("[%s] wraps %s.", c.Name, c.Link()))
	}
	for _, t := range r.transports {
		doc = append(doc, fmt.Sprintf("[%s] sends HTTP requests.", t.Name))
	}
	return doc
}
