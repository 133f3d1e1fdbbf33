package main

import (
	"errors"

	"github.com/spf13/cobra"
)

// rootCommand returns the command with all its subcommands.
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
		t.generateCommand(), t.checkCommand(), t.vetCommand(), t.explainCommand(), t.simulateCommand(),
		t.diffCommand(), t.importCommand(), t.exportCommand(), t.auditCommand(), t.adoptCommand(),
		t.initCommand(), t.schemaCommand(), t.versionCommand(), t.manCommand(),
	)
	return root
}
