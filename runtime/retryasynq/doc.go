// Package retryasynq runs asynq tasks under a retry policy.
//
// asynq stores the attempts of a task and schedules them. The policy sets the
// wait after each failure, and ends tasks whose error is final:
//
//	server := asynq.NewServer(redis, asynq.Config{
//		RetryDelayFunc: retryasynq.RetryDelay(policy),
//		IsFailure:      retryasynq.IsFailure(policy),
//	})
//	server.Start(retryasynq.Handler(policy, next))
//	client.Enqueue(asynq.NewTask(name, payload, retryasynq.TaskOptions(policy)...))
//
// A server with several types of tasks takes [Policies].
//
// What spans attempts cannot be kept, because they may run in different
// processes: the total timeout, the wait budget, the quota, the breaker,
// observers, and the chain of decorrelated waits. Each decorrelated wait is
// drawn from a new chain.
package retryasynq
