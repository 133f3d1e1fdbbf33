package schema

import (
	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/dialect"
	"github.com/retrygen/retrygen/internal/document"
)

// checkUnused reports fields of a dialect block that are well formed and decide
// nothing, because another field leaves them nothing to decide.
func checkUnused(p *Policy, d dialect.Dialect, b Dialect, o decode.Object) {
	if !o.Member(d.Name()).Is(document.Mapping) {
		return
	}
	block := o.Get(d.Name()).Object(d.Name())
	d.CheckUnused(b, block, o)
	p.checkBackoff(d, block)
	if len(p.Errors.Retry) == 0 {
		return
	}
	for _, key := range d.ErrorKeys() {
		if n := block.Member(key); n.IsSet() {
			n.ReportKey(decode.UnusedField, key+" has no effect, because errors.retry alone decides what is retried", "remove one of them")
		}
	}
}
