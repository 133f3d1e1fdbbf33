// Package gopkg finds the Go packages that specs name, and their types.
//
// The go command says what a package is: its files, its module, and what it
// imports. Types come from the source, without function bodies: for most specs
// from the few declarations that they need, which package partial finds, and
// where that leaves a doubt, or there is an error to explain, from all packages,
// which go/packages lists. Nothing is compiled. The output of a spec is about to be
// replaced, so it is left out: a stale or broken file never blocks its own
// regeneration.
package gopkg
