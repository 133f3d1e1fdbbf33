package retryasynq

import (
	"context"
	"strings"
	"time"

	"github.com/hibiken/asynq"

	retry "github.com/retrygen/retrygen/runtime"
)

// Policies are the policies of a server, by the type of the task: a server has one
// RetryDelayFunc, one IsFailure and one handler for all of its tasks. As in an
// [asynq.ServeMux], a type stands for all types that begin with it, and the longest
// one decides. Tasks of other types are left to asynq. The map must not be changed
// once a server uses it.
//
//	policies := retryasynq.Policies{"charge:": ChargePolicy(), "mail:": MailPolicy()}
//	server := asynq.NewServer(redis, asynq.Config{
//		RetryDelayFunc: policies.RetryDelay(),
//		IsFailure:      policies.IsFailure(),
//	})
//	server.Start(policies.Handler(mux))
type Policies map[string]*retry.Policy

// Of returns the policy of tasks of a type, or nil.
func (p Policies) Of(taskType string) *retry.Policy {
	longest := -1
	var found *retry.Policy
	for prefix, policy := range p {
		if len(prefix) > longest && strings.HasPrefix(taskType, prefix) {
			longest, found = len(prefix), policy
		}
	}
	return found
}

// Handler is [Handler] with the policy of each task.
func (p Policies) Handler(next asynq.Handler) asynq.Handler {
	handlers := make(map[*retry.Policy]asynq.Handler, len(p))
	for _, policy := range p {
		handlers[policy] = Handler(policy, next)
	}
	return asynq.HandlerFunc(func(ctx context.Context, task *asynq.Task) error {
		if policy := p.Of(task.Type()); policy != nil {
			return handlers[policy].ProcessTask(ctx, task)
		}
		return next.ProcessTask(ctx, task)
	})
}

// RetryDelay is [RetryDelay] with the policy of each task. Tasks without a policy
// wait as [asynq.DefaultRetryDelayFunc] says.
func (p Policies) RetryDelay() asynq.RetryDelayFunc {
	return func(retried int, err error, task *asynq.Task) time.Duration {
		if policy := p.Of(task.Type()); policy != nil {
			return RetryDelay(policy)(retried, err, task)
		}
		return asynq.DefaultRetryDelayFunc(retried, err, task)
	}
}

// IsFailure is [IsFailure] for all policies. asynq does not say of which task an
// error is: that of a [retry.RequeueAfter] is no failure of any.
func (p Policies) IsFailure() func(error) bool {
	return func(err error) bool {
		for _, policy := range p {
			if policy != nil && !IsFailure(policy)(err) {
				return false
			}
		}
		return err != nil
	}
}

// TaskOptions is [TaskOptions] with the policy of tasks of a type; none without
// one.
func (p Policies) TaskOptions(taskType string) []asynq.Option {
	if policy := p.Of(taskType); policy != nil {
		return TaskOptions(policy)
	}
	return nil
}
