// Package generic has a generic interface.
package generic

import (
	"context"
	"errors"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// Pair is a key and its value.
type Pair[K, V any] struct {
	Key   K
	Value V
}

// Getter gets.
type Getter[K comparable, V any] interface {
	Get(ctx context.Context, key K) (V, error)
}

// Store stores values by key.
type Store[K comparable, V any] interface {
	Getter[K, V]
	Put(ctx context.Context, pairs ...Pair[K, V]) error
	All(ctx context.Context) (map[K]V, []Pair[K, *V], error)
	Len() int
}

type store struct {
	expect.Flaky
	values map[string]int
}

func (s *store) Get(_ context.Context, key string) (int, error) { return s.values[key], s.Try() }

func (s *store) Put(_ context.Context, pairs ...Pair[string, int]) error {
	for _, p := range pairs {
		s.values[p.Key] = p.Value
	}
	return s.Try()
}

func (s *store) All(context.Context) (map[string]int, []Pair[string, *int], error) {
	return s.values, nil, s.Try()
}

func (s *store) Len() int { return len(s.values) }

// Check checks an instance of the generic client.
func Check() error {
	ctx := context.Background()
	s := &store{values: map[string]int{}}
	var client Store[string, int] = NewRetryingStore[string, int](s)
	s.Again(2)
	errs := []error{
		expect.Error("put", client.Put(ctx, Pair[string, int]{"a", 1}, Pair[string, int]{"b", 2}), nil),
		expect.Equal("calls", s.Calls, 3),
		expect.Equal("len", client.Len(), 2),
	}
	s.Again(1)
	v, err := client.Get(ctx, "b")
	errs = append(errs, expect.Error("get", err, nil), expect.Equal("value", v, 2))
	s.Again(3)
	all, _, err := client.All(ctx)
	return errors.Join(append(errs, expect.Error("all", err, expect.ErrFlaky), expect.Equal("all", all, map[string]int{"a": 1, "b": 2}))...)
}
