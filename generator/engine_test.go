package generator_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/retrygen/retrygen/generator"
	"github.com/retrygen/retrygen/schema"
)

// engineModules are the modules of engines, as far as the generator looks at
// them: by path, the packages and what they declare.
var engineModules = map[string]map[string]string{
	"go.temporal.io/sdk":           {"activity": "", "client": "", "interceptor": "", "temporal": "", "workflow": ""},
	"github.com/riverqueue/river":  {".": "", "rivertype": ""},
	"github.com/hibiken/asynq":     {".": ""},
	"google.golang.org/grpc":       {".": "type CallOption interface{}\ntype ServiceDesc struct{}", "codes": "", "status": ""},
	"connectrpc.com/connect":       {".": "type Request[T any] struct{}\ntype Response[T any] struct{}\ntype ServerStreamForClient[T any] struct{}"},
	"app.test/without/any/modules": {".": ""},

	"github.com/retrygen/retrygen/runtime/retryasynq":    {".": ""},
	"github.com/retrygen/retrygen/runtime/retryconnect":  {".": ""},
	"github.com/retrygen/retrygen/runtime/retrygrpc":     {".": ""},
	"github.com/retrygen/retrygen/runtime/retryriver":    {".": ""},
	"github.com/retrygen/retrygen/runtime/retrytemporal": {".": ""},
}

// stubsPackage stands for what the compilers of gRPC and Connect generate.
const stubsPackage = `package stubs

import (
	"context"

	"connectrpc.com/connect"
	"google.golang.org/grpc"
)

const (
	Gateway_Get_FullMethodName  = "/app.v1.Gateway/Get"
	Gateway_Put_FullMethodName  = "/app.v1.Gateway/Put"
	Gateway_Feed_FullMethodName = "/app.v1.Gateway/Feed"
	Other_Get_FullMethodName    = "/app.v1.Other/Get"

	PlainGetProcedure  = "/app.v1.Plain/Get"
	PlainFeedProcedure = "/app.v1.Plain/Feed"
)

type (
	Message struct{}
	Stream  interface{}
)

type GatewayClient interface {
	Get(ctx context.Context, in *Message, opts ...grpc.CallOption) (*Message, error)
	Put(ctx context.Context, in *Message, opts ...grpc.CallOption) (*Message, error)
	Feed(ctx context.Context, in *Message, opts ...grpc.CallOption) (Stream, error)
}

type OtherClient interface {
	Get(ctx context.Context, in *Message, opts ...grpc.CallOption) (*Message, error)
}

type OrdersClient interface {
	CreateOrder(ctx context.Context, in *Message, opts ...grpc.CallOption) (*Message, error)
}

const Orders_CreateOrder_FullMethodName = "/shop.Orders/CreateOrder"

type PlainClient interface {
	Get(context.Context, *connect.Request[Message]) (*connect.Response[Message], error)
	Feed(context.Context, *connect.Request[Message]) (*connect.ServerStreamForClient[Message], error)
}

type OlderClient interface {
	Get(ctx context.Context, in *Message, opts ...grpc.CallOption) (*Message, error)
}

var Older_ServiceDesc = grpc.ServiceDesc{}

type HandClient interface {
	Get(ctx context.Context, in *Message, opts ...grpc.CallOption) (*Message, error)
}

type Gateway struct{}
`

// writeEnginePackages writes a module with stubs, and the modules of the
// engines that it requires.
func writeEnginePackages(t *testing.T, dir string) {
	t.Helper()
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	home := "module app.test\n\ngo 1.26\n"
	for module, packages := range engineModules {
		at := "engines/" + filepath.Base(module)
		home += fmt.Sprintf("\nrequire %s v0.0.0\nreplace %s => ./%s\n", module, module, at)
		write(at+"/go.mod", "module "+module+"\n\ngo 1.26\n")
		for name, text := range packages {
			base := name
			if name == "." {
				base = filepath.Base(module)
			}
			write(filepath.Join(at, name, base+".go"), "package "+base+"\n\n"+text+"\n")
		}
	}
	write("go.mod", home)
	write("stubs/stubs.go", stubsPackage)
}

