// Package resolve turns specs, and the Go packages around them, into models. It
// finds all that can be wrong, and decides every name.
package resolve
