// Package retrygen is the module of a code generator for retry policies; see
// the command in cmd/retrygen. What it exports is the source of its runtime,
// which a spec with "runtime: copy" takes along.
package retrygen

import "embed"

// RuntimeSource holds the Go files of the runtime in the folder "runtime", with
// its tests, of the packages that it needs below, of the HTTP transport in
// "runtime/retryhttp", and of the package for tests in "runtime/retrytest".
//
//go:embed runtime/*.go runtime/gen/*.go runtime/internal/errtree/*.go runtime/retryhttp/*.go runtime/retrytest/*.go runtime/retrytest/requests/*.go
var RuntimeSource embed.FS

// EngineSource holds copies of the Go files of the runtime for engines, such as
// "runtime/internal/engines/retryriver/worker.go.txt". The originals are in
// modules, whose files a package of another module cannot embed. A test keeps
// the copies up to date, and "go test -run EngineSource -update ." writes them.
//
//go:embed runtime/internal/engines
var EngineSource embed.FS

// License is the license of this module, which a copy of its runtime takes
// along.
//
//go:embed LICENSE
var License []byte
