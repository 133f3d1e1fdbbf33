package main

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/schema"
	"github.com/retrygen/retrygen/templates"
	"github.com/spf13/cobra"
)

// The files that init writes.
const (
	starterSpec   = "gateway.retry.yaml"
	starterSchema = "retrygen.schema.json"
	starterGo     = "retrygen.go"
)

// starterInterface is what the starter declares.
const starterInterface = "Gateway"

func (t *tool) initCommand() *cobra.Command {
	dialects := templates.Dialects()
	dialect := dialects[0]
	cmd := &cobra.Command{
		Use:   "init [dir]",
		Short: "Write a first spec",
		Long: `Init writes a starter spec, its JSON Schema for editors, and a small Go file
with the go:generate line and the interface that the spec wraps. It overwrites
nothing.`,
		Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(_ *cobra.Command, args []string) error {
			return t.initialize(filepath.Clean(append(args, ".")[0]), dialect)
		},
	}
	cmd.Flags().StringVar(&dialect, "dialect", dialect, "words of the starter spec: "+strings.Join(dialects, ", "))
	fixed := cobra.FixedCompletions(dialects, cobra.ShellCompDirectiveNoFileComp)
	if err := cmd.RegisterFlagCompletionFunc("dialect", fixed); err != nil {
		panic(err) // the flag was added two lines above
	}
	return cmd
}

// starter is a file to write.
type starter struct {
	name string
	text []byte
}

func (t *tool) initialize(dir, dialect string) error {
	starters, err := starterFiles(dir, dialect)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make the directory: %w", err)
	}
	for _, s := range starters {
		if err := create(s); err != nil {
			return err
		}
		fmt.Fprintf(t.stdout, "wrote %s\n", finding.Escape(s.name))
	}
	fmt.Fprint(t.stdout, nextSteps(dir))
	return nil
}

// starterFiles returns the files of a starter, none of which exists.
func starterFiles(dir, dialect string) ([]starter, error) {
	spec, err := templates.Spec(dialect)
	if err != nil {
		return nil, fmt.Errorf("--dialect: %w", err)
	}
	name, err := packageName(dir)
	if err != nil {
		return nil, err
	}
	code, err := templates.Go(name)
	if err != nil {
		return nil, err
	}
	starters := []starter{
		{filepath.Join(dir, starterSpec), spec},
		{filepath.Join(dir, starterSchema), schema.JSON()},
		{filepath.Join(dir, starterGo), code},
	}
	for _, s := range starters {
		if _, err := os.Lstat(s.name); !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s is there already, and init overwrites nothing", s.name)
		}
	}
	return starters, nil
}

// create writes a file that must not exist.
func create(s starter) error {
	file, err := os.OpenFile(s.name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("write a starter: %w", err)
	}
	_, err = file.Write(s.text)
	if err := errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("write %s: %w", s.name, err)
	}
	return nil
}

// packageName returns the name of the Go package in dir, which must not have
// declared what the starter declares, or else one made of the name of the
// directory or, at the root of a module, of the module.
func packageName(dir string) (string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return "", fmt.Errorf("look for a package in %s: %w", dir, err)
	}
	name := ""
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		positions := token.NewFileSet()
		syntax, _ := parser.ParseFile(positions, file, nil, parser.SkipObjectResolution)
		if syntax == nil { // one with errors still tells its package
			continue
		}
		if taken := typePosition(syntax, starterInterface); taken.IsValid() {
			return "", fmt.Errorf("%s: %s is declared, which the starter declares as well: run init in another directory, and let the spec wrap yours",
				positions.Position(taken), starterInterface)
		}
		name = cmp.Or(name, syntax.Name.Name)
	}
	return cmp.Or(name, identifier(modulePath(dir))), nil
}

// typePosition returns where a file declares a type, if it does.
func typePosition(file *ast.File, name string) token.Pos {
	for _, declaration := range file.Decls {
		types, ok := declaration.(*ast.GenDecl)
		if !ok || types.Tok != token.TYPE {
			continue
		}
		for _, spec := range types.Specs {
			if declared := spec.(*ast.TypeSpec).Name; declared.Name == name {
				return declared.Pos()
			}
		}
	}
	return token.NoPos
}

// modulePath returns the path of the module whose root dir is, or the absolute
// path of dir.
func modulePath(dir string) string {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return filepath.ToSlash(absolute(dir))
	}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "module" {
			return strings.Trim(fields[1], "\"`")
		}
	}
	return filepath.ToSlash(absolute(dir))
}

// identifier makes a package name of the last element of a path that is no
// major version.
func identifier(importPath string) string {
	base := path.Base(importPath)
	if major := strings.TrimLeft(strings.TrimPrefix(base, "v"), "0123456789"); major == "" && path.Dir(importPath) != "." {
		base = path.Base(path.Dir(importPath))
	}
	name := strings.Map(func(c rune) rune {
		if c > unicode.MaxASCII || !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return -1
		}
		return unicode.ToLower(c)
	}, base)
	if !token.IsIdentifier(name) {
		return "retrying"
	}
	return name
}

// nextSteps tells what to run, from the current directory.
func nextSteps(dir string) string {
	steps := []string{
		"go get -tool github.com/retrygen/retrygen/cmd/retrygen",
		"go generate " + packagePattern(dir),
	}
	if _, err := moduleRoot(dir); err != nil {
		steps = slices.Insert(steps, 0, "go mod init example.com/app")
	}
	return "\nTo go on, run:\n\n\t" + strings.Join(steps, "\n\t") + "\n"
}

// packagePattern returns dir as the go command takes it.
func packagePattern(dir string) string {
	if filepath.IsAbs(dir) || dir == "." {
		return dir
	}
	return "./" + filepath.ToSlash(dir)
}
