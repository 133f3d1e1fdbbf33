// Command mainpackage has its generated client in package main. It fails if
// the client does.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/retrygen/retrygen/testdata/golden/expect"
)

type job interface {
	run(ctx context.Context) error
}

type task struct{ expect.Flaky }

func (t *task) run(context.Context) error { return t.Try() }

func check() error {
	t := &task{expect.Flaky{Failures: 2}}
	err := NewRetryingJob(t).run(context.Background())
	return errors.Join(expect.Error("run", err, nil), expect.Equal("calls", t.Calls, 3))
}

func main() {
	if err := check(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
