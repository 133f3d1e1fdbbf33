package retryriver

import (
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	retry "github.com/retrygen/retrygen/runtime"
)

// ClientRetryPolicy returns policy as the retry policy of a River client. It
// applies to jobs whose worker does not choose a time itself, and sees only the
// number of the attempt: hints, throttling and final errors need [NewWorker].
func ClientRetryPolicy(policy *retry.Policy) river.ClientRetryPolicy {
	return clientRetryPolicy{policy}
}

type clientRetryPolicy struct{ policy *retry.Policy }

// NextRetry implements [river.ClientRetryPolicy].
func (p clientRetryPolicy) NextRetry(job *rivertype.JobRow) time.Time {
	return time.Now().Add(p.policy.Delay(job.Attempt))
}
