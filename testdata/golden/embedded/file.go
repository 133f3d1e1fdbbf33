// Package embedded has an interface whose methods come from others, some of
// them twice.
package embedded

import (
	"context"
	"errors"
	"io"

	"github.com/retrygen/retrygen/testdata/golden/embedded/part"
	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// Syncer flushes.
type Syncer interface {
	Sync(ctx context.Context) error
}

// File has methods of its own package, of another one and of the standard
// library.
type File interface {
	io.Closer
	part.Named
	Syncer
	Size() (n int64, err error)
}

type file struct{ expect.Flaky }

func (f *file) Close() error                           { return f.Try() }
func (f *file) Rename(to part.Name) (part.Name, error) { return to, f.Try() }
func (f *file) Sync(context.Context) error             { return f.Try() }
func (f *file) Size() (int64, error)                   { return 42, f.Try() }

// Check checks that the methods of all embedded interfaces are retried.
func Check() error {
	f := &file{}
	client := NewRetryingFile(f)
	calls := map[string]func() error{
		"close":  client.Close,
		"rename": func() error { _, err := client.Rename("x"); return err },
		"sync":   func() error { return client.Sync(context.Background()) },
		"size":   func() error { _, err := client.Size(); return err },
	}
	var errs []error
	for name, call := range calls {
		f.Again(2)
		errs = append(errs, expect.Error(name, call(), nil), expect.Equal(name+" calls", f.Calls, 3))
	}
	return errors.Join(errs...)
}
