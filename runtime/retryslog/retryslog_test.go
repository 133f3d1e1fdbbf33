package retryslog_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os/exec"
	"strings"
	"testing"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retryslog"
)

func logged(t *testing.T, level slog.Level, errs ...error) string {
	t.Helper()
	var b bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{Level: level, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	p := retry.New(retry.Config{Name: "charge", MaxAttempts: 2, Backoff: retry.Backoff{Delay: func(int) time.Duration { return time.Microsecond }}},
		retry.WithObserver(retryslog.New(logger)))
	call := p.Start(context.Background(), "Gateway.Charge")
	defer call.Stop()
	for n := 0; call.Again(); n++ {
		call.Tried(errs[n])
	}
	return b.String()
}

func TestRetriesAreDebugAndGivingUpIsAWarning(t *testing.T) {
	down := errors.New("down")
	attributes := " policy=charge operation=Gateway.Charge attempt="
	debug := strings.Join([]string{
		`level=DEBUG msg="retry: attempt started"` + attributes + "1",
		`level=DEBUG msg="retry: retry scheduled"` + attributes + "1 delay=1µs error=down",
		`level=DEBUG msg="retry: attempt started"` + attributes + "2",
		"",
	}, "\n")
	success := debug + `level=DEBUG msg="retry: succeeded"` + attributes + "2\n"
	warning := `level=WARN msg="retry: gave up"` + attributes + `2 reason="attempts used up" error="Gateway.Charge: policy charge: gave up after 2 attempts: attempts used up: down"` + "\n"
	for _, test := range []struct {
		level slog.Level
		errs  []error
		want  string
	}{
		{slog.LevelDebug, []error{down, nil}, success},
		{slog.LevelDebug, []error{down, down}, debug + warning},
		{slog.LevelInfo, []error{down, nil}, ""},
		{slog.LevelInfo, []error{down, down}, warning},
	} {
		if got := logged(t, test.level, test.errs...); got != test.want {
			t.Errorf("level %v:\n%s\nwant\n%s", test.level, got, test.want)
		}
	}
}

func TestNilLoggerIsTheDefault(t *testing.T) {
	previous := slog.Default()
	defer slog.SetDefault(previous)
	var b bytes.Buffer
	slog.SetDefault(slog.New(slog.NewTextHandler(&b, nil)))
	retryslog.New(nil).Observe(t.Context(), retry.Event{Kind: retry.GaveUp, Policy: "p"})
	if !strings.Contains(b.String(), "policy=p attempt=0") {
		t.Errorf("logged %q", b.String())
	}
}

// TestTheRuntimeLinksNoLogger keeps log/slog, and the network, out of programs
// that use the runtime alone.
func TestTheRuntimeLinksNoLogger(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "github.com/retrygen/retrygen/runtime").Output()
	if err != nil {
		t.Fatal(err)
	}
	for path := range strings.Lines(string(out)) {
		switch path = strings.TrimSpace(path); path {
		case "log", "log/slog", "net", "net/http", "net/url", "encoding/json":
			t.Errorf("the runtime links %s", path)
		}
		if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") && !strings.HasPrefix(path+"/", "github.com/retrygen/retrygen/runtime/") {
			t.Errorf("the runtime links %s, which is not of the standard library", path)
		}
	}
}
