package retrytemporal

import (
	"context"
	"errors"
	"slices"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/temporal"

	retry "github.com/retrygen/retrygen/runtime"
)

// ActivityInterceptor returns a worker interceptor for activities that follow
// policy: the activities with the given names, or all activities of the worker
// if no names are given.
func ActivityInterceptor(policy *retry.Policy, names ...string) interceptor.WorkerInterceptor {
	return &workerInterceptor{names: names, policy: policy}
}

type workerInterceptor struct {
	interceptor.WorkerInterceptorBase
	names  []string
	policy *retry.Policy
}

// InterceptActivity implements [interceptor.WorkerInterceptor].
func (w *workerInterceptor) InterceptActivity(ctx context.Context, next interceptor.ActivityInboundInterceptor) interceptor.ActivityInboundInterceptor {
	if len(w.names) > 0 && !slices.Contains(w.names, activity.GetInfo(ctx).ActivityType.Name) {
		return next
	}
	inbound := &activityInterceptor{policy: w.policy}
	inbound.Next = next
	return inbound
}

type activityInterceptor struct {
	interceptor.ActivityInboundInterceptorBase
	policy *retry.Policy
}

// ExecuteActivity implements [interceptor.ActivityInboundInterceptor]. It
// leaves an activity that completes later, or that was cancelled, alone.
func (a *activityInterceptor) ExecuteActivity(ctx context.Context, input *interceptor.ExecuteActivityInput) (any, error) {
	result, err := a.Next.ExecuteActivity(ctx, input)
	if err == nil || ctx.Err() != nil || errors.Is(err, activity.ErrResultPending) || temporal.IsCanceledError(err) {
		return result, err
	}
	return result, failure(a.policy, activity.GetInfo(ctx), err)
}
