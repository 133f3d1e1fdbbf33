module github.com/retrygen/retrygen/runtime/retryconnect

go 1.26.0

require (
	connectrpc.com/connect v1.21.1
	github.com/retrygen/retrygen v0.0.0
)

require google.golang.org/protobuf v1.36.11

replace github.com/retrygen/retrygen => ../..
