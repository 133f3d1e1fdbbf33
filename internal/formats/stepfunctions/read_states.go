package stepfunctions

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/policy"
)

// retrierKeys are the fields of a retrier in the Amazon States Language.
var retrierKeys = []string{"ErrorEquals", "IntervalSeconds", "MaxAttempts", "BackoffRate", "MaxDelaySeconds", "JitterStrategy", "Comment"}

// reservedErrors are the names that begin with "States." and are ones.
var reservedErrors = []string{
	"States.ALL", "States.Timeout", "States.TaskFailed", "States.Permissions", "States.HeartbeatTimeout", "States.DataLimitExceeded",
	"States.Runtime", "States.ResultPathMatchFailure", "States.ParameterPathFailure", "States.QueryEvaluationError",
	"States.BranchFailed", "States.NoChoiceMatched", "States.IntrinsicFailure", "States.ExceedToleratedFailureThreshold",
	"States.ItemReaderFailed", "States.ResultWriterFailed", "States.Http.Socket",
}

func isStateMachine(root *document.Node) bool {
	items := root.Items()
	return root.Has("States") || root.Has("Retry") || len(items) > 0 && items[0].Has("ErrorEquals")
}

// readStateMachine reads the states of a machine that retry, the states of its
// branches too.
func readStateMachine(r *foreign.Reading, root *document.Node) {
	switch {
	case root.Kind() == document.List, root.Has("Retry"):
		readRetriers(r, root)
	case root.Has("States"):
		for _, state := range root.Get("States").Members() {
			readState(r, state)
		}
	}
}

func readState(r *foreign.Reading, state document.Member) {
	if state.Value.Has("Retry") {
		readRetriers(r, state.Value)
		r.File.Policies[len(r.File.Policies)-1].Name = state.Name
	}
	for _, branch := range state.Value.Get("Branches").Items() {
		readStateMachine(r, branch)
	}
	for _, name := range []string{"ItemProcessor", "Iterator"} {
		if inner := state.Value.Get(name); inner.Has("States") {
			readStateMachine(r, inner)
		}
	}
}

// readRetriers reads the retriers of a state: any that stop, and then one that
// retries.
func readRetriers(r *foreign.Reading, v *document.Node) {
	list := v
	if v.Has("Retry") {
		list = v.Get("Retry")
	}
	p := r.Begin("state", list)
	defer r.End()
	if list.Kind() != document.List || len(list.Items()) == 0 {
		r.Refuse(list, "Retry is a list of retriers", `write [{"ErrorEquals": ["States.ALL"]}]`)
		return
	}
	s := retriers{r: r}
	for i, item := range list.Items() {
		s.add(item, i == len(list.Items())-1)
	}
	if s.retrying == nil {
		s.retrying = list.Items()[0].MappingAt(document.Member{Name: "MaxAttempts", Value: list.NumberAt("0")})
	}
	p.Members = s.members(v)
}

// retriers are the retriers of a state.
type retriers struct {
	r              *foreign.Reading
	retrying       *document.Node // the one that retries
	stopped, retry []*document.Node
	all            bool // States.ALL is retried
}

func (s *retriers) add(v *document.Node, isLast bool) {
	if !s.r.IsMapping(v) {
		return
	}
	s.r.Known(v, retrierKeys, "")
	var matchers []*document.Node
	var all bool
	for _, item := range v.Get("ErrorEquals").Items() {
		all = all || item.Text() == "States.ALL"
		matchers = append(matchers, s.matcher(item))
	}
	switch {
	case len(matchers) == 0:
		s.r.Refuse(foreign.OrIn(v.Get("ErrorEquals"), v), "ErrorEquals needs at least one error", `write ["States.ALL"]`)
	case all && (len(matchers) > 1 || !isLast):
		s.r.Refuse(v.Get("ErrorEquals"), "States.ALL stands alone, in the last retrier", "move it to the end")
	case v.Get("MaxAttempts").Text() == "0" && !all:
		s.stop(v, matchers)
	case v.Get("MaxAttempts").Text() == "0" && s.retrying != nil:
		// every other error is final, as it is without it
	case s.retrying != nil:
		s.r.Add(v.Finding(foreign.FeatureRule,
			"L16: every retrier counts for itself, and a spec has one count for all errors", "give them a state, or a policy, of their own"))
	default:
		s.retrying, s.all = v, all
		if !all {
			s.retry = matchers
		}
	}
}

// stop takes a retrier of no attempts, which only says what is final. Behind
// one that retries, a spec would ask it first.
func (s *retriers) stop(v *document.Node, matchers []*document.Node) {
	if s.retrying != nil {
		if s.all {
			return
		}
		s.r.Doubt(v, "errors that no retrier has are final without it", "remove it")
		return
	}
	s.stopped = append(s.stopped, matchers...)
}

