package resolve

import (
	"strings"
)

// versionsOf returns the import paths of the packages of the program for a path
// of a service's table: "v*" as an element stands for any major version, or for
// none.
func (r *resolver) versionsOf(path string) []string {
	prefix, suffix, hasVersion := strings.Cut(path, "/v*")
	if !hasVersion {
		if r.Package(path) == nil {
			return nil
		}
		return []string{path}
	}
	var found []string
	for _, p := range r.Paths() {
		middle, hasPrefix := strings.CutPrefix(p, prefix)
		middle, hasSuffix := strings.CutSuffix(middle, suffix)
		if !hasPrefix || !hasSuffix {
			continue
		}
		if middle == "" || strings.HasPrefix(middle, "/v") && strings.Trim(middle[2:], "0123456789") == "" {
			found = append(found, p)
		}
	}
	return found
}
