package storm

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	retry "github.com/retrygen/retrygen/runtime"
)

// TestQuotaTable holds the table in docs/safety.md to its formula.
func TestQuotaTable(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "safety.md"))
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	for _, rate := range []float64{0.1, 0.5, 1, 3.5, 7, 70} {
		fmt.Fprintf(&table, "| %v |", rate)
		for _, outage := range []float64{10, 30, 60, 600} {
			fmt.Fprintf(&table, " %.1f %% |", 100*addedLoad(retry.DefaultQuota(), 3, rate, outage))
		}
		table.WriteString("\n")
	}
	if !strings.Contains(string(data), table.String()) {
		t.Errorf("docs/safety.md should have\n%s", table.String())
	}
}

// addedLoad returns the part of the load that retries add to a dependency which
// answers nothing for a while, at most, for a client with a quota of its own that
// makes calls at a rate, in calls a second: what the quota pays for, and never
// more than the attempts of the policy allow.
func addedLoad(q retry.QuotaConfig, attempts int, rate, seconds float64) float64 {
	paid := (float64(q.Capacity) + q.RefillPerSecond*seconds) / float64(q.RetryCost)
	return min(float64(attempts-1), paid/(rate*seconds))
}