// engineCases are engines under policies p, q and gated, with the findings
// about them. The engines begin on line 7.
var engineCases = []struct {
	name, engines string
	want          []string
}{
	{name: "kept", engines: "asynq: {policies: [p]}\n  river: {policies: [p]}\n  temporal: {policies: [p]}"},
	{name: "lost", engines: "asynq: {policies: [gated]}\n  river: {policies: [gated]}\n  temporal: {policies: [gated]}", want: []string{
		"7:22: asynq does not keep the quota of policy gated (the attempts of a job may be made by different processes)",
		"7:22: asynq does not keep total_timeout of policy gated (asynq.Deadline of a task ends its attempts; what is left of them then fails without the handler)",
		"7:22: asynq does not keep the fraction of a second of attempt_timeout of policy gated (asynq keeps times in whole seconds; the timeout is rounded up to the next)",
		"7:22: asynq does not keep waits below a second of policy gated (asynq keeps times in whole seconds; each wait is rounded up to the next)",
		"8:22: River does not keep the limit of attempts of policy gated (River counts to 32767; that is the limit)",
		"8:22: River does not keep the quota of policy gated (the attempts of a job may be made by different processes)",
		"8:22: River does not keep total_timeout of policy gated (River bounds attempts, and the time of each)",
		"9:25: Temporal does not keep the quota of policy gated (the attempts of a job may be made by different processes)",
	}},
	{name: "jitter", engines: "temporal: {policies: [q]}", want: []string{
		"7:25: Temporal does not keep the jitter of policy q (the worker's interceptor sets each wait after an error; after a timeout of the server it is 1s, growing to 876000h)",
		"7:25: Temporal starts no activity without a timeout, and policy q has none (write attempt_timeout, or set StartToCloseTimeout where the options are used)",
	}},
	{name: "stubs", engines: "grpc: {A: {client: ./stubs.GatewayClient, policy: p}}\n  connect: {B: {client: ./stubs.PlainClient, policy: q}}"},
	{name: "no such stub", engines: "grpc: {A: {client: ./stubs.GatwayClient, policy: p}}", want: []string{
		`7:22: package app.test/stubs has no declaration GatwayClient (did you mean "./stubs.GatewayClient"?)`,
	}},
	{name: "no stub", engines: "grpc: {A: {client: ./stubs.Gateway, policy: p}}", want: []string{
		"7:22: Gateway is not the interface of a generated gRPC client (Gateway is declared at stubs/stubs.go:56:6)",
	}},
	{name: "by hand", engines: "grpc: {A: {client: ./stubs.HandClient, policy: p}}", want: []string{
		"7:22: HandClient is no generated gRPC client: its package has no constant Hand_Get_FullMethodName",
	}},
	{name: "without constants", engines: "grpc: {A: {client: ./stubs.OlderClient, policy: p}}"},
	{name: "other stack", engines: "connect: {A: {client: ./stubs.GatewayClient, methods: {Get: p}}}", want: []string{
		"7:58: Get is a stream, which no interceptor can repeat (write none)",
	}},
	{name: "no such method", engines: "grpc: {A: {client: ./stubs.GatewayClient, policy: p, methods: {Gett: q}}}", want: []string{
		`7:66: GatewayClient has no method Gett (did you mean "Get"?)`,
	}},
	{name: "stream", engines: "grpc: {A: {client: ./stubs.GatewayClient, methods: {Feed: p}}}", want: []string{
		"7:55: Feed is a stream, which no interceptor can repeat (write none)",
	}},
	{name: "creates", engines: "grpc: {A: {client: ./stubs.OrdersClient, policy: p}}", want: []string{
		"7:52: CreateOrder creates something, and is retried: nothing says that a repetition is safe (write methods: {CreateOrder: p} if it is, else methods: {CreateOrder: none})",
	}},
	{name: "creates, and is named", engines: "grpc: {A: {client: ./stubs.OrdersClient, methods: {CreateOrder: p}}}"},
	{name: "one name twice", engines: "grpc: {A: {client: ./stubs.GatewayClient, policy: p}}\n  connect: {A: {client: ./stubs.PlainClient, policy: p}}", want: []string{
		"7:10: the output would declare AInterceptor, which is taken (rename one of the two)",
	}},
}

