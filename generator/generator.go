package generator

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/generator/internal/emit"
	"github.com/retrygen/retrygen/generator/internal/gopkg"
	"github.com/retrygen/retrygen/generator/internal/model"
	"github.com/retrygen/retrygen/generator/internal/resolve"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/schema"
)

// Marker begins the first line of every generated file. A file without it is
// not ours and must not be overwritten.
const Marker = gopkg.Marker

// RuntimePath is the import path of the runtime that generated code uses.
const RuntimePath = model.RuntimePath

// FakeSuffix ends the names of the files with fakes, which stand in directories below
// the package of the output.
const FakeSuffix = model.FakeSuffix

// File is a generated file.
type File struct {
	Path    string // absolute
	Content []byte
}

// Result is the output of one spec.
type Result struct {
	Spec *schema.Spec
	// Files are the generated files, sorted by path. There is none if Findings
	// has an error.
	Files []File
	// Findings are about the Go code that the spec names, sorted.
	Findings schema.Diagnostics
	// WithoutContext are the policies that only methods follow that take no
	// context, sorted.
	WithoutContext []string
}

// Generate generates the clients and policies of the specs, whose names are
// their paths. The packages that they name are loaded at once. An error is about
// the machine (the go command does not run); what is wrong with a spec or its Go
// code is a finding of its result.
//
// The build tags are those of "go build -tags"; without any, the tags of the
// environment count. A spec with a constraint adds what this needs.
func Generate(ctx context.Context, specs []*schema.Spec, tags ...string) ([]Result, error) {
	all, err := resolve.Specs(ctx, specs, tags...)
	if err != nil {
		return nil, err
	}
	return render(all)
}

// render renders the files of all specs. They do not share anything that
// changes, so they are rendered in parallel.
func render(specs []resolve.Resolved) ([]Result, error) {
	results := make([]Result, len(specs))
	var jobs []func() error
	for i, spec := range specs {
		results[i] = Result{Spec: spec.Spec, Findings: spec.Findings, WithoutContext: withoutContext(spec.Spec, spec.Files)}
		if spec.Findings.HasErrors() {
			continue
		}
		copies, err := copyRuntime(spec.Runtime)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", spec.Spec.Name, err)
		}
		results[i].Files = append(make([]File, len(spec.Files)), copies...)
		for j, file := range spec.Files {
			jobs = append(jobs, func() error {
				content, err := emit.Render(file)
				results[i].Files[j] = File{Path: file.Path, Content: content}
				return err
			})
		}
	}
	err := inParallel(jobs)
	for i := range results {
		slices.SortFunc(results[i].Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	}
	return results, err
}

// NameInHeader returns the name of a spec as the headers of its files show it.
func NameInHeader(spec string) string { return model.Plain(filepath.Base(spec)) }

// The rules about generated files on disk.
var (
	OutOfDate = finding.Declare("RG190", "out-of-date", "a generated file is not what its spec generates")
	LeftOver  = finding.Declare("RG191", "left-over", "a generated file is from a spec that does not generate it any more")
)
