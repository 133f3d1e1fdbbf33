// Package buildtag knows what build constraints mean: which builds meet one,
// whether one implies another, and which one a Go file has. The syntax is that
// of go/build/constraint.
package buildtag
