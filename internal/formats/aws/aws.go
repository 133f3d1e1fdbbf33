package aws

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/foreign"
)

// awsModes are the retry modes of the AWS SDKs, with the attempts that they
// make by default.
var awsModes = map[string]int64{"legacy": 5, "standard": 3, "adaptive": 3}

// awsStatuses and awsTypes are what the SDKs retry next to timeouts and failures
// of the network.
var (
	awsStatuses = []string{"429", "500", "502", "503", "504"}
	awsTypes    = []string{
		"RequestTimeout", "RequestTimeoutException", "Throttling", "ThrottlingException", "ThrottledException",
		"RequestThrottledException", "TooManyRequestsException", "ProvisionedThroughputExceededException",
		"TransactionInProgressException", "RequestLimitExceeded", "BandwidthLimitExceeded", "LimitExceededException",
		"RequestThrottled", "SlowDown", "PriorRequestNotComplete", "EC2ThrottledException",
	}
)

// isRetryMode recognises the retries of a botocore Config, or the keys of a
// shared configuration as a mapping.
func isRetryMode(root *document.Node) bool {
	return root.Get("retries").Has("mode") || awsModes[root.Get("retry_mode").Text()] > 0 ||
		awsModes[root.Get("mode").Text()] > 0 && !slices.ContainsFunc(root.Members(), isUnknown)
}

// attemptKeys are the keys of the attempts.
var attemptKeys = []string{"max_attempts", "total_max_attempts"}

// isUnknown reports whether a key next to mode is none of the SDKs': other
// systems have modes as well.
func isUnknown(m document.Member) bool {
	return m.Name != "mode" && !slices.Contains(attemptKeys, m.Name)
}

// readRetryMode reads a retry mode and its attempts.
func readRetryMode(r *foreign.Reading, root *document.Node) {
	v, name := root, "retry_mode"
	if root.Has("retries") {
		v = root.Get("retries")
	}
	if v.Has("mode") {
		name = "mode"
	}
	p := r.Begin("aws", v)
	defer r.End()
	if !r.IsMapping(v) {
		return
	}
	r.Known(v, append([]string{name}, attemptKeys...), "")
	mode := v.Get(name)
	attempts, ok := awsModes[mode.Text()]
	if !ok {
		r.Refuse(foreign.OrIn(mode, v), finding.Quote(mode.Text())+" is not a retry mode", "write legacy, standard or adaptive")
		return
	}
	attempts, ok = awsAttempts(r, v, name, attempts)
	if !ok {
		return
	}
	if mode.Text() == "adaptive" {
		r.Lose(mode, foreign.L11, "the rate limiter of the adaptive mode is left out: this is the standard mode", "bound the rate of calls elsewhere")
	}
	p.Members = awsPolicy(v, mode.Text() == "legacy", attempts)
}

// awsAttempts returns the attempts: botocore's max_attempts next to "mode" counts
// retries, all others the first attempt too.
func awsAttempts(r *foreign.Reading, v *document.Node, name string, fallback int64) (int64, bool) {
	n, counted := v.Get("total_max_attempts"), int64(0)
	if n == nil {
		n = v.Get("max_attempts")
		if n != nil && name == "mode" {
			counted = 1
			r.Note(n, "botocore counts retries in max_attempts here, and the first attempt too in total_max_attempts and in shared configuration")
		}
	}
	if n == nil {
		r.Note(v, fmt.Sprintf("L19: the attempts are not given; the mode makes %d", fallback))
		return fallback, true
	}
	attempts, err := strconv.ParseInt(n.Text(), 10, 31)
	if err != nil || n.Kind() != document.Number || attempts+counted < 1 {
		r.Refuse(n, "expected a whole number of attempts, found "+n.Describe(), "write 3")
		return 0, false
	}
	return attempts + counted, true
}

// awsPolicy returns the mode in the words of Smithy. Waits are drawn from
// nothing to 2^(n−1) seconds, in standard mode of at most 20 seconds.
func awsPolicy(v *document.Node, isLegacy bool, attempts int64) []document.Member {
	longest := 20.0
	if isLegacy {
		longest = math.Ldexp(1, int(min(max(attempts-2, 0), 60))) // the last wait: there is no cap
	}
	backoff := v.MappingAt(
		document.Member{Name: "backoff_scale_value", Value: v.NumberAt("1")},
		document.Member{Name: "max_backoff", Value: v.NumberAt(strconv.FormatFloat(longest, 'f', -1, 64))},
		document.Member{Name: "jitter_type", Value: v.TextAt("FULL")},
	)
	smithy := []document.Member{
		{Name: "retry_mode", Value: v.TextAt("simple")},
		{Name: "max_attempts", Value: v.NumberAt(strconv.FormatInt(attempts, 10))},
		{Name: "backoff_strategy", Value: backoff},
	}
	members := []document.Member{
		{Name: "smithy", Value: v.MappingAt(smithy...)},
		{Name: "errors", Value: v.MappingAt(document.Member{Name: "retry", Value: awsErrors(v)})},
		{Name: "retry_after", Value: v.MappingAt(document.Member{Name: "respect", Value: v.BooleanAt(false)})}, // the SDKs of these modes know none
	}
	if !isLegacy {
		members = append(members, document.Member{Name: "quota", Value: v.MappingAt(document.Member{Name: "preset", Value: v.TextAt("aws-legacy")})})
	}
	return members
}

// awsErrors returns what the SDKs retry.
func awsErrors(v *document.Node) *document.Node {
	var statuses []*document.Node
	for _, status := range awsStatuses {
		statuses = append(statuses, v.NumberAt(status))
	}
	items := []*document.Node{v.TextAt("timeout"), v.TextAt("network"), v.MappingAt(document.Member{Name: "status", Value: v.ListAt(statuses...)})}
	for _, name := range awsTypes {
		items = append(items, v.MappingAt(document.Member{Name: "type", Value: v.TextAt(name)}))
	}
	return v.ListAt(items...)
}
