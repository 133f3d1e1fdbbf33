package jitter

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

const (
	draws = 1_000_000
	cells = 100
	// improbable is the chi-square of that many cells less one that chance passes
	// once in a thousand times.
	improbable = 148.23
)

// tests are the policies, the retry that is drawn, and the law of its waits:
// the chance that a wait is no longer than one, and the mean.
var tests = []struct {
	name  string
	make  func(...retry.Option) *retry.Policy
	retry int
	law   func(wait time.Duration) float64
	mean  time.Duration
}{
	{"milliseconds", MillisecondsPolicy, 1, grid(0, 9999*ms), 4999500 * time.Microsecond},
	{"milliseconds in code", MillisecondsInCodePolicy, 1, grid(0, 9999*ms), 4999500 * time.Microsecond},
	{"upper half", UpperHalfPolicy, 1, grid(1000*ms, 1999*ms), 1499500 * time.Microsecond},
	{"upper half in code", UpperHalfInCodePolicy, 1, grid(1000*ms, 1999*ms), 1499500 * time.Microsecond},
	{"around", AroundPolicy, 1, between(6*time.Second, 10*time.Second), 8 * time.Second},
	{"around in code", AroundInCodePolicy, 1, between(7*time.Second, 9*time.Second), 8 * time.Second},
	{"below", BelowPolicy, 1, between(7*time.Second, 10*time.Second), 8500 * ms},
	{"request", RequestPolicy, 1, between(0, 10*time.Second), 5 * time.Second},
	{"operation", OperationPolicy, 1, between(0, 10*time.Second), 5 * time.Second},
	{"operation half", OperationHalfPolicy, 1, between(5*time.Second, 10*time.Second), 7500 * ms},
	{"related, first", RelatedPolicy, 1, between(time.Second, 4*time.Second), 2500 * ms},
	{"related, second", RelatedPolicy, 2, secondRelated, 4750 * ms},
}

const ms = time.Millisecond

// between is the law of a wait that is as likely anywhere between two.
func between(shortest, longest time.Duration) func(time.Duration) float64 {
	return func(wait time.Duration) float64 { return float64(wait-shortest) / float64(longest-shortest) }
}

// grid is that of whole milliseconds. Every one stands for the time up to the
// next, at the middle of which it is counted.
func grid(shortest, longest time.Duration) func(time.Duration) float64 {
	spread := between(shortest, longest+ms)
	return func(wait time.Duration) float64 { return spread(wait + ms/2) }
}

// secondRelated is the law of 1s + U × 3 × P, where P is as likely anywhere
// between 1s and 4s, and U between 0 and 1.
func secondRelated(wait time.Duration) float64 {
	x := wait.Seconds() - 1
	if x <= 3 {
		return x / 9 * math.Log(4)
	}
	return (x/3-1)/3 + x/9*math.Log(12/x)
}

// TestJitterIsUniform: the waits follow their law, reach both of its ends, and
// are neither longer nor shorter than it on average.
func TestJitterIsUniform(t *testing.T) {
	for i, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := test.make(retry.WithRand(rand.NewPCG(9, uint64(i))))
			s := sampled(func() time.Duration { return p.Delay(test.retry) }, test.law)
			if s.chiSquare() > improbable {
				t.Errorf("chi-square %.1f: %v", s.chiSquare(), s.counts)
			}
			if bias := s.mean()/float64(test.mean) - 1; math.Abs(bias) > 0.005 {
				t.Errorf("the mean is %v, want %v", time.Duration(s.mean()), test.mean)
			}
			shortest, longest := p.Bounds(test.retry)
			near := (longest - shortest) / 1000
			if test.retry > 1 {
				near *= 100 // both draws have to be extreme
			}
			if s.least < shortest || s.least > shortest+near || s.most > longest || s.most < longest-near {
				t.Errorf("from %v to %v, want from %v to %v", s.least, s.most, shortest, longest)
			}
		})
	}
}

// TestCutJitterKeepsItsShares: where a draw is cut off, be it at a cap or at no
// wait at all, the waits pile up there as often as draws lie beyond, and no more.
func TestCutJitterKeepsItsShares(t *testing.T) {
	tests := []struct {
		policy *retry.Policy
		at     time.Duration
		share  float64
	}{
		{CappedPolicy(retry.WithRand(rand.NewPCG(9, 20))), 6 * time.Second, 0.4},
		{WidePolicy(retry.WithRand(rand.NewPCG(9, 21))), 0, 1. / 6},
	}
	for _, test := range tests {
		cut := 0
		for range draws {
			if test.policy.Delay(1) == test.at {
				cut++
			}
		}
		if share := float64(cut) / draws; math.Abs(share/test.share-1) > 0.01 {
			t.Errorf("%s: %.4f of the draws are %v, want %.4f", test.policy.Name(), share, test.at, test.share)
		}
	}
}

// TestUnevenDrawsAreSeen is the control of TestJitterIsUniform: draws that are
// too coarse, or a hundredth too long, or too often at one end, do not pass.
func TestUnevenDrawsAreSeen(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	even := func() time.Duration { return time.Duration(random.Int64N(int64(10*time.Second) + 1)) }
	for name, draw := range map[string]func() time.Duration{
		"coarse":    func() time.Duration { return even().Truncate(time.Second / 8) },
		"longer":    func() time.Duration { return min(even()*101/100, 10*time.Second) },
		"at an end": func() time.Duration { return max(even()-20*ms, 0) },
	} {
		if s := sampled(draw, between(0, 10*time.Second)); s.chiSquare() <= improbable {
			t.Errorf("%s: chi-square %.1f", name, s.chiSquare())
		}
	}
}

// sample is what was drawn: how often each cell of equal chance, and the whole.
type sample struct {
	counts      [cells]int
	least, most time.Duration
	sum         float64
}

func sampled(draw func() time.Duration, law func(time.Duration) float64) *sample {
	s := &sample{least: math.MaxInt64}
	for range draws {
		wait := draw()
		s.counts[min(max(int(law(wait)*cells), 0), cells-1)]++
		s.least, s.most = min(s.least, wait), max(s.most, wait)
		s.sum += float64(wait)
	}
	return s
}

func (s *sample) mean() float64 { return s.sum / draws }

func (s *sample) chiSquare() (sum float64) {
	const want = float64(draws) / cells
	for _, count := range s.counts {
		sum += (float64(count) - want) * (float64(count) - want) / want
	}
	return sum
}

// childVariable makes a process of this test print waits and end.
const childVariable = "RETRYGEN_TEST_DRAW"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) != "" {
		for range 4 {
			fmt.Println(RequestPolicy().Delay(1), RelatedPolicy().Delay(3))
		}
		return
	}
	os.Exit(m.Run())
}

// TestProcessesDrawDifferently: services that start at the same time do not
// retry at the same times.
func TestProcessesDrawDifferently(t *testing.T) {
	var outputs [2][]byte
	for i := range outputs {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childVariable+"=1")
		out, err := cmd.Output()
		if err != nil || bytes.Count(out, []byte("\n")) != 4 {
			t.Fatalf("%v: %q", err, out)
		}
		outputs[i] = out
	}
	if bytes.Equal(outputs[0], outputs[1]) {
		t.Errorf("both draw %q", outputs[0])
	}
}
