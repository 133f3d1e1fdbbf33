package schema

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/lazyregexp"
)

var outputPattern = lazyregexp.New(`^(\./)?([A-Za-z0-9][A-Za-z0-9_.-]*/)*([A-Za-z0-9][A-Za-z0-9_.-]*\.go)?$`)

// deviceNames cannot be the name of a file on Windows, with any extension.
var deviceNames = []string{
	"con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
	"lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
}

// decodeOutput returns the output that n asks for, or the default if n is nil.
func decodeOutput(n decode.Value, spec string) string {
	if !n.IsSet() || !n.Is(document.Text) {
		n.Word("")
		return defaultOutput(spec)
	}
	if message, hint := outputProblem(n.Text()); message != "" {
		n.Reject(RuleOutputPath, message, hint)
		return defaultOutput(spec)
	}
	clean := path.Clean(n.Text())
	if strings.HasSuffix(n.Text(), "/") {
		clean += "/"
	}
	return clean
}

// outputProblem says what is wrong with an output path, and what to do.
func outputProblem(name string) (message, hint string) {
	const inside = "write a path below the directory of the spec"
	switch {
	case name == "":
		return "the path is empty", "leave the key out for the default"
	case slices.Contains(strings.Split(name, "/"), ".."):
		return "the path leaves the directory of the spec", inside
	case path.IsAbs(name), strings.Contains(name, ":"):
		return "the path is absolute", inside
	case strings.Contains(name, `\`):
		return "the path has a backslash", "separate directories with /"
	case !strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "/"):
		return "the path names neither a Go file nor a directory", "end it in .go, or in / for a directory"
	case !outputPattern().MatchString(name):
		return "the path has a name that is not safe on every system", "begin names with a letter or digit, and use ASCII letters, digits, _, . and -"
	}
	return elementProblem(name)
}

func elementProblem(name string) (message, hint string) {
	for element := range strings.SplitSeq(name, "/") {
		stem, _, _ := strings.Cut(strings.ToLower(element), ".")
		switch {
		case element == "vendor":
			return "the go command writes the directory vendor", "choose another directory"
		case slices.Contains(deviceNames, stem):
			return finding.Quote(element) + " is the name of a device on Windows", "choose another name"
		case len(element) > 200:
			return "a name in the path has more than 200 bytes", "choose a shorter name"
		case len(element) > 1 && strings.HasSuffix(element, "."):
			return finding.Quote(element) + " ends in a period, which Windows drops", "choose another name"
		}
	}
	return "", ""
}

// defaultOutput returns NAME_retry.go for NAME.retry.yaml.
func defaultOutput(spec string) string {
	base := path.Base(filepath.ToSlash(spec))
	for _, extension := range []string{".yaml", ".yml", ".json", ".retry"} {
		base = strings.TrimSuffix(base, extension)
	}
	// Go ignores files whose names begin so; "-" and "." are no names.
	base = strings.TrimLeft(base, "._-/")
	if base == "" {
		base = "spec"
	}
	return base + "_retry.go"
}
