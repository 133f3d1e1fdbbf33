package grpc

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/foreign"
	"github.com/retrygen/retrygen/internal/matcher"
)

// clampedAttempts is the number of attempts that gRPC cuts larger ones to.
const clampedAttempts = 5

// grpcJitter is the part of a wait by which gRPC draws it shorter or longer
// (gRFC A6, as changed in 2024).
const grpcJitter = "0.2"

var (
	methodConfigKeys = []string{"name", "timeout", "retryPolicy", "hedgingPolicy", "waitForReady", "maxRequestMessageBytes", "maxResponseMessageBytes"}
	retryPolicyKeys  = []string{"maxAttempts", "initialBackoff", "maxBackoff", "backoffMultiplier", "retryableStatusCodes", "perAttemptRecvTimeout"}
)

func isServiceConfig(root *document.Node) bool {
	return root.Has("methodConfig") || root.Has("retryThrottling") || root.Has("retryableStatusCodes")
}

// readServiceConfig reads the method configs that have a retry policy.
func readServiceConfig(r *foreign.Reading, root *document.Node) {
	if root.Has("retryableStatusCodes") {
		readMethodConfig(r, root.MappingAt(document.Member{Name: "retryPolicy", Value: root}))
		return
	}
	quota := throttling(r, root.Get("retryThrottling"))
	names := make(map[string]*document.Node)
	for _, config := range root.Get("methodConfig").Items() {
		methods := checkNames(r, config, names)
		if !config.Has("retryPolicy") && !config.Has("hedgingPolicy") {
			r.File.Plain = append(r.File.Plain, methodsOf(methods)...)
			continue
		}
		readMethods(r, config, methods, quota)
	}
	if len(r.File.Policies) > 0 {
		r.Note(root.Get("methodConfig"), "L10: gRPC begins its waits anew after a delay that a server pushes back; a spec waits as long as it asks, and goes on")
	}
}

// readMethodConfig reads a method config, or a retry policy, that stands alone.
func readMethodConfig(r *foreign.Reading, v *document.Node) {
	if v.Has("retryableStatusCodes") {
		v = v.MappingAt(document.Member{Name: "retryPolicy", Value: v})
	}
	readMethods(r, v, nil, nil)
}

// readMethods reads the policy of the given methods.
func readMethods(r *foreign.Reading, config *document.Node, methods []string, quota *document.Node) {
	p := r.Begin(methodsName(methods), config)
	p.Methods = methodsOf(methods)
	defer r.End()
	r.Known(config, methodConfigKeys, ", which gRPC ignores")
	v := config.Get("retryPolicy")
	if hedging := config.Get("hedgingPolicy"); hedging != nil {
		r.Add(hedging.KeyFinding(foreign.FeatureRule, "L13: a spec has no hedging: it waits for an attempt to fail before it makes the next",
			"write a retryPolicy instead"))
		return
	}
	if !r.IsMapping(v) {
		return
	}
	r.Known(v, retryPolicyKeys, ", which gRPC ignores")
	g := grpcPolicy{r: r, v: v, isGapic: r.File.Format == "gapic"}
	g.timeout = g.duration(config, "timeout", false)
	block, codes := g.block(), g.codes()
	if block == nil || codes == nil {
		return
	}
	g.judge(methods, codes)
	p.Members = []document.Member{
		{Name: "description", Value: describeMethods(config, methods)},
		{Name: "prodigy", Value: block},
		{Name: "errors", Value: v.MappingAt(document.Member{Name: "retry", Value: v.ListAt(
			v.MappingAt(document.Member{Name: "grpc", Value: codes}))})},
		{Name: "attempt_timeout", Value: g.text(v, "perAttemptRecvTimeout", g.duration(v, "perAttemptRecvTimeout", false))},
		{Name: "total_timeout", Value: g.text(config, "timeout", g.timeout)},
		{Name: "quota", Value: quota},
	}
}

