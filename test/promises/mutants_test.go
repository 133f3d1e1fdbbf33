package promises

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"
)

// mutant is a spec that differs from another in one place.
type mutant struct {
	name string // "policies.read.httpx.total: 3 → 4"
	text []byte
}

// meaningless are keys whose values change nothing that a test could see.
var meaningless = []string{"description", "version", "tests", "package", "output", "wraps", "fake"}

// mutants returns the mutants of a spec.
func mutants(text []byte) ([]mutant, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(text, &root); err != nil {
		return nil, err
	}
	m := &mutator{root: &root}
	m.walk(root.Content[0], nil)
	return m.all, m.err
}

// mutator collects mutants. It changes the tree, renders it, and changes it back.
type mutator struct {
	root *yaml.Node
	all  []mutant
	err  error
}

// add renders the tree as it is now.
func (m *mutator) add(path []string, what string) {
	text, err := yaml.Marshal(m.root)
	if err != nil {
		m.err = err
	}
	m.all = append(m.all, mutant{strings.Join(path, ".") + ": " + what, text})
}

// walk mutates everything below a node.
func (m *mutator) walk(n *yaml.Node, path []string) {
	switch n.Kind {
	case yaml.MappingNode:
		m.walkMapping(n, path)
	case yaml.SequenceNode:
		m.walkList(n, path)
	case yaml.ScalarNode:
		for _, value := range changed(n, path) {
			old := n.Value
			n.Value = value
			m.add(path, old+" → "+value)
			n.Value = old
		}
	}
}

// walkMapping removes every key of a mapping, and mutates every value.
func (m *mutator) walkMapping(n *yaml.Node, path []string) {
	for i := 0; i < len(n.Content); i += 2 {
		key := n.Content[i].Value
		if slices.Contains(meaningless, key) {
			continue
		}
		below := append(path[:len(path):len(path)], key)
		if len(path) > 0 {
			whole := n.Content
			n.Content = append(slices.Clone(whole[:i]), whole[i+2:]...)
			m.add(below, "removed")
			n.Content = whole
		}
		m.walk(n.Content[i+1], below)
	}
}

// walkList removes every item of a list, and mutates it.
func (m *mutator) walkList(n *yaml.Node, path []string) {
	for i := range n.Content {
		below := append(path[:len(path):len(path)], strconv.Itoa(i))
		whole := n.Content
		n.Content = append(slices.Clone(whole[:i]), whole[i+1:]...)
		m.add(below, "removed "+whole[i].Value)
		n.Content = whole
		m.walk(n.Content[i], below)
	}
}

var (
	integer  = regexp.MustCompile(`^\d+$`)
	interval = regexp.MustCompile(`^(\d+)-(\d+)$`)
)

// others are the other words for words of a spec.
var others = map[string][]string{
	"true": {"false"}, "false": {"true"}, "keyed": {"safe", "unsafe"}, "safe": {"keyed", "unsafe"}, "unsafe": {"safe", "keyed"},
	"LINEAR": {"FIXED", "EXPONENTIAL"}, "EXPONENTIAL_FULL_JITTER": {"EXPONENTIAL", "EXPONENTIAL_EQUAL_JITTER", "LINEAR_FULL_JITTER"},
	"fibonacci": {"fixed", "exponential"}, "standard": {"simple"}, "FULL": {"NONE", "EQUAL"}, "aws-2026": {"aws-legacy", "grpc"},
	"rate_limit": {"network", "timeout"}, "server_error": {"timeout"}, "network": {"timeout", "rate_limit"}, "timeout": {"network", "server_error"},
	"read": {"order", "none"}, "order": {"read", "none"}, "charge": {"ask", "none"}, "ask": {"charge", "none"}, "none": {"parts", "charge"},
	"parts": {"none"}, "graph": {"workflow"}, "workflow": {"activity"}, "activity": {"request"}, "request": {"operation"}, "operation": {"graph"},
	"POST": {"PUT"}, "/v1/orders": {"/v1/others"},
	"ErrDeclined": {"context.Canceled"}, "ErrUnknownCity": {"context.Canceled"}, "ErrBusy": {"context.Canceled"},
}

// changed returns other values for a scalar.
func changed(n *yaml.Node, path []string) []string {
	value := n.Value
	if all, ok := others[value]; ok {
		return all
	}
	if integer.MatchString(value) {
		number, _ := strconv.Atoi(value)
		return []string{strconv.Itoa(number + 1), strconv.Itoa(max(number-1, 0))}
	}
	if ends := interval.FindStringSubmatch(value); ends != nil {
		low, _ := strconv.Atoi(ends[1])
		high, _ := strconv.Atoi(ends[2])
		return []string{fmt.Sprintf("%d-%d", low+1, high), fmt.Sprintf("%d-%d", low, high-1), fmt.Sprintf("%d-%d", low, high+1)}
	}
	if f, err := strconv.ParseFloat(value, 64); err == nil {
		return []string{strconv.FormatFloat(f*1.5, 'g', -1, 64)}
	}
	if d, err := time.ParseDuration(value); err == nil {
		return []string{seconds(d * 3 / 2), seconds(d + time.Millisecond)}
	}
	return []string{value + "x"}
}

// seconds returns a duration as every dialect reads it.
func seconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + "s"
}
