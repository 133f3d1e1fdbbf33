// Package retrier knows the functions that call a function again after it
// failed: errors of known libraries by name, and all others by what they do.
package retrier

import (
	"strings"
	"sync"

	"github.com/retrygen/retrygen/internal/lazyregexp"
)

// Kind is how a retrier treats what its function has done when it fails.
type Kind uint8

// The kinds.
const (
	// Plain repeats an operation. Its function is not called again after it
	// returned nil.
	Plain Kind = iota
	// Transaction rolls back and repeats a transaction. Its function can be called
	// again after it returned nil, because the commit can fail.
	Transaction
	// Conflict repeats a function only after a conflict between writers.
	Conflict
)

// Retrier is a function that retries.
type Retrier struct {
	Kind Kind
	// Param is the index of the parameter that is the retried function, or first.
	Param int
	// Field is the field of the argument that is the retried function, if it is
	// part of a struct.
	Field string
	// Marked says that only errors that the function marks are retried.
	Marked bool
	// Attempts is the number of attempts without other settings, or 0 if it is
	// unknown or unlimited.
	Attempts int
}

// first stands for the first parameter whose type is a function.
const first = -1

// group are the retriers of one package.
type group struct {
	path  string // without the major version
	names string // function, or (*Type).method, or (Type).method
	Retrier
}

// known are the retriers of libraries. Versions of a module differ in nothing
// that matters here, and names that a version does not have do no harm.
var known = []group{
	{"github.com/cenkalti/backoff", "Retry RetryWithData RetryNotify RetryNotifyWithData RetryNotifyWithTimer RetryNotifyWithTimerAndData", Retrier{Param: first}},
	{"github.com/avast/retry-go", "Do DoWithData (*Retrier).Do (*RetrierWithData).Do", Retrier{Param: first, Attempts: 10}},
	{"github.com/sethvargo/go-retry", "Do DoValue Constant Exponential Fibonacci", Retrier{Param: first, Marked: true}},
	{"github.com/failsafe-go/failsafe-go", "Get GetWithExecution GetAsync GetWithExecutionAsync Run RunWithExecution RunAsync RunWithExecutionAsync " +
		"(Executor).Get (Executor).GetWithExecution (Executor).Run (Executor).RunWithExecution " +
		"(Executor).GetAsync (Executor).GetWithExecutionAsync (Executor).RunAsync (Executor).RunWithExecutionAsync", Retrier{Param: first}},
	{"k8s.io/client-go/util/retry", "OnError", Retrier{Param: 2}},
	{"k8s.io/client-go/util/retry", "RetryOnConflict", Retrier{Kind: Conflict, Param: 1}},
	{"github.com/googleapis/gax-go", "Invoke", Retrier{Param: first}},
	{"github.com/cockroachdb/cockroach-go/crdb", "ExecuteTx ExecuteInTx ExecuteCtx Execute", Retrier{Kind: Transaction, Param: first}},
	{"github.com/cockroachdb/cockroach-go/crdb/crdbpgx", "ExecuteTx", Retrier{Kind: Transaction, Param: first}},
	{"github.com/cockroachdb/cockroach-go/crdb/crdbpgxv5", "ExecuteTx", Retrier{Kind: Transaction, Param: first}},
	{"github.com/cockroachdb/cockroach-go/crdb/crdbgorm", "ExecuteTx", Retrier{Kind: Transaction, Param: first}},
	{"github.com/cockroachdb/cockroach-go/crdb/crdbsqlx", "ExecuteTx", Retrier{Kind: Transaction, Param: first}},
	{"go.mongodb.org/mongo-driver/mongo", "(Session).WithTransaction (*Session).WithTransaction", Retrier{Kind: Transaction, Param: first}},
	{"cloud.google.com/go/spanner", "(*Client).ReadWriteTransaction (*Client).ReadWriteTransactionWithOptions", Retrier{Kind: Transaction, Param: first}},
	{"cloud.google.com/go/firestore", "(*Client).RunTransaction", Retrier{Kind: Transaction, Param: first}},
	{"cloud.google.com/go/datastore", "(*Client).RunInTransaction", Retrier{Kind: Transaction, Param: first}},
	{"go.etcd.io/etcd/client/v3/concurrency", "NewSTM NewSTMRepeatable NewSTMSerializable NewSTMReadCommitted", Retrier{Kind: Transaction, Param: first}},
	{"github.com/apple/foundationdb/bindings/go/src/fdb", "(Database).Transact (Database).ReadTransact (Transactor).Transact (ReadTransactor).ReadTransact", Retrier{Kind: Transaction, Param: first}},
	{"github.com/juju/txn", "(Runner).Run (*transactionRunner).Run", Retrier{Kind: Transaction, Param: first}},
	{"github.com/juju/retry", "Call", Retrier{Param: 0, Field: "Func"}},
	{"github.com/eapache/go-resiliency/retrier", "(*Retrier).Run (*Retrier).RunCtx (*Retrier).RunFn", Retrier{Param: first}},
	{"github.com/flowchartsman/retry", "(*Retrier).Run (*Retrier).RunContext", Retrier{Param: first, Attempts: 5}},
	{"github.com/Rican7/retry", "Retry", Retrier{Param: first}},
	{"github.com/hashicorp/terraform-plugin-sdk/helper/resource", "Retry RetryContext", Retrier{Param: first, Marked: true}},
	{"github.com/hashicorp/terraform-plugin-sdk/helper/retry", "Retry RetryContext", Retrier{Param: first, Marked: true}},
	{"github.com/thanos-io/thanos/pkg/runutil", "Retry RetryWithLog", Retrier{Param: first}},
	{"github.com/retrygen/retrygen/runtime", "DoValue (*Policy).Do Seq2", Retrier{Param: first}},
}

