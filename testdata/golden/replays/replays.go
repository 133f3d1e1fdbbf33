// Package replays has parameters that attempts read, and call.
package replays

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// ErrConflict is an error of the store, which a callback may return.
var ErrConflict = errors.New("conflict")

// errOwn is an error of the caller.
var errOwn = errors.New("stop here")

// Item is what a walk finds.
type Item struct{ Name string }

// WalkFunc is called for each item.
type WalkFunc func(item Item) error

// Option configures a call.
type Option func(*Item)

// Store has parameters that attempts use up, or show to others.
type Store interface {
	Put(ctx context.Context, body io.ReadSeeker) (int, error)
	PutBoth(ctx context.Context, head *bytes.Reader, body *strings.Reader) error
	Walk(ctx context.Context, visit WalkFunc) error
	Map(ctx context.Context, convert func(names ...string) (string, error), visit func(Item) error) (n int, err error)
	Tx(ctx context.Context, f func(ctx context.Context) error) error
	Copy(ctx context.Context, to io.Writer) error
	Get(ctx context.Context, opts ...Option) (Item, error)
	Each(ctx context.Context, prefix string) iter.Seq2[Item, error]
	All() func(yield func(Item, error) bool)
}

type store struct {
	expect.Flaky
	sent []string
}

func (s *store) Put(_ context.Context, body io.ReadSeeker) (int, error) {
	data, err := io.ReadAll(body)
	s.sent = append(s.sent, string(data))
	return len(data), errors.Join(err, s.Try())
}

func (s *store) PutBoth(_ context.Context, head *bytes.Reader, body *strings.Reader) error {
	data, _ := io.ReadAll(head)
	s.sent = append(s.sent, string(data))
	if body != nil {
		data, _ = io.ReadAll(body)
		s.sent = append(s.sent, string(data))
	}
	return s.Try()
}

func (s *store) Walk(_ context.Context, visit WalkFunc) error {
	if visit == nil {
		return s.Try()
	}
	if err := visit(Item{"a"}); err != nil {
		return fmt.Errorf("walk: %w", errors.Join(err, s.Try()))
	}
	return s.Try()
}

func (s *store) Map(_ context.Context, convert func(...string) (string, error), visit func(Item) error) (int, error) {
	n := s.Calls + 1
	name, err := convert("a", "b")
	if err == nil {
		err = visit(Item{name})
	}
	return n, errors.Join(err, s.Try())
}

func (s *store) Tx(ctx context.Context, f func(context.Context) error) error {
	return errors.Join(f(ctx), s.Try())
}

func (s *store) Copy(_ context.Context, to io.Writer) error {
	_, _ = io.WriteString(to, "he")
	return s.Try()
}

func (s *store) Get(_ context.Context, opts ...Option) (item Item, err error) {
	for _, opt := range opts {
		opt(&item)
	}
	return item, s.Try()
}

func (s *store) Each(ctx context.Context, prefix string) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		if err := s.Try(); err != nil {
			yield(Item{}, err)
			return
		}
		for _, name := range []string{"a", "b"} {
			if !yield(Item{prefix + name}, ctx.Err()) {
				return
			}
			time.Sleep(time.Minute)
		}
		yield(Item{}, errOwn)
	}
}

func (s *store) All() func(yield func(Item, error) bool) { return s.Each(context.Background(), "") }

// Check checks what is retried, with what.
func Check() error {
	s := &store{}
	var errs []error
	for name, client := range map[string]Store{"quick": NewRetryingStore(s), "bounded": NewBoundedStore(s)} {
		errs = append(errs, checkRewound(name, s, client), checkCallbacks(name, s, client), checkNamed(name, s, client), checkIterators(name, s, client))
		s.Again(2)
		var to strings.Builder
		errs = append(errs, expect.Error(name, client.Copy(context.Background(), &to), expect.ErrFlaky), expect.Equal(name+" copied", to.String(), "he"))
		s.Again(2)
		item, err := client.Get(context.Background(), func(i *Item) { i.Name = "x" })
		errs = append(errs, expect.Error(name, err, nil), expect.Equal(name+" get", item.Name, "x"))
	}
	return errors.Join(errs...)
}

func checkRewound(name string, s *store, client Store) error {
	s.Again(2)
	s.sent = nil
	n, err := client.Put(context.Background(), strings.NewReader("hello"))
	errs := []error{expect.Error(name+" put", err, nil), expect.Equal(name+" put", n, 5), expect.Equal(name+" sent", s.sent, []string{"hello", "hello", "hello"})}
	s.Again(1)
	s.sent = nil
	err = client.PutBoth(context.Background(), bytes.NewReader([]byte("h")), strings.NewReader("b"))
	errs = append(errs, expect.Error(name+" both", err, nil), expect.Equal(name+" both", s.sent, []string{"h", "b", "h", "b"}))
	s.Again(1)
	return errors.Join(append(errs, expect.Error(name+" nil", client.PutBoth(context.Background(), bytes.NewReader(nil), nil), nil), expect.Equal(name+" nil", s.Calls, 2))...)
}

func checkCallbacks(name string, s *store, client Store) error {
	ctx := context.Background()
	visits := 0
	visit := func(err error) func(Item) error { return func(Item) error { visits++; return err } }
	s.Again(2)
	errs := []error{
		expect.Error(name+" walk", client.Walk(ctx, visit(errOwn)), errOwn),
		expect.Equal(name+" visits", visits, 1),
	}
	s.Again(2)
	visits = 0
	errs = append(errs, expect.Error(name+" walk", client.Walk(ctx, visit(nil)), nil), expect.Equal(name+" visits", visits, 3))
	s.Again(2)
	errs = append(errs, expect.Error(name+" nil", client.Walk(ctx, nil), nil), expect.Equal(name+" calls", s.Calls, 3))
	s.Again(0)
	_, err := client.Map(ctx, func(names ...string) (string, error) { return strings.Join(names, "+"), errOwn }, nil)
	errs = append(errs, expect.Error(name+" map", err, errOwn), expect.Equal(name+" map calls", s.Calls, 1))
	s.Again(2)
	n, err := client.Map(ctx, func(names ...string) (string, error) { return strings.Join(names, "+"), nil }, func(i Item) error { return expect.Equal("item", i.Name, "a+b") })
	return errors.Join(append(errs, expect.Error(name+" map", err, nil), expect.Equal(name+" map", n, 3))...)
}

// checkNamed: where errors.retry names an error, a callback's is retried as well.
func checkNamed(name string, s *store, client Store) error {
	want := map[string]int{"quick": 3, "bounded": 1}[name]
	s.Again(0)
	err := client.Tx(context.Background(), func(context.Context) error { return ErrConflict })
	errs := []error{expect.Error(name+" tx", err, ErrConflict), expect.Equal(name+" tx", s.Calls, want)}
	s.Again(0)
	err = client.Tx(context.Background(), func(context.Context) error { return errOwn })
	return errors.Join(append(errs, expect.Error(name+" tx", err, errOwn), expect.Equal(name+" own", s.Calls, 1))...)
}

func checkIterators(name string, s *store, client Store) error {
	var errs []error
	for _, seq := range []iter.Seq2[Item, error]{client.Each(context.Background(), ""), client.All()} {
		s.Again(2)
		var got []string
		for item, err := range seq {
			got = append(got, fmt.Sprint(item.Name, err))
		}
		errs = append(errs, expect.Equal(name+" items", got, []string{"a<nil>", "b<nil>", "stop here"}), expect.Equal(name+" calls", s.Calls, 3))
	}
	return errors.Join(errs...)
}
