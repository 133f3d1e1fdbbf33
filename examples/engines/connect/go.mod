module github.com/retrygen/retrygen/examples/engines/connect

go 1.26.0

replace github.com/retrygen/retrygen => ../../../

require (
	connectrpc.com/connect v1.21.1
	github.com/retrygen/retrygen v0.0.0
	google.golang.org/grpc v1.85.0
)

require (
	github.com/retrygen/retrygen/runtime/retryconnect v0.0.0
	golang.org/x/net v0.61.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	google.golang.org/genproto/googleapis/rpc v0.0.0-20260817212433-ac3dfec99bb1 // indirect
	google.golang.org/protobuf v1.36.12 // indirect
)

replace github.com/retrygen/retrygen/runtime/retryconnect => ../../../runtime/retryconnect
