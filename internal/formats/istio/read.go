package istio

import (
	"strconv"
	"time"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/formats/envoy"
)

// defaultConditions are what Istio retries where a file does not say it.
const defaultConditions = "connect-failure,refused-stream,unavailable,cancelled"

// growth is the longest wait as a multiple of the first one, which Envoy has by
// default and Istio does not set.
const growth = 10

var retryKeys = []string{"attempts", "perTryTimeout", "retryOn", "retryRemoteLocalities", "retryIgnorePreviousHosts", "backoff"}

// objects returns the Kubernetes objects of a file: its documents, and what is in
// their lists.
func objects(root *document.Node) []*document.Node {
	if root.Is(document.List) {
		var all []*document.Node
		for _, item := range root.Items() {
			if item.Is(document.Mapping) {
				all = append(all, objects(item)...)
			}
		}
		return all
	}
	if root.Get("kind").Text() == "List" {
		return root.Get("items").Items()
	}
	return []*document.Node{root}
}

func isVirtualService(v *document.Node) bool {
	return v.Get("kind").Text() == "VirtualService" && v.Get("spec").Is(document.Mapping)
}

func isRoute(v *document.Node) bool { return v.Has("route") && v.Has("retries") }

// readService reads the HTTP routes of a virtual service that retry.
func readService(r *foreign.Reading, v *document.Node) {
	name := v.Get("metadata").Get("name").Text()
	if name == "" {
		name = "istio"
	}
	routes := v.Get("spec").Get("http")
	for i, route := range routes.Items() {
		if !route.Has("retries") {
			continue
		}
		routeName := name
		if own := route.Get("name").Text(); own != "" {
			routeName += "_" + own
		} else if len(routes.Items()) > 1 {
			routeName += "_" + strconv.Itoa(i+1)
		}
		readRoute(r, route, routeName)
	}
}

func readRoute(r *foreign.Reading, route *document.Node, name string) {
	readRetries(r, route.Get("retries"), route, name)
}

// readRetries reads an HTTPRetry, in a route that may be nil.
func readRetries(r *foreign.Reading, v, route *document.Node, name string) {
	p := r.Begin(name, v)
	defer r.End()
	if !r.IsMapping(v) {
		return
	}
	r.Known(v, retryKeys, ", which Istio refuses")
	retries, okRetries := r.Whole(v, "attempts", 0, 0, 1<<31-2)
	attempt, okAttempt := duration(r, v, "perTryTimeout")
	total, okTotal := duration(r, route, "timeout")
	base, okBase := duration(r, v, "backoff")
	if !okRetries || !okAttempt || !okTotal || !okBase {
		return
	}
	if base == 0 {
		base = envoy.DefaultBase
	}
	entries := conditions(r, v, retries)
	if retries == 0 || entries == nil {
		p.Members = []document.Member{none(v), foreign.Timeout(v, "total_timeout", total)}
		return
	}
	attempts := v.Get("attempts")
	r.Note(attempts, "attempts of Istio counts retries: "+attempts.Text()+", after the first attempt")
	readLosses(r, v)
	waits := envoy.Waits(v, base, growth*base, retries)
	waits.Attempts = attempts.NumberAt(strconv.FormatInt(retries+1, 10))
	p.Members = []document.Member{waits.Block(v), foreign.NoHint(v), foreign.Timeout(v, "attempt_timeout", attempt),
		foreign.Timeout(v, "total_timeout", total), foreign.Retry(v, entries...)}
}

// none returns the block of a policy that makes one attempt.
func none(v *document.Node) document.Member {
	return document.Member{Name: "prodigy", Value: v.MappingAt(document.Member{Name: "attempts", Value: foreign.OrIn(v.Get("attempts"), v).NumberAt("1")})}
}

// conditions returns the entries of a list of errors.
func conditions(r *foreign.Reading, v *document.Node, retries int64) []*document.Node {
	on, list := v.Get("retryOn"), defaultConditions
	switch {
	case on != nil && !on.Is(document.Text) && !on.Is(document.Number):
		r.Refuse(on, "retryOn is a list in one text, separated by commas", "write retryOn: 5xx,reset")
		return nil
	case retries == 0:
		return nil
	case on == nil || on.Text() == "":
		r.Note(v, "L19: the route does not say what it retries; Istio retries "+defaultConditions)
	default:
		list = on.Text()
	}
	var c envoy.Conditions
	c.Read(r, foreign.OrIn(on, v), list)
	return c.Entries(foreign.OrIn(on, v))
}

func readLosses(r *foreign.Reading, v *document.Node) {
	r.Lose(foreign.OrIn(v.Get("backoff"), v), foreign.L20,
		"Envoy documents waits of up to 1, 3 and 7 times 25 ms, and its code draws from 1, 2 and 4 times that; these are the documented ones",
		"read the file by from with fidelity: implemented for the waits of the code")
	r.Lose(foreign.OrIn(v.Get("retryOn"), v), foreign.L12, "Istio repeats requests of every verb that the route matches",
		"say with idempotency which methods of the client may be repeated")
	for _, name := range []string{"retryRemoteLocalities", "retryIgnorePreviousHosts"} {
		if field := v.Get(name); field != nil {
			r.Note(field, "L17: which host the next attempt goes to is not part of a spec")
		}
	}
}

// duration returns a duration of Istio of a millisecond or more, or 0 if there is
// none.
func duration(r *foreign.Reading, in *document.Node, name string) (time.Duration, bool) {
	v := in.Get(name)
	if v == nil {
		return 0, true
	}
	d, err := time.ParseDuration(v.Text())
	if isOff := err == nil && d == 0 && name == "timeout"; isOff {
		return 0, true
	}
	if err != nil || !v.Is(document.Text) || d < time.Millisecond || d > 1<<62/growth {
		r.Refuse(v, v.Describe()+" is not a duration of a millisecond or more", "write one such as 2s")
		return 0, false
	}
	return d, true
}
