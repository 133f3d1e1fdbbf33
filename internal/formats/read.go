package formats

import (
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/schema"
)

// Read reads the policies of a file. The dialect names its format; empty lets
// the format be recognised.
func Read(name string, data []byte, dialect string) *foreign.File {
	f := &foreign.File{Name: name}
	root, found := parse(name, data, dialect)
	if root == nil {
		f.Findings = found
		return f
	}
	f.Root, f.Syntax = root, found
	if !root.Is(document.Mapping) && !root.Is(document.List) {
		return f // no finding repeats the text, which may be a secret
	}
	kind := formatOf(dialect, root)
	if kind == nil && dialect != "" {
		f.Findings = append(f.Findings, root.Finding(foreign.FileRule,
			finding.Quote(dialect)+" is not a format", "the formats are "+strings.Join(schema.Dialects(), ", ")))
		return f
	}
	if kind == nil {
		return f
	}
	f.Kind, f.Format = kind, kind.Name()
	kind.Read(&foreign.Reading{File: f}, root)
	for _, p := range f.Policies {
		p.Findings = append(p.Findings, f.SyntaxOf(p.Pointer)...)
		p.Findings.Sort()
	}
	return f
}

// parse returns the value of a file, or a list of the values of its documents if its
// format has files with several.
func parse(name string, data []byte, dialect string) (*document.Node, finding.List) {
	root, found := schema.ReadForeign(name, data)
	if !slices.ContainsFunc(found, func(d finding.Finding) bool { return d.Rule == document.YAMLFeature.ID && d.Pointer == "" }) {
		return root, found
	}
	stream, foundInStream := schema.ReadForeignStream(name, data)
	if _, isStream := formatOf(dialect, stream).(foreign.Stream); stream.Is(document.List) && isStream {
		return stream, foundInStream
	}
	return root, found
}
