package schema

import (
	"slices"
	"strings"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/dialect"
	"github.com/retrygen/retrygen/internal/goname"
	"github.com/retrygen/retrygen/internal/policy"
)

func decodeBackoff(n decode.Value) *Backoff {
	if !n.IsSet() {
		return nil
	}
	return &Backoff{Func: goname.Decode(n.Object("backoff").Get("func"))}
}

// checkBackoff reports the fields of a dialect block that give waits which a
// function computes, and finds out whether the block caps them.
func (p *Policy) checkBackoff(d dialect.Dialect, block decode.Object) {
	if p.Backoff == nil {
		return
	}
	p.Backoff.IsCapped = slices.ContainsFunc(d.Keys(policy.Cap), func(key string) bool { return memberAt(block, key).IsSet() })
	keys := slices.Concat(d.Keys(policy.First), d.Keys(policy.Factor), d.Keys(policy.Jitters))
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		outer, _, isNested := strings.Cut(key, "/")
		if n := memberAt(block, key); n.IsSet() && !(isNested && slices.Contains(keys, outer)) {
			n.ReportKey(decode.UnusedField, n.Pointer().Last()+" has no effect, because the function in backoff computes the waits", "remove one of them")
		}
	}
}

// memberAt returns the member of a block at a path of keys with slashes between
// them.
func memberAt(block decode.Object, path string) decode.Value {
	key, rest, isNested := strings.Cut(path, "/")
	n := block.Member(key)
	for isNested {
		key, rest, isNested = strings.Cut(rest, "/")
		n = n.Member(key)
	}
	return n
}
