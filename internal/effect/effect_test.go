package effect_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/retrygen/retrygen/internal/effect"
	"github.com/retrygen/retrygen/schema"
)

// load loads a spec of which only what matters is written.
func load(t *testing.T, text string) *schema.Spec {
	t.Helper()
	spec, findings := schema.Load("pay.retry.yaml", []byte("version: 1\n"+strings.TrimSpace(text)+"\n"))
	if findings.HasErrors() {
		t.Fatalf("%s\n%v", text, findings)
	}
	return spec
}

func policies(flow string) string { return "policies: {p: {" + flow + "}}" }

func TestComparePolicies(t *testing.T) {
	const fixed = "exosphere: {max_retries: 2, strategy: FIXED, backoff_factor: 100}"
	const full = "exosphere: {max_retries: 2, strategy: FIXED_FULL_JITTER, backoff_factor: 100}"
	tests := []struct {
		name        string
		before, now string
		want        []string
	}{
		{"nothing", fixed, fixed, nil},
		{"description", fixed, fixed + ", description: D", []string{"cosmetic description:  -> D"}},
		{"another dialect, the same effect", strings.Replace(fixed, "}", ", max_delay: 30000}", 1), "prodigy: {attempts: 3, initial_delay: 100ms, backoff: fixed}",
			[]string{"cosmetic dialect: exosphere -> prodigy"}},
		{"more attempts", fixed, strings.Replace(fixed, "2", "4", 1), []string{
			"breaking attempts: 3 -> 5", "notable mean total wait: 200ms -> 400ms", "notable worst total wait: 200ms -> 400ms"}},
		{"fewer attempts", fixed, strings.Replace(fixed, "2", "1", 1), []string{
			"notable attempts: 3 -> 2", "notable mean total wait: 200ms -> 100ms", "notable worst total wait: 200ms -> 100ms"}},
		{"no retry any more", fixed, strings.Replace(fixed, "2", "0", 1), []string{
			"notable attempts: 3 -> 1", "notable first wait: 100ms -> none",
			"notable mean total wait: 200ms -> 0s", "notable worst total wait: 200ms -> 0s"}},
		{"a limit for the first time", "temporal: {initial_interval: 1s, maximum_interval: 1s}",
			"temporal: {initial_interval: 1s, maximum_interval: 1s, maximum_attempts: 11}", []string{
				"notable attempts: unlimited -> 11",
				"notable mean total wait: 10s over 10 retries -> 10s", "notable worst total wait: 10s over 10 retries -> 10s"}},
		{"no limit any more", "temporal: {initial_interval: 1s, maximum_interval: 1s, maximum_attempts: 1}",
			"temporal: {initial_interval: 1s, maximum_interval: 1s}", []string{
				"breaking attempts: 1 -> unlimited", "notable first wait: none -> 1s",
				"notable mean total wait: 0s -> 10s over 10 retries", "notable worst total wait: 0s -> 10s over 10 retries"}},
		{"half the wait", fixed, strings.Replace(fixed, "100", "50", 1), []string{
			"breaking first wait: 100ms -> 50ms", "breaking mean total wait: 200ms -> 100ms", "notable worst total wait: 200ms -> 100ms"}},
		{"a little less wait", fixed, strings.Replace(fixed, "100", "90", 1), []string{
			"notable first wait: 100ms -> 90ms", "notable mean total wait: 200ms -> 180ms", "notable worst total wait: 200ms -> 180ms"}},
		{"jitter removed", full, strings.Replace(fixed, "100", "50", 1), []string{
			"notable first wait: 0s to 100ms, mean 50ms -> 50ms", "notable worst total wait: 200ms -> 100ms", "breaking jitter: full -> none"}},
		{"waits far off", "temporal: {initial_interval: 1s, maximum_interval: 100h}", "temporal: {initial_interval: 1s, maximum_interval: 200h}",
			[]string{"notable later waits: 100h0m0s before retry 20 -> 145h38m8s before retry 20"}},
		{"waits beyond all rows", "temporal: {initial_interval: 1s, backoff_coefficient: 1.01, maximum_interval: 1h}",
			"temporal: {initial_interval: 1s, backoff_coefficient: 1.01, maximum_interval: 2h}",
			[]string{"notable later waits: in the end 1h0m0s -> in the end 2h0m0s"}},
		{"attempt timeout removed", fixed + ", attempt_timeout: 1s", fixed, []string{"breaking attempt timeout: 1s -> none"}},
		{"attempt timeout added", fixed, fixed + ", attempt_timeout: 1s", []string{"notable attempt timeout: none -> 1s"}},
		{"total timeout raised", fixed + ", total_timeout: 5s", fixed + ", total_timeout: 9s", []string{"notable total timeout: 5s -> 9s"}},
		{"wait budget removed", "prodigy: {attempts: 2, retry_budget: 9s}", "prodigy: {attempts: 2}", []string{"breaking wait budget: 9s -> none"}},
		{"wait budget lowered", "httpx: {total: 2, backoff_factor: 0, total_timeout: 9}", "httpx: {total: 2, backoff_factor: 0, total_timeout: 8}",
			[]string{"notable wait budget: 9s, shortens the last wait -> 8s, shortens the last wait"}},
		{"hints ignored", fixed, fixed + ", retry_after: {respect: false}",
			[]string{"breaking requested delay: honored -> ignored"}},
		{"hints bounded", fixed, fixed + ", retry_after: {max: 9s}",
			[]string{"notable requested delay: honored -> honored, at most 9s"}},
		{"hints unbounded", fixed + ", retry_after: {max: 9s}", fixed,
			[]string{"breaking requested delay: honored, at most 9s -> honored"}},
		{"waits after throttling", "smithy: {retry_mode: standard, throttling_backoff_strategy: {backoff_scale_value: 1}}",
			"smithy: {retry_mode: standard, throttling_backoff_strategy: {backoff_scale_value: 0.4}}", []string{
				"breaking after throttling: first wait: 500ms to 1s, mean 750ms -> 200ms to 400ms, mean 300ms",
				"breaking after throttling: mean total wait: 2.25s -> 900ms", "notable after throttling: worst total wait: 3s -> 1.2s"}},
		{"quota removed", fixed + ", quota: {capacity: 100, retry_cost: 10}", fixed, []string{
			"breaking quota: 100 tokens, a retry takes 10; a success gives 1, a second 0.5 -> none"}},
		{"quota added", fixed, fixed + ", quota: {preset: grpc}", []string{
			"notable quota: none -> 10 tokens, a retry takes 1; a success gives 0.1; failures take tokens, and retries are granted while more than half is left"}},
		{"quota widened", fixed + ", quota: {capacity: 100, retry_cost: 10}", fixed + ", quota: {capacity: 100, retry_cost: 5}", []string{
			"breaking quota: 100 tokens, a retry takes 10; a success gives 1, a second 0.5 -> 100 tokens, a retry takes 5; a success gives 1, a second 0.5"}},
		{"quota narrowed", fixed + ", quota: {capacity: 100, retry_cost: 10}", fixed + ", quota: {capacity: 50, retry_cost: 10, throttle_cost: 20}", []string{
			"notable quota: 100 tokens, a retry takes 10; a success gives 1, a second 0.5 -> 50 tokens, a retry takes 10, after throttling 20; a success gives 1, a second 0.5"}},
		{"breaker more patient", fixed + ", circuit_breaker: {failure_threshold: 5, recovery_timeout: 30s}",
			fixed + ", circuit_breaker: {failure_threshold: 9, recovery_timeout: 30s}", []string{
				"breaking circuit breaker: failures in a row that open it: 5; it tries again after 30s; successes that close it: 1 -> " +
					"failures in a row that open it: 9; it tries again after 30s; successes that close it: 1"}},
		{"nested calls retry again", fixed + ", nested: once", fixed, []string{"breaking calls inside an attempt: one attempt -> as many attempts as ever"}},
		{"on failure", "prodigy: {on_failure: stop}", "prodigy: {on_failure: continue}", []string{"notable on failure: stop -> continue"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			changes := effect.Compare(load(t, policies(tt.before)), load(t, policies(tt.now)))
			if diff := cmp.Diff(tt.want, lines(t, changes, "policy p")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// lines returns a line for each change, all of which must have that subject.
func lines(t *testing.T, changes []effect.Change, subject string) []string {
	t.Helper()
	var list []string
	for _, c := range changes {
		if subject != "" && c.Subject != subject {
			t.Errorf("subject %q, want %q", c.Subject, subject)
		}
		line := c.Severity.String() + " " + c.Aspect + ": " + c.Old + " -> " + c.New
		if subject == "" {
			line = c.Subject + ": " + line
		}
		list = append(list, line)
	}
	return list
}

func TestCompareErrors(t *testing.T) {
	const all = "exosphere: {}"
	tests := []struct {
		name        string
		before, now string
		want        []string
	}{
		{"another order", "exosphere: {}, errors: {retry: [timeout, {status: [429, 502]}]}",
			"exosphere: {}, errors: {retry: [{status: [502]}, {status: [429]}, timeout]}", nil},
		{"a status more", "exosphere: {}, errors: {retry: [{status: [429, 502]}]}", "exosphere: {}, errors: {retry: [{status: [429, 502-504]}]}",
			[]string{"breaking newly retried:  -> status 503-504"}},
		{"a code less", "exosphere: {}, errors: {retry: [{grpc: [UNAVAILABLE, ABORTED]}]}", "exosphere: {}, errors: {retry: [{grpc: [ABORTED]}]}",
			[]string{"notable no longer retried: gRPC UNAVAILABLE -> "}},
		{"a stop more", all, "exosphere: {}, errors: {stop: [ErrDeclined]}", []string{"notable no longer retried: ErrDeclined -> "}},
		{"a stop less", "exosphere: {}, errors: {stop: [ErrDeclined]}", all, []string{"breaking newly retried:  -> ErrDeclined"}},
		{"a stop of what was not retried", "exosphere: {}, errors: {retry: [timeout]}",
			"exosphere: {}, errors: {stop: [ErrDeclined], retry: [timeout]}", nil},
		{"a list of what was retried before", all, "exosphere: {}, errors: {retry: [timeout]}",
			[]string{"notable retries of all other errors: every error -> no error"}},
		{"no list any more", "exosphere: {}, errors: {retry: [timeout]}", all,
			[]string{"breaking retries of all other errors: no error -> every error"}},
		{"safe errors only", "smithy: {retry_mode: standard, max_attempts: 1}, errors: {retry: [timeout]}", "smithy: {retry_mode: standard, max_attempts: 1}",
			[]string{"notable no longer retried: timeout -> ", "breaking retries of all other errors: no error -> errors that say they are safe to retry"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			changes := effect.Compare(load(t, policies(tt.before)), load(t, policies(tt.now)))
			if diff := cmp.Diff(tt.want, lines(t, changes, "policy p")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Two policies that differ in the attempts, and clients that follow them.
const two = `
policies:
  few: {exosphere: {max_retries: 1, strategy: FIXED, backoff_factor: 1}}
  twin: {exosphere: {max_retries: 1, strategy: FIXED, backoff_factor: 1}}
  timed: {exosphere: {max_retries: 1, strategy: FIXED, backoff_factor: 1}, attempt_timeout: 1s}
`

func TestCompareClients(t *testing.T) {
	tests := []struct {
		name        string
		before, now string
		want        []string
	}{
		{"nothing", "C: {wraps: G, policy: few}", "C: {wraps: G, policy: few}", nil},
		{"a method that is named now", "C: {wraps: G, policy: few}", "C: {wraps: G, policy: few, methods: {M: few}}", nil},
		{"a twin", "C: {wraps: G, policy: few}", "C: {wraps: G, policy: twin}",
			[]string{"C, all other methods: cosmetic policy: few -> twin"}},
		{"a policy that differs", "C: {wraps: G, methods: {M: few}}", "C: {wraps: G, methods: {M: timed}}",
			[]string{"C.M: notable policy: few -> timed", "C.M: notable attempt timeout: none -> 1s"}},
		{"retried at last", "C: {wraps: G, policy: few, methods: {M: none}}", "C: {wraps: G, policy: few}",
			[]string{"C.M: breaking policy: none -> few"}},
		{"retried no more", "C: {wraps: G, policy: few}", "C: {wraps: G, policy: few, methods: {M: none}}",
			[]string{"C.M: notable policy: few -> none"}},
		{"a timeout of its own", "C: {wraps: G, methods: {M: timed}}", "C: {wraps: G, methods: {M: {policy: timed, attempt_timeout: 3s}}}",
			[]string{"C.M: notable attempt timeout: 1s -> 3s"}},
		{"replayable", "C: {wraps: G, methods: {M: few}}", "C: {wraps: G, methods: {M: {policy: few, replayable: true}}}",
			[]string{"C.M: breaking replayable: no -> yes"}},
		{"replayable no more", "C: {wraps: G, methods: {M: {policy: few, replayable: true}}}", "C: {wraps: G, methods: {M: few}}",
			[]string{"C.M: notable replayable: yes -> no"}},
		{"keyed no more", "C: {wraps: G, methods: {M: {policy: few, idempotency: keyed}}}", "C: {wraps: G, methods: {M: few}}",
			[]string{"C.M: breaking idempotency: keyed -> not said"}},
		{"unsafe", "C: {wraps: G, methods: {M: {policy: few, idempotency: keyed}}}", "C: {wraps: G, methods: {M: {policy: few, idempotency: unsafe}}}",
			[]string{"C.M: notable idempotency: keyed -> unsafe"}},
		{"unsafe no more", "C: {wraps: G, methods: {M: {policy: few, idempotency: unsafe}}}", "C: {wraps: G, methods: {M: {policy: few, idempotency: safe}}}",
			[]string{"C.M: breaking idempotency: unsafe -> safe"}},
		{"safe as assumed", "C: {wraps: G, methods: {M: few}}", "C: {wraps: G, methods: {M: {policy: few, idempotency: safe}}}",
			[]string{"C.M: cosmetic idempotency: not said -> safe"}},
		{"a route of its own", "C: {http: {policy: few}}", "C: {http: {policy: few, routes: [{methods: [GET], host: example.com, path: /v1/x, policy: timed}]}}",
			[]string{"C, GET example.com/v1/x: notable policy: few -> timed", "C, GET example.com/v1/x: notable attempt timeout: none -> 1s"}},
		{"a route less", "C: {http: {policy: few, routes: [{methods: [GET, HEAD], policy: none}]}}", "C: {http: {policy: few}}",
			[]string{"C, GET|HEAD anywhere: breaking policy: none -> few"}},
		{"routes in another order", "C: {http: {policy: few, routes: [{methods: [GET], policy: none}, {host: a.example.com, policy: twin}]}}",
			"C: {http: {policy: few, routes: [{host: a.example.com, policy: twin}, {methods: [GET], policy: none}]}}",
			[]string{"client C: notable order of routes: GET anywhere, all methods a.example.com -> all methods a.example.com, GET anywhere"}},
		{"requests without a key", "C: {http: {policy: few, idempotency: keyed}}", "C: {http: {policy: few}}",
			[]string{"C, all other requests: breaking idempotency: keyed -> not said"}},
		{"no longer a transport", "C: {http: {policy: few}}", "C: {wraps: G, policy: few}", []string{"client C: breaking wraps: http.RoundTripper -> G"}},
		{"another type", "C: {wraps: G, policy: few}", "C: {wraps: H, policy: few}", []string{"client C: breaking wraps: G -> H"}},
		{"renamed", "C: {wraps: G, policy: few}", "D: {wraps: G, policy: few}",
			[]string{"client D: notable added:  -> wraps G", "client C: breaking removed: wraps G -> "}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before, now := load(t, two+"clients: {"+tt.before+"}"), load(t, two+"clients: {"+tt.now+"}")
			if diff := cmp.Diff(tt.want, lines(t, effect.Compare(before, now), "")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCompareSpecs(t *testing.T) {
	spec := load(t, policies("exosphere: {max_retries: 1, strategy: FIXED, backoff_factor: 1}"))
	other := load(t, "package: shop\noutput: shop/\n"+policies("exosphere: {max_retries: 1, strategy: FIXED, backoff_factor: 1}"))
	copied := load(t, "runtime: copy\npackage: shop\noutput: shop/\n"+policies("exosphere: {max_retries: 1, strategy: FIXED, backoff_factor: 1}"))
	once := load(t, policies("exosphere: {max_retries: 0}"))
	tests := []struct {
		name        string
		before, now *schema.Spec
		want        []string
	}{
		{"neither", nil, nil, nil},
		{"added", nil, spec, []string{"policy p: notable added:  -> attempts 2, waits of up to 1ms in all"}},
		{"removed", once, nil, []string{"policy p: breaking removed: 1 attempt -> "}},
		{"a copied runtime", other, copied, []string{"the spec: notable runtime: imported -> copied"}},
		{"package and output", spec, other,
			[]string{"the spec: breaking package:  -> shop", "the spec: notable output: by the name of the spec -> shop/"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, lines(t, effect.Compare(tt.before, tt.now), "")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCompareHTTPMethods(t *testing.T) {
	spec := func(methods string) *schema.Spec {
		return load(t, "clients: {C: {http: {policy: p}}}\n"+policies("httpx: {total: 1, backoff_factor: 0"+methods+"}"))
	}
	tests := []struct{ name, before, now, more, fewer string }{
		{"the same in another order", ", allowed_methods: [GET, PUT]", ", allowed_methods: [PUT, GET]", "", ""},
		{"other methods", ", allowed_methods: [GET, PUT]", ", allowed_methods: [POST, GET]", "POST", "PUT"},
		{"more than idempotent ones", "", ", allowed_methods: [DELETE, GET, HEAD, OPTIONS, PATCH, PUT, TRACE]", "PATCH", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var want []string
			if tt.more != "" {
				want = append(want, "breaking newly retried HTTP methods:  -> "+tt.more)
			}
			if tt.fewer != "" {
				want = append(want, "notable HTTP methods no longer retried: "+tt.fewer+" -> ")
			}
			if diff := cmp.Diff(want, lines(t, effect.Compare(spec(tt.before), spec(tt.now)), "policy p")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSeverities(t *testing.T) {
	for _, want := range []effect.Severity{effect.Cosmetic, effect.Notable, effect.Breaking} {
		if got, err := effect.ParseSeverity(want.String()); err != nil || got != want {
			t.Errorf("ParseSeverity(%q) = %v, %v", want, got, err)
		}
	}
	if _, err := effect.ParseSeverity("much"); err == nil || err.Error() != `severity "much" is none of cosmetic, notable, breaking` {
		t.Errorf("ParseSeverity(much): %v", err)
	}
	changes := []effect.Change{{Aspect: "a"}, {Aspect: "b", Severity: effect.Breaking}, {Aspect: "c", Severity: effect.Notable}, {Aspect: "d"}}
	if effect.Worst(changes) != effect.Breaking || effect.Worst(nil) != effect.Cosmetic {
		t.Error("Worst is not the heaviest severity")
	}
	effect.BySeverity(changes)
	order := slices.Collect(func(yield func(string) bool) {
		for _, c := range changes {
			yield(c.Aspect)
		}
	})
	if strings.Join(order, "") != "bcad" {
		t.Errorf("order %v, want b c a d", order)
	}
}
