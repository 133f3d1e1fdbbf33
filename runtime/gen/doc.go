// Package gen is what generated code calls and people need not: the arithmetic
// of waits, and the matchers whose arguments come from a spec. Package retry,
// one folder up, is the runtime that people use.
package gen
