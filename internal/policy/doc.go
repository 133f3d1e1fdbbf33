// Package policy compiles a policy of any dialect to one form: how the
// wait grows, where it is capped, how jitter is drawn, and which errors are
// retried. It knows every wait's exact bounds and mean. The generator writes
// this form down as Go; explain prints it.
package policy
