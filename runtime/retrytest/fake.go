package retrytest

import (
	"runtime"
	"strings"
	"sync"
	"testing"
)

// Fake is what the methods of a typed fake share. Generated code makes one for
// each fake.
type Fake struct {
	t       testing.TB
	target  string
	hasReal bool
	isFunc  bool // the fake is the double of one function, which the target names

	mu      sync.Mutex
	scripts []*Script
	isOver  bool // the test has ended
}

// New returns the shared part of a fake of the type with the given name. hasReal
// is set if there is a value that answers unscripted calls. At the end of the test,
// the fake reports what is left of its scripts.
func New(t testing.TB, target string, hasReal bool) *Fake {
	f := &Fake{t: t, target: target, hasReal: hasReal}
	t.Cleanup(f.finish)
	return f
}

// finish reports the steps that were not used up.
func (f *Fake) finish() {
	f.t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.isOver = true
	for _, s := range f.scripts {
		for _, step := range s.steps {
			f.t.Errorf("%s: %s: %d more attempts were expected: the script was not used up", step.place, s.name(), step.left)
		}
	}
}

// errorf reports a problem, unless the test has ended.
func (f *Fake) errorf(format string, args ...any) {
	f.t.Helper()
	f.mu.Lock()
	isOver := f.isOver
	f.mu.Unlock()
	if !isOver {
		f.t.Errorf(format, args...)
	}
}

// place is a line of a test.
type place struct {
	file string
	line int
}

// String returns the place as "file.go:12", without the directory.
func (p place) String() string {
	name := p.file[strings.LastIndexByte(p.file, '/')+1:]
	return name + ":" + decimal(p.line)
}

// caller returns the line outside of this package that is being executed.
func caller() place {
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs[:])])
	own := ""
	for {
		frame, more := frames.Next()
		if own == "" {
			own = strings.TrimSuffix(frame.Function, "caller")
		}
		isOther := !strings.HasPrefix(frame.Function, own) && !strings.HasPrefix(frame.Function, "reflect.")
		if isOther || !more {
			return place{frame.File, frame.Line}
		}
	}
}
