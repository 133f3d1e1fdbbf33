// Package retrygen is the module of a code generator for retry policies; see
// the command in cmd/retrygen. What it exports is the source of its runtime,
// which a spec with "runtime: copy" takes along.
package retrygen

import "embed"

// RuntimeSource has the Go files of the runtime in the folder "runtime", its
// tests included, and those of the HTTP transport in "runtime/retryhttp".
//
//go:embed runtime/*.go runtime/retryhttp/*.go
var RuntimeSource embed.FS
