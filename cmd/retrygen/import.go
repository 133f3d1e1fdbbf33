package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/formats"
	"github.com/retrygen/retrygen/schema"
	"github.com/spf13/cobra"
)

// importOptions are the flags of import.
type importOptions struct {
	dialect, output, format string
	strict                  bool
}

// importedSpec is the name of the spec in findings that no file has.
const importedSpec = "imported.retry.yaml"

func (t *tool) importCommand() *cobra.Command {
	var o importOptions
	dialects := schema.Dialects()
	cmd := &cobra.Command{
		Use:   "import file...",
		Short: "Write a spec from the policies of other systems",
		Long: `Import reads retry policies from files of other systems and writes a spec with
them: graph templates of Exosphere, workflows of Prodigy, RetryPolicy messages
and the dynamic configuration of Temporal, service configs of gRPC, retry modes
of the AWS SDKs, state machines of Step Functions, routes of Envoy and Istio,
components of the OpenTelemetry Collector, and OpenAPI documents with the
extension of Speakeasy. The format of a file is recognised, or named with
--dialect.

What a spec cannot say is a finding at its place in the file. A policy with an
error is left out, and the others are written. With --strict, or if nothing of a
file can be written, there is no text, and the exit code is 1.`,
		Example: `  retrygen import service_config.json > client.retry.yaml`,
		Args:    cobra.MinimumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"json", "yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(_ *cobra.Command, args []string) error { return t.importFiles(args, o) },
	}
	formatFlag(cmd, &o.format)
	outputFlag(cmd, &o.output)
	cmd.Flags().StringVar(&o.dialect, "dialect", "", "format of the files: "+strings.Join(dialects, ", "))
	cmd.Flags().BoolVar(&o.strict, "strict", false, "write nothing if a policy has an error")
	fixed := cobra.FixedCompletions(dialects, cobra.ShellCompDirectiveNoFileComp)
	if err := cmd.RegisterFlagCompletionFunc("dialect", fixed); err != nil {
		panic(err) // the flag was added two lines above
	}
	return cmd
}

// outputFlag adds -o, for a file that must not exist.
func outputFlag(cmd *cobra.Command, output *string) {
	cmd.Flags().StringVarP(output, "output", "o", "", "write to this new file instead of standard output")
}

func (t *tool) importFiles(names []string, o importOptions) error {
	if o.dialect != "" && !slices.Contains(schema.Dialects(), o.dialect) {
		return fmt.Errorf("--dialect %q is none of %s", o.dialect, strings.Join(schema.Dialects(), ", "))
	}
	var files []*foreign.File
	sources := make([]*source, len(names))
	for i, name := range names {
		text, shown, err := t.readForeign(name)
		if err != nil {
			return fmt.Errorf("import %s: %w", name, err)
		}
		sources[i] = &source{name: shown, text: text}
		files = append(files, formats.Read(shown, text, o.dialect))
	}
	text, found := formats.PartialText(importedSpec, files...)
	sources[0].findings = found
	if err := t.report(t.stderr, o.format, sources); err != nil {
		return err
	}
	isLost := func(f *foreign.File) bool { return !f.HasSound() }
	if text == nil || o.strict && found.HasErrors() || slices.ContainsFunc(files, isLost) {
		return errFindings
	}
	return t.write(o.output, text)
}

// readForeign reads a file that the command line names, or standard input.
func (t *tool) readForeign(name string) (text []byte, shown string, err error) {
	if name == standardInput {
		text, err = io.ReadAll(io.LimitReader(t.stdin, maxSpecSize))
		return text, "stdin", err
	}
	shown = relative(filepath.Clean(name))
	text, err = readSpec(shown)
	return text, shown, err
}

// write writes text to a new file, or prints it if no file is named.
func (t *tool) write(output string, text []byte) error {
	if output == "" {
		if _, err := t.stdout.Write(text); err != nil {
			return fmt.Errorf("print the text: %w", err)
		}
		return nil
	}
	if _, err := os.Lstat(output); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is there already, and is not overwritten", output)
	}
	return create(starter{output, text})
}
