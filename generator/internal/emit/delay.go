package emit

import (
	"math"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/retrygen/retrygen/internal/policy"
)

// isZero reports whether a schedule never waits.
func isZero(s *policy.Schedule) bool {
	if s.Jitter == policy.Decorrelated {
		return min(s.First, s.Cap) == 0
	}
	waits, tail := s.Table(0)
	return len(waits) == 0 && !tail.Closed && tail.Wait == 0
}

// delayFunc returns the function that draws the waits of a schedule. Retries
// are numbered n, so that the runtime keeps its name.
func (e *emitter) delayFunc(name string, s *policy.Schedule, maxAttempts int, doc []string) jen.Code {
	d := &delayEmitter{emitter: e, Schedule: s}
	d.table, d.tail = s.Table(maxAttempts)
	if isPowers(s, d.tail) {
		d.table, d.tail = nil, policy.Tail{Closed: true}
	}
	head := comment(doc...).Line().Func().Id(name)
	result := e.qualified("time", "Duration")
	random := jen.Id("random").Uint64()
	switch s.Jitter {
	case policy.Decorrelated:
		previous := jen.Id("previous").Add(e.qualified("time", "Duration"))
		return head.Params(previous, random).Add(result).Block(d.decorrelated()...)
	case policy.NoJitter:
		return head.Params(d.retryNumber(jen.Int())).Add(result).Block(d.plainWaits()...)
	default:
		return head.Params(d.retryNumber(jen.Id("_").Int()), random).Add(result).
			Block(append(d.waitVariable(), d.draw()...)...)
	}
}

// isPowers reports whether one expression says as much as the table: powers of a
// factor up to the cap. With a cap after the jitter, the table also ends the
// growth of what is drawn, unless the closed form follows it anyway.
func isPowers(s *policy.Schedule, tail policy.Tail) bool {
	return s.Growth == policy.Exponential && s.Jitter != policy.Decorrelated &&
		s.Factor > 1 && !math.IsInf(s.Factor, 1) && s.First > 0 && s.First < s.Cap &&
		(tail.Closed || !s.CapAfterJitter)
}

// delayEmitter writes the body of one delay function: which wait belongs to
// retry n, and how jitter is drawn from it. It writes the arithmetic of
// [policy.Schedule.Delay] down as straight-line code.
type delayEmitter struct {
	*emitter
	*policy.Schedule
	table []time.Duration
	tail  policy.Tail
}

// retryNumber returns the parameter n, or unused if every wait is the same.
func (d *delayEmitter) retryNumber(unused *jen.Statement) jen.Code {
	if len(d.table) == 0 && !d.tail.Closed {
		return unused
	}
	return jen.Id("n").Int()
}

// plainWaits returns the statements that return the wait before retry n.
func (d *delayEmitter) plainWaits() []jen.Code {
	if len(d.table) == 0 {
		return []jen.Code{jen.Return(d.tailWait())}
	}
	return []jen.Code{d.cases(func(wait jen.Code) jen.Code { return jen.Return(wait) })}
}

// waitVariable returns the statements that set wait to what jitter is drawn from.
func (d *delayEmitter) waitVariable() []jen.Code {
	wait := jen.Id("wait")
	if len(d.table) == 0 {
		return []jen.Code{wait.Clone().Op(":=").Add(d.tailWait())}
	}
	return []jen.Code{
		jen.Var().Add(wait.Clone()).Add(d.qualified("time", "Duration")),
		d.cases(func(value jen.Code) jen.Code { return wait.Clone().Op("=").Add(value) }),
	}
}

// cases returns the switch over the table of waits.
func (d *delayEmitter) cases(use func(jen.Code) jen.Code) jen.Code {
	var cases []jen.Code
	for i, wait := range d.table {
		cases = append(cases, jen.Case(jen.Lit(i+1)).Block(use(d.duration(wait))))
	}
	cases = append(cases, jen.Default().Block(use(d.tailWait())))
	return jen.Switch(jen.Id("n")).Block(cases...)
}

// tailWait returns the wait of all retries after the table.
func (d *delayEmitter) tailWait() *jen.Statement {
	if !d.tail.Closed {
		return d.typedDuration(d.tail.Wait)
	}
	grown := d.closedForm()
	if d.CapAfterJitter {
		return grown
	}
	return d.capped(grown)
}

// closedForm returns the growth as a call of the runtime's arithmetic.
func (d *delayEmitter) closedForm() *jen.Statement {
	n := jen.Id("n")
	switch {
	case d.Growth == policy.Linear:
		return d.gen("Linear").Call(d.duration(d.First), d.duration(d.Step), n)
	case d.Growth == policy.Fibonacci:
		return d.gen("Fibonacci").Call(d.duration(d.First), n)
	case d.Rounding == policy.Truncate:
		return d.gen("Exponential").Call(d.duration(d.First), d.factor(), n)
	default:
		return d.gen("ExponentialNearest").Call(d.duration(d.First), d.factor(), n)
	}
}

// factor returns the factor of an exponential growth.
func (d *delayEmitter) factor() jen.Code {
	if math.IsInf(d.Factor, 1) {
		return d.qualified("math", "Inf").Call(jen.Lit(1))
	}
	return floatLiteral(d.Factor)
}

// typedDuration returns a duration that is of type time.Duration even where
// it stands alone.
func (d *delayEmitter) typedDuration(wait time.Duration) *jen.Statement {
	if wait == math.MaxInt64 || wait%time.Microsecond != 0 || wait == 0 {
		return d.qualified("time", "Duration").Call(d.duration(wait))
	}
	return d.duration(wait)
}