// grpcPolicy is a retry policy of gRPC, or of the generators of Google's API
// clients (gapic). Those read the same file, draw a wait from nothing to all of
// it, and retry until the timeout if maxAttempts is missing (AIP-4221).
type grpcPolicy struct {
	r                       *foreign.Reading
	v                       *document.Node
	isGapic                 bool
	timeout, first, longest time.Duration
	attempts                int64
	multiplier              float64
}

// block returns the policy in the words of Prodigy, whose jitter, of any size
// around the wait and after the cap, is the only one that can say both: gRPC's
// is the wait ± 0.2 of it, and gapic's half the wait ± all of that.
func (g *grpcPolicy) block() *document.Node {
	attempts := g.limit()
	g.first = g.duration(g.v, "initialBackoff", true)
	g.longest = g.duration(g.v, "maxBackoff", true)
	multiplier := g.factor()
	if g.first == 0 || g.longest == 0 || multiplier == nil || attempts == nil {
		return nil
	}
	first, longest, jitter := g.first, g.longest, grpcJitter
	if g.isGapic {
		first, longest, jitter = first/2, longest/2, "1"
	}
	v := g.v
	return v.MappingAt(
		document.Member{Name: "attempts", Value: attempts},
		document.Member{Name: "initial_delay", Value: v.Get("initialBackoff").TextAt(first.String())},
		document.Member{Name: "max_delay", Value: v.Get("maxBackoff").TextAt(longest.String())},
		document.Member{Name: "backoff", Value: v.MappingAt(document.Member{Name: "exponential", Value: v.MappingAt(document.Member{Name: "base", Value: multiplier})})},
		document.Member{Name: "jitter", Value: v.BooleanAt(true)},
		document.Member{Name: "jitter_factor", Value: v.NumberAt(jitter)},
	)
}

// limit returns the attempts that the policy allows.
func (g *grpcPolicy) limit() *document.Node {
	v := g.v.Get("maxAttempts")
	if v == nil && g.isGapic {
		g.attempts = 1 << 30
		if g.timeout == 0 {
			g.r.Doubt(g.v, "neither maxAttempts nor timeout bounds the retries", "write a timeout next to the retryPolicy")
		}
		return g.v.NumberAt(foreign.UnlimitedAttempts)
	}
	if v == nil {
		g.r.Refuse(g.v, `the key "maxAttempts" is missing, without which gRPC refuses the whole service config`,
			"write it, or name the format gapic if the file is for Google's API client generators")
		return v
	}
	n, err := strconv.ParseInt(v.Text(), 10, 64)
	switch {
	case err != nil || v.Kind() != document.Number || n < 2:
		g.r.Refuse(v, "maxAttempts is a whole number above 1, and this is "+v.Describe(), "leave the retryPolicy out for no retries")
		return nil
	case n > clampedAttempts && !g.isGapic:
		g.r.Lose(v, foreign.L01, fmt.Sprintf("gRPC makes at most %d attempts, unless the client raises that bound", clampedAttempts),
			fmt.Sprintf("write %d, or name the format gapic to keep %d", clampedAttempts, n))
		g.attempts = clampedAttempts
		return v.NumberAt(strconv.Itoa(clampedAttempts))
	}
	g.attempts = n
	return v
}

// duration returns a duration above zero; 0 if there is none or it is wrong.
func (g *grpcPolicy) duration(in *document.Node, name string, required bool) time.Duration {
	v := in.Get(name)
	if v == nil {
		if required {
			g.r.Refuse(in, "the key "+strconv.Quote(name)+" is missing", "write "+strconv.Quote(name)+`: "1s"`)
		}
		return 0
	}
	d, ok := foreign.ParseProto(v.Text())
	if v.Kind() != document.Text || !ok || d <= 0 {
		g.r.Refuse(v, v.Describe()+" is not a duration above zero in proto JSON", `write seconds with an s, such as "0.5s"`)
		return 0
	}
	return d
}

