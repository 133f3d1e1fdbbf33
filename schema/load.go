package schema

import (
	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/dialect/prodigy"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/policy"
)

// Load reads a spec from the bytes of the file with the given name. The name
// goes into positions, and distinguish JSON (".json") from YAML; valid JSON is read
// as JSON under any name.
//
// All findings come back at once, ordered by place, at most 20 and then one
// that says how many more there are. The Spec is nil if there is nothing to
// go on with; it is partial if the findings have errors, so callers must ask
// [Diagnostics.HasErrors] before they use it.
//
// Load opens no file, so that a policy which is read from elsewhere ("from")
// is a finding; [LoadFrom] has access to them.
func Load(name string, data []byte) (*Spec, Diagnostics) { return LoadFrom(name, data, nil) }

// LoadFrom is [Load] with a source of the policies that live in other files.
// Findings about those have the places of the other files.
func LoadFrom(name string, data []byte, source Source) (*Spec, Diagnostics) {
	r := document.NewReader(name, data, "spec", prodigy.TagsAt)
	root := r.Read()
	l := newLoader(r, root)
	l.source = source
	switch {
	case root == nil:
		return nil, l.findings()
	case !root.Is(document.Mapping):
		l.Value(root).Report(decode.WrongType, "a spec is a mapping, and this is "+root.Describe(), `begin it with "version: 1"`)
		return nil, l.findings()
	}
	return l.load()
}

// loader turns a document into a [Spec]. It checks what a JSON Schema cannot
// say, and leaves types, ranges, choices, and unknown and missing keys to the
// schema.
type loader struct {
	*decode.Context
	reader   *document.Reader
	root     *document.Node
	source   Source                     // of the policies in other files; may be nil
	followed []document.Member          // the references that were followed, and are no part of the tree now
	origins  map[Pointer]*policy.Origin // of policies that were read from other files
	models   map[Pointer][]Operation    // by client
}

func newLoader(r *document.Reader, root *document.Node) *loader {
	return &loader{Context: decode.NewContext(r.Report), reader: r, root: root, origins: make(map[Pointer]*policy.Origin), models: make(map[Pointer][]Operation)}
}

// load returns the spec that the root is.
func (l *loader) load() (*Spec, Diagnostics) {
	spec := l.spec()
	validate(l.Context, l.root)
	if n := l.Unreadable(); n != nil && !l.Found.HasErrors() {
		l.Value(n).Report(document.Internal, "the JSON Schema allows a value that cannot be read", "please report this spec")
	}
	return spec, l.findings()
}

// findings returns the findings in the order of the file; if there are too
// many, the first of them, errors before others.
func (l *loader) findings() Diagnostics {
	found := l.Found
	for i, f := range found {
		found[i] = l.reader.Origins().Restore(f, l.reader.Name())
	}
	return found.Limited()
}

// Finding returns a finding about the value at p, or about its key, for the
// stages that come after [Load]. The message and the hint are worded as
// [Diagnostic] says.
func (s *Spec) Finding(rule *Rule, p Pointer, key bool, message, hint string) Diagnostic {
	pos := s.Position(p)
	if key {
		pos = s.KeyPosition(p)
	}
	return s.origins.Restore(finding.New(rule, pos, p, message, hint), s.Name)
}
