package model

// Engines are the job engines and RPC stacks, in the order of their files.
var Engines = []*Kind{
	asynq,
	connect,
	grpc,
	river,
	temporal,
}
