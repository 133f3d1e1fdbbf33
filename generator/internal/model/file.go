package model

import "github.com/retrygen/retrygen/internal/buildtag"

// CopyPath is where a copied runtime stands below the output directory. Users of
// the output import it, for options, errors and idempotency keys.
const CopyPath = "retry"

// RuntimePath is the import path of the runtime that generated code uses.
const RuntimePath = "github.com/retrygen/retrygen/runtime"

// File is a file to emit: every name and type in it is decided.
type File struct {
	Path        string        // absolute
	Header      string        // the first line of the file
	Build       buildtag.Expr // the build constraint; nil is none
	PackageName string
	RuntimePath string   // the import path of the runtime
	PackageDoc  []string // paragraphs; empty in all but doc.go
	Handshake   bool     // refer to the constant that ties output and runtime
	Imports     *Imports
	// Smaller and Larger are the functions that compare two waits: the
	// predeclared min and max, unless the package hides those.
	Smaller, Larger string
	Policies        []*Policy
	Clients         []*Client
	Transports      []*Transport
	Engine          Engine // what the file is for, if it is for an engine
	Fake            *Fake  // what the file is for, if it is for a fake
	// PolicyTests is what the file is for, if it is for the test of the policies.
	PolicyTests *PolicyTests
}
