package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
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
	starterSchema = "retrygen.schema.json"
	starterGo     = "retrygen.go"
)

// initOptions are the flags of init.
type initOptions struct {
	dialect, wraps string
	// names asks for a JSON Schema with the names that the spec can refer to.
	names bool
}

func (t *tool) initCommand() *cobra.Command {
	dialects := templates.Dialects()
	o := initOptions{dialect: dialects[0]}
	cmd := &cobra.Command{
		Use:   "init [dir]",
		Short: "Write a first spec",
		Long: `Init writes a first spec, its JSON Schema for editors, and a go:generate line.
The spec wraps the interface of the package, or the type that --wraps names. In
a directory without an interface, init declares a small one to begin with. It
overwrites nothing.

With --names, the schema is the one of "retrygen schema --for": editors complete
the policies of the spec, the methods of the interface, and the errors of the
package.`,
		Example: `  retrygen init
  retrygen init --dialect temporal --wraps Gateway
  retrygen init --names
  retrygen init --wraps '*github.com/aws/aws-sdk-go-v2/service/s3.Client' ./store`,
		Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return t.initialize(cmd.Context(), filepath.Clean(append(args, ".")[0]), o)
		},
	}
	cmd.Flags().StringVar(&o.dialect, "dialect", o.dialect, "words of the spec: "+strings.Join(dialects, ", "))
	cmd.Flags().StringVar(&o.wraps, "wraps", "", "the Go type to wrap: Gateway, ./dir.Type, example.com/mod/pkg.Type")
	cmd.Flags().BoolVar(&o.names, "names", false, "write a schema with the names that the spec can refer to")
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

func (t *tool) initialize(ctx context.Context, dir string, o initOptions) error {
	starters, err := starterFiles(dir, o)
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
	if o.names {
		if err := t.initNames(ctx, starters[0].name); err != nil {
			return err
		}
	}
	fmt.Fprint(t.stdout, nextSteps(dir))
	return nil
}

// starterFiles returns the files of a starter, none of which exists.
func starterFiles(dir string, o initOptions) ([]starter, error) {
	spec, err := templates.Spec(o.dialect)
	if err != nil {
		return nil, fmt.Errorf("--dialect: %w", err)
	}
	pkg, err := readPackage(dir)
	if err != nil {
		return nil, err
	}
	target, err := chooseTarget(pkg, o.wraps)
	if err != nil {
		return nil, err
	}
	name := filepath.Join(dir, target.specFile())
	starters := []starter{{name, target.spec(spec)}}
	if o.names {
		own := filepath.Base(vocabularyFile(name))
		starters[0].text = bytes.Replace(starters[0].text, []byte("$schema="+starterSchema), []byte("$schema="+own), 1)
	} else {
		starters = append(starters, starter{filepath.Join(dir, starterSchema), schema.JSON()})
	}
	if !pkg.generates {
		code, err := templates.Go(cmp.Or(pkg.name, identifier(modulePath(dir))), target.isDeclared)
		if err != nil {
			return nil, err
		}
		starters = append(starters, starter{filepath.Join(dir, starterGo), code})
	}
	for _, s := range append(starters[:len(starters):len(starters)], starter{name: vocabularyFile(name)}) {
		if _, err := os.Lstat(s.name); !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s exists, and init overwrites nothing", s.name)
		}
	}
	return starters, nil
}

// initNames writes the JSON Schema of a first spec, which is on disk.
func (t *tool) initNames(ctx context.Context, name string) error {
	s, err := t.loadSpec(name)
	if err != nil {
		return err
	}
	texts, err := t.vocabularies(ctx, []*schema.Spec{s.spec})
	if err != nil {
		return err
	}
	own := vocabularyFile(name)
	if err := create(starter{own, texts[0]}); err != nil {
		return err
	}
	fmt.Fprintf(t.stdout, "wrote %s\n", finding.Escape(own))
	return nil
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

// nextSteps says what to run, from the current directory.
func nextSteps(dir string) string {
	steps := []string{"go generate " + packagePattern(dir)}
	if !isTool(dir) {
		steps = slices.Insert(steps, 0, "go get -tool "+commandPath)
	}
	if _, err := moduleRoot(dir); err != nil {
		steps = slices.Insert(steps, 0, "go mod init example.com/app")
	}
	return "\nTo go on, run:\n\n\t" + strings.Join(steps, "\n\t") + "\n"
}

// commandPath is the import path of this command.
const commandPath = "github.com/retrygen/retrygen/cmd/retrygen"

// isTool reports whether the module of a directory has this command as a tool.
func isTool(dir string) bool {
	list := exec.Command("go", "list", "-e", "-find", "tool")
	list.Dir = dir
	out, err := list.Output()
	return err == nil && slices.Contains(strings.Fields(string(out)), commandPath)
}

// packagePattern returns dir as the go command takes it.
func packagePattern(dir string) string {
	if filepath.IsAbs(dir) || dir == "." {
		return dir
	}
	return "./" + filepath.ToSlash(dir)
}
