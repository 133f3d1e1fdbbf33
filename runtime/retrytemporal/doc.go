// Package retrytemporal runs Temporal activities under a retry policy.
//
// A Temporal server schedules the attempts of an activity by the RetryPolicy
// of its options, which knows exponential waits without jitter and error types
// by name. [ActivityInterceptor] adds the rest of a policy in the worker: it
// marks errors that the policy does not retry, and sets each wait that the
// server would compute differently.
//
//	w := worker.New(c, queue, worker.Options{
//		Interceptors: []interceptor.WorkerInterceptor{retrytemporal.ActivityInterceptor(policy, "Charge")},
//	})
//
// To Temporal every attempt counts, also after a [retry.RequeueAfter]. What
// spans attempts cannot be kept, because they may run in different processes:
// the wait budget, the quota, the breaker, observers, and the chain of
// decorrelated waits. Each decorrelated wait is drawn from a new chain.
package retrytemporal
