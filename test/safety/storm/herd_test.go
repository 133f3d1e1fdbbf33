package storm

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// serverFunc is a server of one function.
type serverFunc func(context.Context) error

// Call is one request.
func (f serverFunc) Call(ctx context.Context) error { return f(ctx) }

// newHerd and newLockstep make the clients of a herd.
func newHerd(next Server, opts ...retry.Option) Server     { return NewHerd(next, opts...) }
func newLockstep(next Server, opts ...retry.Option) Server { return NewLockstep(next, opts...) }

// spread is how the retries of a herd arrive: the busiest hundredth of a second
// over the mean, and the share of them that are empty, in a hundred.
type spread struct{ peak, empty float64 }

// herd lets 1000 clients fail within a hundredth of a second, and looks at
// their retries until the last.
func herd(t *testing.T, make maker, seed uint64) spread {
	t.Helper()
	var found []spread
	for i := range uint64(5) { // the figures of one herd vary
		found = append(found, herdOf(t, make, seed*100+i))
	}
	peaks, empties := []float64{}, []float64{}
	for _, s := range found {
		peaks, empties = append(peaks, s.peak), append(empties, s.empty)
	}
	slices.Sort(peaks)
	slices.Sort(empties)
	return spread{peaks[2], empties[2]}
}

func herdOf(t *testing.T, make maker, seed uint64) (s spread) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		draw := rand.New(rand.NewPCG(seed, 1))
		start := time.Now()
		var mu sync.Mutex
		first := map[int]bool{}
		var bins []int
		var calls sync.WaitGroup
		for i := range 1000 {
			client := make(serverFunc(func(context.Context) error {
				mu.Lock()
				defer mu.Unlock()
				if !first[i] {
					first[i] = true
					return errDown
				}
				bin := int(time.Since(start) / (10 * time.Millisecond))
				for len(bins) <= bin {
					bins = append(bins, 0)
				}
				bins[bin]++
				return errDown
			}), retry.WithRand(rand.NewPCG(seed, uint64(i)+2)))
			begin := draw.Int64N(int64(10 * time.Millisecond))
			calls.Go(func() {
				time.Sleep(time.Duration(begin))
				_ = client.Call(t.Context())
			})
		}
		calls.Wait()
		s = spreadOf(bins)
	})
	return s
}

func spreadOf(bins []int) spread {
	total, empty := 0, 0
	for _, n := range bins {
		total += n
		if n == 0 {
			empty++
		}
	}
	mean := float64(total) / float64(len(bins))
	return spread{float64(slices.Max(bins)) / mean, 100 * float64(empty) / float64(len(bins))}
}
