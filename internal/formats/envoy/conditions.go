package envoy

import (
	"slices"
	"strconv"
	"strings"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/foreign"
)

// Conditions are what a list such as "5xx,reset" retries.
type Conditions struct {
	statuses foreign.Statuses
	codes    []string // of gRPC
	// resets are failures without an answer, errors of connecting among them.
	resets, timeouts, refused bool
	byStatus                  bool // retriable-status-codes
}

// known are the conditions of Envoy's router.
var known = []string{
	"5xx", "gateway-error", "reset", "reset-before-request", "connect-failure", "envoy-ratelimited", "retriable-4xx", "refused-stream",
	"retriable-status-codes", "retriable-headers", "http3-post-connect-failure",
	"cancelled", "deadline-exceeded", "internal", "resource-exhausted", "unavailable",
}

// Read adds the conditions of a list at v. A status alone is one of Istio's.
func (c *Conditions) Read(r *foreign.Reading, v *document.Node, list string) {
	var connecting []string
	for item := range strings.SplitSeq(list, ",") {
		switch name := strings.TrimSpace(item); name {
		case "5xx":
			c.statuses.AddRange(500, 599)
			c.resets, c.timeouts = true, true
		case "gateway-error": // the answers that Envoy gives for a reset and for a timeout are 503 and 504
			c.statuses.AddRange(502, 504)
			c.resets, c.timeouts = true, true
		case "reset":
			c.resets, c.timeouts = true, true
		case "connect-failure":
			c.refused = true
			connecting = append(connecting, name)
		case "refused-stream", "reset-before-request", "http3-post-connect-failure":
			connecting = append(connecting, name)
		case "retriable-4xx":
			c.statuses[409] = true
		case "retriable-status-codes":
			c.byStatus = true
		case "envoy-ratelimited", "retriable-headers":
			r.Lose(v, foreign.L08, name+" looks at a header of the answer, which a spec cannot say", "name the statuses of these answers")
		case "cancelled", "deadline-exceeded", "internal", "resource-exhausted", "unavailable":
			if code := strings.ToUpper(strings.ReplaceAll(name, "-", "_")); !slices.Contains(c.codes, code) {
				c.codes = append(c.codes, code)
			}
		case "":
		default:
			c.other(r, v, name)
		}
	}
	c.loseConnecting(r, v, connecting)
}

// other adds a status, or reports a word that is no condition.
func (c *Conditions) other(r *foreign.Reading, v *document.Node, name string) {
	if _, err := strconv.Atoi(name); err == nil && c.statuses.Add(name) {
		return
	}
	hint := "the conditions are " + strings.Join(known, ", ")
	if near, ok := document.Nearest(name, known); ok {
		hint = "did you mean " + near + "?"
	}
	r.Doubt(v, finding.Quote(name)+" is not a condition of Envoy, so that it retries nothing", hint)
}

// loseConnecting reports conditions that are a part of those that a Go program
// can see. Next to a condition that has all resets they lose nothing.
func (c *Conditions) loseConnecting(r *foreign.Reading, v *document.Node, names []string) {
	if c.resets || len(names) == 0 {
		return
	}
	message := strings.Join(names, " and ") + " cannot be said"
	if c.refused {
		message = strings.Join(names, " and ") + " become refused connections alone"
	}
	r.Lose(v, foreign.L08, message+": a Go program does not see how far a request has come; HTTP/2's refused streams net/http repeats by itself",
		"add the class network for every failure without an answer")
}

// Entries returns the entries of a list of errors.
func (c *Conditions) Entries(v *document.Node) []*document.Node {
	var entries []*document.Node
	if c.timeouts {
		entries = append(entries, v.TextAt("timeout"))
	}
	if c.resets {
		entries = append(entries, v.TextAt("network"))
	} else if c.refused {
		entries = append(entries, v.TextAt("syscall.ECONNREFUSED"))
	}
	if m := c.statuses.Matcher(v); m != nil {
		entries = append(entries, m)
	}
	if c.codes != nil {
		var codes []*document.Node
		for _, code := range c.codes {
			codes = append(codes, v.TextAt(code))
		}
		entries = append(entries, v.MappingAt(document.Member{Name: "grpc", Value: v.ListAt(codes...)}))
	}
	return entries
}
