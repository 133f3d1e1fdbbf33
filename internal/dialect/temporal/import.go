package temporal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/foreign"
)

// temporalKeys are the fields of a RetryPolicy, in proto JSON's two spellings.
var temporalKeys = []string{
	"initialInterval", "backoffCoefficient", "maximumInterval", "maximumAttempts", "nonRetryableErrorTypes",
	"initial_interval", "backoff_coefficient", "maximum_interval", "maximum_attempts", "non_retryable_error_types",
}

// policyKeys are the keys under which messages of Temporal have a RetryPolicy.
var policyKeys = []string{"retryPolicy", "retry_policy"}

func isTemporal(root *document.Node) bool {
	if foreign.HasAny(root, temporalKeys) || foreign.HasAny(root, dynamicKeys) || foreign.HasAny(root, dynamicNames) {
		return true
	}
	return slices.ContainsFunc(policyKeys, func(key string) bool { return foreign.HasAny(root.Get(key), temporalKeys) })
}

// readTemporal reads a RetryPolicy, one within another message, or all of the
// server's dynamic configuration.
func readTemporal(r *foreign.Reading, root *document.Node) {
	if foreign.HasAny(root, dynamicNames) {
		readDynamicConfig(r, root)
		return
	}
	for _, key := range policyKeys {
		if root.Has(key) {
			readRetryPolicy(r, root.Get(key))
			return
		}
	}
	readRetryPolicy(r, root)
}

// readRetryPolicy reads a RetryPolicy as proto JSON does: durations in seconds,
// numbers that may be quoted, and null for what is not set.
func readRetryPolicy(r *foreign.Reading, v *document.Node) {
	p := r.Begin("retry_policy", v)
	defer r.End()
	if foreign.HasAny(v, dynamicKeys) {
		p.Members = dynamicPolicy(r, v)
		return
	}
	if !r.IsMapping(v) {
		return
	}
	isTimed := checkIntervals(r, v)
	var members []document.Member
	for _, m := range v.Members() {
		isUnset := m.Value.Kind() == document.Null && slices.Contains(temporalKeys, m.Name)
		if !isUnset && (isTimed || !isInterval(m.Name)) {
			members = append(members, document.Member{Name: m.Name, Value: protoValue(m.Value)})
		}
	}
	p.Members = []document.Member{{Name: "temporal", Value: v.MappingAt(members...)}}
}

// checkIntervals reports whether the intervals are durations of proto JSON.
func checkIntervals(r *foreign.Reading, v *document.Node) bool {
	ok := true
	for _, m := range v.Members() {
		if isInterval(m.Name) && m.Value.Kind() == document.Text && !foreign.ProtoDuration().MatchString(m.Value.Text()) {
			r.Refuse(m.Value, fmt.Sprintf("%s is not a duration in proto JSON, which Temporal refuses", finding.Quote(m.Value.Text())),
				"write seconds with at most 9 decimals and an s, such as 1.5s")
			ok = false
		}
	}
	return ok
}

func isInterval(name string) bool {
	return slices.Contains(temporalKeys, name) && strings.HasSuffix(strings.ToLower(name), "interval")
}

// protoValue returns a value as a spec writes it: without the quotes that proto
// JSON allows around numbers.
func protoValue(v *document.Node) *document.Node {
	if v.Kind() == document.Text && document.IsPlainDecimal(v.Text()) {
		return v.NumberAt(v.Text())
	}
	return v
}
