package main

import (
	"math"
	"os"
	"runtime/debug"
)

// The garbage collector works harder before the command uses more memory than
// this: while it reads specs, of which a hostile one can become a large syntax
// tree, and later, when it looks at Go packages.
const (
	readingMemory   = 192 << 20
	compilingMemory = 512 << 20
)

// limitMemory sets the memory limit, unless the user has set one.
func limitMemory(limit int64) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit)
	}
}

// garbage is by how many percent the heap may grow before it is collected: a
// run is over before more collections pay.
const garbage = 400

// useMemory prepares for a whole module of Go code, which takes gigabytes: there
// is no limit, and the garbage of each package is collected soon.
func useMemory() {
	limitMemory(math.MaxInt64)
	if os.Getenv("GOGC") == "" {
		const soon = 60
		debug.SetGCPercent(soon)
	}
}
