package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/retrygen/retrygen/internal/simulate"
)

// simulation runs simulate and returns its report.
func simulation(t *testing.T, args ...string) *simulate.Report {
	t.Helper()
	var r simulate.Report
	if err := json.Unmarshal(simulated(t, append(args, "--format", "json")...), &r); err != nil {
		t.Fatal(err)
	}
	return &r
}

// simulated runs simulate and returns what it prints.
func simulated(t *testing.T, args ...string) []byte {
	t.Helper()
	var out, trouble bytes.Buffer
	if code := run(append([]string{"simulate"}, args...), nil, &out, &trouble); code != exitOK {
		t.Fatalf("%q: exit code %d: %s", args, code, trouble.String())
	}
	return out.Bytes()
}

// keep compares a document with what the command makes of it, and with -update
// writes that.
func keep(t *testing.T, name string, got []byte) {
	t.Helper()
	name = filepath.Join("..", "..", "docs", name)
	if *update {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what simulate gives: run go test ./cmd/retrygen -run Storm\\|SimulateDocs -update", name)
	}
}

// fleet is the load and the server of docs/simulate.md.
var fleet = strings.Fields("--clients 100 --rate 7 --capacity 1000 --queue 2000 --timeout 1s --seeds 5")

// TestSimulateDocs makes the pictures and the figures of docs/simulate.md, from
// the spec in it.
func TestSimulateDocs(t *testing.T) {
	text, err := os.ReadFile("../../docs/simulate.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(text), "```yaml\n")
	block, _, found := strings.Cut(block, "```")
	if !found {
		t.Fatal("docs/simulate.md has no spec")
	}
	dir := t.TempDir()
	spec, mended := filepath.Join(dir, "orders.retry.yaml"), filepath.Join(dir, "mended", "orders.retry.yaml")
	for name, text := range map[string]string{spec: block, mended: block + "    quota: {}\n"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, scenario := range []string{"outage", "brownout", "spike", "flaky"} {
		keep(t, "simulate-"+scenario+".svg", simulated(t, append([]string{spec, "--scenario", scenario, "--format", "svg"}, fleet...)...))
	}
	keep(t, "simulate-mended.svg", simulated(t, append([]string{mended, "--scenario", "brownout", "--format", "svg"}, fleet...)...))

	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	after := simulated(t, append([]string{"./mended", "--against", "orders.retry.yaml", "--scenario", "brownout", "--search"}, fleet...)...)
	t.Chdir(here)
	document := replaced(t, string(text), "mended", "```\n"+string(after)+"```\n")
	keep(t, "simulate.md", []byte(replaced(t, document, "contention", contentionTable(t))))
}

// replaced replaces what stands between two marks of a document.
func replaced(t *testing.T, text, mark, content string) string {
	t.Helper()
	begin, end := "<!-- begin "+mark+" -->\n", "<!-- end "+mark+" -->"
	before, rest, ok := strings.Cut(text, begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("the document has no marks for %s", mark)
	}
	return before + begin + content + end + after
}

// contentionTable has the figures of the AWS architecture blog's model, next to
// those of its published simulator, 100 runs each.
func contentionTable(t *testing.T) string {
	const smithy = "smithy: {retry_mode: standard, max_attempts: 5000, retry_quota: null, backoff_strategy: {backoff_scale_value: 0.01, max_backoff: 2, jitter_type: %s}}"
	table := "| waits | attempts | blog's simulator | seconds until all have written | blog's simulator |\n|---|--:|--:|--:|--:|\n"
	for _, row := range []struct {
		name, block       string
		attempts, seconds float64
	}{
		{"none", "httpx: {total: 5000, backoff_factor: 0}", 2418, 2.03},
		{"exponential", fmt.Sprintf(smithy, "NONE"), 1857, 63.1},
		{"exponential, full jitter", fmt.Sprintf(smithy, "FULL"), 795, 4.88},
	} {
		spec := filepath.Join(t.TempDir(), "row.retry.yaml")
		text := "version: 1\npolicies:\n  row:\n    " + row.block + "\n    errors: {retry: [{status: 409}]}\n"
		if err := os.WriteFile(spec, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s := simulation(t, spec, "--scenario", "contention", "--clients", "100", "--seeds", "100").Simulations[0]
		table += fmt.Sprintf("| %s | %.0f ± %.0f | %.0f | %.2f ± %.2f | %v |\n", row.name,
			float64(s.Attempts.Mean), half(s.Attempts), row.attempts, float64(s.Completion.Mean), half(s.Completion), row.seconds)
	}
	return table
}

// half is half of the interval of a figure.
func half(f *simulate.Figure) float64 { return float64(f.CI95[1]-f.CI95[0]) / 2 }

// storm simulates the fleet of docs/safety.md, each run once.
type storm struct {
	t    *testing.T
	runs map[string]*simulate.Report
}

func (s storm) run(args string) *simulate.Report {
	s.t.Helper()
	if s.runs[args] == nil {
		const server = " --capacity 1000 --latency 0s --seeds 5 --duration 120s"
		s.runs[args] = simulation(s.t, strings.Fields("../../test/safety/storm/storm.retry.yaml "+args+server)...)
	}
	return s.runs[args]
}

// The runs of the table.
const (
	hard      = "guarded --clients 100 --rate 7 --queue 2000 --fault-for 60s"
	brownout  = "guarded --scenario brownout --clients 100 --queue 2000 --fault-for 60s"
	stall     = "guarded --scenario brownout --brownout 0 --clients 100 --queue 2000 --fault-for 10s"
	goodQueue = "guarded --scenario brownout --clients 100 --rate 7 --queue 150 --fault-for 60s" // half a second of it
)

// slower is how many seconds longer recovery takes than without retries.
func (s storm) slower(args string) float64 {
	r := s.run(args)
	own, bare := r.Simulations[0].Recovery, r.Simulations[1].Recovery
	if *own.Recovered < r.Seeds.Count || *bare.Recovered < r.Seeds.Count {
		return math.Inf(1)
	}
	return float64(own.Seconds.Mean - bare.Seconds.Mean)
}

// worst is the busiest second, as a multiple of the load.
func (s storm) worst(runs ...string) float64 {
	worst := 0.0
	for _, args := range runs {
		worst = max(worst, float64(s.run(args).Simulations[0].Peak.Mean)/700)
	}
	return worst
}

// lost is the points of success within the fault that retries cost.
func (s storm) lost(args string) float64 {
	r := s.run(args)
	rate := func(v *simulate.Simulation) float64 {
		calls, successes := 0.0, 0.0
		for i := int(*r.Model.FaultAt); i < int(*r.Model.FaultAt+*r.Model.FaultFor); i++ {
			calls, successes = calls+float64(v.Series.Calls[i]), successes+float64(v.Series.Successes[i])
		}
		return successes / calls
	}
	return 100 * (rate(r.Simulations[1]) - rate(r.Simulations[0]))
}

func (s storm) failing(rate string) float64 {
	r := s.run("guarded --scenario flaky --clients 100 --rate 7 --queue 2000 --failure-rate " + rate)
	return 100 * (1 - float64(r.Simulations[0].SuccessRate.Mean))
}

// unexplained is the difference of the amplification to the closed form of the
// default quota.
func (s storm) unexplained(clients int, rate float64) float64 {
	r := s.run(fmt.Sprintf("guarded --clients %d --rate %v --queue 2000 --fault-for 60s", clients, rate))
	return math.Abs(float64(r.Simulations[0].Amplification.Mean.Mean) - (1 + 10/(rate*60) + 0.05/rate))
}

// TestStorm gives the figures of the storm in docs/safety.md, which real clients
// were measured for, by the command, and holds them to the same limits.
func TestStorm(t *testing.T) {
	s := storm{t, map[string]*simulate.Report{}}
	figures := []float64{
		float64(s.run(hard).Simulations[0].Amplification.Mean.Mean),
		float64(s.run(hard).Simulations[0].Amplification.LastThird.Mean),
		s.worst(hard, "guarded --clients 10 --rate 70 --queue 2000 --fault-for 60s", brownout+" --rate 7", stall+" --rate 7", goodQueue),
		s.slower(brownout + " --rate 7"), s.slower(stall + " --rate 7"), s.slower(brownout + " --rate 9"), s.slower(stall + " --rate 9"),
		s.lost(goodQueue),
		s.failing("0.01"), s.failing("0.05"), s.failing("0.1"),
		s.unexplained(700, 1), s.unexplained(100, 7), s.unexplained(10, 70),
		math.NaN(), math.NaN(), // herds of one moment
		float64(s.run(hard + " --layers 3").Simulations[0].Amplification.LastThird.Mean),
		math.NaN(), // an empty quota
	}
	text, err := os.ReadFile("../../docs/safety.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	row := 0
	for i, line := range lines {
		cells := strings.Split(strings.Trim(line, "|\n"), " | ")
		if !strings.HasPrefix(line, "| L") {
			continue
		}
		if len(cells) != 6 || row == len(figures) {
			t.Fatalf("the table of docs/safety.md has changed: %s", line)
		}
		cells[5] = "–"
		if figure := figures[row]; !math.IsNaN(figure) {
			cells[5] = strings.Replace(fmt.Sprintf("%.3f", figure), "-0.000", "0.000", 1)
			var limit float64
			if _, err := fmt.Sscan(cells[3], &limit); err != nil || figure > limit {
				t.Errorf("%s: %v is above %s", line, figure, cells[3])
			}
		}
		lines[i] = "|" + strings.Join(cells, " | ") + " |\n"
		row++
	}
	if row != len(figures) {
		t.Errorf("%d rows, want %d", row, len(figures))
	}
	keep(t, "safety.md", []byte(strings.Join(lines, "")))
	if bare := s.run(strings.Replace(brownout, "guarded", "bare", 1) + " --rate 7"); *bare.Simulations[0].Recovery.Recovered != 0 {
		t.Error("the fleet without a quota recovers")
	}
}
