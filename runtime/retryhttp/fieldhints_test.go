package retryhttp_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/retrygen/retrygen/internal/compile"
	"github.com/retrygen/retrygen/internal/policy"
	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retryhttp"
	"github.com/retrygen/retrygen/schema"
)

// firstWait returns the wait before the first retry.
func firstWait(t *testing.T, config retry.Config, a answer) time.Duration {
	t.Helper()
	config.MaxAttempts = 2
	return play(t, config, []answer{a})[0].wait
}

func runClamp(t *testing.T, v *fieldVector) string {
	var x struct {
		Given struct {
			Header string
			Value  string  `json:"value_ms"`
			Wait   float64 `json:"t_i_ms"`
			Max    float64 `json:"max_backoff_ms"`
		}
		Expect struct {
			Delay float64 `json:"delay_ms"`
		}
	}
	v.decode(t, &x)
	header, mode := x.Given.Header, retry.Clamp5s
	if x.Given.Max > 0 {
		header, mode = "retry-after-ms", retry.Replace
	}
	got := firstWait(t, retry.Config{
		Backoff:    constant(milliseconds(x.Given.Wait)),
		RetryAfter: retry.RetryAfter{Mode: mode, Max: milliseconds(x.Given.Max)},
	}, answer{status: 503, header: headers(map[string]string{header: x.Given.Value})})
	if want := milliseconds(x.Expect.Delay); got != want {
		t.Errorf("waits %v, want %v", got, want)
	}
	return ""
}

func runHintByStatus(t *testing.T, v *fieldVector) string {
	var x struct {
		Given struct {
			Status     int
			RetryAfter *string `json:"retry_after"`
			Min        float64 `json:"min_ms"`
		}
		Expect struct {
			Delay float64 `json:"delay_ms"`
		}
	}
	v.decode(t, &x)
	hint := map[string]string{}
	if x.Given.RetryAfter != nil {
		if x.Given.Status == 502 {
			return "go-retryablehttp heeds Retry-After with 429 and 503 alone; here every failure may ask for a wait, as in httpx-retries"
		}
		hint["Retry-After"] = *x.Given.RetryAfter
	}
	got := firstWait(t, retry.Config{Backoff: constant(milliseconds(x.Given.Min))}, answer{status: x.Given.Status, header: headers(hint)})
	if want := milliseconds(x.Expect.Delay); got != want {
		t.Errorf("waits %v, want %v", got, want)
	}
	return ""
}

func runParse(t *testing.T, v *fieldVector) string {
	var x struct {
		Now     time.Time
		Value   *string
		Headers map[string]string
		Seconds any      `json:"expect_s"`
		Millis  *float64 `json:"expect_ms"`
	}
	v.decode(t, &x)
	if x.Value == nil {
		const own = time.Hour + 1
		want := own
		if x.Millis != nil {
			want = milliseconds(*x.Millis)
		}
		if got := firstWait(t, retry.Config{Backoff: constant(own)}, answer{status: 503, header: headers(x.Headers)}); got != want {
			t.Errorf("waits %v, want %v", got, want)
		}
		return ""
	}
	got, ok := retryhttp.ParseRetryAfter(*x.Value, x.Now)
	seconds, valid := x.Seconds.(float64)
	if ok != valid || got != milliseconds(1000*seconds) {
		t.Errorf("%q: got %v, %v, want %v", *x.Value, got, ok, x.Seconds)
	}
	return ""
}

// compiled returns the compiled form of a policy, in the words of its system,
// that does what the system's code does.
func compiled(t *testing.T, dialect string, fields map[string]any) *policy.Policy {
	t.Helper()
	text, err := json.Marshal(map[string]any{
		"version":  1,
		"policies": map[string]any{"p": map[string]any{dialect: fields, "fidelity": "implemented"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	spec, findings := schema.Load("vector.retry.json", text)
	if err := findings.Err(); err != nil {
		t.Fatal(err)
	}
	return compile.Policy(spec.Policy("p"))
}

// configOf returns the configuration for a compiled policy of httpx-retries.
func configOf(p *policy.Policy) retry.Config {
	config := retry.Config{
		MaxAttempts: p.MaxAttempts,
		Backoff:     backoff(p.Backoff),
		RetryAfter:  retry.RetryAfter{Max: p.Hint.Max},
	}
	if p.Hint.Mode != policy.HintReplaces {
		config.RetryAfter.Mode = retry.Ignore
	}
	if b := p.WaitBudget; b != nil {
		config.WaitBudget = retry.WaitBudget{Limit: b.Limit, Truncate: b.Truncate}
	}
	return config
}

// httpxFields picks the fields of a policy for httpx-retries out of what a
// vector gives.
func httpxFields(given map[string]any) map[string]any {
	fields := map[string]any{"total": 10}
	for from, to := range map[string]string{
		"backoff_factor_s": "backoff_factor", "backoff_jitter": "backoff_jitter", "max_backoff_wait_s": "max_backoff_wait", "total_timeout_s": "total_timeout",
	} {
		if value, ok := given[from]; ok {
			fields[to] = value
		}
	}
	return fields
}

func runSleep(t *testing.T, v *fieldVector) string {
	var x struct {
		Given  map[string]any
		Expect struct {
			Delay float64 `json:"delay_ms"`
		}
	}
	v.decode(t, &x)
	hint := map[string]string{}
	for name, value := range x.Given["headers"].(map[string]any) {
		hint[name] = value.(string)
	}
	answers := []answer{{status: 503, header: headers(hint)}}
	if slept, ok := x.Given["elapsed_sleep_s"].(float64); ok {
		before := answer{status: 503, header: headers(map[string]string{"Retry-After": strings.TrimSuffix(milliseconds(slept*1000).String(), "s")})}
		answers = append([]answer{before}, answers...)
	}
	record := play(t, configOf(compiled(t, "httpx", httpxFields(x.Given))), answers)
	if got, want := record[len(record)-1].wait, milliseconds(x.Expect.Delay); got != want {
		t.Errorf("waits %v, want %v", got, want)
	}
	return ""
}

func runClassify(t *testing.T, v *fieldVector) string {
	if v.Family != "httpx-retries" {
		return "which errors are retried is up to generated code, which has tests of its own"
	}
	var x struct {
		Given struct {
			Method string
			Status int
			Hinted bool `json:"has_retry_after"`
			Total  int
		}
		Retryable bool
	}
	v.decode(t, &x)
	if x.Given.Hinted {
		return "the method exists for compatibility with urllib3 and is not used by the transport of httpx-retries"
	}
	next := statuses(x.Given.Status)
	rt := over(next, configOf(compiled(t, "httpx", map[string]any{"total": x.Given.Total})))
	statusOf(t, rt, request(t, x.Given.Method, "http://example.com/", nil))
	if retried := len(next.at) > 1; retried != x.Retryable {
		t.Errorf("retried is %v, want %v", retried, x.Retryable)
	}
	return ""
}
