// Package helper has retriers that only their facts show.
package helper

import (
	"errors"
	"fmt"
	"time"
)

// Again retries.
func Again(n int, f func() error) error {
	var err error
	for range n {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Forward passes its function to one that retries.
func Forward(f func() error) error { return Again(3, func() error { return f() }) }

// Each is no retrier: it calls its function for each item.
func Each(items []string, f func(string) error) error {
	for _, item := range items {
		if err := f(item); err != nil {
			return err
		}
	}
	return nil
}

// Once is no retrier.
func Once(f func() error) error { return f() }

// List collects.
type List struct{ Items []string }

// Add appends to the list.
func (l *List) Add(item string) { l.Items = append(l.Items, item) }

// Len does not.
func (l *List) Len() int { return len(l.Items) }

// ErrBusy is an error.
var ErrBusy = errors.New("busy")

// Flat turns what it gets into text.
func Flat() error {
	if err := Once(nil); err != nil {
		return fmt.Errorf("flat: %v", err)
	}
	return nil
}

// Wrapped keeps it.
func Wrapped() error {
	if err := Once(nil); err != nil {
		return fmt.Errorf("wrapped: %w", err)
	}
	return nil
}

// Pause waits.
func Rest() { time.Sleep(time.Second) }
