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

// Cluster has children that share its type parameters, and one that has others.
type Cluster[K comparable, V any] interface {
	Store() Store[K, V]
	Index(ctx context.Context, name string) (Getter[string, []K], error)
	Next() Cluster[K, V]
	Ping(ctx context.Context) error
}

type cluster struct{ *store }

func (c cluster) Store() Store[string, int]  { return c.store }
func (c cluster) Next() Cluster[string, int] { return c }
func (c cluster) Ping(context.Context) error { return c.Try() }
func (c cluster) Index(context.Context, string) (Getter[string, []string], error) {
	return index(c), c.Try()
}

type index struct{ *store }

func (i index) Get(_ context.Context, key string) ([]string, error) { return []string{key}, i.Try() }

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

// Check checks instances of the generic clients.
func Check() error { return errors.Join(checkStore(), checkCluster()) }

// checkCluster demands that what a generic client returns retries as well.
func checkCluster() error {
	ctx := context.Background()
	s := &store{values: map[string]int{"a": 1}}
	var client Cluster[string, int] = NewRetryingCluster(cluster{s})
	s.Again(2)
	v, err := client.Next().Store().Get(ctx, "a")
	errs := []error{expect.Error("get", err, nil), expect.Equal("value", v, 1), expect.Equal("calls", s.Calls, 3)}
	s.Again(2)
	found, err := client.Index(ctx, "names")
	errs = append(errs, expect.Error("index", err, nil), expect.Equal("calls", s.Calls, 3))
	s.Again(2)
	keys, err := found.Get(ctx, "a")
	return errors.Join(append(errs, expect.Error("names", err, nil), expect.Equal("keys", keys, []string{"a"}), expect.Equal("calls", s.Calls, 3))...)
}

// checkStore checks an instance of the generic client.
func checkStore() error {
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
