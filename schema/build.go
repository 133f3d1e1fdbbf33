package schema

import (
	"github.com/retrygen/retrygen/internal/buildtag"
	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
)

// decodeBuild returns the build constraint n, or nil if n is not set.
func decodeBuild(n decode.Value) buildtag.Expr {
	text := n.Word("")
	e, err := buildtag.Parse(text)
	switch {
	case err != nil:
		n.Reject(document.Format, finding.Quote(text)+" is not a build constraint: "+err.Error(), "write tags with &&, || and !, such as pro && linux")
		return nil
	case !buildtag.IsPossible(e):
		n.Reject(decode.Contradiction, "no build meets the constraint "+finding.Quote(text), "")
		return nil
	default:
		return e
	}
}
