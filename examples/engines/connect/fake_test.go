package health_test

import (
	"testing"
	"testing/synctest"
	"time"

	"connectrpc.com/connect"

	health "github.com/retrygen/retrygen/examples/engines/connect"
	"github.com/retrygen/retrygen/examples/engines/connect/grpc_health_v1connect"
	"github.com/retrygen/retrygen/runtime/retryconnect/connectfake"
	"github.com/retrygen/retrygen/runtime/retrytest"
)

// withFaults runs a test in virtual time, with a server whose checks fail by a script.
func withFaults(t *testing.T, test func(t *testing.T, client grpc_health_v1connect.HealthClient, faults *retrytest.Func)) {
	synctest.Test(t, func(t *testing.T) {
		intercept, faults := connectfake.Procedure(t, grpc_health_v1connect.HealthCheckProcedure, health.ProbePolicy())
		_, handler := grpc_health_v1connect.NewHealthHandler(&server{}, connect.WithInterceptors(intercept))
		test(t, newClient(inMemory{handler}, "http://health"), faults)
	})
}

// TestFakeSucceeds fails twice, hangs, loses an answer, and then succeeds.
func TestFakeSucceeds(t *testing.T) {
	withFaults(t, func(t *testing.T, client grpc_health_v1connect.HealthClient, faults *retrytest.Func) {
		faults.Fail(2, connectfake.Error(connect.CodeUnavailable)).Hang(1).LostAs(1, connectfake.Error(connect.CodeUnavailable))
		if err := check(t.Context(), client); err != nil {
			t.Error(err)
		}
		faults.Want(5)
		faults.WantWaits(retrytest.WithinPolicy)
	})
}

// TestFakePushback obeys a server that says when to retry, and one that forbids it.
func TestFakePushback(t *testing.T) {
	withFaults(t, func(t *testing.T, client grpc_health_v1connect.HealthClient, faults *retrytest.Func) {
		faults.Fail(1, connectfake.Pushback(connect.CodeUnavailable, 7*time.Second)).Fail(1, connectfake.Pushback(connect.CodeUnavailable, -1))
		if err := check(t.Context(), client); connect.CodeOf(err) != connect.CodeUnavailable {
			t.Error(err)
		}
		faults.Want(2)
		faults.WantWaits(retrytest.WithinPolicy)
	})
}

// TestFakeFinal makes one attempt if its code is final.
func TestFakeFinal(t *testing.T) {
	withFaults(t, func(t *testing.T, client grpc_health_v1connect.HealthClient, faults *retrytest.Func) {
		faults.Fail(1, connectfake.Error(connect.CodeNotFound))
		if err := check(t.Context(), client); connect.CodeOf(err) != connect.CodeNotFound {
			t.Error(err)
		}
		faults.Want(1)
	})
}
