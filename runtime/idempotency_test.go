package retry_test

import (
	"context"
	"regexp"
	"testing"

	retry "github.com/retrygen/retrygen/runtime"
)

func TestIdempotencyKey(t *testing.T) {
	none := context.Background()
	own := retry.WithIdempotencyKey(none, "order-7")
	hidden := retry.WithIdempotencyKey(own, "")
	for name, test := range map[string]struct {
		ctx  context.Context
		want string
	}{
		"none": {none, ""}, "own": {own, "order-7"}, "hidden": {hidden, ""},
		"own is kept": {retry.EnsureIdempotencyKey(own), "order-7"},
	} {
		if got := retry.IdempotencyKey(test.ctx); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
	if retry.IdempotencyKey(retry.EnsureIdempotencyKey(hidden)) == "" {
		t.Error("no key was made")
	}
}

func TestNewIdempotencyKey(t *testing.T) {
	valid := regexp.MustCompile(`^[A-Z2-7]{26,}$`) // 26 characters of base32 hold 130 bits
	seen := map[string]bool{}
	for range 1000 {
		key := retry.NewIdempotencyKey()
		if !valid.MatchString(key) || seen[key] {
			t.Fatalf("key %q is malformed or repeated", key)
		}
		seen[key] = true
	}
}

func TestIdempotencyKeyIsTheSameInEveryAttempt(t *testing.T) {
	p := retry.New(retry.Config{MaxAttempts: 3})
	ctx := retry.EnsureIdempotencyKey(t.Context())
	var keys []string
	for name, run := range loops {
		keys = keys[:0]
		_ = run(ctx, p, func(ctx context.Context) error {
			keys = append(keys, retry.IdempotencyKey(ctx))
			return errDown
		})
		if len(keys) != 3 || keys[0] != keys[1] || keys[1] != keys[2] || keys[0] == "" {
			t.Errorf("%s: keys %q", name, keys)
		}
	}
}
