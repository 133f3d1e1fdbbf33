package foreign

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/document"
)

// Waits are waits in the words of Prodigy, whose jitter, of any size around the
// wait and after the cap, can say what most systems draw: full jitter is ± 1
// around half the wait.
type Waits struct {
	Attempts      *document.Node
	First, Cap    time.Duration
	Factor        *document.Node  // of exponential growth; nil if there is a list
	List          []time.Duration // instead of First and Factor
	Jitter        *document.Node  // the part of the wait by which it is drawn shorter or longer; nil for none
	InHalfOfRange bool            // the waits are the longest draws, and Jitter is 1
}

// Block returns the dialect block of the waits, at the place of v.
func (w Waits) Block(v *document.Node) document.Member {
	half := time.Duration(1)
	if w.InHalfOfRange {
		half = 2
	}
	block := []document.Member{{Name: "attempts", Value: w.Attempts}}
	if w.List == nil {
		block = append(block, document.Member{Name: "initial_delay", Value: v.TextAt((w.First / half).String())})
	}
	block = append(block, document.Member{Name: "max_delay", Value: v.TextAt((w.Cap / half).String())},
		document.Member{Name: "backoff", Value: w.growth(v, half)})
	if w.Jitter != nil {
		block = append(block, document.Member{Name: "jitter", Value: v.BooleanAt(true)}, document.Member{Name: "jitter_factor", Value: w.Jitter})
	}
	return document.Member{Name: "prodigy", Value: v.MappingAt(block...)}
}

func (w Waits) growth(v *document.Node, half time.Duration) *document.Node {
	if w.List == nil {
		return v.MappingAt(document.Member{Name: "exponential", Value: v.MappingAt(document.Member{Name: "base", Value: w.Factor})})
	}
	delays := make([]*document.Node, len(w.List))
	for i, d := range w.List {
		d /= half
		delays[i] = v.MappingAt(
			document.Member{Name: "secs", Value: v.NumberAt(strconv.FormatInt(int64(d/time.Second), 10))},
			document.Member{Name: "nanos", Value: v.NumberAt(strconv.FormatInt(int64(d%time.Second), 10))})
	}
	return v.MappingAt(document.Member{Name: "custom", Value: v.MappingAt(document.Member{Name: "delays", Value: v.ListAt(delays...)})})
}

// NoHint returns the key of a spec for systems that do not look for a delay that
// the server asks for.
func NoHint(v *document.Node) document.Member {
	return document.Member{Name: "retry_after", Value: v.MappingAt(document.Member{Name: "respect", Value: v.BooleanAt(false)})}
}

// Timeout returns the key of a spec for a bound of time, without a value if there
// is none.
func Timeout(v *document.Node, name string, d time.Duration) document.Member {
	if d <= 0 {
		return document.Member{Name: name}
	}
	return document.Member{Name: name, Value: v.TextAt(d.String())}
}

// Whole returns a field that is a whole number from low to high, or the fallback
// if it is missing. Any other value is an error.
func (r *Reading) Whole(v *document.Node, name string, fallback, low, high int64) (int64, bool) {
	field := v.Get(name)
	if field == nil {
		return fallback, true
	}
	n, err := strconv.ParseInt(field.Text(), 10, 64)
	if err != nil || field.Kind() != document.Number || n < low || n > high {
		r.Refuse(field, name+" is a whole number from "+strconv.FormatInt(low, 10)+" to "+strconv.FormatInt(high, 10)+", and this is "+field.Describe(), "")
		return 0, false
	}
	return n, true
}

// Statuses are HTTP statuses to retry.
type Statuses [600]bool

// Add adds a status, or all of a class such as "5xx", and reports whether the
// text is one.
func (s *Statuses) Add(text string) bool {
	class, isClass := strings.CutSuffix(strings.ToLower(text), "xx")
	if isClass && len(class) == 1 && class >= "1" && class <= "5" {
		s.AddRange(int(class[0]-'0')*100, int(class[0]-'0')*100+99)
		return true
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 100 || n >= len(s) {
		return false
	}
	s[n] = true
	return true
}

// AddRange adds the statuses from low to high.
func (s *Statuses) AddRange(low, high int) {
	for n := low; n <= high; n++ {
		s[n] = true
	}
}

// Matcher returns the statuses as an entry of a list of errors, or nil if there
// are none.
func (s *Statuses) Matcher(v *document.Node) *document.Node {
	var list []*document.Node
	for n := 100; n < len(s); n++ {
		if !s[n] {
			continue
		}
		low := n
		for n+1 < len(s) && s[n+1] {
			n++
		}
		if low == n {
			list = append(list, v.NumberAt(strconv.Itoa(n)))
		} else {
			list = append(list, v.TextAt(strconv.Itoa(low)+"-"+strconv.Itoa(n)))
		}
	}
	if list == nil {
		return nil
	}
	return v.MappingAt(document.Member{Name: "status", Value: v.ListAt(list...)})
}

// Retry returns the key of a spec for what is retried. Entries that are nil are
// left out.
func Retry(v *document.Node, entries ...*document.Node) document.Member {
	entries = slices.DeleteFunc(entries, func(e *document.Node) bool { return e == nil })
	return document.Member{Name: "errors", Value: v.MappingAt(document.Member{Name: "retry", Value: v.ListAt(entries...)})}
}
