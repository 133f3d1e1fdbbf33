package gopkg

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"

	"golang.org/x/tools/go/packages"

	"github.com/retrygen/retrygen/generator/internal/partial"
)

// Programs are the programs of the specs of one run: one for each build that the
// constraints of the specs ask for.
type Programs struct {
	all      []*Program
	programs map[*Target]*Program
}

// Load lists the packages that targets need. An error is about the machine: the
// go command does not run, or cannot read a module.
func Load(ctx context.Context, targets []*Target) (*Programs, error) {
	p := &Programs{programs: map[*Target]*Program{}}
	own := map[*Program][]*Target{}
	for _, t := range targets {
		b, err := findBuild(ctx, t)
		if err != nil {
			return nil, err
		}
		program := p.program(b, targets)
		p.programs[t] = program
		own[program] = append(own[program], t)
	}
	for _, program := range p.all {
		if err := program.load(ctx, own[program]); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// program returns the program of a build.
func (p *Programs) program(b build, targets []*Target) *Program {
	for _, known := range p.all {
		if known.build == b {
			return known
		}
	}
	program := newProgram(b, targets)
	p.all = append(p.all, program)
	return program
}

// View returns the program as the spec of a target sees it.
func (p *Programs) View(t *Target) *View { return p.programs[t].view(t) }

// LoadWhole loads all that targets need, and all that this imports.
func (p *Programs) LoadWhole(ctx context.Context, targets []*Target) error {
	for _, program := range p.all {
		var own []*Target
		for _, t := range targets {
			if p.programs[t] == program {
				own = append(own, t)
			}
		}
		if err := program.loadWhole(ctx, own); err != nil {
			return err
		}
	}
	return nil
}

// FromSources returns programs without the go command, for tests: each package
// is one file, by its import path, in the directory "/" + path.
func FromSources(targets []*Target, sources map[string]string) (*Programs, error) {
	program := newProgram(build{}, targets)
	for path, text := range sources {
		name := filepath.FromSlash("/" + path + "/source.go")
		file, err := parser.ParseFile(program.fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		program.files[name] = file
		program.add(&packages.Package{ID: path, PkgPath: path, Name: file.Name.Name, GoFiles: []string{name}})
	}
	p := &Programs{all: []*Program{program}, programs: map[*Target]*Program{}}
	for _, t := range targets {
		p.programs[t] = program
	}
	return p, nil
}

func newProgram(b build, targets []*Target) *Program {
	return &Program{
		build: b, fset: token.NewFileSet(), targets: targets,
		paths: map[string]*Package{}, tests: map[string]*Package{}, dirs: map[string]string{}, imports: map[string]map[string]string{},
		files: map[string]*ast.File{}, checked: map[string]*source{}, affected: map[string]bool{}, notes: map[string]map[int]string{},
		parts: map[*Target]*partial.Program{},
	}
}
