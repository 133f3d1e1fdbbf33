// Package distribution computes how likely the sums of random waits are, by
// convolution on a grid, and bounds its error. It knows nothing of policies.
package distribution
