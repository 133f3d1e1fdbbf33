package schema

import (
	"fmt"
	"go/token"
	"regexp"
	"slices"
	"strings"
)

var (
	policyPattern = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]{0,63}$`)
	clientPattern = regexp.MustCompile(`^[A-Z][A-Za-z0-9]{0,63}$`)
)

// predeclared are Go's predeclared names that a package or a client had better
// not hide.
var predeclared = []string{
	"any", "append", "bool", "byte", "cap", "clear", "close", "comparable", "complex", "complex64", "complex128",
	"copy", "delete", "error", "false", "float32", "float64", "imag", "int", "int8", "int16", "int32", "int64",
	"iota", "len", "make", "max", "min", "new", "nil", "panic", "print", "println", "real", "recover", "rune",
	"string", "true", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr",
}

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

// packageName returns the package name n, or "" if n is nil.
func (d *decoder) packageName(n *node) string {
	name := d.word(n, "")
	switch {
	case n == nil || n.kind != text:
	case isKeyword(name), name == "_":
		d.refuse(RuleFormat, n, quote(name)+" cannot be the name of a Go package", "")
	case slices.Contains(predeclared, name):
		d.refuse(RuleNameTaken, n, quote(name)+" is a predeclared name of Go", "choose another package name")
	}
	return name
}

// checkNames refuses names of policies and clients that lead to the same Go
// name. Names that differ only in case count as the same: they are the same
// file on some systems, and the same word to a reader.
func (d *decoder) checkNames(s *Spec) {
	taken := make(map[string]string) // by folded Go name: what has it
	claim := func(p Pointer, name, what string) {
		key := strings.ToLower(name)
		if first, ok := taken[key]; ok {
			d.report(RuleNameTaken, s.KeyPosition(p), p,
				fmt.Sprintf("the Go name %s is already that of %s", clip(name), first), "rename one of them")
			return
		}
		taken[key] = what
	}
	for _, p := range s.Policies {
		if !policyPattern.MatchString(p.Name) {
			continue
		}
		if p.Name == noPolicy {
			d.report(RuleNameTaken, s.KeyPosition(p.Pointer), p.Pointer,
				`"none" is what a method without a policy says`, "choose another name")
		}
		claim(p.Pointer, PolicyFunc(p.Name), "policy "+clip(p.Name))
	}
	for _, c := range s.Clients {
		if clientPattern.MatchString(c.Name) {
			claim(c.Pointer, c.Name, "client "+clip(c.Name))
			claim(c.Pointer, "New"+c.Name, "the constructor of client "+clip(c.Name))
		}
	}
}