// matcher returns the matcher of an error name.
func (s *retriers) matcher(v *document.Node) *document.Node {
	name := v.Text()
	switch {
	case strings.HasPrefix(name, "States.") && !slices.Contains(reservedErrors, name):
		hint := "the names that begin with States. are reserved"
		if near, ok := document.Nearest(name, reservedErrors); ok {
			hint = "did you mean " + strconv.Quote(near) + "?"
		}
		s.r.Doubt(v, finding.Quote(name)+" is not an error of Step Functions, so that it matches nothing", hint)
	case name == "States.Timeout":
		return v.TextAt("timeout")
	case name == "States.TaskFailed":
		s.r.Lose(v, foreign.L08, "States.TaskFailed is every error of a task but a timeout, which a spec cannot say", "name the errors")
	}
	return v.MappingAt(document.Member{Name: "type", Value: v.TextAt(name)})
}

// members returns the policy in the words of Prodigy: its jitter ± 1 around half
// the wait is the full jitter of Step Functions.
func (s *retriers) members(state *document.Node) []document.Member {
	v := s.retrying
	interval := s.seconds(v, "IntervalSeconds", time.Second)
	longest := s.seconds(v, "MaxDelaySeconds", policy.Unlimited)
	attempts := s.attempts(v)
	if interval == 0 || longest == 0 || attempts == nil {
		return nil
	}
	block := []document.Member{{Name: "attempts", Value: attempts}}
	switch jitter := v.Get("JitterStrategy"); jitter.Text() {
	case "", "NONE":
	case "FULL":
		interval, longest = interval/2, longest/2
		block = append(block, document.Member{Name: "jitter", Value: jitter.BooleanAt(true)}, document.Member{Name: "jitter_factor", Value: jitter.NumberAt("1")})
	default:
		s.r.Refuse(jitter, jitter.Describe()+" is not a jitter of Step Functions", "write FULL or NONE")
		return nil
	}
	rate := foreign.OrNumber(v, "BackoffRate", "2.0")
	if amount, ok := foreign.Number(rate); !ok || amount.Cmp(foreign.One) < 0 {
		s.r.Refuse(rate, "BackoffRate is a number of 1 or more", "write 2.0")
		return nil
	}
	block = append(block,
		document.Member{Name: "initial_delay", Value: v.TextAt(interval.String())},
		document.Member{Name: "max_delay", Value: v.TextAt(longest.String())},
		document.Member{Name: "backoff", Value: v.MappingAt(document.Member{Name: "exponential", Value: v.MappingAt(document.Member{Name: "base", Value: rate})})},
	)
	return []document.Member{
		{Name: "prodigy", Value: v.MappingAt(block...)},
		{Name: "errors", Value: s.errors(v)},
		{Name: "attempt_timeout", Value: s.timeout(state)},
	}
}

func (s *retriers) errors(v *document.Node) *document.Node {
	var lists []document.Member
	if len(s.stopped) > 0 {
		lists = append(lists, document.Member{Name: "stop", Value: v.ListAt(s.stopped...)})
	}
	if len(s.retry) > 0 {
		lists = append(lists, document.Member{Name: "retry", Value: v.ListAt(s.retry...)})
	}
	if lists == nil {
		return nil
	}
	return v.MappingAt(lists...)
}

// attempts returns the attempts, which MaxAttempts does not count: it counts
// retries.
func (s *retriers) attempts(v *document.Node) *document.Node {
	retries := foreign.OrNumber(v, "MaxAttempts", "3")
	n, err := strconv.ParseInt(retries.Text(), 10, 31)
	if err != nil || n < 0 || retries.Kind() != document.Number {
		s.r.Refuse(retries, "MaxAttempts is a whole number of retries", "write 3")
		return nil
	}
	if v.Has("MaxAttempts") && n > 0 {
		s.r.Note(retries, fmt.Sprintf("MaxAttempts of Step Functions counts retries: %d, after the first attempt", n))
	}
	return retries.NumberAt(strconv.FormatInt(n+1, 10))
}

// seconds returns a whole number of seconds above zero, or 0 if it is wrong.
func (s *retriers) seconds(v *document.Node, name string, fallback time.Duration) time.Duration {
	const most = 31622400
	field := v.Get(name)
	if field == nil {
		return fallback
	}
	n, err := strconv.ParseInt(field.Text(), 10, 64)
	if err != nil || field.Kind() != document.Number || n < 1 || n > most {
		s.r.Refuse(field, fmt.Sprintf("%s is a whole number of seconds from 1 to %d", name, most), "write 1")
		return 0
	}
	return time.Duration(n) * time.Second
}

// timeout returns the bound of an attempt.
func (s *retriers) timeout(state *document.Node) *document.Node {
	if !state.Has("TimeoutSeconds") {
		return nil
	}
	d := s.seconds(state, "TimeoutSeconds", 0)
	if d == 0 {
		return nil
	}
	return state.Get("TimeoutSeconds").TextAt(d.String())
}