// FinalErrors are the functions that mark an error so that it is not retried.
var finalErrors = names("github.com/cenkalti/backoff.Permanent", "github.com/avast/retry-go.Unrecoverable",
	"github.com/hashicorp/terraform-plugin-sdk/helper/resource.NonRetryableError",
	"github.com/hashicorp/terraform-plugin-sdk/helper/retry.NonRetryableError",
	"github.com/retrygen/retrygen/runtime.NonRetryable", "github.com/flowchartsman/retry.Stop")

// markedErrors are the functions that mark an error so that it is retried.
var markedErrors = names("github.com/sethvargo/go-retry.RetryableError",
	"github.com/hashicorp/terraform-plugin-sdk/helper/resource.RetryableError",
	"github.com/hashicorp/terraform-plugin-sdk/helper/retry.RetryableError")

// Inner is a call of a client that retries itself.
type Inner struct {
	// Attempts it makes by default.
	Attempts int
	// Options are the names by which code turns the retries off or changes them.
	Options []string
}

// clients are the methods of SDKs that retry themselves by default, by the path
// of their package and the type of their receiver.
var clients = []struct {
	path, receiver string
	Inner
}{
	// aws/retry.DefaultMaxAttempts.
	{"github.com/aws/aws-sdk-go-v2/service/", "Client", Inner{3, []string{"Retryer", "RetryMaxAttempts", "NopRetryer", "WithRetryer", "WithRetryMaxAttempts"}}},
	// client.DefaultRetryerMaxNumRetries is 3.
	{"github.com/aws/aws-sdk-go/service/", "*", Inner{4, []string{"MaxRetries", "Retryer", "WithMaxRetries", "NoOpRetryer"}}},
	// retryablehttp's defaultRetryMax is 4.
	{"github.com/hashicorp/go-retryablehttp", "Client", Inner{5, []string{"RetryMax", "CheckRetry"}}},
	// minio.MaxRetry.
	{"github.com/minio/minio-go", "Client", Inner{10, []string{"MaxRetry", "MaxRetries"}}},
	// redis.Options.MaxRetries is 3.
	{"github.com/redis/go-redis", "Client", Inner{4, []string{"MaxRetries"}}},
	{"github.com/go-redis/redis", "Client", Inner{4, []string{"MaxRetries"}}},
	// policy.RetryOptions.MaxRetries is 3.
	{"github.com/Azure/azure-sdk-for-go/sdk/", "*Client", Inner{4, []string{"RetryOptions", "MaxRetries"}}},
}

var majorVersion = lazyregexp.New(`/v[0-9]+(/|\.|$)`)

// WithoutVersion returns the path or the full name of something without the
// major version of its module.
func WithoutVersion(name string) string {
	return majorVersion().ReplaceAllString(name, "$1")
}

// byName are the known retriers by full name without major version.
var byName = sync.OnceValue(func() map[string]Retrier {
	all := map[string]Retrier{}
	for _, g := range known {
		path := WithoutVersion(g.path)
		for name := range strings.FieldsSeq(g.names) {
			all[qualify(path, name)] = g.Retrier
		}
	}
	return all
})

// qualify returns the full name of a function or a method as go/types writes it.
func qualify(path, name string) string {
	if rest, ok := strings.CutPrefix(name, "(*"); ok {
		return "(*" + path + "." + rest
	}
	if rest, ok := strings.CutPrefix(name, "("); ok {
		return "(" + path + "." + rest
	}
	return path + "." + name
}

func names(all ...string) map[string]bool {
	set := map[string]bool{}
	for _, name := range all {
		set[name] = true
	}
	return set
}
