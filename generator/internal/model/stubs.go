package model

import (
	"slices"
)

func (*Stubs) isEngine() {}

const (
	GrpcStatusPath = "google.golang.org/grpc/status"
	GrpcCodesPath  = "google.golang.org/grpc/codes"
)

// Stubs is the generated clients of an RPC stack.
type Stubs struct {
	*Kind
	Stubs []*Stub
}

// Stub is a generated RPC client whose calls are retried.
type Stub struct {
	Name    string
	Target  string // the client, as the documentation names it
	Path    string // the import path of the client
	Methods []*StubMethod
	// config is the service config of gRPC that says all of it, or empty.
	Config string
}

// StubMethod is a method that is retried.
type StubMethod struct {
	Name     string
	Constant string // the constant of the stub that has the procedure
	// procedure is "/package.Service/Method".
	Procedure string
	Policy    *Policy
}

// Packages returns the packages that the code for an RPC stack may refer to.
func (s *Stubs) Packages() []string {
	paths := append([]string{"context", "errors"}, s.Imports...)
	for _, stub := range s.Stubs {
		paths = append(paths, stub.Path)
	}
	return paths
}

// Policies returns the policies of the methods of a stub, each once.
func (s *Stub) Policies() []*Policy {
	var used []*Policy
	for _, m := range s.Methods {
		if !slices.Contains(used, m.Policy) {
			used = append(used, m.Policy)
		}
	}
	return used
}
