package generator_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// shared are packages that the specs of the findings name.
var shared = map[string]string{
	"other/other.go": `package other

import (
	"context"
	"io"
	"net/http"
)

type Gateway interface { Charge(ctx context.Context) error }
type Sealed interface { Charge() error; sealed() }
type Leaky struct{}
func (*Leaky) Open() (*secret, error) { return nil, nil }
func (*Leaky) Close() error { return nil }
type Sieve struct{}
func (*Sieve) Open() (*secret, error) { return nil, nil }
type Shaped interface { Take(struct{ x int }) error }
type Opener interface {
	Body(ctx context.Context) (io.ReadCloser, error)
	Response(ctx context.Context) (*http.Response, error)
}
type secret struct{}
type hidden interface{ Do() error }
var ErrGone, errHidden error
type Codes int
type Store interface {
	Ping(ctx context.Context) error
	Bots() Bots
	Robots() Bots
	Channels(team string) (Channels, error)
	Bucket(name string) *Bucket
	Closed() Closed
	Items() Items
}
type Bots interface { Get(ctx context.Context) error }
type Channels interface { Get(ctx context.Context) error }
type Items interface { Recv() (int, error) }
type Closed interface { Get(ctx context.Context) error; sealed() }
type Bucket struct{}
func (*Bucket) Get(ctx context.Context) error { return nil }
`,
	"other/internal/deep/deep.go": "package deep\n\ntype Gateway interface{ Charge() error }\n",
	"program/main.go":             "package main\n\ntype Gateway interface{ Charge() error }\n\nfunc main() {}\n",
	"charging/charging.go":        "package charging\n\ntype Gateway interface{ Charge() error }\n",
}

// home is the package next to each spec.
const home = `package home

import (
	"context"
	"errors"
	"io"
	"iter"
)

type Gateway interface {
	Charge(ctx context.Context, amount int) error
	Refund() error
	Upload(body io.Reader) error
	Each() iter.Seq[int]
	Watch() (chan int, error)
	First() (error, int)
}

type (
	Number   interface{ ~int | ~float64 }
	Empty    interface{}
	Pointer  *struct{}
	Blank    struct{}
	Value    struct{}
	Pointed  struct{}
	Box[T any] struct{ v T }
	Taken    int
)

func (Value) Error() string { return "" }
func (*Pointed) Error() string { return "" }
func (*Box[T]) Error() string { return "" }

var (
	ErrDeclined = errors.New("declined")
	Limit       = 3
)

const Maximum = 4

func IsTransient(err error) bool { return false }
func IsPair(err error, n int) bool { return false }
func TakenPolicy() {}

type (
	hidden interface{ Do() error }
	secret struct{}
	Leaky  interface{ Take(secret) error }
	sealed interface{ Charge() error; close() }
	Sealed interface{ sealed }
	Client struct{}
	ErrorTimeout struct{}
)

func (*Client) Do() error           { return nil }
func (ErrorTimeout) Error() string  { return "" }
var ErrTimeout, ErrNetwork, ErrNetworkError = errors.New("a"), errors.New("b"), errors.New("c")

type Fielded struct {
	Number int
	Text   string
	Nested map[string]int
}

func (*Fielded) Error() string { return "" }

type Rows interface{ Err() error }

type Queries interface {
	Ask() Rows
	Do() error
	Query() Rows
}
`

