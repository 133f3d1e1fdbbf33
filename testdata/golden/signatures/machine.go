// Package signatures has types without a name of all kinds.
package signatures

import (
	"context"
	"errors"
	"io"
	"time"
	"unsafe"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// Option is a function.
type Option func(*Machine)

// Machine runs.
type Machine interface {
	Run(ctx context.Context, f func(ctx context.Context, tries ...int) (n int, err error), done func(), opts ...Option) error
	Shape(ctx context.Context, s struct {
		io.Writer
		*time.Location
		Name  string `json:"name,omitempty"`
		Title string `json:"-"`
	}) (struct{ X, Y int }, error)
	Talk(ctx context.Context, who interface {
		io.Closer
		Say(text string, times ...int) (heard bool)
	}) (interface{ Len() int }, error)
	Pipe(ctx context.Context, in chan<- (<-chan int), both [2]chan<- func() <-chan int) (map[string][]*[3]int, error)
	Raw(ctx context.Context, p unsafe.Pointer, size uintptr, text []rune) (func(int) func() error, error)
}

type machine struct{ expect.Flaky }

func (m *machine) Run(ctx context.Context, f func(context.Context, ...int) (int, error), done func(), _ ...Option) error {
	defer done()
	if _, err := f(ctx, 1, 2); err != nil {
		return err
	}
	return m.Try()
}

func (m *machine) Shape(_ context.Context, s struct {
	io.Writer
	*time.Location
	Name  string `json:"name,omitempty"`
	Title string `json:"-"`
}) (struct{ X, Y int }, error) {
	return struct{ X, Y int }{len(s.Name), len(s.Title)}, m.Try()
}

func (m *machine) Talk(_ context.Context, who interface {
	io.Closer
	Say(text string, times ...int) (heard bool)
}) (interface{ Len() int }, error) {
	return nil, m.Try()
}

func (m *machine) Pipe(context.Context, chan<- (<-chan int), [2]chan<- func() <-chan int) (map[string][]*[3]int, error) {
	return map[string][]*[3]int{"a": {{1, 2, 3}}}, m.Try()
}

func (m *machine) Raw(_ context.Context, _ unsafe.Pointer, size uintptr, text []rune) (func(int) func() error, error) {
	return func(n int) func() error { return func() error { return nil } }, m.Try()
}

// Check checks both shapes of a retried method.
func Check() error {
	m := &machine{}
	return errors.Join(check(m, NewRetryingMachine(m)), check(m, NewBoundedMachine(m)))
}

func check(m *machine, client Machine) error {
	ctx := context.Background()
	runs, dones := 0, 0
	m.Again(2)
	err := client.Run(ctx, func(context.Context, ...int) (int, error) { runs++; return 0, nil }, func() { dones++ })
	errs := []error{expect.Error("run", err, nil), expect.Equal("runs", []int{runs, dones}, []int{3, 3})}
	m.Again(1)
	point, err := client.Shape(ctx, struct {
		io.Writer
		*time.Location
		Name  string `json:"name,omitempty"`
		Title string `json:"-"`
	}{Name: "ab", Title: "abc"})
	errs = append(errs, expect.Error("shape", err, nil), expect.Equal("point", point, struct{ X, Y int }{2, 3}))
	m.Again(1)
	_, err = client.Talk(ctx, nil)
	errs = append(errs, expect.Error("talk", err, nil))
	m.Again(1)
	lists, err := client.Pipe(ctx, nil, [2]chan<- func() <-chan int{})
	errs = append(errs, expect.Error("pipe", err, nil), expect.Equal("lists", *lists["a"][0], [3]int{1, 2, 3}))
	m.Again(1)
	f, err := client.Raw(ctx, nil, 1, nil)
	return errors.Join(append(errs, expect.Error("raw", err, nil), expect.Error("result", f(1)(), nil))...)
}
