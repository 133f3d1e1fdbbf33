// Package foreign has what readers and writers of the files of other systems
// share: what a format and a target are, the state of a reader and its
// findings, the codes of what is lost on the way, and the shape of waits.
package foreign
