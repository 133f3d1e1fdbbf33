//go:build linux

package safety

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// long asks for the sizes of a nightly run.
var long = flag.Bool("long", false, "run the suites at their full size")

// The bounds on one run of the command over one spec. Time is that of the
// processor, since other tests share it.
const (
	addressSpace = 1 << 20   // KiB
	maxMemory    = 256 << 10 // KiB in memory at a time
	maxTime      = 2 * time.Second
	patience     = 30 * time.Second // by the clock: a child that hangs
)

// command is the built command, and naive one without its guards.
var command, naive string

func TestMain(m *testing.M) {
	flag.Parse()
	dir, err := os.MkdirTemp("", "retrygen-safety")
	if err == nil {
		command, naive = filepath.Join(dir, "retrygen"), filepath.Join(dir, "naive")
		err = errors.Join(build(command, "../../cmd/retrygen"), build(naive, "./testdata/naive"))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	if err := os.RemoveAll(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

// build builds a program as commands are released: without C, whose threads
// each take address space of their own.
func build(program, dir string) error {
	cmd := exec.Command("go", "build", "-o", program, dir)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build %s: %w\n%s", dir, err, out)
	}
	return nil
}

// outcome is what became of a child.
type outcome struct {
	code   int // -1 if a signal ended it
	text   string
	memory int64 // KiB
	took   time.Duration
}

// child runs the command within bounds.
func child(t *testing.T, dir string, stdin io.Reader, args ...string) outcome {
	t.Helper()
	return childOf(t, command, dir, stdin, args...)
}

func childOf(t *testing.T, program, dir string, stdin io.Reader, args ...string) outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	limits := fmt.Sprintf("ulimit -v %d; exec \"$0\" \"$@\"", addressSpace)
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", limits, program}, args...)...)
	cmd.Dir, cmd.Stdin = dir, stdin
	cmd.Env = childEnv()
	cmd.WaitDelay = time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if failed := (*exec.ExitError)(nil); err != nil && !errors.As(err, &failed) && !errors.Is(err, exec.ErrWaitDelay) {
		t.Fatal(err)
	}
	if ctx.Err() != nil {
		t.Errorf("hangs: killed after %v", patience)
	}
	state := cmd.ProcessState
	return outcome{
		code: state.ExitCode(), text: out.String(),
		memory: state.SysUsage().(*syscall.Rusage).Maxrss, took: state.UserTime() + state.SystemTime(),
	}
}

// childEnv is the environment of the tests without what would change a run, and
// without a way to the network.
func childEnv() []string {
	env := []string{"GOPROXY=off", "GOFLAGS=", "NO_COLOR=1", "GOWORK=off"}
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "GOCACHE", "GOMODCACHE", "GOPATH"} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// bounds says how a child broke its bounds, or died an unnatural death.
func (o outcome) bounds() error {
	switch {
	case o.code < 0 || strings.Contains(o.text, "goroutine ") || strings.Contains(o.text, "internal error"):
		return fmt.Errorf("ends with code %d: %.300s", o.code, o.text)
	case o.memory > maxMemory:
		return fmt.Errorf("takes %d MiB", o.memory>>10)
	case o.took > maxTime:
		return fmt.Errorf("takes %v", o.took)
	}
	return nil
}

func checkBounds(t *testing.T, o outcome) {
	t.Helper()
	if err := o.bounds(); err != nil {
		t.Error(err)
	}
}
