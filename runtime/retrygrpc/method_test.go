package retrygrpc_test

import (
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health/grpc_health_v1"

	"github.com/retrygen/retrygen/runtime/retrygrpc"
)

func TestFullMethod(t *testing.T) {
	if got := retrygrpc.FullMethod(&grpc_health_v1.Health_ServiceDesc, "Check"); got != grpc_health_v1.Health_Check_FullMethodName {
		t.Errorf("got %s", got)
	}
	service := grpc.ServiceDesc{ServiceName: "app.v1.Bank"}
	// Names of proto files with those that protoc-gen-go gives them.
	for proto, name := range map[string]string{
		"Charge": "Charge", "charge_card": "ChargeCard", "_hidden": "XHidden", "get2fa": "Get2Fa", "GET_All": "GET_All", "a_1b": "A_1B", "x__y": "X_Y",
	} {
		service.Methods = []grpc.MethodDesc{{MethodName: "Other"}, {MethodName: proto}}
		if got := retrygrpc.FullMethod(&service, name); got != "/app.v1.Bank/"+proto {
			t.Errorf("%s: got %s", name, got)
		}
	}
}
