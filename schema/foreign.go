package schema

import (
	"github.com/retrygen/retrygen/internal/dialect/prodigy"
	"github.com/retrygen/retrygen/internal/document"
)

// ReadForeign reads a YAML or JSON file of another system as strictly as a
// spec, but with any value as its root. YAML tags may stand where Prodigy
// writes them. The value is nil if there is nothing to go on with.
func ReadForeign(name string, data []byte) (*document.Node, Diagnostics) {
	return document.ReadFile(name, data, "file", prodigy.FileTagsAt)
}

// ReadForeignStream is ReadForeign for a file with several YAML documents, which
// are the items of a list.
func ReadForeignStream(name string, data []byte) (*document.Node, Diagnostics) {
	return document.ReadStream(name, data, "file", prodigy.FileTagsAt)
}

// Nearest returns the candidate that name was most likely meant to be, and
// whether there is one.
func Nearest(name string, candidates []string) (string, bool) {
	return document.Nearest(name, candidates)
}
