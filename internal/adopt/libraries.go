package adopt

import (
	"go/ast"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/audit/flow"
	"github.com/retrygen/retrygen/internal/foreign"
)

// library reads the settings of a call. It reports false if they are not static.
type library func(*values, *ast.CallExpr) (settings, bool)

// libraries are the retriers whose settings are read, by full name without
// version.
var libraries = map[string]library{
	"github.com/cenkalti/backoff.Retry":           cenkalti,
	"github.com/cenkalti/backoff.RetryNotify":     cenkalti,
	"github.com/cenkalti/backoff.RetryWithData":   cenkalti,
	"github.com/avast/retry-go.Do":                avast,
	"github.com/avast/retry-go.DoWithData":        avast,
	"github.com/sethvargo/go-retry.Do":            sethvargo,
	"k8s.io/client-go/util/retry.OnError":         kubernetes,
	"k8s.io/client-go/util/retry.RetryOnConflict": kubernetes,
	"github.com/googleapis/gax-go.Invoke":         gax,
}

// cenkalti reads a BackOff. NewExponentialBackOff waits 500ms first, multiplies by
// 1.5, ends at a minute, spreads by a half, and gives up after 15 minutes.
func cenkalti(v *values, call *ast.CallExpr) (settings, bool) {
	return v.backOff(call.Args[1])
}

func (v *values) backOff(e ast.Expr) (settings, bool) {
	call, name := v.callee(e)
	if call == nil {
		return settings{}, false
	}
	switch name {
	case "github.com/cenkalti/backoff.WithContext":
		return v.backOff(call.Args[0])
	case "github.com/cenkalti/backoff.WithMaxRetries":
		s, ok := v.backOff(call.Args[0])
		n, static := v.number(call.Args[1])
		s.attempts = int(n) + 1
		return s, ok && static
	case "github.com/cenkalti/backoff.NewConstantBackOff":
		first, ok := v.duration(call.Args[0])
		return settings{first: first, factor: 1}, ok
	case "github.com/cenkalti/backoff.NewExponentialBackOff":
		return v.exponentialBackOff(e, call)
	}
	return settings{}, false
}

// exponentialOptions are the options of NewExponentialBackOff, by the field that
// they set.
var exponentialOptions = map[string]string{
	"WithInitialInterval": "InitialInterval", "WithMaxInterval": "MaxInterval", "WithMultiplier": "Multiplier",
	"WithRandomizationFactor": "RandomizationFactor", "WithMaxElapsedTime": "MaxElapsedTime",
}

func (v *values) exponentialBackOff(e ast.Expr, call *ast.CallExpr) (settings, bool) {
	set := fields{}
	for _, arg := range call.Args {
		option, name := v.callee(arg)
		_, name, _ = strings.Cut(name, "backoff.")
		field := exponentialOptions[name]
		if option == nil || field == "" {
			return settings{}, false
		}
		set[field] = option.Args[0]
	}
	if object := flow.VarOf(v.TypesInfo, e); object != nil {
		v.assigned(object, set)
	}
	var s settings
	var ok [5]bool
	s.first, ok[0] = set.duration(v, "InitialInterval", 500*time.Millisecond)
	s.limit, ok[1] = set.duration(v, "MaxInterval", time.Minute)
	s.factor, ok[2] = set.number(v, "Multiplier", 1.5)
	s.spread, ok[3] = set.number(v, "RandomizationFactor", 0.5)
	s.total, ok[4] = set.duration(v, "MaxElapsedTime", 15*time.Minute)
	return s, ok == [5]bool{true, true, true, true, true}
}

// avast reads the options. Without any there are 10 attempts, and waits that
// double from 100ms with up to 100ms of jitter on top.
func avast(v *values, call *ast.CallExpr) (settings, bool) {
	s := settings{attempts: 10, first: 100 * time.Millisecond, factor: 2}
	jitter, drawn := 100*time.Millisecond, true
	for _, arg := range call.Args[1:] {
		option, name := v.callee(arg)
		if option == nil {
			return s, false
		}
		ok := true
		switch name {
		case "github.com/avast/retry-go.Attempts":
			var n float64
			n, ok = v.number(option.Args[0])
			s.attempts = int(n)
		case "github.com/avast/retry-go.Delay":
			s.first, ok = v.duration(option.Args[0])
		case "github.com/avast/retry-go.MaxDelay":
			s.limit, ok = v.duration(option.Args[0])
		case "github.com/avast/retry-go.MaxJitter":
			jitter, ok = v.duration(option.Args[0])
		case "github.com/avast/retry-go.DelayType":
			drawn, ok = v.delayType(option.Args[0], &s)
		case "github.com/avast/retry-go.RetryIf":
			s.lose(foreign.L08, "which errors are retried is decided by Go code")
		}
		if !ok {
			return s, false
		}
	}
	if drawn && jitter > 0 {
		s.lose(foreign.L05, "up to "+jitter.String()+" of jitter on top of each wait are lost")
	}
	return s, true
}

