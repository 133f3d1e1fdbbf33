package document

import (
	"fmt"
	"strings"

	"github.com/retrygen/retrygen/internal/finding"
	"github.com/retrygen/retrygen/internal/lazyregexp"
)

// maxNumber bounds the characters of a number.
const maxNumber = 32

// Plain decimals are the one spelling of numbers that every reader of YAML and
// JSON takes alike.
var plainDecimal = lazyregexp.New(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?$`)

// numberLike are the spellings that one version of YAML or another reads as a
// number: octal, hexadecimal, binary, grouped, with exponent, infinite.
var numberLike = lazyregexp.New(`(?i)^[-+]?(\.?[0-9][0-9_]*(\.[0-9_]*)?(e[-+]?[0-9]+)?|0x[0-9a-f_]+|0o[0-7_]+|0b[01_]+|\.inf|\.nan)$`)

// truthLike are the spellings that one version of YAML or another reads as
// true or false, next to these two words themselves.
var truthLike = map[string]string{
	"True": "true", "TRUE": "true", "False": "false", "FALSE": "false",
}

// readPlain gives the node n the kind and text of an unquoted scalar. It
// returns what is wrong with it, and what to write instead.
func readPlain(n *Node, value string) (message, hint string) {
	n.text = value
	switch {
	case value == "true", value == "false":
		n.kind = Boolean
	case value == "null", value == "":
		n.kind = Null
	case value == "~", strings.EqualFold(value, "null"):
		n.kind = Null
		return fmt.Sprintf("%s is null in some readers and text in others", value), `write null, or put it in quotes if it is text`
	case truthLike[value] != "":
		n.kind = Boolean
		return fmt.Sprintf("%s is a truth value in some readers and text in others", value),
			fmt.Sprintf("write %s, or put it in quotes if it is text", truthLike[value])
	case plainDecimal().MatchString(value):
		n.kind = Number
		return checkLength(value)
	case numberLike().MatchString(value):
		n.kind = Number
		return fmt.Sprintf("%s is not a number in plain decimals", finding.Clip(value)),
			"write digits such as 10 or 0.5, or put it in quotes if it is text"
	default:
		n.kind = Text
	}
	return "", ""
}

// checkLength refuses numbers that are longer than any that is meant.
func checkLength(value string) (message, hint string) {
	if len(value) <= maxNumber {
		return "", ""
	}
	return fmt.Sprintf("the number has more than %d characters", maxNumber), "write fewer digits"
}
