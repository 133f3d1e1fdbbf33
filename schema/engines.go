package schema

import (
	"maps"
	"slices"
)

// Engines are the systems next to the clients of a spec that follow its
// policies: job engines outside the program, which keep the attempts and make
// the waits, and RPC stacks within it.
type Engines struct {
	// Jobs are the job engines by their keys, such as "temporal".
	Jobs map[string]*Engine
	// Stubs are the generated clients of RPC stacks by their keys, such as
	// "grpc", in the order of the file.
	Stubs map[string][]*Stub
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
	// Client is the interface of the generated client; it has no name where the
	// spec has Service in its place.
	Client GoName
	// Service is the full name of the protobuf service, or empty.
	Service string
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

// AllStubs returns the generated clients of all RPC stacks.
func (e Engines) AllStubs() []*Stub {
	var all []*Stub
	for _, stack := range slices.Sorted(maps.Keys(e.Stubs)) {
		all = append(all, e.Stubs[stack]...)
	}
	return all
}
