package retry_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/gen"
)

// status is an error with a status code.
type status int

func (s status) Error() string   { return fmt.Sprint("status ", int(s)) }
func (s status) StatusCode() int { return int(s) }

type awsStatus struct{ code int }

func (s *awsStatus) Error() string       { return "aws" }
func (s *awsStatus) HTTPStatusCode() int { return s.code }
func (s *awsStatus) ErrorCode() string   { return "SlowDown" }

type safety struct{ safe, known bool }

func (s safety) Error() string                 { return "safety" }
func (s safety) RetrySafe() (safe, known bool) { return s.safe, s.known }

type marked struct{ yes bool }

func (m marked) Error() string        { return "marked" }
func (m marked) NonRetryable() bool   { return m.yes }
func (m marked) Throttling() bool     { return m.yes }
func (m marked) ServerFault() bool    { return m.yes }
func (m marked) Timeout() bool        { return m.yes }
func (m marked) RetryableError() bool { return m.yes }
func (m marked) Type() string         { return "Marked" }

type named struct{}

func (named) Error() string     { return "named" }
func (named) ErrorType() string { return "NamedError" }

func TestMatchersLookThroughWrapping(t *testing.T) {
	match := map[string]func(error) bool{
		"IsTimeout": retry.IsTimeout, "IsNetwork": retry.IsNetwork, "IsThrottling": retry.IsThrottling,
		"IsServerFault": retry.IsServerFault, "IsRetrySafe": retry.IsRetrySafe, "IsNonRetryable": retry.IsNonRetryable,
		"IsType":        gen.IsType[*net.OpError],
		"HasType named": func(err error) bool { return gen.HasType(err, "NamedError") },
		"HasType mark":  func(err error) bool { return gen.HasType(err, "Marked") },
		"HasType go":    func(err error) bool { return gen.HasType(err, "awsStatus") },
		"Status 503":    func(err error) bool { return retry.Status(err) == 503 },
	}
	refused := &net.OpError{Op: "dial", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
	tests := map[string]struct {
		err  error
		want string // the matchers that match, in any order
	}{
		"nil":               {nil, ""},
		"plain":             {errDown, ""},
		"deadline":          {context.DeadlineExceeded, "IsTimeout"},
		"canceled":          {context.Canceled, ""},
		"503":               {status(503), "IsServerFault, Status 503"},
		"501":               {status(501), "IsServerFault"},
		"429":               {status(429), "IsThrottling"},
		"600":               {status(600), ""},
		"aws 503":           {&awsStatus{503}, "IsServerFault, Status 503, IsThrottling, HasType go"},
		"safe":              {safety{true, true}, "IsRetrySafe"},
		"safe, not known":   {safety{true, false}, ""},
		"unsafe":            {safety{false, true}, ""},
		"marked":            {marked{true}, "IsTimeout, IsThrottling, IsServerFault, IsRetrySafe, IsNonRetryable, HasType mark"},
		"not marked":        {marked{false}, "HasType mark"},
		"named":             {named{}, "HasType named"},
		"dial refused":      {refused, "IsNetwork, IsType"},
		"dns":               {&net.DNSError{Err: "no such host"}, "IsNetwork"},
		"dns timeout":       {&net.DNSError{IsTimeout: true}, "IsNetwork, IsTimeout"},
		"closed":            {net.ErrClosed, "IsNetwork"},
		"tls alert":         {&net.OpError{Op: "remote error", Err: errors.New("tls")}, "IsNetwork, IsType"},
		"errno refused":     {syscall.ECONNREFUSED, "IsNetwork"},
		"errno pipe":        {syscall.EPIPE, "IsNetwork"},
		"errno timed out":   {syscall.ETIMEDOUT, "IsNetwork, IsTimeout"},
		"errno no file":     {syscall.ENOENT, ""},
		"file error":        {&os.PathError{Op: "open", Err: syscall.EMFILE}, ""},
		"url, refused":      {&url.Error{Op: "Get", Err: refused}, "IsNetwork, IsType"},
		"url, end":          {&url.Error{Op: "Get", Err: io.EOF}, "IsNetwork"},
		"end alone":         {io.EOF, ""},
		"url, canceled":     {&url.Error{Op: "Get", Err: context.Canceled}, ""},
		"url, deadline":     {&url.Error{Op: "Get", Err: context.DeadlineExceeded}, "IsTimeout"},
		"url, other":        {&url.Error{Op: "Get", Err: errors.New("unsupported protocol scheme")}, ""},
		"file deadline":     {os.ErrDeadlineExceeded, "IsTimeout, IsNetwork"},
		"total timeout":     {retry.ErrTotalTimeout, "IsTimeout"},
		"refused and timed": {errors.Join(refused, context.DeadlineExceeded), "IsNetwork, IsType, IsTimeout"},
	}
	for name, test := range tests {
		wants := strings.Split(test.want, ", ")
		for wrapping, wrap := range map[string]func(error) error{
			"bare":    func(err error) error { return err },
			"wrapped": func(err error) error { return fmt.Errorf("b: %w", fmt.Errorf("a: %w", err)) },
			"joined":  func(err error) error { return errors.Join(errDown, fmt.Errorf("a: %w", err)) },
		} {
			if test.err == nil && wrapping != "bare" {
				continue // there is nothing to wrap
			}
			err := wrap(test.err)
			for matcher, matches := range match {
				want := false
				for _, w := range wants {
					want = want || w == matcher
				}
				if got := matches(err); got != want {
					t.Errorf("%s(%s, %s) = %v, want %v", matcher, name, wrapping, got, want)
				}
			}
		}
	}
}

func TestOuterHintsCount(t *testing.T) {
	inner := fmt.Errorf("inner: %w", safety{false, true})
	if !retry.IsRetrySafe(joined{safety{true, true}, inner}) {
		t.Error("the inner error overruled the outer one")
	}
}

// joined says what its first error says, and wraps the second.
type joined struct {
	safety
	inner error
}

func (j joined) Unwrap() error { return j.inner }

type nextDelay struct{ time.Duration }

func (nextDelay) Error() string                   { return "later" }
func (n nextDelay) NextRetryDelay() time.Duration { return n.Duration }
func (n nextDelay) RetryAfter() time.Duration     { return time.Hour }
