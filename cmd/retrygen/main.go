// Retrygen generates typed Go retry clients from retry policies.
//
//	retrygen init              write a first spec
//	retrygen generate [spec…]  write the Go code of specs
//	retrygen check [spec…]     report whether generate would change any file
//	retrygen vet [spec…]       look for mistakes
//	retrygen explain [spec] [policy…]
//	                           show when a policy retries
//	retrygen simulate [spec] [policy…]
//	                           show whether a fleet recovers from an outage
//	retrygen diff OLD NEW      show what a change of specs does
//	retrygen import file…      write a spec from policies of other systems
//	retrygen export --to system [spec] [policy]
//	                           write a policy for another system
//	retrygen audit [package…]  look for mistakes of retries in Go code
//	retrygen adopt [package…]  propose specs for the retries in Go code
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

	"github.com/retrygen/retrygen/internal/audit/driver"
)

// The exit codes.
const (
	exitOK = iota
	exitFindings
	exitTrouble
	exitInternal = 70 // EX_SOFTWARE of sysexits.h
)

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	if driver.IsVetTool(os.Args[1:]) {
		os.Exit(driver.VetTool(os.Args[1:], os.Stdout, os.Stderr))
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
