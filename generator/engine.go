package generator

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/schema"
)

// engineModel is what a spec has for a job engine or an RPC stack. It becomes
// a file of its own, so that the others do not depend on the engine.
type engineModel interface {
	// engineName returns the key of the spec, such as "temporal".
	engineName() string
	// packages returns the import paths of the packages that its code may
	// refer to.
	packages() []string
	// declarations returns its code.
	declarations(e *emitter) []jen.Code
}

// engineKind is what every output for an engine has in common.
type engineKind struct {
	name    string // the key of the spec
	system  string // how people call it
	module  string // to require in go.mod
	imports []string
}

// engineKinds are the engines, in the order of their files.
var engineKinds = []*engineKind{
	{"asynq", "asynq", "github.com/hibiken/asynq", []string{asynqPath}},
	{"connect", "Connect", "connectrpc.com/connect", []string{connectPath}},
	{"grpc", "gRPC", "google.golang.org/grpc", []string{grpcPath, metadataPath}},
	{"river", "River", "github.com/riverqueue/river", []string{riverPath, riverTypePath}},
	{"temporal", "Temporal", "go.temporal.io/sdk", []string{temporalPath, temporalActivityPath, temporalInterceptorPath, temporalWorkflowPath}},
}

// The packages that the code for engines refers to.
const (
	asynqPath               = "github.com/hibiken/asynq"
	connectPath             = "connectrpc.com/connect"
	grpcPath                = "google.golang.org/grpc"
	metadataPath            = "google.golang.org/grpc/metadata"
	riverPath               = "github.com/riverqueue/river"
	riverTypePath           = "github.com/riverqueue/river/rivertype"
	temporalPath            = "go.temporal.io/sdk/temporal"
	temporalActivityPath    = "go.temporal.io/sdk/activity"
	temporalInterceptorPath = "go.temporal.io/sdk/interceptor"
	temporalWorkflowPath    = "go.temporal.io/sdk/workflow"
)

// engineName returns the key of the engine in a spec.
func (k *engineKind) engineName() string { return k.name }

// pointer returns where the engine stands in a spec.
func (k *engineKind) pointer() schema.Pointer { return schema.Pointer("/engines/" + k.name) }

// isUsed reports whether the spec has the engine.
func (k *engineKind) isUsed(spec *schema.Spec) bool {
	return k.jobs(spec) != nil || len(k.stubs(spec)) > 0
}

// jobs returns what the spec says of the engine if it is one for jobs, or nil.
func (k *engineKind) jobs(spec *schema.Spec) *schema.Engine {
	switch k.name {
	case "asynq":
		return spec.Engines.Asynq
	case "river":
		return spec.Engines.River
	case "temporal":
		return spec.Engines.Temporal
	}
	return nil
}

// stubs returns the generated clients of the engine if it is an RPC stack.
func (k *engineKind) stubs(spec *schema.Spec) []*schema.Stub {
	switch k.name {
	case "connect":
		return spec.Engines.Connect
	case "grpc":
		return spec.Engines.GRPC
	}
	return nil
}

// enginePatterns returns the packages that the engines of a spec need.
func enginePatterns(spec *schema.Spec) []string {
	var patterns []string
	for _, k := range engineKinds {
		if k.isUsed(spec) {
			patterns = append(patterns, k.imports...)
		}
	}
	return patterns
}

// engineFile returns the file for an engine, beside the output: shop_river.go
// for shop_retry.go, or river.go in an output directory.
func (p place) engineFile(name string) string {
	if p.isPackage() {
		return name + ".go"
	}
	base, isTest := strings.CutSuffix(strings.TrimSuffix(p.outFile, ".go"), "_test")
	base = strings.TrimSuffix(base, "_retry") + "_" + name
	if isTest {
		base += "_test"
	}
	return base + ".go"
}

// engineFiles returns the files for engines that a spec writes, by the key of
// the engine.
func (p place) engineFiles() map[string]string {
	files := map[string]string{}
	for _, k := range engineKinds {
		if k.isUsed(p.spec) {
			files[filepath.Join(p.outDir, p.engineFile(k.name))] = k.name
		}
	}
	return files
}

// checkEngineFiles reports the files for engines that an earlier spec writes.
func (r *resolver) checkEngineFiles() {
	mine := r.place.engineFiles()
	for _, other := range r.load.outputs {
		if other.spec.Name >= r.spec.Name {
			continue
		}
		theirs := other.engineFiles()
		theirs[filepath.Join(other.outDir, other.outFile)] = "output"
		for _, k := range engineKinds {
			file := filepath.Join(r.place.outDir, r.place.engineFile(k.name))
			if mine[file] != "" && theirs[file] != "" {
				r.report(ruleNameTaken, k.pointer(), true,
					fmt.Sprintf("spec %s writes %s, too", other.specFile(), filepath.Base(file)), "give one of the two another output")
			}
		}
	}
}

// resolveEngines resolves the engines of the spec.
func (r *resolver) resolveEngines(policies []*policyModel) []engineModel {
	r.checkEngineFiles()
	var engines []engineModel
	for _, k := range engineKinds {
		if !k.isUsed(r.spec) || !r.hasModule(k) || !r.hasEngineNames(k) {
			continue
		}
		if jobs := k.jobs(r.spec); jobs != nil {
			engines = append(engines, r.resolveJobs(k, jobs, policies))
		} else {
			engines = append(engines, r.resolveStubs(k, policies))
		}
	}
	return engines
}

// hasModule reports whether the user's module has the packages of an engine,
// and adds a finding if not.
func (r *resolver) hasModule(k *engineKind) bool {
	for _, path := range k.imports {
		if !isFound(r.load.paths[path]) {
			r.report(rulePackageNotFound, k.pointer(), true,
				fmt.Sprintf("the code for %s needs the module %s", k.system, k.module), "run: go get "+k.module)
			return false
		}
	}
	return true
}

// engineWords are the predeclared names that the code for an engine needs
// beside those that any output does.
var engineWords = []string{"any", "append", "len", "max", "min"}

// hasEngineNames reports whether the package leaves the code for an engine the
// predeclared names that it needs, and adds a finding if not.
func (r *resolver) hasEngineNames(k *engineKind) bool {
	if r.output.declared == nil {
		return true
	}
	taken := slices.IndexFunc(engineWords, func(word string) bool { return r.output.names[word] })
	if taken < 0 {
		return true
	}
	word := engineWords[taken]
	r.report(ruleNameTaken, k.pointer(), true,
		fmt.Sprintf("the package declares %s, and the code for %s needs the predeclared %s", word, k.system, word),
		"write the output to a directory of its own")
	return false
}

// engineLocals are the names that the code for engines gives to parameters and
// variables. No import and no policy has them.
var engineLocals = newScope(
	"activities", "attempt", "call", "client", "conn", "ctx", "decision", "err", "failed", "failure", "isKept", "ok", "info", "invoke", "input",
	"job", "method", "next", "opts", "options", "policy", "request", "response", "result", "retried", "task", "trailer",
	"values", "wait", "work", "w", "T",
)
