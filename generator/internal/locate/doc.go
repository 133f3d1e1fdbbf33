// Package locate finds the directories and the files of Go packages as the go
// command would, but without it: from go.mod, the vendor directory, the module
// cache and the standard library on disk. That takes microseconds instead of a
// tenth of a second.
//
// It answers only where the go command could not answer otherwise. In all other
// cases (workspaces, flags that it does not know, a toolchain that is not the
// one on the PATH, two modules that could hold a package) the error is
// [ErrUncertain], and the go command has to be asked.
package locate

import (
	"errors"
	"fmt"
)

// ErrUncertain is what every error of this package wraps: only the go command
// knows the answer.
var ErrUncertain = errors.New("only the go command can tell")

// uncertain returns an error that says why the go command has to be asked.
func uncertain(format string, args ...any) error {
	return fmt.Errorf(format+": %w", append(args, ErrUncertain)...)
}