const enginePolicies = `version: 1
policies:
  p: {exosphere: {strategy: FIXED}, attempt_timeout: 1s}
  q: {exosphere: {strategy: EXPONENTIAL_FULL_JITTER, backoff_factor: 1000}}
  gated: {temporal: {initial_interval: 1500ms}, total_timeout: 1m, attempt_timeout: 500ms, quota: {}}
engines:`

// TestEngineFindings checks what is said about engines and RPC stubs.
func TestEngineFindings(t *testing.T) {
	dir := t.TempDir()
	writeEnginePackages(t, dir)
	var specs []*schema.Spec
	for i, c := range engineCases {
		text := fmt.Sprintf("%s\n  %s\noutput: out%d/\n", enginePolicies, c.engines, i)
		spec, findings := schema.Load(filepath.Join(dir, fmt.Sprintf("case%02d.retry.yaml", i)), []byte(text))
		if findings.HasErrors() {
			t.Fatalf("%s: %v", c.name, findings)
		}
		specs = append(specs, spec)
	}
	results, err := generator.Generate(context.Background(), specs)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range engineCases {
		var got []string
		for _, d := range results[i].Findings {
			text := fmt.Sprintf("%d:%d: %s", d.Pos.Line, d.Pos.Column, d.Message)
			if d.Hint != "" {
				text += " (" + d.Hint + ")"
			}
			got = append(got, text)
		}
		slices.Sort(got)
		slices.Sort(c.want)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// TestEnginesNeedTheirModules demands a finding that says how to get the
// module of an engine.
func TestEnginesNeedTheirModules(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module app.test\n\ngo 1.26\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	text := enginePolicies + " {asynq: {policies: [p]}, river: {policies: [p]}, temporal: {policies: [p]}}\n"
	spec, findings := schema.Load(filepath.Join(dir, "app.retry.yaml"), []byte(text))
	if findings.HasErrors() {
		t.Fatal(findings)
	}
	results, err := generator.Generate(context.Background(), []*schema.Spec{spec})
	if err != nil {
		t.Fatal(err)
	}
	var hints []string
	for _, d := range results[0].Findings {
		hints = append(hints, d.Hint)
	}
	want := []string{
		"run: go get github.com/retrygen/retrygen/runtime/retryasynq",
		"run: go get github.com/retrygen/retrygen/runtime/retryriver",
		"run: go get github.com/retrygen/retrygen/runtime/retrytemporal",
	}
	if diff := cmp.Diff(want, hints); diff != "" || len(results[0].Files) > 0 {
		t.Errorf("%d files (-want +got):\n%s", len(results[0].Files), diff)
	}
}

// TestStubWithoutConstants names methods by what describes their service.
func TestStubWithoutConstants(t *testing.T) {
	dir := t.TempDir()
	writeEnginePackages(t, dir)
	text := enginePolicies + " {grpc: {A: {client: ./stubs.OlderClient, policy: p}}}\noutput: out/\n"
	spec, findings := schema.Load(filepath.Join(dir, "app.retry.yaml"), []byte(text))
	if findings.HasErrors() {
		t.Fatal(findings)
	}
	results, err := generator.Generate(context.Background(), []*schema.Spec{spec})
	if err != nil || results[0].Findings.HasErrors() {
		t.Fatal(err, results[0].Findings)
	}
	const want = `retrygrpc.FullMethod(&stubs.Older_ServiceDesc, "Get"): PPolicy(opts...),`
	if !slices.ContainsFunc(results[0].Files, func(f generator.File) bool { return strings.Contains(string(f.Content), want) }) {
		t.Errorf("no file has %s", want)
	}
}
