package main

import (
	"fmt"
	"os"

	"github.com/retrygen/retrygen/schema"
	"github.com/spf13/cobra"
)

func (t *tool) schemaCommand() *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of specs",
		Long: `Schema prints the JSON Schema of specs, by which editors complete and check
them. A spec names it in its first line:

	# yaml-language-server: $schema=retrygen.schema.json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return t.printSchema(output) },
	}
	cmd.Flags().StringVarP(&output, "output", "o", "", "write to this file instead of standard output")
	return cmd
}

func (t *tool) printSchema(output string) error {
	if output == "" {
		if _, err := t.stdout.Write(schema.JSON()); err != nil {
			return fmt.Errorf("print the schema: %w", err)
		}
		return nil
	}
	if err := os.WriteFile(output, schema.JSON(), 0o644); err != nil {
		return fmt.Errorf("write the schema: %w", err)
	}
	return nil
}
