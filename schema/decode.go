package schema

import (
	"strconv"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/finding"
)

// decoder turns nodes into a [Spec]. It checks what a JSON Schema cannot say,
// and leaves types, ranges, choices, and unknown and missing keys to the
// schema: a value of another type than expected reads as the default here.
type decoder struct {
	*reader
	root     *node
	source   Source   // of the policies in other files; may be nil
	followed []member // the references that were followed, and are no part of the tree now
	patterns int      // the regular expressions so far
	// asked are the keys that were asked for, by the definition of the schema
	// that describes them.
	asked map[string]map[string]bool
	// doubtful is a value that could not be read; the schema must refuse it.
	doubtful *node
}

func newDecoder(r *reader, root *node) *decoder {
	return &decoder{reader: r, root: root, asked: make(map[string]map[string]bool)}
}

// refuse adds a finding about the value n as a whole.
func (d *decoder) refuse(rule *finding.Rule, n *node, message, hint string) {
	d.Reject(rule, n.pos, n.pointer, message, hint)
}

// nearest is [Nearest] for hints. A spec with very many mistakes gets none for
// the later ones, so that a hostile one does not take long.
func (d *decoder) nearest(name string, candidates []string) (string, bool) {
	if len(d.Found) > 10*maxFindings {
		return "", false
	}
	return Nearest(name, candidates)
}

// doubt notes a value that cannot be read, unless a finding says so already.
func (d *decoder) doubt(n *node) {
	if d.doubtful == nil && !d.IsRejected(n.pointer) {
		d.doubtful = n
	}
}

// object is a mapping whose keys a definition of the schema describes.
type object struct {
	*decoder
	node       *node // nil if there is none
	definition string
}

// object returns n as a mapping; n may be nil.
func (d *decoder) object(n *node, definition string) object {
	if n != nil && n.kind != mapping {
		d.doubt(n)
		n = nil
	}
	if d.asked[definition] == nil {
		d.asked[definition] = make(map[string]bool)
	}
	return object{d, n, definition}
}

// get returns the value of a key, or nil.
func (o object) get(name string) *node {
	o.asked[o.definition][name] = true
	if m := o.node.member(name); m != nil {
		return m.value
	}
	return nil
}

// nullable is get for a key that takes null, which reads as if it were absent.
// A null that is not written is refused, because it looks like an oversight.
func (o object) nullable(name string) *node {
	n := o.get(name)
	if n == nil || n.kind != null {
		return n
	}
	if n.text == "" {
		o.refuse(RuleWrongType, n, "the value is missing", "write null, or leave the key out")
	}
	return nil
}

// each calls do for the items of a list, in order.
func (o object) each(name string, do func(*node)) {
	n := o.get(name)
	if n == nil {
		return
	}
	if n.kind != list {
		o.doubt(n)
	}
	for _, item := range n.items {
		do(item)
	}
}

// integer returns the whole number n, or fallback if n is nil.
func (d *decoder) integer(n *node, fallback int64) int64 {
	if n == nil {
		return fallback
	}
	whole, fraction, _ := strings.Cut(n.text, ".")
	value, err := strconv.ParseInt(whole, 10, 64)
	if n.kind != number || err != nil || strings.Trim(fraction, "0") != "" {
		d.doubt(n)
		return fallback
	}
	return value
}

// real returns the number n, or fallback if n is nil.
func (d *decoder) real(n *node, fallback float64) float64 {
	if n == nil {
		return fallback
	}
	value, err := strconv.ParseFloat(n.text, 64)
	if n.kind != number || err != nil {
		d.doubt(n)
		return fallback
	}
	if value == 0 {
		return 0 // not -0, which would be written so into the output
	}
	return value
}

// truth returns the truth value n, or fallback if n is nil.
func (d *decoder) truth(n *node, fallback bool) bool {
	if n == nil {
		return fallback
	}
	if n.kind != boolean {
		d.doubt(n)
		return fallback
	}
	return n.text == "true"
}

// word returns the text n, or fallback if n is nil.
func (d *decoder) word(n *node, fallback string) string {
	if n == nil {
		return fallback
	}
	if n.kind != text {
		d.doubt(n)
		return fallback
	}
	return n.text
}

// duration returns the text n as a duration, or fallback if n is nil.
func (d *decoder) duration(n *node, fallback time.Duration, f durationForm) time.Duration {
	if n == nil {
		return fallback
	}
	if n.kind != text {
		d.doubt(n)
		return fallback
	}
	value, problem := f.parse(n.text)
	if problem != nil {
		d.refuse(problem.rule, n, problem.message, problem.hint)
		return fallback
	}
	return value
}

// bound returns the Go duration n, which must be above zero, or 0 if n is nil.
func (d *decoder) bound(n *node) time.Duration {
	return d.positive(n, "a bound of zero leaves no time at all", "leave the key out for no bound")
}

// positive returns the Go duration n, which must be above zero, or 0 if n is
// nil. The texts are about zero.
func (d *decoder) positive(n *node, message, hint string) time.Duration {
	value := d.duration(n, 0, goDuration)
	if n != nil && value == 0 && n.kind == text && !d.IsRejected(n.pointer) {
		d.refuse(RuleOutOfRange, n, message, hint)
	}
	return value
}