// findings are clients and error rules with the findings about them. A spec
// begins "version: 1", so that its policies and clients are on the third and
// the fourth line.
var findings = []struct {
	name    string
	errors  string // of policy p
	clients string
	want    []string
}{
	{name: "good", errors: "stop: [ErrDeclined, app.test/other.ErrGone, '*Pointed', Value, {func: IsTransient}]", clients: "C: {wraps: Gateway}"},

	{name: "no such name", clients: "C: {wraps: Gatway}",
		want: []string{`4:22: the package next to the spec has no declaration Gatway (did you mean "Gateway"?)`}},
	{name: "no such name elsewhere", clients: "C: {wraps: app.test/other.Gatewy}",
		want: []string{`4:22: package app.test/other has no declaration Gatewy (did you mean "app.test/other.Gateway"?)`}},
	{name: "no such package", clients: "C: {wraps: app.test/oter.Gateway}",
		want: []string{`4:22: package app.test/oter is not found (did you mean "app.test/other.Gateway"?)`}},
	{name: "no such directory", clients: "C: {wraps: ./pay.Gateway}",
		want: []string{"4:22: package ./pay is not found (the directory is relative to the spec, and has to hold Go files)"}},
	{name: "no such module", clients: "C: {wraps: example.org/none/such.Gateway}",
		want: []string{"4:22: package example.org/none/such is not found (the go command says: no required module provides package example.org/none/such; to add it: go get example.org/none/such)"}},
	{name: "no such import", clients: "C: {wraps: nonesuch.Gateway}",
		want: []string{"4:22: package nonesuch is not found (import it in the package next to the spec, or write its import path)"}},

	{name: "not exported", clients: "C: {wraps: app.test/other.hidden}",
		want: []string{"4:22: hidden is not exported by package app.test/other"}},
	{name: "error not exported", errors: "stop: [app.test/other.errHidden]", clients: "C: {wraps: Gateway}",
		want: []string{"3:47: errHidden is not exported by package app.test/other"}},
	{name: "internal", clients: "C: {wraps: app.test/other/internal/deep.Gateway}",
		want: []string{"4:22: package app.test/other/internal/deep is internal, and package app.test/home may not import it"}},
	{name: "main", clients: "C: {wraps: app.test/program.Gateway}",
		want: []string{"4:22: Gateway is in package main, which no other package can import"}},
	{name: "sealed", clients: "C: {wraps: app.test/other.Sealed}",
		want: []string{"4:22: Sealed has the unexported method sealed, so that no type outside package app.test/other can implement it (write the output into that package)"}},
	{name: "unexported result", clients: "C: {wraps: '*app.test/other.Leaky'}",
		want: []string{"4:22: method Open is left out: secret is not exported by package app.test/other"}},
	{name: "unexported result of a named method", clients: "C: {wraps: '*app.test/other.Leaky', methods: {Open: p}}",
		want: []string{"4:22: method Open cannot be written down: secret is not exported by package app.test/other"}},
	{name: "nothing but unexported results", clients: "C: {wraps: '*app.test/other.Sieve'}",
		want: []string{
			"4:22: Sieve has no methods that can be wrapped (Sieve is declared at ../other/other.go:14:6)",
			"4:22: method Open is left out: secret is not exported by package app.test/other",
		}},
	{name: "unexported member", clients: "C: {wraps: app.test/other.Shaped}",
		want: []string{"4:22: method Take cannot be written down: a type without name in it has the member x, which is not exported by package app.test/other"}},
	{name: "read later", errors: "stop: [ErrDeclined]}, attempt_timeout: 1s, retry_after: {respect: true", clients: "C: {wraps: app.test/other.Opener, methods: {Body: p, Response: p}}"},

	{name: "constraint", clients: "C: {wraps: Number}",
		want: []string{"4:22: Number is a type constraint, not an interface of methods (Number is declared at home.go:20:2)"}},
	{name: "empty", clients: "C: {wraps: Empty}",
		want: []string{"4:22: Empty has no methods to wrap (Empty is declared at home.go:21:2)"}},
	{name: "no methods", clients: "C: {wraps: Blank}",
		want: []string{"4:22: Blank has no methods to wrap (Blank is declared at home.go:23:2)"}},
	{name: "pointer to interface", clients: "C: {wraps: '*Gateway'}",
		want: []string{`4:22: Gateway is an interface, and a pointer to it has no methods (write "Gateway")`}},
	{name: "pointer type", clients: "C: {wraps: Pointer}",
		want: []string{"4:22: Pointer is a pointer type (name the type that it points to)"}},
	{name: "no type", clients: "C: {wraps: ErrDeclined}",
		want: []string{"4:22: ErrDeclined is not a type (ErrDeclined is declared at home.go:35:2)"}},

	{name: "no such method", clients: "C: {wraps: Gateway, methods: {Chagre: p}}",
		want: []string{`4:41: Gateway has no method Chagre (Gateway is declared at home.go:10:6; did you mean "Charge"?)`}},
	{name: "no method at all like it", clients: "C: {wraps: Gateway, methods: {Xyzzy: p}}",
		want: []string{"4:41: Gateway has no method Xyzzy (Gateway is declared at home.go:10:6)"}},
	{name: "cannot be retried", clients: "C: {wraps: Gateway, methods: {Each: p, Watch: p, First: p}}",
		want: []string{
			"4:41: Each cannot be retried: it does not return an error last (write none, or leave it out)",
			"4:60: First cannot be retried: it does not return an error last (write none, or leave it out)",
		}},
	{name: "continues with an error in the result", clients: "C: {wraps: Queries, policy: q}",
		want: []string{"4:39: Ask cannot continue when policy q gives up: Err of its result still returns the error (give Ask a policy without on_failure: continue)"}},
	{name: "continues with an error in a result that is named", clients: "C: {wraps: Queries, policy: q, methods: {Ask: p, Query: q}}",
		want: []string{"4:60: Query cannot continue when policy q gives up: Err of its result still returns the error (give Query a policy without on_failure: continue)"}},
	{name: "reader", clients: "C: {wraps: Gateway, methods: {Upload: p, Charge: {policy: p, idempotency: safe}}}",
		want: []string{"4:41: Upload passes through: an attempt uses up its parameter of type io.Reader (if every attempt may be given the same, write Upload: {policy: p, replayable: true}; else Upload: none)"}},
	{name: "reaches nothing", clients: "C: {wraps: Gateway, methods: {First*: p, 'Each*': p}}",
		want: []string{"4:11: the policy of C reaches no method (First (it does not return an error last))"}},
	{name: "misses methods", clients: "C: {wraps: Gateway, policy: p, idempotency: {Charge: safe}, methods: {Refund: none, Upload: none}}",
		want: []string{"4:11: the policy of C misses 1 of 6 methods: First (it does not return an error last) (if they are to pass through, say so: methods: {First: none})"}},
	{name: "patterns", clients: "C: {wraps: Gateway, methods: {Char*: p, '*': none}, idempotency: {'*arge': safe, '*': unsafe}}"},
	{name: "patterns that match nothing", clients: "C: {wraps: Gateway, methods: {Get*: p, '*': none}, idempotency: {Chrg*: safe}}",
		want: []string{
			`4:41: no method of Gateway matches "Get*" (Gateway is declared at home.go:10:6)`,
			`4:76: no method of Gateway matches "Chrg*" (Gateway is declared at home.go:10:6; did you mean "Charge"?)`,
		}},
	{name: "patterns that tie", clients: "C: {wraps: Gateway, methods: {Cha*: p, '*rge': p}, idempotency: {Charge: safe}}",
		want: []string{`4:50: "Cha*" and "*rge" both match Charge, and give as many letters of it (write an entry for Charge)`}},
	{name: "pattern that decides nothing", clients: "C: {wraps: Gateway, methods: {Charge: p, 'Char*': none}, idempotency: {Charge: safe}}",
		want: []string{`4:52: "Char*" decides about no method: another entry does for Charge (remove it)`}},
	{name: "keyed by pattern without context", clients: "C: {wraps: Gateway, methods: {Refund: p}, idempotency: {Ref*: keyed}}",
		want: []string{"4:73: Refund cannot be keyed: it takes no context to carry the key (write safe or unsafe)"}},
	{name: "children", clients: "C: {wraps: app.test/other.Store, policy: p, children: all}",
		want: []string{"4:55: calls are not retried on what 2 methods return: Bucket (it returns *other.Bucket, which is no interface); Closed (other.Closed has the unexported method sealed) (wrap what it returns with another client where it is called)"}},
	{name: "children left out", clients: "C: {wraps: app.test/other.Store, policy: p, children: [Bots]}",
		want: []string{"4:55: calls are not retried on what 3 methods return: Bucket (it returns *other.Bucket, which is no interface); Channels (children does not name it); Closed (other.Closed has the unexported method sealed) (wrap what it returns with another client where it is called)"}},
	{name: "children that are none", clients: "C: {wraps: app.test/other.Store, policy: p, children: {Bots: p, Chanels: p, Ping: p, Items: none, '*': none}}",
		want: []string{"4:75: Store has no method Chanels that returns an interface"}},
	{name: "children in conflict", clients: "C: {wraps: app.test/other.Store, policy: p, children: {Bots: p, Robots: {methods: {Get: none}}, '*': none}}",
		want: []string{"4:75: Bots and Robots return the same interface, which cannot follow two entries (write one entry for both, with a pattern, or remove one)"}},
	{name: "children that tie", clients: "C: {wraps: app.test/other.Store, policy: p, children: {Bo*: p, '*ts': p, '*': none}}",
		want: []string{`4:74: "Bo*" and "*ts" both match Bots, and give as many letters of it (write an entry for Bots)`,
			"4:74: Bots and Robots return the same interface, which cannot follow two entries (write one entry for both, with a pattern, or remove one)"}},
	{name: "methods of children", clients: "C: {wraps: app.test/other.Store, policy: p, children: {Bots: {methods: {Gte: p}}, '*': none}}",
		want: []string{`4:83: Bots has no method Gte (Bots is declared at ../other/other.go:34:6; did you mean "Get"?)`}},
	{name: "undeclared repetition", clients: "C: {wraps: Gateway, methods: {Refund: p}}",
		want: []string{"4:41: Refund creates something, and is retried: nothing says that a repetition is safe (write Refund: {policy: p, idempotency: safe}, or keyed, or unsafe)"}},
	{name: "keyed without context", clients: "C: {wraps: Gateway, methods: {Refund: {policy: p, idempotency: keyed}}}",
		want: []string{"4:74: Refund cannot be keyed: it takes no context to carry the key (write safe or unsafe)"}},
	{name: "timeout without context", clients: "C: {wraps: Gateway, methods: {Refund: {policy: p, attempt_timeout: 1s, idempotency: safe}}}",
		want: []string{"4:41: attempt_timeout cannot bound Refund: it takes no context (give the method another policy, or pass it a context)"}},

	{name: "name taken", clients: "Gateway: {wraps: Gateway}",
		want: []string{"4:11: the output would declare Gateway, which is taken (Gateway is declared at home.go:10:6; rename one of the two)"}},

	{name: "not an error", errors: "stop: [Limit, Maximum, Blank, IsTransient]", clients: "C: {wraps: Gateway}",
		want: []string{
			"3:47: Limit is a variable of type int, not of type error",
			"3:54: Maximum is a constant of type untyped int, not of type error",
			"3:63: Blank is a type without a method Error() string (Blank is declared at home.go:23:2)",
			"3:70: IsTransient is a function, not an error (write {func: IsTransient})",
		}},
	{name: "star", errors: "stop: [Pointed, '*Gateway', '*ErrDeclined']", clients: "C: {wraps: Gateway}",
		want: []string{
			`3:47: Pointed is not an error; *Pointed is (write "*Pointed")`,
			"3:56: *Gateway is a type without a method Error() string (Gateway is declared at home.go:10:6)",
			"3:68: ErrDeclined is a variable, and * is for types (write \"ErrDeclined\")",
		}},
	{name: "generic error", errors: "stop: ['*Box']", clients: "C: {wraps: Gateway}",
		want: []string{"3:47: Box is a generic type (declare an alias of the instance that you mean)"}},
	{name: "fields", errors: "stop: [{code: 1, of: '*Fielded', field: Nr}, {code: 1, of: '*Fielded', field: Nested}, {status: 500, of: '*Fielded', field: Text}, {code: a, of: '*Fielded', field: Number}, {code: 1, of: Fielded, field: Number}, {code: 1, of: '*Fielded'}]", clients: "C: {wraps: Gateway}",
		want: []string{
			"3:80: *Fielded has no exported field or method Nr without parameters (the fields are Number, Text, Nested)",
			"3:118: Nested is of type map[string]int, which is not a text, a number, a truth value or a list of texts",
			"3:164: Text is of type string, and a status is a number",
			"3:204: Number is of type int, and \"a\" is not a whole number",
			`3:227: Fielded is not an error; *Fielded is (write "*Fielded")`,
			"3:252: the field of *Fielded to compare is missing (write field: NAME or method: NAME)",
		}},
	{name: "may never match", errors: "stop: [{code: 7}, {label: A}, {method: Nothing}]", clients: "C: {wraps: Gateway, policy: p, idempotency: {'*': safe}, methods: {Refund: none, Upload: none, First: none, Watch: none}}",
		want: []string{
			`3:47: no error of package app.test/home has a method ErrorCode or Code or SQLErrorNumber, so the matcher probably never matches (add of: "*Fielded", field: Number)`,
		}},
	{name: "not a classifier", errors: "stop: [{func: IsPair}, {func: Limit}]", clients: "C: {wraps: Gateway}",
		want: []string{
			"3:47: IsPair is not a function of type func(error) bool (IsPair is declared at home.go:42:6)",
			"3:63: Limit is not a function of type func(error) bool (Limit is declared at home.go:36:2)",
		}},
	{name: "fake", errors: "stop: [ErrTimeout, ErrNetwork]", clients: "C: {wraps: Client, policy: p, fake: {package: paytest}}"},
	{name: "fake that cannot be", clients: "A: {wraps: hidden, fake: {package: a}}, B: {wraps: Leaky, fake: {package: a}}, C: {wraps: Sealed, fake: {package: b}}, D: {wraps: Client, fake: {package: c}}, E: {wraps: Client, fake: {package: c}}",
		want: []string{
			"4:30: a fake is in another package, and hidden is not exported by package app.test/home (export it)",
			"4:69: a fake is in another package, which cannot write down method Take: secret is not exported by package app.test/home (export it)",
			"4:109: a fake is in another package, and Sealed has the unexported method close (export it)",
			"4:189: another client has the fake of Client in package c (one fake is enough for a type; remove this one, or give it another package)",
		}},
	{name: "clash of a fake", errors: "stop: [ErrTimeout, timeout, ErrNetwork, ErrNetworkError]", clients: "C: {wraps: Client, policy: p, fake: {package: paytest}}",
		want: []string{
			"3:59: package paytest would declare Timeout twice (rename one of the two, or use two packages)",
			"3:80: package paytest would declare Network twice (rename one of the two, or use two packages)",
		}},
	{name: "no gRPC", errors: "retry: [{grpc: [UNAVAILABLE]}]", clients: "C: {wraps: Gateway}",
		want: []string{"3:48: gRPC codes need the module google.golang.org/grpc (run: go get google.golang.org/grpc)"}},
	{name: "misspelt error", errors: "stop: [ErrDeclind, context.Cancelled, io.EOFF]", clients: "C: {wraps: Gateway}",
		want: []string{
			`3:47: the package next to the spec has no declaration ErrDeclind (did you mean "ErrDeclined"?)`,
			`3:59: package context has no declaration Cancelled (did you mean "context.Canceled"?)`,
			`3:78: package io has no declaration EOFF (did you mean "io.EOF"?)`,
		}},
}

// TestFindings demands every finding at its exact place, with its hint.
func TestFindings(t *testing.T) {
	dir := module(t, shared)
	var names []string
	for i, test := range findings {
		name := fmt.Sprintf("case%02d/home.retry.yaml", i)
		rules := ""
		if test.errors != "" {
			rules = ", errors: {" + test.errors + "}"
		}
		write(t, dir, map[string]string{
			fmt.Sprintf("case%02d/home.go", i): home,
			name:                               "version: 1\n\npolicies: {p: {exosphere: {}" + rules + "}, q: {prodigy: {on_failure: continue}}}\nclients: {" + test.clients + "}\n",
		})
		names = append(names, name)
	}
	for i, result := range generate(t, dir, names...) {
		t.Run(findings[i].name, func(t *testing.T) {
			got := texts(result)
			for n := range got {
				got[n] = strings.ReplaceAll(got[n], fmt.Sprintf("app.test/case%02d", i), "app.test/home")
			}
			if diff := cmp.Diff(findings[i].want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}
