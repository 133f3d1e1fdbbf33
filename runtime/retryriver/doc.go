// Package retryriver runs River jobs under a retry policy.
//
// River stores the attempts of a job and schedules them; the policy decides
// after each failure whether there is another attempt, and when:
//
//	worker := retryriver.NewWorker(next, policy)
//	river.AddWorker(workers, worker)
//	client.Insert(ctx, args, &river.InsertOpts{MaxAttempts: policy.MaxAttempts()})
//
// [NewWorker] wraps one worker and sees its errors. [ClientRetryPolicy] sets
// the policy for all jobs of a client whose workers have none; it sees only the
// number of the attempt.
//
// What spans attempts cannot be kept, because they may run in different
// processes: the total timeout, the wait budget, the quota, the breaker,
// observers, and the chain of decorrelated waits. Each decorrelated wait is
// drawn from a new chain.
package retryriver
