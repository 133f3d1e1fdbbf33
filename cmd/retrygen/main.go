// Retrygen generates typed Go retry clients from retry policies.
//
//	retrygen init              write a first spec
//	retrygen generate [spec…]  write the Go code of specs
//	retrygen check [spec…]     report whether generate would change any file
//	retrygen vet [spec…]       look for mistakes
//	retrygen explain [spec] [policy…]
//	                           show when a policy retries
//	retrygen diff OLD NEW      show what a change of specs does
//	retrygen import file…      write a spec from policies of other systems
//	retrygen export --to system [spec] [policy]
//	                           write a policy for another system
//
// Without a spec, the commands read every *.retry.yaml, *.retry.yml and
// *.retry.json in the current directory; "./..." also reads all directories
// below it, and "-" is standard input.
//
// The exit code is 0 if nothing is wrong, 1 if there are findings or differences,
// 2 for wrong usage or if a file cannot be read or written, and 70 for an
// internal error.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"

	"github.com/retrygen/retrygen/internal/finding"
	"github.com/spf13/cobra"
)

// The exit codes.
const (
	exitOK = iota
	exitFindings
	exitTrouble
	exitInternal = 70 // EX_SOFTWARE of sysexits.h
)

// The garbage collector works harder before the command uses more memory than
// this: while it reads specs, of which a hostile one can become a large syntax
// tree, and later, when it looks at Go packages.
const (
	readingMemory   = 192 << 20
	compilingMemory = 512 << 20
)

// limitMemory sets the memory limit, unless the user has set one.
func limitMemory(limit int64) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit)
	}
}

// errFindings ends a command that has already printed what it found.
var errFindings = errors.New("there are findings")

// garbage is by how many percent the heap may grow before it is collected: a
// run is over before more collections pay.
const garbage = 400

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	limitMemory(readingMemory)
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run runs the command line args and returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	defer func() {
		if mistake := recover(); mistake != nil {
			code = exitInternal
			fmt.Fprintf(stderr, "retrygen: internal error in %q: %.200v; please report it with the spec\n", args, mistake)
		}
	}()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	t := &tool{stdin: stdin, stdout: stdout, stderr: stderr}
	root := t.rootCommand()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	switch err := root.ExecuteContext(ctx); {
	case err == nil:
		return exitOK
	case errors.Is(err, errFindings):
		return exitFindings
	default:
		fmt.Fprintf(stderr, "retrygen: %s\n", printable(err))
		return exitTrouble
	}
}

// tool is what the commands share.
type tool struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	// quiet leaves out findings that are not errors, and verbose names the files
	// that are written.
	quiet, verbose bool
	tags           []string // the build tags under which Go code is read
}

func (t *tool) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "retrygen",
		Short: "Generate typed Go retry clients from retry policies",
		Long: `Retrygen generates typed Go retry clients from retry policies. A policy is
written in the words of Exosphere, Prodigy, Temporal, httpx-retries or Smithy.`,
		Version:       version(),
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			cmd.SetOut(t.stderr)
			return errors.Join(cmd.Help(), errors.New("no command given"))
		},
	}
	root.SetVersionTemplate("retrygen {{.Version}}\n")
	root.PersistentFlags().BoolVarP(&t.quiet, "quiet", "q", false, "print errors only, not warnings and notes")
	root.PersistentFlags().BoolVarP(&t.verbose, "verbose", "v", false, "name the files that are written")
	root.MarkFlagsMutuallyExclusive("quiet", "verbose")
	root.AddCommand(
		t.generateCommand(), t.checkCommand(), t.vetCommand(), t.explainCommand(),
		t.diffCommand(), t.importCommand(), t.exportCommand(),
		t.initCommand(), t.schemaCommand(), t.versionCommand(), t.manCommand(),
	)
	return root
}

// printable returns an error as text for a terminal. Its later lines are
// indented, so that a CI system takes none of them for a command.
func printable(err error) string {
	return strings.ReplaceAll(finding.EscapeLines(err.Error()), "\n", "\n\t")
}
