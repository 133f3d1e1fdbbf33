// Package promises changes the specs of the examples, one number, matcher or key at a
// time, and demands that the generated policy tests notice.
package promises
