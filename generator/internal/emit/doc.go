// Package emit turns a model into the bytes of Go files, by jennifer. Everything
// is decided before, so that nothing but a bug can fail here.
package emit
