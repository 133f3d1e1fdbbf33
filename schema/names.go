package schema

import (
	"fmt"
	"go/token"
	"strings"

	"github.com/retrygen/retrygen/internal/decode"
	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/lazyregexp"
)

var clientPattern = lazyregexp.New(`^[A-Z][A-Za-z0-9]{0,63}$`)

func isKeyword(name string) bool { return token.IsKeyword(name) }

// PolicyFunc returns the name of the Go function that returns the policy with
// the given name: "charge" gives "ChargePolicy", "read_fast" "ReadFastPolicy".
func PolicyFunc(name string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(name, "_") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String() + "Policy"
}

// decodePackageName returns the package name n, or "" if n is nil.
func decodePackageName(n decode.Value) string {
	name := n.Word("")
	if isKeyword(name) || name == "_" {
		n.Reject(document.Format, finding.Quote(name)+" cannot be the name of a Go package", "choose another name")
	}
	return name
}

// checkNames refuses names of policies and clients that lead to the same Go
// name. Names that differ only in case count as the same: they are the same
// file on some systems, and the same word to a reader.
func checkNames(ctx *decode.Context, s *Spec) {
	taken := make(map[string]string) // by folded Go name: what has it
	claim := func(p Pointer, name, what string) bool {
		key := strings.ToLower(name)
		if first, ok := taken[key]; ok {
			ctx.Add(decode.NameTaken, s.KeyPosition(p), p,
				fmt.Sprintf("%[2]s has the Go name %[1]s already", finding.Clip(name), first), "rename one of them")
			return false
		}
		taken[key] = what
		return true
	}
	for _, p := range s.Policies {
		if !policyPattern().MatchString(p.Name) {
			continue
		}
		if p.Name == noPolicy {
			ctx.Add(decode.NameTaken, s.KeyPosition(p.Pointer), p.Pointer,
				`"none" is what a method without a policy says`, "choose another name")
		}
		claim(p.Pointer, PolicyFunc(p.Name), "policy "+finding.Clip(p.Name))
	}
	for _, c := range s.Clients {
		if clientPattern().MatchString(c.Name) && claim(c.Pointer, c.Name, "client "+finding.Clip(c.Name)) {
			claim(c.Pointer, "New"+c.Name, "the constructor of client "+finding.Clip(c.Name))
		}
	}
}
