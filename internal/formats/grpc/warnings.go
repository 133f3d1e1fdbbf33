package grpc

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/foreign"
)

// afterSuccess are the codes with which a call can fail that the server has
// carried out.
var afterSuccess = []string{"DEADLINE_EXCEEDED", "UNKNOWN", "INTERNAL"}

// creators are the words with which the names of methods begin that do more if
// they are called twice.
var creators = []string{"Create", "Insert", "Add", "Send", "Run", "Import", "Start", "Submit", "Execute", "Publish", "Charge"}

// judge adds what a policy probably does not mean.
func (g *grpcPolicy) judge(methods []string, codes *document.Node) {
	if g.first > g.longest {
		g.r.Lose(g.v.Get("initialBackoff"), foreign.L20, "gRPC's text lets the first wait pass maxBackoff, and grpc-go cuts it; a spec cuts it",
			"write an initialBackoff of at most maxBackoff")
	}
	g.judgeTimeout()
	ambiguous := ""
	for _, item := range codes.Items() {
		if slices.Contains(afterSuccess, item.Text()) && ambiguous == "" {
			ambiguous = item.Text()
		}
		if item.Text() == "DEADLINE_EXCEEDED" {
			g.r.Note(item, "a DEADLINE_EXCEEDED that is retried is only ever the server's: the caller's own deadline ends the call")
		}
	}
	if ambiguous == "" {
		return
	}
	for _, name := range methods {
		_, method, _ := strings.Cut(name, "/")
		if isCreator(strings.TrimSpace(method)) {
			g.r.Doubt(codes, fmt.Sprintf("%s is retried on %s, after which the server may have done it already", method, ambiguous),
				"give it another policy, or an id of the request by which the server recognizes a repetition")
			return // one is enough to look at the list
		}
	}
}

func isCreator(method string) bool {
	for _, word := range creators {
		rest, ok := strings.CutPrefix(method, word)
		if ok && (rest == "" || strings.ToUpper(rest[:1]) == rest[:1]) {
			return true
		}
	}
	return false
}

// judgeTimeout reports waits that alone take longer than the call may.
func (g *grpcPolicy) judgeTimeout() {
	const most = 1000 // of retries: an unlimited policy is bounded by its timeout
	if g.timeout == 0 || g.attempts > most {
		return
	}
	sum, wait := 0.0, g.first.Seconds()
	for range g.attempts - 1 {
		sum += min(wait, g.longest.Seconds())
		wait *= g.multiplier
	}
	if sum > g.timeout.Seconds() {
		total := time.Duration(min(sum, 1e9) * float64(time.Second)).Round(time.Millisecond)
		g.r.Doubt(g.v, fmt.Sprintf("the %d waits take about %s together, longer than the timeout of %s", g.attempts-1, total, g.timeout),
			"raise the timeout, or make fewer attempts")
	}
}
