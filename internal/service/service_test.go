package service_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/retrygen/retrygen/internal/matcher"
	"github.com/retrygen/retrygen/internal/service"
)

var update = flag.Bool("update", false, "rewrite the pages in docs/services")

// TestTables demands a meaning and a source of every row, and that no error is
// retried and final.
func TestTables(t *testing.T) {
	if !slices.IsSorted(service.Names()) {
		t.Errorf("the tables are not in the order of their names: %v", service.Names())
	}
	for _, table := range service.Tables {
		if len(table.Retry) == 0 || len(table.Final) == 0 || table.System == "" {
			t.Errorf("%s has no rows, or no name", table.Name)
		}
		var final matcher.Set
		for _, row := range slices.Concat(table.Final, table.Retry) {
			if row.Why == "" || row.Source == "" {
				t.Errorf("%s: %v has no meaning or no source", table.Name, matcher.Describe([]matcher.Matcher{row.Match}))
			}
		}
		for _, row := range table.Final {
			for _, term := range row.Match.Terms() {
				final.Add(term)
			}
		}
		for _, row := range table.Retry {
			for _, term := range row.Match.Terms() {
				if by, ok := final.Covering(term); ok {
					t.Errorf("%s: %v is retried, and final as %v", table.Name, term, by)
				}
			}
		}
	}
}

// TestPages compares the pages of the documentation with the tables.
func TestPages(t *testing.T) {
	const dir = "../../docs/services/"
	if *update {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range pages() {
		if *update {
			if err := os.WriteFile(dir+name, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(dir + name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("%s differs from its table: run go test ./internal/service -update\n%s", name, diff)
		}
	}
}

// pages returns the pages by their file names.
func pages() map[string]string {
	all := map[string]string{}
	var index strings.Builder
	index.WriteString("# Services\n\n`{service: NAME}` under `errors.retry` retries the errors of a service that are worth a retry, and keeps those\nthat are not final. Each page has the table, what happened to the operation, and the source of each row.\n\n| name | system |\n|---|---|\n")
	for _, table := range service.Tables {
		fmt.Fprintf(&index, "| [`%s`](%s.md) | %s |\n", table.Name, table.Name, table.System)
		all[table.Name+".md"] = page(table)
	}
	all["README.md"] = index.String()
	return all
}

func page(table *service.Table) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# `{service: %s}`: %s\n\n", table.Name, table.System)
	b.WriteString("Outcomes: `not_sent` and `undone` are safe to retry for any operation; after `unknown` the operation may have been\ncarried out, so only idempotent operations are retried.\n\n")
	fmt.Fprintf(&b, "## Retried\n\n%s\n## Final\n\n%s", rows(table.Retry), rows(table.Final))
	return b.String()
}

func rows(all []service.Row) string {
	var b strings.Builder
	b.WriteString("| error | meaning | outcome | source |\n|---|---|---|---|\n")
	for _, row := range all {
		fmt.Fprintf(&b, "| `%s` | %s | `%s` | %s |\n", matcher.Describe([]matcher.Matcher{row.Match}), row.Why, row.Match.Terms()[0].Outcome, row.Source)
	}
	return b.String()
}
