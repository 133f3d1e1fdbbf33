// Package generator writes Go clients that retry: from a spec and the Go types
// that it wraps to the text of Go files.
//
// Data flows one way. The loader finds the packages that a spec names and
// their types, without our own earlier output, so that a stale or broken file
// never stands in the way. Resolving decides everything that can fail, and
// every name, and yields a model: plain data. Emission turns the model into
// jennifer statements, which cannot fail; rendering turns those into bytes.
// Nothing here writes to disk.
package generator
