// Package predeclared has parameters named after predeclared identifiers, and
// types whose names are keywords once they begin in lower case.
package predeclared

import (
	"context"
	"errors"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// Func, Range, Type and String have names that no variable can have.
type (
	Func   func() int
	Range  struct{ From, To int }
	Type   string
	String string
)

// Parser parses.
type Parser interface {
	Parse(ctx context.Context, string string, len int, nil bool, error []byte) (true int, append error)
	Kinds(context.Context, Func, Range, Type, String) (Type, Range, error)
	Make(new, make, any any) (bool, error)
}

type parser struct{ expect.Flaky }

func (p *parser) Parse(_ context.Context, text string, length int, negate bool, data []byte) (int, error) {
	return len(text) + length + len(data), p.Try()
}

func (p *parser) Kinds(_ context.Context, f Func, r Range, t Type, s String) (Type, Range, error) {
	return t + Type(s), Range{r.From, f()}, p.Try()
}

func (p *parser) Make(first, second, third any) (bool, error) {
	return first == second && second == third, p.Try()
}

// Check checks that arguments and results keep their places.
func Check() error {
	ctx := context.Background()
	p := &parser{expect.Flaky{Failures: 2}}
	client := NewRetryingParser(p)
	n, err := client.Parse(ctx, "abc", 10, false, []byte{1})
	errs := []error{expect.Error("parse", err, nil), expect.Equal("length", n, 14), expect.Equal("calls", p.Calls, 3)}
	p.Again(1)
	t, r, err := client.Kinds(ctx, func() int { return 7 }, Range{1, 2}, "a", "b")
	errs = append(errs,
		expect.Error("kinds", err, nil),
		expect.Equal("type", t, "ab"),
		expect.Equal("range", r, Range{1, 7}),
	)
	p.Again(1)
	same, err := client.Make(1, 1, 1)
	return errors.Join(append(errs, expect.Error("make", err, nil), expect.Equal("same", same, true))...)
}
