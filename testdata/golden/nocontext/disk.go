// Package nocontext has methods that take no context.
package nocontext

import (
	"errors"
	"time"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

// Disk is slow.
type Disk interface {
	Load(name string) ([]byte, error)
	Flush() error
}

type disk struct{ expect.Flaky }

func (d *disk) Load(name string) ([]byte, error) { return []byte(name), d.Try() }
func (d *disk) Flush() error                     { return d.Try() }

// Check checks the retries and how long they wait.
func Check() error {
	d := &disk{expect.Flaky{Failures: 2}}
	client := NewRetryingDisk(d)
	start := time.Now()
	data, err := client.Load("x")
	errs := []error{
		expect.Error("load", err, nil),
		expect.Equal("data", string(data), "x"),
		expect.Equal("waited", time.Since(start), 20*time.Millisecond),
	}
	d.Again(5)
	return errors.Join(append(errs, expect.Error("flush", client.Flush(), expect.ErrFlaky), expect.Equal("calls", d.Calls, 3))...)
}
