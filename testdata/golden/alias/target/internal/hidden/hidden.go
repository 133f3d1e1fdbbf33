// Package hidden cannot be imported by the generated file.
package hidden

// Amount is an amount of money.
type Amount int
