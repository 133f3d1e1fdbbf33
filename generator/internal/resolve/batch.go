package resolve

import (
	"maps"
	"strings"

	"github.com/retrygen/retrygen/generator/internal/gopkg"
	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/internal/buildtag"
	"github.com/retrygen/retrygen/schema"
)

// Resolved is a spec of which everything is decided.
type Resolved struct {
	Spec     *schema.Spec
	Files    []*model.File // none if there is an error
	Findings schema.Diagnostics
	// Runtime is the copy of the runtime that the output has, or nil.
	Runtime *RuntimeCopy
}

// RuntimeCopy is a copy of the runtime that belongs to an output.
type RuntimeCopy struct {
	Dir        string // absolute
	ImportPath string
	Header     string   // the first line of its files
	HTTP       bool     // with the transport for HTTP
	Tests      bool     // with the package for tests
	Engines    []string // the packages for engines, such as "retryriver"
}

// batch is the specs of one run.
type batch struct {
	*gopkg.Programs
	targets []target
	near    map[string][]target // by the key of the output directory
	// claims are the package-level names that the specs resolved so far take, by
	// import path of the output and spec.
	claims map[string]map[string]model.Scope
	builds map[string]buildtag.Expr // by spec
}

// claim records the package-level names that a spec takes in the output package
// at path.
func (b *batch) claim(path, spec string, names model.Scope) {
	if b.claims[path] == nil {
		b.claims[path] = map[string]model.Scope{}
	}
	b.claims[path][spec] = names
}

// claimed returns the package-level names that other specs take in the output
// package at path, as far as a build can have the output of both.
func (b *batch) claimed(path, spec string) model.Scope {
	names := model.Scope{}
	for other, claimed := range b.claims[path] {
		if other != spec && buildtag.IsPossible(buildtag.And(b.builds[other], b.builds[spec])) {
			maps.Copy(names, claimed)
		}
	}
	return names
}

// placeKey returns a key of a directory that is the same for all spellings which
// differ only in case.
func placeKey(dir string) string { return strings.ToLower(strings.ToUpper(dir)) }

// neighbors returns the targets with the output directory of t, t among them,
// also those whose directory is another one where case counts.
func (b *batch) neighbors(t target) []target {
	return b.near[placeKey(t.OutDir)]
}

// rival returns a spec whose name sorts before the spec of t and has the same
// output, or one that is the same file where case does not count.
func (b *batch) rival(t target) (target, bool) {
	for _, other := range b.neighbors(t) {
		if other.spec.Name < t.spec.Name && strings.EqualFold(other.OutDir, t.OutDir) && strings.EqualFold(other.OutFile, t.OutFile) {
			return other, true
		}
	}
	return target{}, false
}