// delayType sets how the waits grow, and returns whether jitter is added.
func (v *values) delayType(e ast.Expr, s *settings) (drawn, ok bool) {
	if call, name := v.callee(e); name == "github.com/avast/retry-go.CombineDelay" {
		for _, arg := range call.Args {
			random, known := v.delayType(arg, s)
			if !known {
				return false, false
			}
			drawn = drawn || random
		}
		return drawn, true
	}
	selector, isSelector := ast.Unparen(e).(*ast.SelectorExpr)
	if !isSelector {
		return false, false
	}
	switch selector.Sel.Name {
	case "FixedDelay":
		s.factor = 1
		return false, true
	case "BackOffDelay":
		s.factor = 2
		return false, true
	case "RandomDelay":
		return true, true
	}
	return false, false
}

// sethvargo reads a Backoff and what wraps it.
func sethvargo(v *values, call *ast.CallExpr) (settings, bool) {
	s, ok := v.sethvargoBackoff(call.Args[1])
	s.lose(foreign.L08, "only errors that Go code marks are retried")
	return s, ok
}

func (v *values) sethvargoBackoff(e ast.Expr) (s settings, ok bool) {
	call, name := v.callee(e)
	if call == nil {
		return s, false
	}
	const path = "github.com/sethvargo/go-retry."
	var x float64
	switch name {
	case path + "NewConstant", path + "NewExponential":
		s.factor = 1
		if name == path+"NewExponential" {
			s.factor = 2
		}
		s.first, ok = v.duration(call.Args[0])
		return s, ok
	case path + "WithMaxRetries", path + "WithCappedDuration", path + "WithMaxDuration", path + "WithJitterPercent", path + "WithJitter":
		if s, ok = v.sethvargoBackoff(call.Args[1]); !ok {
			return s, false
		}
		x, ok = v.number(call.Args[0])
	}
	switch name {
	case path + "WithMaxRetries":
		s.attempts = int(x) + 1
	case path + "WithCappedDuration":
		s.limit = time.Duration(x)
	case path + "WithMaxDuration":
		s.total = time.Duration(x)
	case path + "WithJitterPercent":
		s.spread = x / 100
	case path + "WithJitter":
		s.lose(foreign.L05, "jitter of "+time.Duration(x).String()+" around each wait is lost")
	}
	return s, ok
}

// kubernetes reads a wait.Backoff: Steps attempts, and waits that are drawn from
// one to 1 + Jitter times their length.
func kubernetes(v *values, call *ast.CallExpr) (settings, bool) {
	if _, isLiteral := v.resolved(call.Args[0]).(*ast.CompositeLit); !isLiteral {
		return settings{}, false
	}
	set := v.fieldsOf(call.Args[0])
	var s settings
	var ok [5]bool
	s.first, ok[0] = set.duration(v, "Duration", 0)
	s.factor, ok[1] = set.number(v, "Factor", 1)
	steps, known := set.number(v, "Steps", 0)
	jitter, drawn := set.number(v, "Jitter", 0)
	s.limit, ok[2] = set.duration(v, "Cap", 0)
	ok[3], ok[4] = known, drawn
	s.attempts = max(int(steps), 1)
	if s.factor == 0 {
		s.factor = 1
	}
	if jitter > 0 {
		// from w to (1+j)·w is w·(1+j/2) ± w·j/2
		s.spread = jitter / (2 + jitter)
		s.first = time.Duration(float64(s.first) * (1 + jitter/2))
		s.limit = time.Duration(float64(s.limit) * (1 + jitter/2))
	}
	s.lose(foreign.L08, "which errors are retried is decided by Go code")
	return s, ok == [5]bool{true, true, true, true, true}
}

// gax reads the gax.Backoff of the options: waits are drawn from zero up to a
// bound that grows.
func gax(v *values, call *ast.CallExpr) (settings, bool) {
	var lit ast.Expr
	count := 0
	ast.Inspect(v.f.Node, func(n ast.Node) bool {
		if c, ok := n.(*ast.CompositeLit); ok && flow.IsNamed(v.TypesInfo.TypeOf(c), gaxPath, "Backoff") {
			lit = c
			count++
		}
		return true
	})
	if count != 1 {
		return settings{}, false
	}
	set := v.fieldsOf(lit)
	s := settings{full: true}
	var ok [3]bool
	s.first, ok[0] = set.duration(v, "Initial", time.Second)
	s.limit, ok[1] = set.duration(v, "Max", 30*time.Second)
	s.factor, ok[2] = set.number(v, "Multiplier", 2)
	s.lose(foreign.L08, "which codes are retried is set in Go code")
	s.lose(foreign.L06, "the bound is capped before the draw; the proposal caps what is drawn")
	s.lose(foreign.L19, "there is no limit of attempts; the proposal has one that is never reached")
	return s, ok == [3]bool{true, true, true}
}