// text returns a duration that is there as a spec writes it.
func (g *grpcPolicy) text(in *document.Node, name string, d time.Duration) *document.Node {
	if d == 0 {
		return nil
	}
	return in.Get(name).TextAt(d.String())
}

func (g *grpcPolicy) factor() *document.Node {
	v := g.v.Get("backoffMultiplier")
	amount, ok := foreign.Number(v)
	if !ok || amount.Cmp(new(big.Rat)) <= 0 {
		g.r.Refuse(foreign.OrIn(v, g.v), "backoffMultiplier is a number above 0", "write one such as 1.3")
		return nil
	}
	g.multiplier, _ = amount.Float64()
	return v
}

// codes returns the codes that are retried, by their names.
func (g *grpcPolicy) codes() *document.Node {
	v := g.v.Get("retryableStatusCodes")
	if len(v.Items()) == 0 {
		g.r.Refuse(foreign.OrIn(v, g.v), "retryableStatusCodes needs at least one code", `write ["UNAVAILABLE"]`)
		return nil
	}
	var items []*document.Node
	for _, item := range v.Items() {
		name, ok := codeName(item)
		if !ok {
			hint := "the codes are " + strings.Join(matcher.GRPCCodes, ", ")
			if near, ok := document.Nearest(item.Text(), matcher.GRPCCodes); ok {
				hint = "did you mean " + strconv.Quote(near) + "?"
			}
			g.r.Refuse(item, item.Describe()+" is not a status code that a call can fail with", hint)
			return nil
		}
		items = append(items, item.TextAt(name))
	}
	return v.ListAt(items...)
}

// codeName returns the name of a code: gRPC takes names in any case, and
// numbers.
func codeName(v *document.Node) (string, bool) {
	if v.Kind() == document.Number {
		n, err := strconv.Atoi(v.Text())
		if err != nil || n < 1 || n > len(matcher.GRPCCodes) {
			return "", false
		}
		return matcher.GRPCCodes[n-1], true
	}
	name := strings.ToUpper(v.Text())
	return name, v.Kind() == document.Text && slices.Contains(matcher.GRPCCodes, name)
}

// floor returns the whole part of a number that is not negative.
func floor(x *big.Rat) int64 { return new(big.Int).Quo(x.Num(), x.Denom()).Int64() }

// throttling returns the quota that retryThrottling is.
func throttling(r *foreign.Reading, v *document.Node) *document.Node {
	if v == nil {
		return v
	}
	r.Known(v, []string{"maxTokens", "tokenRatio"}, "")
	tokens, okTokens := foreign.Number(v.Get("maxTokens"))
	ratio, okRatio := foreign.Number(v.Get("tokenRatio"))
	zero := new(big.Rat)
	switch {
	case !okTokens || !tokens.IsInt() || tokens.Cmp(zero) <= 0 || tokens.Cmp(big.NewRat(1000, 1)) > 0:
		r.Refuse(foreign.OrIn(v.Get("maxTokens"), v), "maxTokens is a whole number from 1 to 1000", "write 10")
		return nil
	case !okRatio || ratio.Cmp(zero) <= 0:
		r.Refuse(foreign.OrIn(v.Get("tokenRatio"), v), "tokenRatio is a number above 0", "write 0.1")
		return nil
	}
	kept := v.Get("tokenRatio")
	if thousandths := new(big.Rat).Mul(ratio, big.NewRat(1000, 1)); !thousandths.IsInt() {
		r.Lose(kept, foreign.L02, "gRPC keeps three decimals of tokenRatio", "write fewer decimals")
		kept = kept.NumberAt(new(big.Rat).SetFrac64(floor(thousandths), 1000).FloatString(3))
	}
	return v.MappingAt(
		document.Member{Name: "max_tokens", Value: v.Get("maxTokens")},
		document.Member{Name: "token_ratio", Value: kept},
		document.Member{Name: "scope", Value: v.TextAt("client")}, // gRPC has a bucket for each server name
	)
}
