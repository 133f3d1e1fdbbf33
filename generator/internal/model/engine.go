package model

import (
	"fmt"

	"github.com/retrygen/retrygen/schema"
)

// Kind describes an engine. Its logic is in a package below the runtime, which
// is a module, so that a fix needs no new output. What is generated is a few
// declarations for each policy or client.
type Kind struct {
	Name    string    // the key of the spec
	System  string    // how people call it
	Imports []string  // the packages of the engine that the declarations refer to
	Runtime string    // the package below the runtime with the logic
	Job     *JobKind  // nil if the engine is an RPC stack
	Stub    *StubKind // nil if the engine runs jobs
}

// JobKind describes an engine that runs jobs.
type JobKind struct {
	// Declare returns the declarations for a policy.
	Declare func(p *Job) []Declaration
	// Losses returns what the engine does not keep of a policy, other than
	// what no job engine keeps.
	Losses func(p *Job) []Loss
}

// StubKind describes an RPC stack.
type StubKind struct {
	// Declare returns the declarations for a generated client.
	Declare func(s *Stub) []Declaration
	// Losses returns what the stack does not keep of a policy.
	Losses func(p *Policy) []Loss
	// Constant returns the constant with the full name of a method.
	Constant func(service, method string) string
	// Descriptor returns the variable that describes a service, for clients of
	// older compilers that generated no constants; nil if there is none.
	Descriptor func(service string) string
	// IsVariadic is set if the methods of clients take call options.
	IsVariadic bool
	// Response is the type that a unary method returns a pointer to; the zero
	// Name is any type.
	Response Name
}

// Loss is something that an engine does not keep of a policy.
type Loss struct{ Message, Hint string }

// loses returns the loss of a part of a policy.
func (p *Policy) loses(system, part, hint string) Loss {
	return Loss{fmt.Sprintf("%s does not keep %s of policy %s", system, part, p.Name), hint}
}

// Engine is what a spec has for an engine. It becomes a separate file, so that
// the other files do not depend on the engine.
type Engine interface {
	// Engine returns the kind of the engine.
	Engine() *Kind
	// Declarations returns the declarations of the file.
	Declarations() []Declaration
	// Packages returns the import paths of the packages that the file may
	// refer to, other than the runtime's.
	Packages() []string
}

// Engine returns the kind.
func (k *Kind) Engine() *Kind { return k }

// IsUsed reports whether a spec has the engine.
func (k *Kind) IsUsed(spec *schema.Spec) bool {
	return spec.Engines.Jobs[k.Name] != nil || len(spec.Engines.Stubs[k.Name]) > 0
}

// RuntimePath returns the import path of the package with the logic.
func (k *Kind) RuntimePath() string { return RuntimePath + "/" + k.Runtime }

// EngineLocals are the names of parameters in the declarations for engines. No
// import and no policy has them.
var EngineLocals = NewScope("activities", "next", "opts", "T")

// The packages of gRPC and Connect that the matchers of codes refer to.
const (
	ConnectPath    = "connectrpc.com/connect"
	GrpcStatusPath = "google.golang.org/grpc/status"
	GrpcCodesPath  = "google.golang.org/grpc/codes"
)
