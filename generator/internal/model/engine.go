package model

// Engine is what a spec has for a job engine or an RPC stack. It becomes
// a file of its own, so that the others do not depend on the engine.
type Engine interface {
	// engineName returns the key of the spec, such as "temporal".
	EngineName() string
	// packages returns the import paths of the packages that its code may
	// refer to.
	Packages() []string
	isEngine()
}

// Kind is what every output for an engine has in common.
type Kind struct {
	Name    string // the key of the spec
	System  string // how people call it
	Module  string // to require in go.mod
	Imports []string
}

// The packages that the code for engines refers to.
const (
	AsynqPath               = "github.com/hibiken/asynq"
	ConnectPath             = "connectrpc.com/connect"
	GrpcPath                = "google.golang.org/grpc"
	MetadataPath            = "google.golang.org/grpc/metadata"
	RiverPath               = "github.com/riverqueue/river"
	RiverTypePath           = "github.com/riverqueue/river/rivertype"
	TemporalPath            = "go.temporal.io/sdk/temporal"
	TemporalActivityPath    = "go.temporal.io/sdk/activity"
	TemporalInterceptorPath = "go.temporal.io/sdk/interceptor"
	TemporalWorkflowPath    = "go.temporal.io/sdk/workflow"
)

// EngineName returns the key of the engine in a spec.
func (k *Kind) EngineName() string { return k.Name }

// EngineLocals are the names that the code for engines gives to parameters and
// variables. No import and no policy has them.
var EngineLocals = NewScope(
	"activities", "attempt", "call", "client", "conn", "ctx", "decision", "err", "failed", "failure", "isKept", "ok", "info", "invoke", "input",
	"job", "method", "next", "opts", "options", "policy", "request", "response", "result", "retried", "task", "trailer",
	"values", "wait", "work", "w", "T",
)
