package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/retrygen/retrygen/internal/adopt"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/spf13/cobra"
)

func (t *tool) adoptCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "adopt [package...]",
		Short: "Propose specs for the retries in Go code",
		Long: `Adopt reads Go packages, named as for the go command, and proposes a spec with a
policy for each retry whose settings are static: calls of retry libraries,
clients and policies that are set up, and loops. The spec goes to standard
output, with the place, the lines that go and come, and what is lost, by its
code; a summary goes to standard error. Nothing is edited.`,
		Example: `  retrygen adopt ./...
  retrygen adopt . > pay.retry.yaml`,
		RunE: func(cmd *cobra.Command, args []string) error { return t.adopt(cmd.Context(), args) },
	}
}

func (t *tool) adopt(ctx context.Context, patterns []string) error {
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	useMemory()
	result, err := adopt.Propose(ctx, "", patterns)
	if err != nil {
		return err
	}
	if len(result.Proposals) > 0 {
		if _, err := io.WriteString(t.stdout, proposedSpec(result)); err != nil {
			return fmt.Errorf("print the spec: %w", err)
		}
	}
	exact := result.Exact()
	fmt.Fprintf(t.stderr, "%d retries found, %d with static bounds, %d proposed exactly, %d with losses\n",
		result.Found, result.Static, exact, len(result.Proposals)-exact)
	return nil
}

// proposedSpec returns the spec of the proposals.
func proposedSpec(result *adopt.Result) string {
	var policies, clients strings.Builder
	seen := map[string]bool{}
	for _, p := range result.Proposals {
		come := 1 + len(p.Lines)
		isNew := len(p.Client) > 0 && !seen[p.Client[0]]
		if isNew {
			come += len(p.Client)
			seen[p.Client[0]] = true
			writeIndented(&clients, "  ", p.Client)
		}
		fmt.Fprintf(&policies, "  # %s:%d: %s; %d %s, %d come\n",
			finding.Escape(relative(p.Pos.Filename)), p.Pos.Line, p.What, p.Go, linesGo(p.Go), come)
		for _, loss := range p.Losses {
			fmt.Fprintf(&policies, "  # %s %s: %s\n", loss.Code, loss.Weight, finding.Escape(loss.Message))
		}
		fmt.Fprintf(&policies, "  %s:\n", p.Name)
		writeIndented(&policies, "    ", p.Lines)
	}
	text := "version: 1\npolicies:\n" + policies.String()
	if clients.Len() > 0 {
		text += "clients:\n" + clients.String()
	}
	return text
}

func linesGo(n int) string {
	if n == 1 {
		return "line goes"
	}
	return "lines go"
}

func writeIndented(b *strings.Builder, indent string, lines []string) {
	for _, line := range lines {
		b.WriteString(indent + line + "\n")
	}
}
