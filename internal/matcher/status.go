package matcher

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
)

// Status matches errors that carry an HTTP status code.
type Status struct {
	Entry
	Ranges []Range
	// Field reads the code from a field of a type; nil asks any error that has
	// a method for it.
	Field *Field
}

// Range is a range of HTTP status codes, both ends included.
type Range struct {
	Low, High int
	// At is the place of the range in the spec; empty if it has none.
	At finding.Pointer
}

// Terms returns a term for each range.
func (m Status) Terms() []Term {
	terms := make([]Term, len(m.Ranges))
	for i, r := range m.Ranges {
		terms[i] = statusTerm(r)
		terms[i].Outcome = m.outcome(terms[i].Outcome)
		terms[i].Service = m.Service
		if r.At == "" {
			terms[i].At = m.Pointer
		}
	}
	return m.Field.at(terms)
}

// tooManyRequests is the status of throttling (RFC 6585).
const tooManyRequests = 429

// Condition returns the test of the status code.
func (m Status) Condition() Condition {
	if m.Field != nil {
		return FieldIn{Field: *m.Field, Statuses: Merge(m.Ranges)}
	}
	return StatusIn{Merge(m.Ranges)}
}

func (m Status) only(keep []bool) Matcher {
	if m.Ranges = kept(m.Ranges, keep); len(m.Ranges) == 0 {
		return nil
	}
	return m
}

func (m Status) with(e Entry) Matcher {
	m.Entry = e
	return m
}

func statusTerm(r Range) Term {
	t := Term{At: r.At, Kind: "status", Statuses: r}
	if r.Low == tooManyRequests && r.High == tooManyRequests {
		t.Outcome = NotSent
	}
	return t
}

// String returns "429" or "502-504".
func (r Range) String() string {
	if r.Low == r.High {
		return strconv.Itoa(r.Low)
	}
	return fmt.Sprintf("%d-%d", r.Low, r.High)
}

// Merge returns the same status codes as ranges in ascending order that neither
// overlap nor follow each other.
func Merge(ranges []Range) []Range {
	sorted := slices.SortedFunc(slices.Values(ranges), func(a, b Range) int { return cmp.Compare(a.Low, b.Low) })
	var merged []Range
	for _, r := range sorted {
		if last := len(merged) - 1; last >= 0 && r.Low <= merged[last].High+1 {
			merged[last].High = max(merged[last].High, r.High)
		} else {
			merged = append(merged, Range{Low: r.Low, High: r.High})
		}
	}
	return merged
}

func rangeWords(ranges []Range) string {
	words := make([]string, len(ranges))
	for i, r := range ranges {
		words[i] = r.String()
	}
	return strings.Join(words, " ")
}

func decodeStatus(i item) Matcher {
	return Status{Entry: i.entry, Ranges: decodeRanges(i.value), Field: i.field}
}

// decodeRanges returns the status codes of a code, a range or a list.
func decodeRanges(v decode.Value) []Range {
	items := []decode.Value{v}
	if v.Is(document.List) {
		items = v.Items()
	}
	ranges := make([]Range, len(items))
	for i, item := range items {
		ranges[i] = decodeRange(item)
		ranges[i].At = item.Pointer()
	}
	return ranges
}

func decodeRange(v decode.Value) Range {
	if v.Is(document.Number) {
		code := int(v.Integer(0))
		return Range{Low: code, High: code}
	}
	first, last, isRange := strings.Cut(v.Word(""), "-")
	low, errLow := strconv.Atoi(first)
	if !isRange {
		last = first
	}
	high, errHigh := strconv.Atoi(last)
	if errLow != nil || errHigh != nil {
		v.Unreadable()
		return Range{}
	}
	if low > high {
		v.Reject(decode.Contradiction, fmt.Sprintf("the range %s ends before it begins", finding.Clip(v.Text())), fmt.Sprintf("write %d-%d", high, low))
	}
	return Range{Low: low, High: high}
}
