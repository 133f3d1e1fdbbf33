package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// manCommand writes the manual pages that a package of retrygen installs.
func (t *tool) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "man dir",
		Short:  "Write the manual pages",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return fmt.Errorf("make the directory: %w", err)
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true // no date, so that the pages depend on the version alone
			header := &doc.GenManHeader{Title: "RETRYGEN", Section: "1", Source: "retrygen " + version(), Manual: "retrygen"}
			if err := doc.GenManTree(root, header, args[0]); err != nil {
				return fmt.Errorf("write the manual pages: %w", err)
			}
			return nil
		},
	}
}
