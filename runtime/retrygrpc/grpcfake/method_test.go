package grpcfake_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	retry "github.com/retrygen/retrygen/runtime"
	"github.com/retrygen/retrygen/runtime/retrygrpc/grpcfake"
)

const method = "/pay.v1.Gateway/Charge"

// recorder is a testing.TB that records what fails.
type recorder struct {
	testing.TB
	problems []string
	cleanup  func()
}

func (r *recorder) Helper()          {}
func (r *recorder) Cleanup(f func()) { r.cleanup = f }
func (r *recorder) Errorf(format string, args ...any) {
	r.problems = append(r.problems, fmt.Sprintf(format, args...))
}

// TestMethod scripts one method and leaves others alone.
func TestMethod(t *testing.T) {
	intercept, faults := grpcfake.Method(t, method, nil)
	faults.Fail(1, grpcfake.Error(codes.Unavailable)).Then("scripted")
	call := func(name string) string {
		response, err := intercept(t.Context(), "request", &grpc.UnaryServerInfo{FullMethod: name}, func(_ context.Context, request any) (any, error) {
			return fmt.Sprint("real ", request), nil
		})
		return fmt.Sprint(response, " ", status.Code(err))
	}
	got := []string{call(method), call("/pay.v1.Gateway/Refund"), call(method), call(method)}
	if want := []string{"<nil> Unavailable", "real request OK", "scripted OK", "real request OK"}; !slices.Equal(got, want) {
		t.Errorf("the calls return %q, want %q", got, want)
	}
	faults.Want(3)
}

// TestErrors checks what a policy and a server make of the errors.
func TestErrors(t *testing.T) {
	if err := errors.Join(grpcfake.Error(codes.OK), grpcfake.Pushback(codes.OK, time.Second)); err != nil {
		t.Errorf("OK is the error %v", err)
	}
	policy := retry.New(retry.Config{MaxAttempts: 2, Classify: func(error) retry.Class { return retry.Retry }})
	for wait, want := range map[time.Duration]retry.Decision{7 * time.Second: {Wait: 7 * time.Second, Hinted: true}, -1: {Reason: retry.ReasonPruned}} {
		err := grpcfake.Pushback(codes.ResourceExhausted, wait)
		if got := policy.Decide(1, err); got != want || status.Code(err) != codes.ResourceExhausted {
			t.Errorf("%v: %+v, want %+v", err, got, want)
		}
	}
}

// TestNotUsedUp fails a test whose script is left.
func TestNotUsedUp(t *testing.T) {
	r := &recorder{TB: t}
	_, faults := grpcfake.Method(r, method, nil)
	faults.Fail(2, grpcfake.Error(codes.Aborted))
	r.cleanup()
	if want := []string{"method_test.go:69: /pay.v1.Gateway/Charge: 2 more attempts were expected: the script was not used up"}; !slices.Equal(r.problems, want) {
		t.Errorf("reported %q, want %q", r.problems, want)
	}
}
