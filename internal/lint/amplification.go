package lint

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/retrygen/retrygen/schema"
)

var _ = register("RG223", "amplification", "the attempts of several layers multiply to more than the limit", amplification)

// amplification finds calls that become too many attempts, because several
// layers retry. A client that wraps a library known to retry has that layer
// below, said or not. It leaves to [noBound] and the time limits what has no
// limit of attempts.
func amplification(p *pass) []finding {
	if p.compiled.MaxAttempts <= 1 {
		return nil
	}
	for _, layers := range p.stacks() {
		product, others := 1.0, 1.0
		for _, l := range layers {
			product *= float64(l.Attempts)
			if l.Pointer != p.policy.Pointer {
				others *= float64(l.Attempts)
			}
		}
		if limit := p.limit(); product > float64(limit) && others > 1 {
			return p.about(attemptsParameter,
				fmt.Sprintf("one call can become %s attempts, above the limit of %d: %s", number(product), limit, multiply(layers)),
				p.relief(layers, limit))
		}
	}
	return nil
}

// defaultLimit is the limit of a spec that does not name its layers.
const defaultLimit = 9

func (p *pass) limit() int64 {
	if p.spec.Layers == nil {
		return defaultLimit
	}
	return p.spec.Layers.Limit
}

// stacks returns the layers around the policy from the top down, once for the
// spec and once more for each library that a client under the policy wraps and
// that the spec does not name.
func (p *pass) stacks() [][]schema.Layer {
	declared := p.spec.Layers
	if declared == nil {
		declared = new(schema.Layers)
	}
	own := schema.Layer{Pointer: p.policy.Pointer, Name: "policy " + p.policy.Name, Attempts: int64(p.compiled.MaxAttempts)}
	stack := slices.Concat(declared.Above, []schema.Layer{own}, declared.Below)
	stacks := [][]schema.Layer{stack}
	for _, c := range p.spec.Clients {
		sdk, ok := schema.SDKLayer(c.Wraps.Path)
		named := slices.ContainsFunc(stack, func(l schema.Layer) bool { return l.Name == sdk.Name })
		if ok && !named && p.isUsedBy(c) {
			stacks = append(stacks, slices.Concat(stack, []schema.Layer{sdk}))
		}
	}
	return stacks
}

// multiply returns "gateway 2 × policy read 5 × aws-sdk-go-v2 3".
func multiply(layers []schema.Layer) string {
	factors := make([]string, len(layers))
	for i, l := range layers {
		factors[i] = fmt.Sprintf("%s %d", l.Name, l.Attempts)
	}
	return strings.Join(factors, " × ")
}

// relief says which layer is best switched off: the first from the top, other
// than the policy, without which the limit holds, else the one with the most
// attempts; and how many attempts to expect as it is.
func (p *pass) relief(layers []schema.Layer, limit int64) string {
	product := 1.0
	for _, l := range layers {
		product *= float64(l.Attempts)
	}
	best := schema.Layer{}
	for _, l := range layers {
		if l.Pointer == p.policy.Pointer || l.Attempts == 1 {
			continue
		}
		if product/float64(l.Attempts) <= float64(limit) {
			best = l
			break
		}
		if l.Attempts > best.Attempts {
			best = l
		}
	}
	return fmt.Sprintf("switch off the retries of %s; if 1 %% of the attempts fail, a call is %s on average, if 10 %% %s, if 50 %% %s",
		best.Name, expected(layers, 0.01), expected(layers, 0.1), expected(layers, 0.5))
}

// expected returns the mean number of attempts at the bottom if each of them
// fails with probability p, independently. A layer of N attempts makes
// (1 − pᴺ)/(1 − p) calls of the layer below, and fails with probability pᴺ.
func expected(layers []schema.Layer, p float64) string {
	attempts := 1.0
	for _, l := range slices.Backward(layers) {
		failed := math.Pow(p, float64(l.Attempts))
		attempts *= (1 - failed) / (1 - p)
		p = failed
	}
	return fmt.Sprintf("%.2f", attempts)
}
