package retrytest

import (
	"context"
	"fmt"
	"reflect"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
)

// record is what an attempt has shown.
type record struct {
	begin, end time.Time
	key        string
	call       string // which call the attempt is of
	err        error
	isOver     bool
	ctxEnded   bool // the context of the attempt ended before it did
}

// Attempt is an attempt of a method of a fake.
type Attempt struct {
	script *Script
	ctx    context.Context
	step   step
	*record
	ran     bool // a function among the parameters has run
	failed  bool // its success was replaced
	trouble error
}

// Begin begins an attempt. Generated code calls it, and then [Attempt.End]:
//
//	attempt := g.faults.Charge.Begin(ctx)
//	if attempt.Calls() {
//		receipt, err = g.real.Charge(ctx, req)
//	}
//	attempt.End(&receipt, &err)
//	return receipt, err
func (s *Script) Begin(ctx context.Context) *Attempt {
	s.fake.t.Helper()
	if ctx == nil {
		ctx = context.Background()
	}
	a := &Attempt{script: s, ctx: ctx, step: s.take(), record: &record{
		begin: s.config.Now(), key: retry.IdempotencyKey(ctx), call: s.config.CallID(ctx),
	}}
	s.fake.mu.Lock()
	s.attempts = append(s.attempts, a.record)
	number := len(s.attempts)
	s.fake.mu.Unlock()
	switch {
	case a.step.kind == real && !s.fake.hasReal:
		a.report(fmt.Sprintf("%s: attempt %d has no step in the script, and there is no real %s", s.name(), number, s.fake.target))
	case a.step.kind == hang && ctx.Done() == nil:
		a.report(fmt.Sprintf("%s: Hang: the context of %s never ends", a.step.place, s.config.Name))
	case a.step.kind == hang:
		<-ctx.Done()
	}
	return a
}

// report reports a problem, and stops the call with it.
func (a *Attempt) report(problem string) {
	a.script.fake.t.Helper()
	a.script.fake.errorf("%s", problem)
	a.trouble = retry.Prune(fmt.Errorf("%s", problem))
}

// Calls reports whether the attempt reaches the real value.
func (a *Attempt) Calls() bool {
	switch a.step.kind {
	case real, lost, rehearse:
		return a.trouble == nil
	case fail, hang, then:
	}
	return false
}

// Functions replaces the functions among the parameters by such that run once more
// than needed, if that is what the script says. Its arguments point to them.
func (a *Attempt) Functions(pointers ...any) {
	if a.step.kind != rehearse {
		return
	}
	for _, p := range pointers {
		if f := reflect.ValueOf(p).Elem(); !f.IsNil() {
			f.Set(rehearsed(a, reflect.ValueOf(f.Interface())))
		}
	}
}

// rehearsed returns a function that runs f once more than needed.
func rehearsed(a *Attempt, f reflect.Value) reflect.Value {
	t := f.Type()
	call := callOf(f)
	returnsError := t.NumOut() > 0 && t.Out(t.NumOut()-1) == errorType
	return reflect.MakeFunc(t, func(args []reflect.Value) []reflect.Value {
		a.ran = true
		results := call(args)
		if !returnsError {
			return call(args)
		}
		if last := len(results) - 1; results[last].IsNil() && a.step.err != nil && !a.failed {
			a.failed = true
			results[last] = reflect.ValueOf(&a.step.err).Elem()
		}
		return results
	})
}

// End ends the attempt: it replaces the results, to which its arguments point, by
// the waits of the script.
func (a *Attempt) End(results ...any) {
	a.script.fake.t.Helper()
	values := make([]reflect.Value, len(results))
	for i, p := range results {
		values[i] = reflect.ValueOf(p).Elem()
	}
	endWith(a, values)
}

// endWith is End for the results themselves. Like others, it is no method because of
// its parameters: who imports types with package reflect in them compiles longer.
func endWith(a *Attempt, values []reflect.Value) {
	a.script.fake.t.Helper()
	switch a.step.kind {
	case fail, hang:
		setError(a, values, a.scriptedError())
	case lost:
		discard(values)
		setError(a, values, a.step.err)
	case then:
		for i, v := range a.step.results {
			values[i].SetZero()
			if v != nil {
				values[i].Set(reflect.ValueOf(v))
			}
		}
	case real, rehearse:
		if a.trouble != nil {
			setError(a, values, a.trouble)
		}
	}
	a.checkRehearsal()
	finish(a, values)
}

// scriptedError returns the error of an attempt that fails or hangs.
func (a *Attempt) scriptedError() error {
	switch {
	case a.trouble != nil:
		return a.trouble
	case a.step.kind == hang:
		return context.Cause(a.ctx)
	default:
		return a.step.err
	}
}

// checkRehearsal reports a rehearsal that has shown nothing.
func (a *Attempt) checkRehearsal() {
	a.script.fake.t.Helper()
	s := a.script
	switch {
	case a.step.kind != rehearse:
	case !a.ran:
		s.fake.errorf("%s: Rehearse: %s ran none of its functions", a.step.place, s.config.Name)
	case a.step.err == nil && !s.config.CannotFail:
		s.fake.errorf("%s: Rehearse: no error is known that %s would retry", a.step.place, s.config.Name)
	}
}

// finish records the end of the attempt. If a result is an iterator, the end is its
// first element.
func finish(a *Attempt, values []reflect.Value) {
	if !watchIterator(a, values) {
		a.close(errorIn(a, values))
	}
}

// close records the end of the attempt and its error.
func (a *Attempt) close(err error) {
	s := a.script
	now := s.config.Now()
	s.fake.mu.Lock()
	defer s.fake.mu.Unlock()
	if !a.isOver {
		a.end, a.err, a.isOver, a.ctxEnded = now, err, true, a.ctx.Err() != nil
	}
}
