package retrytemporal

import (
	"context"
	"slices"
	"testing"
)

type bank struct{}

func (*bank) Charge(context.Context) error { return nil }
func (*bank) Refund(context.Context) error { return nil }

func ship(context.Context) error { return nil }

func TestNames(t *testing.T) {
	b := &bank{}
	for _, c := range []struct {
		activities []any
		want       []string
	}{
		{nil, nil},
		{[]any{"by name", ship}, []string{"by name", "ship"}},
		{[]any{b.Charge, (*bank).Refund}, []string{"Charge", "Refund"}},
		{[]any{b}, []string{"Charge", "Refund"}},
	} {
		if got := Names(c.activities...); !slices.Equal(got, c.want) {
			t.Errorf("%v: got %q, want %q", c.activities, got, c.want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a number is taken for an activity")
		}
	}()
	Names(3)
}