// draw returns the statements that draw from wait.
func (d *delayEmitter) draw() []jen.Code {
	switch {
	case d.WholeMilliseconds:
		return d.drawWholeMilliseconds()
	case d.Jitter == policy.Full, d.Jitter == policy.Below && d.Amount == 1:
		return d.drawFull()
	case d.Jitter == policy.Equal:
		return d.drawEqual()
	default:
		return d.drawSpread()
	}
}

// drawFull draws between zero and wait.
func (d *delayEmitter) drawFull() []jen.Code {
	span := jen.Uint64().Call(d.inUnits(jen.Id("wait")))
	if !d.Open {
		span.Op("+").Lit(1)
	}
	return []jen.Code{d.multiply(span), d.result(d.ofUnits(jen.Id("steps")))}
}

// drawEqual draws between half of wait and wait.
func (d *delayEmitter) drawEqual() []jen.Code {
	longest := jen.Id("longest")
	return []jen.Code{
		longest.Clone().Op(":=").Uint64().Call(d.inUnits(jen.Id("wait"))),
		d.multiply(longest.Clone().Op("/").Lit(2).Op("+").Lit(1)),
		d.result(d.ofUnits(longest.Clone().Op("-").Add(longest.Clone()).Op("/").Lit(2).Op("+").Id("steps"))),
	}
}

// drawWholeMilliseconds draws between half of wait and wait, and drops what is
// below a millisecond.
func (d *delayEmitter) drawWholeMilliseconds() []jen.Code {
	half, wait := jen.Id("half"), jen.Id("wait")
	sum := jen.Parens(half.Clone().Op("+").Add(d.qualified("time", "Duration")).Call(jen.Id("steps")))
	return []jen.Code{
		half.Clone().Op(":=").Add(wait.Clone()).Op("/").Lit(2),
		d.multiply(jen.Uint64().Call(wait.Clone().Op("-").Add(half.Clone())).Op("+").Lit(1)),
		d.result(sum.Dot("Truncate").Call(d.qualified("time", "Millisecond"))),
	}
}

// drawSpread draws around wait, or below it.
func (d *delayEmitter) drawSpread() []jen.Code {
	span := jen.Id("spread")
	if d.Jitter == policy.Around {
		span = jen.Lit(2).Op("*").Id("spread")
	}
	drawn := jen.Id("wait").Op("-").Id("spread").Op("+").Add(d.qualified("time", "Duration")).Call(jen.Id("steps"))
	if d.Amount > 1 {
		d.usesLarger = true
		drawn = jen.Id(d.file.Larger).Call(drawn, jen.Lit(0))
	}
	return []jen.Code{
		jen.Id("spread").Op(":=").Add(d.spread()),
		d.multiply(jen.Uint64().Call(span).Op("+").Lit(1)),
		d.result(drawn),
	}
}

// spread returns how far the draw may be from wait.
func (d *delayEmitter) spread() *jen.Statement {
	if d.Amount == 1 {
		return jen.Id("wait")
	}
	return d.qualified("time", "Duration").Call(jen.Float64().Call(jen.Id("wait")).Op("*").Add(floatLiteral(d.Amount)))
}

// decorrelated draws from the wait before.
func (d *delayEmitter) decorrelated() []jen.Code {
	previous := jen.Id("previous")
	drawn := d.duration(d.First).Op("+").Add(d.qualified("time", "Duration")).Call(jen.Id("steps"))
	return []jen.Code{
		jen.If(previous.Clone().Op("==").Lit(0)).Block(previous.Clone().Op("=").Add(d.duration(d.First))),
		d.multiply(jen.Lit(3).Op("*").Uint64().Call(previous.Clone()).Op("+").Lit(1)),
		jen.Return(d.capped(drawn)),
	}
}

// multiply returns the statement that maps the 64 random bits to one of span steps.
func (d *delayEmitter) multiply(span *jen.Statement) jen.Code {
	return jen.List(jen.Id("steps"), jen.Id("_")).Op(":=").Add(d.qualified("math/bits", "Mul64")).Call(jen.Id("random"), span)
}

// inUnits returns a duration as a number of the units that are drawn.
func (d *delayEmitter) inUnits(wait *jen.Statement) *jen.Statement {
	if d.Unit <= 1 {
		return wait
	}
	return wait.Op("/").Add(d.duration(d.Unit))
}

// ofUnits returns a number of drawn units as a duration.
func (d *delayEmitter) ofUnits(steps *jen.Statement) *jen.Statement {
	wait := d.qualified("time", "Duration").Call(steps)
	if d.Unit <= 1 {
		return wait
	}
	return wait.Op("*").Add(d.duration(d.Unit))
}

// result returns the statement that returns the drawn wait, capped if the
// schedule caps after the draw.
func (d *delayEmitter) result(drawn *jen.Statement) jen.Code {
	if d.CapAfterJitter {
		drawn = d.capped(drawn)
	}
	return jen.Return(drawn)
}

// capped returns the smaller of a wait and the cap.
func (d *delayEmitter) capped(wait *jen.Statement) *jen.Statement {
	if d.Cap == policy.Unlimited {
		return wait
	}
	d.usesSmaller = true
	return jen.Id(d.file.Smaller).Call(wait, d.duration(d.Cap))
}
