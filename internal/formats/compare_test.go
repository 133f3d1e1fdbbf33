package formats

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/retrygen/retrygen/internal/compile"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// everyTarget returns the reports of a policy on all targets that can say
// anything of it, and what is read there.
func everyTarget(t *testing.T, p *schema.Policy, check func(*Report, *policy.Policy)) {
	for _, to := range targets {
		text, report, err := Export(p, to.Target())
		if err != nil {
			if strings.Contains(err.Error(), "read it again") {
				t.Fatal(err)
			}
			continue // there is nothing to say
		}
		read, err := readAgain(to, text, compile.Policy(p).Fidelity)
		if err != nil {
			t.Fatal(err)
		}
		check(report, read)
	}
}

// TestReportsAreTrue draws waits of random policies, and of what other systems
// read in their stead, with the same luck: none may be farther apart than the
// report says, and those of an exact text are alike.
func TestReportsAreTrue(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	compared := 0
	for range 40 {
		for _, to := range slices.Sorted(maps.Keys(randomPolicies)) {
			p := loadPolicy(t, randomPolicies[to](r))
			original := compile.Policy(p)
			everyTarget(t, p, func(report *Report, read *policy.Policy) {
				compared++
				worst := time.Duration(0)
				for n := 1; n <= report.Retries; n++ {
					for range 8 {
						luck := r.Uint64()
						worst = max(worst, difference(original.Backoff.Delay(n, luck), read.Backoff.Delay(n, luck)))
					}
				}
				if worst > report.PerWait {
					t.Errorf("%+v\n%+v\nwaits are %s apart: %+v", original.Backoff, read.Backoff, worst, report)
				}
				if report.Total < report.PerWait || report.Verdict == Exact && report.PerWait > 0 {
					t.Errorf("%+v", report)
				}
			})
		}
	}
	if compared < 500 {
		t.Errorf("only %d texts", compared)
	}
}

// TestEverythingExports makes sure that every policy of every dialect becomes
// something that can be read again, with a report.
func TestEverythingExports(t *testing.T) {
	for _, text := range []string{
		"exosphere: {max_retries: 2147483646, backoff_factor: 9000000000000, exponent: 1000000}",
		"exosphere: {strategy: LINEAR_FULL_JITTER, backoff_factor: 9000000000000}",
		"prodigy: {attempts: 0, initial_delay: 0s, max_delay: 0s}",
		"prodigy: {attempts: 2147483647, initial_delay: 290years, max_delay: 290years, jitter: true, jitter_factor: 3}",
		"prodigy: {backoff: {exponential: {base: 0}}, jitter: true, jitter_factor: 0.000001}",
		"prodigy: {attempts: 5, backoff: {custom: {delays: []}}, retry_on: [{pattern: a}]}",
		"prodigy: {attempts: 90, backoff: fibonacci, max_delay: 290years}",
		"temporal: {backoff_coefficient: Infinity}",
		"temporal: {initial_interval: 876000h}",
		"temporal: {initial_interval: 1ns, maximum_interval: 1ns, maximum_attempts: 1}",
		"httpx: {}",
		"httpx: {backoff_factor: 0.3, backoff_jitter: 0.4, total_timeout: 5}",
		"smithy: {backoff_strategy: {jitter_type: DECORRELATED}}",
		"smithy: {retry_mode: simple, backoff_strategy: {backoff_scale_value: 0, max_backoff: 0}}",
		"exosphere: {}, errors: {stop: ['*ErrA', {status: [400-499]}], retry: [{func: isA}, {type: B}, server_error, {grpc: [ABORTED]}]}",
		"exosphere: {}, fidelity: implemented, circuit_breaker: {}, quota: {preset: aws-2026}, nested: once, retry_after: {respect: false}",
	} {
		everyTarget(t, loadPolicy(t, text), func(report *Report, _ *policy.Policy) {
			for _, loss := range report.Losses {
				if foreign.NewLoss(loss.Code, "").Weight != loss.Weight || loss.Message == "" || strings.HasSuffix(loss.Message, ".") {
					t.Errorf("%s: %+v", text, loss)
				}
			}
		})
	}
}

// TestCodes makes sure that the codes are complete, in order, and documented.
func TestCodes(t *testing.T) {
	page, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	all := foreign.Codes()
	if len(all) != 20 {
		t.Fatalf("%d codes", len(all))
	}
	for i, info := range all {
		if want := fmt.Sprintf("L%02d", i+1); string(info.Code) != want || info.Summary == "" {
			t.Errorf("%+v is not %s", info, want)
		}
		row := fmt.Sprintf("| %s | %s | %s |\n", info.Code, info.Weight, info.Summary)
		if !strings.Contains(string(page), row) {
			t.Errorf("docs/formats.md lacks the row\n%s", row)
		}
	}
}
