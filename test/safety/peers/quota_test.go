package peers

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

var quotaBugs = []bug{
	{28, "the bucket is not installed", "awslabs/aws-sdk-rust#1234", onVirtualTime(generatedClientHasItsQuota)},
	{29, "an empty bucket stays empty until the restart", "aws/aws-sdk-go-v2#3550", onVirtualTime(emptyQuotaFills)},
	{30, "tokens are lost where a retry ends in a final error", "aws/aws-sdk-go-v2#3186", onVirtualTime(finalErrorAfterARetry)},
	{31, "the token of an aborted attempt is never released", "aws/aws-sdk-go-v2#1413", onVirtualTime(abortedAttempts)},
	{32, "a pool of workers is stuck for ever", "cockroachdb/cockroach#151748", onVirtualTime(workersGetGoing)},
	{33, "one bucket for hundreds runs dry, and nobody is told", "aws/aws-sdk-go-v2#1665, hashicorp/terraform-provider-aws#34669", onVirtualTime(refusalsSayWhy)},
	{34, "parameters do not change where the name exists", "grpc/grpc#38947", sharedByName},
	{35, "1000 tokens are refused, attempts cut to 5", "grpc/grpc-go#2670, #4615", onVirtualTime(boundsAreInclusive)},
	{36, "a budget of what is under way starves a lone caller", "envoyproxy/envoy#25660, failsafe-go/failsafe-go#139", onVirtualTime(aLoneCaller)},
	{37, "requests count when they end, not when they begin", "zeromicro/go-zero#5011", onVirtualTime(slowAnswersCount)},
}

// attempts returns the attempts of a number of calls.
func attempts(t *testing.T, client Store, s *store, calls int) int {
	t.Helper()
	before := s.calls
	for range calls {
		_, _ = client.Get(t.Context(), "x")
	}
	return s.calls - before
}

// quotaOf returns a policy and its quota, as the spec has it.
func quotaOf(attempts int) (*retry.Policy, *retry.Quota) {
	q := retry.NewQuota(retry.DefaultQuota())
	return GuardedPolicy(retry.WithQuota(q), retry.WithMaxAttempts(attempts)), q
}

func generatedClientHasItsQuota(t *testing.T) {
	s := &store{errs: []error{errDown}}
	client := NewGuarded(s)
	_ = attempts(t, client, s, 5) // ten retries of cost 10, and what time gives back
	if got := attempts(t, client, s, 4); got > 5 {
		t.Errorf("four calls make %d attempts with an empty quota", got)
	}
	if again := attempts(t, NewGuarded(s), s, 1); again != 3 {
		t.Errorf("another client makes %d attempts: it has a quota of its own", again)
	}
}

func emptyQuotaFills(t *testing.T) {
	s := &store{errs: []error{errDown}}
	client := NewGuarded(s)
	_ = attempts(t, client, s, 40)
	time.Sleep(21 * time.Second)
	expect(t, "a retry is granted again", attempts(t, client, s, 1) >= 2)
}

func finalErrorAfterARetry(t *testing.T) {
	p, q := quotaOf(3)
	_ = p.Do(t.Context(), (&failing{[]error{errDown, retry.Prune(errDown)}}).try)
	expect(t, "the retry that did not succeed is paid for", q.Tokens() == 90.5) // half a token is that of the second that it waited
	_ = p.Do(t.Context(), (&failing{[]error{errDown, nil}}).try)
	expect(t, "the one that did is not", q.Tokens() == 91)
}

// failing fails with its errors in turn.
type failing struct{ errs []error }

func (f *failing) try(context.Context) error {
	err := f.errs[0]
	f.errs = f.errs[1:]
	return err
}

func abortedAttempts(t *testing.T) {
	p, q := quotaOf(3)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(500*time.Millisecond, cancel)
	_ = p.Do(ctx, func(context.Context) error { return errDown })
	expect(t, "a retry that was not made costs nothing", q.Tokens() == 100)
	func() {
		defer func() { expect(t, "the panic comes through", recover() == "boom") }()
		_ = p.Do(t.Context(), func(context.Context) error { panic("boom") })
	}()
	expect(t, "a panic costs nothing either", q.Tokens() == 100)
}

func workersGetGoing(t *testing.T) {
	healthy := time.Now().Add(30 * time.Second)
	client := NewGuarded(getter(func() error {
		if time.Now().Before(healthy) {
			return errDown
		}
		return nil
	}))
	var workers sync.WaitGroup
	for range 16 {
		workers.Go(func() {
			for _, err := client.Get(t.Context(), "x"); err != nil; _, err = client.Get(t.Context(), "x") {
				time.Sleep(time.Millisecond)
			}
		})
	}
	workers.Wait()
	expect(t, "all workers are done a minute later", time.Since(healthy) <= time.Minute)
}

// getter is a store that only says whether it works.
type getter func() error

func (g getter) Get(context.Context, string) (string, error) { return "", g() }

func refusalsSayWhy(t *testing.T) {
	s := &store{errs: []error{errDown}}
	client := NewGuarded(s)
	_ = attempts(t, client, s, 40)
	_, err := client.Get(t.Context(), "x")
	expect(t, "the error names the quota, its tokens and the last error",
		reason(err) == retry.ReasonQuota && contains(err.Error(), "client-side retry quota exhausted", "of 100 tokens left") && errors.Is(err, errDown))
}

func sharedByName(t *testing.T) {
	first := retry.SharedQuota("peers/34", retry.QuotaConfig{Capacity: 7, RetryCost: 1})
	second := retry.SharedQuota("peers/34", retry.QuotaConfig{Capacity: 9, RetryCost: 1})
	expect(t, "the first parameters hold, as documented", first == second && second.Capacity() == 7)
}

func boundsAreInclusive(t *testing.T) {
	q := retry.NewQuota(retry.QuotaConfig{Capacity: retry.MaxQuota, RetryCost: 1})
	expect(t, "the greatest capacity is a capacity", q.Capacity() == retry.MaxQuota)
	made := 0
	_ = LinearPolicy().Do(t.Context(), func(context.Context) error { made++; return errDown })
	expect(t, "901 attempts are 901", made == 901)
}

func aLoneCaller(t *testing.T) {
	failures := 0
	s := &store{}
	client := NewGuarded(s)
	for i := range 1000 {
		s.calls, s.errs = 0, []error{nil}
		if i%10 == 0 {
			s.errs = []error{errDown, nil}
		}
		if _, err := client.Get(t.Context(), "x"); err != nil {
			failures++
		}
	}
	expect(t, "a caller alone gets every retry that it needs", failures == 0)
}

func slowAnswersCount(t *testing.T) {
	p, q := quotaOf(2)
	go func() {
		_ = p.Do(t.Context(), func(ctx context.Context) error { time.Sleep(10 * time.Second); return errDown })
	}()
	time.Sleep(11*time.Second + time.Millisecond) // the retry has begun and not ended
	expect(t, "the retry is paid for when it begins", q.Tokens() == 90.5)
	time.Sleep(time.Minute)
}
