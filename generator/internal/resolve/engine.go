package resolve

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/schema"
)

// enginePointer returns where the engine stands in a spec.
func enginePointer(k *model.Kind) schema.Pointer { return schema.Pointer("/engines/" + k.Name) }

// engineFile returns the file for an engine, next to the output: shop_river.go
// for shop_retry.go, or river.go in an output directory.
func (t target) engineFile(name string) string {
	if t.IsPackage() {
		return name + ".go"
	}
	base, isTest := strings.CutSuffix(strings.TrimSuffix(t.OutFile, ".go"), "_test")
	base = strings.TrimSuffix(base, "_retry") + "_" + name
	if isTest {
		base += "_test"
	}
	return base + ".go"
}

// engineFiles returns the files for engines that a spec writes, by the key of
// the engine.
func (t target) engineFiles() map[string]string {
	files := map[string]string{}
	for _, k := range model.Engines {
		if k.IsUsed(t.spec) {
			files[filepath.Join(t.OutDir, t.engineFile(k.Name))] = k.Name
		}
	}
	return files
}

// checkEngineFiles reports the files for engines that an earlier spec writes.
func (r *resolver) checkEngineFiles() {
	mine := r.target.engineFiles()
	for _, other := range r.batch.neighbors(r.target) {
		if other.spec.Name >= r.spec.Name {
			continue
		}
		theirs := other.engineFiles()
		theirs[filepath.Join(other.OutDir, other.OutFile)] = "output"
		for _, k := range model.Engines {
			file := filepath.Join(r.target.OutDir, r.target.engineFile(k.Name))
			if mine[file] != "" && theirs[file] != "" {
				r.report(ruleNameTaken, enginePointer(k), true,
					fmt.Sprintf("spec %s writes %s, too", other.SpecFile, filepath.Base(file)), "give one of the two another output")
			}
		}
	}
}

// resolveEngines resolves the engines of the spec.
func (r *resolver) resolveEngines(policies []*model.Policy) []model.Engine {
	r.checkEngineFiles()
	var engines []model.Engine
	for _, k := range model.Engines {
		if !k.IsUsed(r.spec) || !r.hasModule(k) || !r.hasEngineNames(k) {
			continue
		}
		if k.Job != nil {
			engines = append(engines, r.resolveJobs(k, r.spec.Engines.Jobs[k.Name], policies))
		} else {
			engines = append(engines, r.resolveStubs(k, policies))
		}
	}
	return engines
}

var ruleMissingModule = finding.Declare("RG261", "missing-module", "the module with the runtime of an engine is missing")

// hasModule reports whether the user's module has the packages of an engine, so
// that what the spec says about it can be judged. It adds a finding if these are
// missing, or the runtime's for the engine, whose module requires the engine's.
// Without the latter alone the code can be written: the go command adds what it
// imports.
func (r *resolver) hasModule(k *model.Kind) bool {
	runtime := k.RuntimePath()
	for _, path := range k.Imports {
		if r.Package(path) == nil {
			module := runtime
			if r.spec.CopyRuntime {
				module = path
			}
			r.report(rulePackageNotFound, enginePointer(k), true,
				fmt.Sprintf("the code for %s needs the module %s", k.System, module), "run: go get "+module)
			return false
		}
	}
	if !r.spec.CopyRuntime && r.Package(runtime) == nil {
		r.report(ruleMissingModule, enginePointer(k), true,
			fmt.Sprintf("the code for %s does not build yet: the module %s is missing", k.System, runtime), "run: go get "+runtime)
	}
	return true
}

// engineWords are the predeclared names that the code for an engine needs in
// addition to those that any output needs.
var engineWords = []string{"append", "bool", "string"}

// hasEngineNames reports whether the package leaves the code for an engine the
// predeclared names that it needs, and adds a finding if not.
func (r *resolver) hasEngineNames(k *model.Kind) bool {
	if r.output.declared == nil {
		return true
	}
	taken := slices.IndexFunc(engineWords, func(word string) bool { return r.output.names[word] })
	if taken < 0 {
		return true
	}
	word := engineWords[taken]
	r.report(ruleNameTaken, enginePointer(k), true,
		fmt.Sprintf("the package declares %s, and the code for %s needs the predeclared %s", word, k.System, word),
		"write the output to a separate directory")
	return false
}
