package model

import (
	"fmt"
	"time"

	"github.com/retrygen/retrygen/internal/policy"
	"github.com/retrygen/retrygen/schema"
)

// The packages of Temporal's SDK, and the runtime for it.
const (
	temporalPath            = "go.temporal.io/sdk/temporal"
	temporalInterceptorPath = "go.temporal.io/sdk/interceptor"
	temporalWorkflowPath    = "go.temporal.io/sdk/workflow"
	temporalClientPath      = "go.temporal.io/sdk/client"
	temporalRuntime         = RuntimePath + "/retrytemporal"
)

var temporal = &Kind{
	Name: "temporal", System: "Temporal", Runtime: "retrytemporal",
	Imports: []string{temporalPath, temporalInterceptorPath, temporalWorkflowPath, temporalClientPath},
	Job: &JobKind{
		Declare: temporalDeclarations, Losses: temporalLosses,
	},
}

func temporalDeclarations(p *Job) []Declaration {
	options := Name{temporalWorkflowPath, "ActivityOptions"}
	return append([]Declaration{
		Function{
			Name: p.Exported + "ActivityInterceptor",
			Doc: []string{fmt.Sprintf("%sActivityInterceptor returns an interceptor for the workers of activities that follow policy %s: "+
				"the activities with the given names, or all activities of the worker.", p.Exported, p.Name)},
			Params: []Parameter{{"activities", Slice{Local("string")}}}, HasOptions: true,
			Result: Name{temporalInterceptorPath, "WorkerInterceptor"},
			Value:  Call{Name{temporalRuntime, "ActivityInterceptor"}, []Expression{p.made(), Spread{Local("activities")}}},
		},
		Function{
			Name: p.Exported + "ActivityOptions", Doc: []string{temporalOptionsDoc(p)},
			Result: options, Value: Composite{options, temporalOptions(p)},
		},
		Function{
			Name: p.Exported + "RetryPolicy", Doc: []string{temporalPolicyDoc(p)},
			Result: Pointer{Name{temporalPath, "RetryPolicy"}},
			Value:  Pointer{Composite{Name{temporalPath, "RetryPolicy"}, p.TemporalRetry().fields()}},
		},
	}, temporalOtherOptions(p)...)
}

// temporalOtherOptions returns the declarations for what takes a RetryPolicy, other
// than activities: local activities, child workflows, workflows that a client
// starts, and those that a schedule starts.
func temporalOtherOptions(p *Job) []Declaration {
	function := func(name, doc string, result Name, isPointer bool, fields []Field) Function {
		f := Function{Name: p.Exported + name, Doc: []string{p.Exported + name + " returns " + doc}, Result: result, Value: Composite{result, fields}}
		if isPointer {
			f.Result, f.Value = Pointer{f.Result}, Pointer{f.Value}
		}
		return f
	}
	workflows := temporalTimeouts(p, "WorkflowRunTimeout", "WorkflowExecutionTimeout")
	return []Declaration{
		function("ChildWorkflowOptions", fmt.Sprintf("the options of child workflows that follow policy %s: %s", p.Name, temporalRuns(p)),
			Name{temporalWorkflowPath, "ChildWorkflowOptions"}, false, workflows),
		function("LocalActivityOptions", fmt.Sprintf("the options of local activities that follow policy %s.", p.Name),
			Name{temporalWorkflowPath, "LocalActivityOptions"}, false, temporalOptions(p)),
		function("ScheduleAction", fmt.Sprintf("the action of a schedule that starts workflows under policy %s. Set Workflow and TaskQueue.", p.Name),
			Name{temporalClientPath, "ScheduleWorkflowAction"}, true, workflows),
		function("StartWorkflowOptions", fmt.Sprintf("the options of workflows that a client starts under policy %s: %s", p.Name, temporalRuns(p)),
			Name{temporalClientPath, "StartWorkflowOptions"}, false, workflows),
	}
}

// temporalRuns says what an attempt of a workflow is, and which waits it has.
func temporalRuns(p *Job) string {
	text := "each attempt is a run."
	if !p.TemporalRetry().IsExact {
		text += fmt.Sprintf(" No interceptor sees them, so that the waits are those of [%sRetryPolicy].", p.Exported)
	}
	return text
}

func temporalOptionsDoc(p *Job) string {
	doc := fmt.Sprintf("%sActivityOptions returns the options of activities that follow policy %s.", p.Exported, p.Name)
	if p.AttemptTimeout == 0 && p.TotalTimeout == 0 {
		doc += " Set StartToCloseTimeout: the policy bounds no attempt."
	}
	return doc
}

func temporalPolicyDoc(p *Job) string {
	if p.TemporalRetry().IsExact {
		return fmt.Sprintf("%sRetryPolicy returns policy %s as far as the server knows it.", p.Exported, p.Name)
	}
	return fmt.Sprintf("%sRetryPolicy returns what the server knows of policy %s, whose waits it cannot compute: "+
		"the interceptor of [%sActivityInterceptor] sets them.", p.Exported, p.Name, p.Exported)
}

