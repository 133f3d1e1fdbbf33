package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/schema"
	"github.com/spf13/cobra"
)

func (t *tool) schemaCommand() *cobra.Command {
	var output, spec string
	var check bool
	cmd := &cobra.Command{
		Use:   "schema [--check copy...]",
		Short: "Print the JSON Schema of specs",
		Long: `Schema prints the JSON Schema of specs, by which editors complete and check
them. A spec names it in its first line:

	# yaml-language-server: $schema=retrygen.schema.json

With --for, it prints the schema of one spec, which has the names of the policies
of that spec, of the methods of what its clients wrap, and of the errors of its
package: editors complete them, and mark others. Where it is next to the spec,
as pay.schema.json next to pay.retry.yaml, generate keeps it up to date, and
check reports drift.

With --check, it reports whether copies of the schema match this version.`,
		Example: `  retrygen schema --output retrygen.schema.json
  retrygen schema --for pay.retry.yaml --output pay.schema.json
  retrygen schema --check retrygen.schema.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case check && len(args) == 0:
				return errors.New("--check needs the names of the copies to check")
			case check:
				return t.checkSchemas(args)
			case len(args) > 0:
				return fmt.Errorf("schema takes no argument without --check, and got %q", args[0])
			}
			if spec != "" {
				return t.printVocabulary(cmd.Context(), spec, output)
			}
			return t.writeSchema(schema.JSON(), output)
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "", "write to this file instead of standard output")
	cmd.Flags().StringVar(&spec, "for", "", "print the schema of this spec, with the names that it can refer to")
	cmd.Flags().BoolVar(&check, "check", false, "report whether files match this version's schema")
	t.tagsFlag(cmd)
	cmd.MarkFlagsMutuallyExclusive("output", "check")
	cmd.MarkFlagsMutuallyExclusive("for", "check")
	return cmd
}

// writeSchema writes a schema to a file, or to standard output if it has no name.
func (t *tool) writeSchema(text []byte, output string) error {
	if output == "" {
		if _, err := t.stdout.Write(text); err != nil {
			return fmt.Errorf("print the schema: %w", err)
		}
		return nil
	}
	if err := os.WriteFile(output, text, 0o644); err != nil {
		return fmt.Errorf("write the schema: %w", err)
	}
	return nil
}

// checkSchemas names the copies that are not of this version, and what to do
// about them.
func (t *tool) checkSchemas(copies []string) error {
	old := false
	for _, name := range copies {
		text, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("check a copy of the schema: %w", err)
		}
		if isSchema(text) {
			continue
		}
		old = true
		fmt.Fprintf(t.stderr, "%s: not the schema of this version: run \"retrygen schema --output %[1]s\"\n", finding.Escape(name))
	}
	if old {
		return errFindings
	}
	return nil
}

// isSchema reports whether text is the schema of this version, perhaps with
// the line ends that a checkout on Windows gives it.
func isSchema(text []byte) bool {
	return bytes.Equal(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), schema.JSON())
}
