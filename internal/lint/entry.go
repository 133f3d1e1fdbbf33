package lint

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/retrygen/retrygen/schema"
)

// entry is the smallest part of a list of errors: one status code or range of
// them, one gRPC code, or one matcher of another kind.
type entry struct {
	at   schema.Pointer
	kind string // as the spec spells it: "status", "grpc", "pattern" …
	name string
	// statuses are the codes of a status or of a class that stands for some.
	statuses schema.StatusRange
	all      bool // matches every error
}

// String returns the entry as a reader knows it.
func (e entry) String() string {
	switch e.kind {
	case "pattern":
		return "the pattern " + strconv.Quote(e.name)
	case "status", "grpc", "type", "func":
		return e.kind + " " + e.name
	default:
		return e.name
	}
}

// entries takes matchers apart.
func (p *pass) entries(matchers []schema.Matcher) []entry {
	var all []entry
	for _, m := range matchers {
		switch m := m.(type) {
		case schema.ClassMatcher:
			all = append(all, entry{at: m.Pointer, kind: "class", name: m.Class, statuses: classStatuses[m.Class]})
		case schema.GoMatcher:
			all = append(all, entry{at: m.Pointer, kind: "go", name: m.Name.String()})
		case schema.StatusMatcher:
			all = append(all, p.statuses(m)...)
		case schema.GRPCMatcher:
			for i, code := range m.Codes {
				all = append(all, entry{at: m.Pointer.Key("grpc").Index(i), kind: "grpc", name: code})
			}
		case schema.PatternMatcher:
			all = append(all, entry{at: m.Pointer, kind: "pattern", name: m.Pattern, all: matchesEverything(m.Pattern)})
		case schema.TypeMatcher:
			all = append(all, entry{at: m.Pointer, kind: "type", name: m.Type})
		case schema.FuncMatcher:
			all = append(all, entry{at: m.Pointer, kind: "func", name: m.Name.String()})
		}
	}
	return all
}

// classStatuses are the status codes that belong to a class.
var classStatuses = map[string]schema.StatusRange{
	"server_error": {Low: 500, High: 599},
	"rate_limit":   {Low: 429, High: 429},
}

// statuses takes the codes of a matcher apart. They stand under its key status,
// in a list or alone, or are the list itself.
func (p *pass) statuses(m schema.StatusMatcher) []entry {
	list := m.Pointer
	if p.spec.Has(list.Key("status")) {
		list = list.Key("status")
	}
	all := make([]entry, len(m.Ranges))
	for i, r := range m.Ranges {
		name := strconv.Itoa(r.Low)
		if r.High != r.Low {
			name += fmt.Sprintf("-%d", r.High)
		}
		all[i] = entry{at: list, kind: "status", name: name, statuses: r}
		if at := list.Index(i); p.spec.Has(at) {
			all[i].at = at
		}
	}
	return all
}

// coveredBy returns one of the entries that matches all that e does, or, where
// several do so together, the first of them; nil if there is none.
func (e entry) coveredBy(entries []entry) *entry {
	for i := range entries {
		by := &entries[i]
		if by.all || by.kind == e.kind && by.name == e.name {
			return by
		}
	}
	if e.kind != "status" {
		return nil
	}
	return e.statusesIn(entries)
}

// statusesIn returns the first of the entries with a status code of e, if
// together they have all of them.
func (e entry) statusesIn(entries []entry) (first *entry) {
	for code := e.statuses.Low; code <= e.statuses.High; code++ {
		by := withStatus(entries, code)
		if by == nil {
			return nil
		}
		if first == nil {
			first = by
		}
	}
	return first
}

func withStatus(entries []entry, code int) *entry {
	for i, e := range entries {
		if e.statuses.Low <= code && code <= e.statuses.High {
			return &entries[i]
		}
	}
	return nil
}

// isListed reports whether a spec lists an entry, in contrast to one that the
// dialect brings along.
func (p *pass) isListed(e entry) bool {
	return p.spec.Has(e.at) && e.at != p.block()
}

// listOf returns the name of the list that an entry stands in.
func (p *pass) listOf(e *entry) string {
	if strings.HasPrefix(string(e.at), string(p.inPolicy("errors/stop"))) {
		return "errors.stop"
	}
	return "the list of the " + p.compiled.Dialect + " block"
}