func temporalOptions(p *Job) []Field {
	return temporalTimeouts(p, "StartToCloseTimeout", "ScheduleToCloseTimeout")
}

// temporalTimeouts returns the fields for the timeout of an attempt and for the
// timeout of all, and the RetryPolicy.
func temporalTimeouts(p *Job, attempt, total string) []Field {
	var fields []Field
	if p.AttemptTimeout > 0 {
		fields = append(fields, Field{attempt, DurationLiteral(p.AttemptTimeout)})
	}
	if p.TotalTimeout > 0 {
		fields = append(fields, Field{total, DurationLiteral(p.TotalTimeout)})
	}
	return append(fields, Field{"RetryPolicy", Call{Function: Local(p.Exported + "RetryPolicy")}})
}

// fields returns the fields of the RetryPolicy.
func (t temporalRetry) fields() []Field {
	fields := []Field{
		{"InitialInterval", DurationLiteral(t.Initial)},
		{"BackoffCoefficient", FloatLiteral(t.Coefficient)},
		{"MaximumInterval", DurationLiteral(t.Maximum)},
	}
	if t.Attempts > 0 {
		fields = append(fields, Field{"MaximumAttempts", NumberLiteral(t.Attempts)})
	}
	if len(t.Types) > 0 {
		fields = append(fields, Field{"NonRetryableErrorTypes", StringsLiteral(t.Types)})
	}
	return fields
}

// temporalLosses returns what a RetryPolicy of Temporal cannot say.
func temporalLosses(p *Job) []Loss {
	const drawn = "the worker's interceptor sets each wait after an error; after a timeout of the server it is "
	t := p.TemporalRetry()
	hint := drawn + Duration(t.Initial) + ", the same each time"
	if t.Coefficient > 1 {
		hint = drawn + Duration(t.Initial) + ", growing to " + Duration(t.Maximum)
	}
	var losses []Loss
	switch {
	case p.Backoff.Jitter != policy.NoJitter:
		losses = append(losses, p.loses("Temporal", "the jitter", hint))
	case !t.IsExact:
		losses = append(losses, p.loses("Temporal", "the waits", hint))
	}
	if p.AttemptTimeout == 0 && p.TotalTimeout == 0 {
		losses = append(losses, Loss{"Temporal starts no activity without a timeout, and policy " + p.Name + " has none",
			"write attempt_timeout, or set StartToCloseTimeout where the options are used"})
	}
	return losses
}

// temporalRetry is a policy as far as a RetryPolicy of Temporal can say it:
// initial × coefficient^(n−1), at most the maximum, without jitter.
type temporalRetry struct {
	Initial, Maximum time.Duration
	Coefficient      float64
	Attempts         int // 0 is unlimited
	Types            []string
	// isExact is set if the waits equal the policy's.
	IsExact bool
}

// temporalLongest is the longest interval that Temporal takes: 100 years of
// 365 days.
const temporalLongest = 100 * 365 * 24 * time.Hour

// TemporalRetry returns the policy in the words of Temporal. Where it cannot
// say the waits, they follow the nearest shape that it can: what the
// interceptor of the worker does not see, such as a timeout, waits so.
func (p *Job) TemporalRetry() temporalRetry {
	s := &p.Backoff
	t := temporalRetry{Coefficient: 1, Attempts: p.MaxAttempts, Types: p.temporalTypes()}
	isPower := s.Growth == policy.Exponential && s.Factor >= 1 && s.Factor <= 1e6
	if isPower {
		t.Coefficient = s.Factor
	}
	t.Maximum = min(s.Cap, temporalLongest)
	t.Initial = min(s.Wait(1), t.Maximum)
	if s.Jitter == policy.Decorrelated {
		t.Initial = min(s.First, t.Maximum)
	}
	isShape := isPower || s.Growth == policy.Constant
	t.IsExact = isShape && s.Jitter == policy.NoJitter && t.Initial > 0 && p.Throttling == nil
	if p.BackoffFunc != nil {
		t.Initial = min(time.Second, t.Maximum)
	}
	if t.Initial <= 0 { // 0 would stand for the default of a second
		t.Initial, t.Coefficient = time.Millisecond, 1
	}
	t.Maximum = max(t.Maximum, t.Initial)
	return t
}

// temporalTypes returns the names of the error types that are final under the
// policy.
func (p *Job) temporalTypes() []string {
	var names []string
	for _, m := range p.Stop {
		switch m := m.(type) {
		case schema.TypeMatcher:
			names = append(names, m.Type)
		case schema.ClassMatcher:
			if m.Type != "" {
				names = append(names, m.Type)
			}
		}
	}
	return names
}
