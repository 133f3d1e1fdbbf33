package generator

import (
	"go/types"

	"golang.org/x/tools/go/packages"
)

// view is the packages as one spec sees them: without the output that the spec
// is about to replace. There are two. A [sketchView] has what can be told from
// the syntax of the wanted declarations, and is there only if that is certain;
// a [universe] has everything, and takes the go command.
type view interface {
	// packageTypes returns the types of a package.
	packageTypes(*packages.Package) (*types.Package, error)
	// beside returns what a package declares beside the output, or nil if there
	// is nothing.
	beside(*packages.Package) *neighbours
	// errors returns the type errors that were found.
	errors() []types.Error
	// inputs returns the directories of all packages that the result depends on
	// and that can change, sorted; nil if these are not known.
	inputs() []string
}

// neighbours is what the package beside the output declares.
type neighbours struct {
	scope   *types.Scope
	files   map[string]string // the file of each declared name
	imports []string          // the names that files give to what they import
}
