// Package gopkg finds the Go packages that specs name, and their types.
//
// The go command says what a package is: its files, its module, and what it
// imports. Types come from the compiler's export data, or from the source
// without function bodies where there is none, or where the output of a spec is
// among the files. That output is about to be replaced, so it is left out: a
// stale or broken file never blocks its own regeneration.
package gopkg
