// Package lint judges specs: it finds policies that compile and that probably
// do not do what was meant, or that do harm.
package lint
