// Package vectors holds the policies of the test vectors as generated code, and
// compares them with the vectors and with package policy.
package vectors

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"time"

	"github.com/retrygen/retrygen/internal/compile"
	"github.com/retrygen/retrygen/internal/policy"
	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/schema"
)

//go:embed vectors.retry.json
var spec []byte

// vector is a policy and the waits that its own system, or its documentation,
// makes of it.
type vector struct {
	Name   string `json:"name"`
	Expect struct {
		MaxAttempts int                `json:"max_attempts"`
		Waits       [][2]time.Duration `json:"waits_ns"`
	} `json:"expect"`
}

// Check compares every generated policy. It reads the vectors from the
// directory next to the cases.
func Check() error {
	loaded, findings := schema.Load("vectors.retry.json", spec)
	if err := findings.Err(); err != nil {
		return err
	}
	vectors, err := readVectors("../vectors/policies.json")
	if err != nil {
		return err
	}
	var errs []error
	if len(loaded.Policies) != len(vectors) || len(constructors) != len(vectors) {
		errs = append(errs, fmt.Errorf("%d policies and %d constructors for %d vectors", len(loaded.Policies), len(constructors), len(vectors)))
	}
	for _, p := range loaded.Policies {
		construct, known := constructors[p.Name]
		if !known {
			errs = append(errs, fmt.Errorf("policy %s has no constructor", p.Name))
			continue
		}
		c := comparison{want: compile.Policy(p), construct: construct}
		errs = append(errs, c.vector(vectors[p.Description]), c.bounds(), c.delays(), c.throttled(), c.range10000())
	}
	return errors.Join(errs...)
}

// readVectors returns the vectors that have waits by the description that their
// policies have in the spec.
func readVectors(name string) (map[string]vector, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var list []vector
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, err
	}
	vectors := map[string]vector{}
	for _, v := range list {
		if v.Expect.Waits != nil {
			vectors[v.Name+"."] = v
		}
	}
	return vectors, nil
}

// comparison compares a generated policy with its compiled form.
type comparison struct {
	want      *policy.Policy
	construct func(...retry.Option) *retry.Policy
}

// vector compares the generated policy with its vector.
func (c comparison) vector(v vector) error {
	got := c.construct()
	if got.MaxAttempts() != v.Expect.MaxAttempts {
		return fmt.Errorf("%s: %d attempts, want %d", v.Name, got.MaxAttempts(), v.Expect.MaxAttempts)
	}
	for i, want := range v.Expect.Waits {
		shortest, longest := got.Bounds(i + 1)
		if !near(shortest, want[0]) || !near(longest, want[1]) {
			return fmt.Errorf("%s: retry %d waits %v to %v, want %v to %v", v.Name, i+1, shortest, longest, want[0], want[1])
		}
	}
	return nil
}

// near allows for the float64 seconds that the vectors were computed with.
func near(got, want time.Duration) bool {
	return (got - want).Abs() <= max(time.Microsecond, want/1e9)
}

// retries is how many retries are compared.
const retries = 200

// bounds compares the shortest and the longest waits.
func (c comparison) bounds() error {
	got := c.construct()
	for n := 1; n <= retries; n++ {
		shortest, longest := got.Bounds(n)
		if s, l := c.want.Backoff.Bounds(n); shortest != s || longest != l {
			return fmt.Errorf("%s: retry %d waits %v to %v, want %v to %v", c.want.Name, n, shortest, longest, s, l)
		}
	}
	return nil
}

// word is a source that always gives itself.
type word uint64

// Uint64 returns w.
func (w word) Uint64() uint64 { return uint64(w) }

// words are the ends of the random numbers, and numbers between them.
func words() []word {
	words := []word{0, 1, math.MaxUint64 - 1, math.MaxUint64, 1 << 63, 1<<63 - 1}
	source := rand.NewPCG(1, 2)
	for range 40 {
		words = append(words, word(source.Uint64()))
	}
	return words
}

// delays compares the draws of the generated functions with those of package
// policy, bit for bit.
func (c comparison) delays() error {
	for _, w := range words() {
		got := c.construct(retry.WithRand(w))
		previous := time.Duration(0)
		for n := 1; n <= retries; n++ {
			want := c.want.Backoff.Delay(n, uint64(w))
			if c.want.Backoff.Jitter == policy.Decorrelated {
				want = c.want.Backoff.DelayAfter(previous, uint64(w))
				previous = want
			}
			if delay := got.Delay(n); delay != want {
				return fmt.Errorf("%s: retry %d with word %#x waits %v, want %v", c.want.Name, n, uint64(w), delay, want)
			}
		}
	}
	return nil
}

// throttled is delays for the waits after throttling errors.
func (c comparison) throttled() error {
	got, known := throttling[c.want.Name]
	if known != (c.want.Throttling != nil) {
		return fmt.Errorf("%s: has waits after throttling errors: %t", c.want.Name, known)
	}
	if !known {
		return nil
	}
	for _, w := range words() {
		for n := 1; n <= retries; n++ {
			if want := c.want.Throttling.Delay(n, uint64(w)); got(n, uint64(w)) != want {
				return fmt.Errorf("%s: throttled retry %d with word %#x waits %v, want %v", c.want.Name, n, uint64(w), got(n, uint64(w)), want)
			}
		}
	}
	return nil
}

// range10000 draws the first wait 10,000 times: every draw is inside the
// bounds, and some come near to both.
func (c comparison) range10000() error {
	got := c.construct(retry.WithRand(rand.NewPCG(3, 4)))
	low, high := got.Bounds(1)
	least, most := high, low
	for range 10000 {
		delay := got.Delay(1)
		if delay < low || delay > high {
			return fmt.Errorf("%s: drew %v outside of %v to %v", c.want.Name, delay, low, high)
		}
		least, most = min(least, delay), max(most, delay)
	}
	if slack := (high - low) / 100; least > low+slack || most < high-slack {
		return fmt.Errorf("%s: drew %v to %v of %v to %v", c.want.Name, least, most, low, high)
	}
	return nil
}
