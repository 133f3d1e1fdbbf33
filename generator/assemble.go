package generator

import (
	"fmt"
	"go/types"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// assemble distributes policies and clients over the output files, and decides
// the names that depend on a file's imports.
func (r *resolver) assemble(policies []*policyModel, clients []*clientModel) []*fileModel {
	if !r.place.isPackage() {
		file := r.newFile(r.place.outFile, policies, clients, r.transports)
		file.handshake = true
		return append([]*fileModel{file}, r.engineFiles()...)
	}
	doc := r.newFile("doc.go", nil, nil, nil)
	doc.packageDoc = r.packageDoc(clients)
	shared := r.newFile("policies.go", policies, nil, nil)
	shared.handshake = true
	files := []*fileModel{doc, shared}
	for _, c := range clients {
		files = append(files, r.newFile(fileName(c.name), nil, []*clientModel{c}, nil))
	}
	for _, t := range r.transports {
		files = append(files, r.newFile(fileName(t.name), nil, nil, []*transportModel{t}))
	}
	files = append(files, r.engineFiles()...)
	slices.SortFunc(files, func(a, b *fileModel) int { return strings.Compare(a.path, b.path) })
	return files
}

// engineFiles returns the files for engines.
func (r *resolver) engineFiles() []*fileModel {
	var files []*fileModel
	for _, engine := range r.engines {
		f := r.emptyFile(r.place.engineFile(engine.engineName()))
		f.engine = engine
		names := maps.Clone(r.output.names)
		maps.Copy(names, engineLocals)
		f.imports = newImportTable(r.output.path, f.runtimePath, r.packagesIn(f), names)
		f.smaller, f.larger = "min", "max"
		files = append(files, f)
	}
	return files
}

// fileName returns the file of a client in an output directory. It ends in no
// word that the go command takes for a constraint or a test.
func fileName(client string) string { return strings.ToLower(client) + "_client.go" }

// newFile returns the model of one output file.
func (r *resolver) newFile(name string, policies []*policyModel, clients []*clientModel, transports []*transportModel) *fileModel {
	f := r.emptyFile(name)
	f.policies, f.clients, f.transports = policies, clients, transports
	f.imports = newImportTable(r.output.path, f.runtimePath, r.packagesIn(f), r.output.names)
	f.smaller, f.larger = r.comparisonNames(policies)
	for _, p := range policies {
		nameClassVariables(p, f.imports, r.output.path)
	}
	for _, c := range clients {
		nameVariables(c, f.imports)
	}
	return f
}

// emptyFile returns the model of an output file that has nothing in it yet.
func (r *resolver) emptyFile(name string) *fileModel {
	return &fileModel{
		path: filepath.Join(r.place.outDir, name), specFile: r.place.specFile(),
		packageName: r.output.name, runtimePath: r.runtimePath(),
	}
}

// runtimePath returns the import path of the runtime that the output uses.
func (r *resolver) runtimePath() string {
	if r.spec.CopyRuntime {
		return path.Join(r.output.path, copyPath)
	}
	return RuntimePath
}

// comparisonNames returns the functions that compare two waits: min and max,
// unless the package declares those names otherwise. Then they are named after
// a policy, so that two specs in one package do not want the same names.
func (r *resolver) comparisonNames(policies []*policyModel) (smaller, larger string) {
	smaller, larger = "min", "max"
	if len(policies) == 0 {
		return smaller, larger
	}
	base := unexportedName(exportedName(policies[0].Name))
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
func (r *resolver) packagesIn(f *fileModel) map[string]string {
	real := map[string]string{f.runtimePath: "retry"}
	add := func(p *types.Package) {
		if p != nil && p.Path() != r.output.path {
			real[p.Path()] = r.packageName(p)
		}
	}
	for _, p := range f.policies {
		addPolicyPackages(p, add)
	}
	for _, c := range f.clients {
		addClientPackages(c, add)
	}
	if f.engine != nil {
		for _, path := range f.engine.packages() {
			add(std(path))
		}
	}
	if len(f.transports) > 0 {
		add(std("net/http"))
		real[f.runtimePath+"/retryhttp"] = "retryhttp"
	}
	return real
}

// packageName returns the name in the package clause of p.
func (r *resolver) packageName(p *types.Package) string {
	if listed := r.load.paths[p.Path()]; listed != nil && listed.Name != "" {
		return listed.Name
	}
	return p.Name()
}

// addPolicyPackages adds the packages that the code of a policy refers to.
func addPolicyPackages(p *policyModel, add func(*types.Package)) {
	add(std("time"))
	add(std("math"))
	add(std("math/bits"))
	for _, c := range slices.Concat(p.stop, p.retry) {
		c.packages(add)
	}
	if len(p.patterns) > 0 {
		add(std("regexp"))
	}
}

// addClientPackages adds the packages that the code of a client refers to.
func addClientPackages(c *clientModel, add func(*types.Package)) {
	add(c.nextName.Pkg())
	for _, p := range c.typeParams {
		packagesOf(p.Constraint(), add)
	}
	for _, f := range c.fields {
		if f.attemptTimeout > 0 {
			add(std("time"))
		}
	}
	for _, m := range c.methods {
		for _, v := range slices.Concat(m.params, m.results) {
			packagesOf(v.typ, add)
		}
		if m.field != nil && m.context < 0 {
			add(std("context"))
		}
	}
}

// packageDoc returns the documentation of an output package.
func (r *resolver) packageDoc(clients []*clientModel) []string {
	doc := []string{fmt.Sprintf("Package %s holds clients that retry, and their policies.", r.output.name)}
	for _, c := range clients {
		doc = append(doc, fmt.Sprintf("[%s] wraps %s.", c.name, c.targetText()))
	}
	for _, t := range r.transports {
		doc = append(doc, fmt.Sprintf("[%s] sends HTTP requests.", t.name))
	}
	return doc
}
