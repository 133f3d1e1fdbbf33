// Package unicode has names that are not ASCII.
package unicode

import (
	"context"
	"errors"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// Größe is an error, and 世 a result.
type (
	Größe struct{}
	世     struct{ Änderung int }
)

func (Größe) Error() string { return "zu klein" }

// Dienst serves.
type Dienst interface {
	Öffne(ctx context.Context, größe int, 世界 string) (世, error)
	Ändere(context.Context, 世, Größe) (Größe, error)
	éteins(時 int) (時間 int, err error)
}

type dienst struct {
	expect.Flaky
	last error
}

func (d *dienst) Öffne(_ context.Context, größe int, 世界 string) (世, error) {
	err := d.Try()
	if err != nil && d.last != nil {
		err = d.last
	}
	return 世{größe + len(世界)}, err
}

func (d *dienst) Ändere(context.Context, 世, Größe) (Größe, error) { return Größe{}, d.Try() }

func (d *dienst) éteins(時 int) (int, error) { return 時, d.Try() }

// Check checks the calls and the final errors.
func Check() error {
	ctx := context.Background()
	d := &dienst{Flaky: expect.Flaky{Failures: 2}}
	client := NewRetryingDienst(d)
	result, err := client.Öffne(ctx, 1, "ab")
	errs := []error{expect.Error("öffne", err, nil), expect.Equal("result", result.Änderung, 3), expect.Equal("calls", d.Calls, 3)}
	d.Again(1)
	_, err = client.Ändere(ctx, 世{}, Größe{})
	errs = append(errs, expect.Error("ändere", err, nil))
	d.Again(1)
	n, err := client.éteins(5)
	errs = append(errs, expect.Error("éteins", err, nil), expect.Equal("n", n, 5))
	for _, final := range []error{errors.New("größer"), errors.New("x 世界"), Größe{}} {
		d.Again(1)
		d.last = final
		_, err = client.Öffne(ctx, 1, "ab")
		errs = append(errs, expect.Error("final", err, final), expect.Equal("final calls", d.Calls, 1))
	}
	return errors.Join(errs...)
}
