package retry_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// The errors of Slack, of GitHub and of Kubernetes have the wait in a field.
type (
	slackError  struct{ RetryAfter time.Duration }
	githubError struct{ RetryAfter *time.Duration }
	details     struct{ RetryAfterSeconds int32 }
	kubeStatus  struct{ Details *details }
	kubeError   struct{ ErrStatus kubeStatus }
	floatError  struct{ RetryAfterSeconds float64 }
	otherError  struct{ RetryAfter string }
)

func (*slackError) Error() string  { return "slack" }
func (*githubError) Error() string { return "github" }
func (*kubeError) Error() string   { return "kubernetes" }
func (floatError) Error() string   { return "float" }
func (*otherError) Error() string  { return "other" }

func TestHintInAField(t *testing.T) {
	wait := 3 * time.Second
	for name, test := range map[string]struct {
		err  error
		want time.Duration
	}{
		"duration":          {&slackError{time.Second}, time.Second},
		"wrapped":           {fmt.Errorf("post: %w", errors.Join(errors.New("x"), &slackError{time.Second})), time.Second},
		"pointer":           {&githubError{&wait}, wait},
		"nil pointer":       {&githubError{}, time.Millisecond},
		"nested":            {&kubeError{kubeStatus{&details{7}}}, 7 * time.Second},
		"nested, nil":       {&kubeError{}, time.Millisecond},
		"fraction":          {floatError{0.25}, 250 * time.Millisecond},
		"zero":              {&slackError{}, time.Millisecond},
		"of another type":   {&otherError{"1"}, time.Millisecond},
		"more than fits":    {floatError{math.Inf(1)}, time.Hour},
		"less than nothing": {floatError{-1}, time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := retry.New(retry.Config{
					MaxAttempts: 2,
					Backoff:     retry.Backoff{Delay: func(int) time.Duration { return time.Millisecond }},
					RetryAfter:  retry.RetryAfter{Max: time.Hour},
				})
				began := time.Now()
				_ = p.Do(context.Background(), func(context.Context) error { return test.err })
				if waited := time.Since(began); waited != test.want {
					t.Errorf("waited %v, want %v", waited, test.want)
				}
			})
		})
	}
}
