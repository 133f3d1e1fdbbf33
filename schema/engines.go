package schema

// Engines are the systems next to the clients of a spec that follow its
// policies: job engines outside the program, which keep the attempts and make
// the waits, and RPC stacks within it.
type Engines struct {
	// Temporal, River and Asynq are the job engines; nil if the spec does not
	// have them.
	Temporal, River, Asynq *Engine
	// GRPC and Connect are the generated RPC clients, in the order of the file.
	GRPC, Connect []*Stub
}

// Engine is a job engine.
type Engine struct {
	Pointer Pointer
	// Policies are the names of the policies that the engine is given, in the
	// order of the file.
	Policies []string
}

// Stub is a generated RPC client and the policies of its methods.
type Stub struct {
	Name    string // what the names of the generated functions begin with
	Pointer Pointer
	// Client is the interface of the generated client.
	Client GoName
	// Policy is the policy of the unary methods that Methods does not name;
	// empty lets them pass through.
	Policy  string
	Methods []StubMethod // in the order of the file
}

// StubMethod is a method of a generated RPC client.
type StubMethod struct {
	Name    string
	Pointer Pointer
	Policy  string // empty ("none" in the spec) passes the method through
}

// All returns the generated RPC clients of both stacks.
func (e Engines) All() []*Stub {
	return append(e.GRPC[:len(e.GRPC):len(e.GRPC)], e.Connect...)
}
