package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// fixture is a package with interfaces of ten methods.
type fixture struct {
	title      string
	name       string
	interfaces int
	imports    string
	// methods are the first methods of each interface.
	methods []string
	require string // the module of a dependency, to be got
}

var fixtures = []fixture{
	{title: "One interface of 10 methods", name: "one", interfaces: 1, imports: "\"context\"\n\"net/url\"\n\"time\""},
	{title: "50 interfaces of 10 methods", name: "fifty", interfaces: 50, imports: "\"context\"\n\"net/url\"\n\"time\""},
	{title: "One interface in a tree with net/http and gRPC", name: "tree", interfaces: 1,
		imports: "\"context\"\n\"net/http\"\n\"net/url\"\n\"time\"\n\n\"google.golang.org/grpc\"\n\"google.golang.org/grpc/metadata\"\n\"google.golang.org/grpc/status\"",
		methods: []string{
			"Head(ctx context.Context, h http.Header, c *http.Client) (http.Header, error)",
			"Call(ctx context.Context, md metadata.MD, opts ...grpc.CallOption) (*status.Status, error)",
		},
		require: "google.golang.org/grpc@v1.84.0"},
}

// source returns the Go file of the package. The edition makes two of the same
// fixture differ by a declaration.
func (f fixture) source(edition int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package svc\n\nimport (\n%s\n)\n\nvar Edition = %d\n\n", f.imports, edition)
	for i := range f.interfaces {
		fmt.Fprintf(&b, "type Service%d interface {\n", i)
		for m := range 10 {
			if m < len(f.methods) {
				fmt.Fprintf(&b, "\t%s\n", f.methods[m])
				continue
			}
			fmt.Fprintf(&b, "\tMethod%d(ctx context.Context, id string, at time.Time, where *url.URL) (*Result%d, error)\n", m, i)
		}
		fmt.Fprintf(&b, "}\n\ntype Result%d struct{ Name string }\n\n", i)
	}
	return b.String()
}

// spec returns the spec that wraps all interfaces. Its output is a package of
// its own, so that the other generators do not read it.
func (f fixture) spec() string {
	var b strings.Builder
	b.WriteString("version: 1\npackage: retried\noutput: retried/clients_retry.go\npolicies: {p: {exosphere: {max_retries: 3}}}\nclients:\n")
	for i := range f.interfaces {
		fmt.Fprintf(&b, "  Retrying%d: {wraps: ./svc.Service%d, policy: p}\n", i, i)
	}
	return b.String()
}

// serviceNames returns the names of the interfaces.
func (f fixture) serviceNames() []string {
	names := make([]string, f.interfaces)
	for i := range names {
		names[i] = fmt.Sprintf("Service%d", i)
	}
	return names
}

// build writes the module of the fixture below dir, and returns the directory
// of its package.
func (f fixture) build(dir string) (string, error) {
	root := filepath.Join(dir, f.name)
	svc := filepath.Join(root, "svc")
	if err := os.MkdirAll(svc, 0o755); err != nil {
		return "", err
	}
	for name, text := range map[string]string{
		filepath.Join(root, "go.mod"):         "module fixture.test\n\ngo 1.26.0\n",
		filepath.Join(svc, "svc.go"):          f.source(0),
		filepath.Join(root, "svc.retry.yaml"): f.spec(),
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return "", err
		}
	}
	if f.require == "" {
		return svc, nil
	}
	if err := command(root, "go", "get", f.require); err != nil {
		return "", err
	}
	return svc, command(root, "go", "mod", "tidy")
}
