package main

import (
	"fmt"
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

// converters returns a package for the generator that writes converters: it
// does not wrap interfaces.
func (f fixture) converters() string {
	var b strings.Builder
	b.WriteString("package conv\n\nimport \"fixture.test/svc\"\n\n")
	for i := range f.interfaces {
		fmt.Fprintf(&b, "type Result%[1]d struct{ Name string }\n\n// goverter:converter\ntype Converter%[1]d interface{ Convert(result svc.Result%[1]d) Result%[1]d }\n\n", i)
	}
	return b.String()
}

// mocks returns the configuration of mockery.
func (f fixture) mocks(root string) string {
	return "log-level: error\ndir: " + filepath.Join(root, "mocks") + "\npkgname: mocks\ntemplate: testify\npackages: {fixture.test/svc: {config: {all: true}}}\n"
}

// retries is a template for gowrap: its own have to be fetched for each run.
const retries = `import "time"

type {{.Interface.Name}}Retried struct {
	{{.Interface.Type}}
	attempts int
	wait     time.Duration
}
{{range $method := .Interface.Methods}}{{if $method.ReturnsError}}
func (d {{$.Interface.Name}}Retried) {{$method.Declaration}} {
	for i := 0; i < d.attempts; i++ {
		{{$method.ResultsNames}} = d.{{$.Interface.Name}}.{{$method.Call}}
		if err == nil {
			return
		}
		time.Sleep(d.wait)
	}
	return
}
{{end}}{{end}}`

// build writes the module of the fixture below dir, and returns the directory
// of its package.
func (f fixture) build(dir string) (string, error) {
	root := filepath.Join(dir, f.name)
	svc := filepath.Join(root, "svc")
	err := writeAll(root, map[string]string{
		"go.mod":         "module fixture.test\n\ngo 1.26.0\n",
		"svc/svc.go":     f.source(0),
		"svc.retry.yaml": f.spec(),
		"conv/conv.go":   f.converters(),
		"mockery.yaml":   f.mocks(root),
		"retry.tmpl":     retries,
	})
	if err != nil {
		return "", err
	}
	if f.require == "" {
		return svc, nil
	}
	if err := command(root, "go", "get", f.require); err != nil {
		return "", err
	}
	return svc, command(root, "go", "mod", "tidy")
}
