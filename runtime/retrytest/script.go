package retrytest

import (
	"context"
	"reflect"
	"strconv"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// Config describes a method of a fake.
type Config struct {
	Name string
	// Policy is the policy that the retrying client follows; nil if the method
	// passes through.
	Policy *retry.Policy
	// CannotFail is set if the method returns no error.
	CannotFail bool
	// NoContext is set if the method takes no context, so that nothing could end
	// an attempt that hangs.
	NoContext bool
	// ErrorMethod is the method of a result that has the error of the call, and
	// ErrorResult the index of that result. It is empty if the last result is the
	// error or an iterator that yields errors.
	ErrorMethod string
	ErrorResult int
	// Retried are errors that the policy retries, other than [Network].
	Retried []error
	// Now is the clock of the engine that makes the attempts; nil is [time.Now].
	Now func() time.Time
	// CallID distinguishes the calls that attempts belong to, for example by the job
	// that the context is of; nil is [retry.IdempotencyKey].
	CallID func(context.Context) string
}

// Script is the script of a method, and what its attempts have shown. It is safe
// for concurrent use.
type Script struct {
	fake     *Fake
	config   Config
	steps    []*step   // guarded by fake.mu
	attempts []*record // guarded by fake.mu
}

// kind is what a step does with an attempt.
type kind uint8

const (
	real     kind = iota // the real value answers
	fail                 // an error
	hang                 // until the context of the attempt ends
	lost                 // the real value is called, and its answer lost
	rehearse             // the functions among the parameters run once more
	then                 // results
)

// step is a step of a script.
type step struct {
	kind    kind
	left    int // attempts
	err     error
	results []any
	place   place
}

// Method is the script of a method. Then is the type of a function that takes the
// results of the method without its error.
//
// The steps are used up in the order of writing, one for each attempt, over all
// calls of the method; then the real value answers. A step that is left at the
// end of the test fails it.
type Method[Then any] struct {
	*Script
	// Then scripts one attempt that returns these results, and no error.
	Then Then
}

// FuncMethod is the script of a method that takes functions.
type FuncMethod[Then any] struct {
	*Method[Then]
}

// NewMethod returns the script of a method of a fake. Generated code calls it.
func NewMethod[Then any](f *Fake, c Config) *Method[Then] {
	s := newScript(f, c)
	m := &Method[Then]{Script: s}
	makeThen(s, &m.Then)
	return m
}

// makeThen makes the function that p points to: it adds a step that returns its
// arguments. It has the code that need not be compiled for each method.
func makeThen(s *Script, p any) {
	f := reflect.ValueOf(p).Elem()
	f.Set(reflect.MakeFunc(f.Type(), func(args []reflect.Value) []reflect.Value {
		results := make([]any, len(args))
		for i, v := range args {
			results[i] = v.Interface()
		}
		s.add(&step{kind: then, left: 1, results: results, place: caller()})
		return nil
	}))
}

// newScript returns an empty script, whose remains the fake reports.
func newScript(f *Fake, c Config) *Script {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.CallID == nil {
		c.CallID = retry.IdempotencyKey
	}
	s := &Script{fake: f, config: c}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.scripts = append(f.scripts, s)
	return s
}

// name returns how messages name the method or the function.
func (s *Script) name() string {
	if s.fake.isFunc {
		return s.config.Name
	}
	return s.fake.target + "." + s.config.Name
}

// NewFuncMethod is [NewMethod] for a method that takes functions.
func NewFuncMethod[Then any](f *Fake, c Config) *FuncMethod[Then] {
	return &FuncMethod[Then]{NewMethod[Then](f, c)}
}

// Fail scripts n attempts that return err and never reach the real value.
func (m *Method[Then]) Fail(n int, err error) *Method[Then] {
	m.fake.t.Helper()
	m.fail(n, err)
	return m
}

// Hang scripts n attempts that end with their context: they return its cause, see
// [context.Cause].
func (m *Method[Then]) Hang(n int) *Method[Then] {
	m.fake.t.Helper()
	m.hang(n)
	return m
}

// Lost scripts n attempts that reach the real value and carry out the operation,
// but whose answer is lost: they return a connection reset, see [Network]. The
// policy has to retry that; see [Method.LostAs] for one that does not. An answer
// that has to be closed is closed.
func (m *Method[Then]) Lost(n int) *Method[Then] {
	m.fake.t.Helper()
	m.lost(n, Network(), "; write LostAs(n, err) with an error that it retries")
	return m
}

// LostAs is [Method.Lost] with the error that the attempts return.
func (m *Method[Then]) LostAs(n int, err error) *Method[Then] {
	m.fake.t.Helper()
	m.lost(n, err, "")
	return m
}

// Rehearse scripts one attempt that runs the functions among the parameters of the
// method once more than needed. A function that returns an error runs, and its
// success is replaced by an error that the policy retries, as if the commit had
// failed: so the policy runs it again. Any other function runs twice. A function
// that cannot be run twice shows itself by what it has done twice.
func (m *FuncMethod[Then]) Rehearse() {
	m.fake.t.Helper()
	m.rehearse()
}

func (s *Script) fail(n int, err error) {
	s.fake.t.Helper()
	if s.mayFail("Fail", n, err) {
		s.add(&step{kind: fail, left: n, err: err, place: caller()})
	}
}

func (s *Script) hang(n int) {
	s.fake.t.Helper()
	if s.config.NoContext {
		s.fake.errorf("Hang: %s takes no context, so that nothing would end the attempt", s.config.Name)
		return
	}
	if s.isPositive("Hang", n) {
		s.add(&step{kind: hang, left: n, place: caller()})
	}
}

func (s *Script) lost(n int, err error, hint string) {
	s.fake.t.Helper()
	switch {
	case !s.mayFail("Lost", n, err):
	case !s.fake.hasReal:
		s.fake.errorf("Lost: there is no real %s to reach", s.fake.target)
	case s.config.Policy == nil:
		s.fake.errorf("Lost: %s follows no policy, which would retry it", s.config.Name)
	case hint != "" && !s.retries(err):
		s.fake.errorf("Lost: policy %s does not retry %s after a connection reset%s", s.config.Policy.Name(), s.config.Name, hint)
	default:
		s.add(&step{kind: lost, left: n, err: err, place: caller()})
	}
}

func (s *Script) rehearse() {
	s.fake.t.Helper()
	if !s.fake.hasReal {
		s.fake.errorf("Rehearse: there is no real %s that runs the functions of %s", s.fake.target, s.config.Name)
		return
	}
	step := &step{kind: rehearse, left: 1, place: caller()}
	for _, err := range append([]error{Network()}, s.config.Retried...) {
		if s.config.Policy != nil && s.retries(err) {
			step.err = err
			break
		}
	}
	s.add(step)
}

// mayFail reports whether the method can return an error n times.
func (s *Script) mayFail(what string, n int, err error) bool {
	s.fake.t.Helper()
	switch {
	case s.config.CannotFail:
		s.fake.errorf("%s: %s returns no error", what, s.config.Name)
	case err == nil:
		s.fake.errorf("%s: the error is nil; write Then(results) for an attempt that succeeds", what)
	default:
		if why := unknown(err); why != "" {
			s.fake.errorf("%s: %s", what, why)
		}
		return s.isPositive(what, n)
	}
	return false
}

// isPositive reports whether n is a number of attempts.
func (s *Script) isPositive(what string, n int) bool {
	s.fake.t.Helper()
	if n < 1 {
		s.fake.errorf("%s: %d is not a number of attempts", what, n)
	}
	return n >= 1
}

// add adds a step.
func (s *Script) add(step *step) {
	s.fake.mu.Lock()
	defer s.fake.mu.Unlock()
	s.steps = append(s.steps, step)
}

// take uses up a step for an attempt. After the last one the real value answers.
func (s *Script) take() step {
	s.fake.mu.Lock()
	defer s.fake.mu.Unlock()
	if len(s.steps) == 0 {
		return step{kind: real}
	}
	first := s.steps[0]
	if first.left--; first.left == 0 {
		s.steps = s.steps[1:]
	}
	return *first
}

// retries reports whether the policy retries an error, leaving aside its limits.
func (s *Script) retries(err error) bool {
	reason := s.config.Policy.Decide(1, err).Reason
	return reason == 0 || reason == retry.ReasonAttempts
}

func decimal(n int) string { return strconv.Itoa(n) }
