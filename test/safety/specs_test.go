//go:build linux

package safety

import (
	"fmt"
	"slices"
	"strings"
)

// hostile is a spec that is made to do harm, and what the command says to it.
type hostile struct {
	name string // begins with a letter and a number that tell its kind
	text func() string
	json bool
	says string
}

// hostileSpecs are specs that try to harm whoever reads them.
func hostileSpecs() []hostile {
	return slices.Concat(bombs(), manyKeys(), deepSpecs(), badNumbers(), badSyntax(), badText(), largeSpecs())
}

func fixed(id, says string, texts ...string) []hostile {
	var specs []hostile
	for i, text := range texts {
		specs = append(specs, hostile{name: fmt.Sprintf("%s/%d", id, i), text: func() string { return text }, says: says})
	}
	return specs
}

// policy returns a spec with the fields of an Exosphere policy.
func policy(fields string) string {
	return "version: 1\npolicies: {p: {exosphere: {" + fields + "}}}\n"
}

func repeated(format string, n int) string {
	var b strings.Builder
	for i := range n {
		if strings.Contains(format, "%d") {
			fmt.Fprintf(&b, format, i)
		} else {
			b.WriteString(format)
		}
	}
	return b.String()
}

// aliases returns levels of width aliases that stand for each other.
func aliases(levels, width int, leaf string) string {
	text := "a0: &a0 " + leaf + "\n"
	for i := range levels {
		text += fmt.Sprintf("a%d: &a%d [%s]\n", i+1, i+1, strings.Trim(repeated(fmt.Sprintf("*a%d, ", i), width), ", "))
	}
	return text
}

func bombs() []hostile {
	var specs []hostile
	for levels := 4; levels <= 12; levels += 4 {
		for width := 4; width <= 12; width += 4 {
			specs = append(specs, hostile{name: fmt.Sprintf("S1/%dx%d", levels, width), says: ": ",
				text: func() string { return aliases(levels, width, "x") }})
		}
	}
	specs = append(specs, fixed("S1/padded", "more than", "# "+strings.Repeat("p", 800_000)+"\n"+aliases(4, 30, "x"), aliases(1, 200, strings.Repeat("y", 1<<18)))...)
	return append(specs, fixed("S2", "", "a: &a [*a]\n", "a: &a {b: *a}\n", "a: &a {b: &b {c: &c [*a, *b, *c]}}\n", "a: &a\n  <<: *a\n")...)
}

func manyKeys() []hostile {
	var specs []hostile
	for _, n := range []int{1_000, 16_000, 100_000, 500_000} {
		flow, explicit := "{"+strings.Repeat("a,", n)+"}", strings.Repeat("? a\n", min(n, 250_000))
		specs = append(specs, fixed(fmt.Sprintf("S3/%d", n), ": ", flow, explicit)...)
	}
	specs = append(specs, hostile{name: "S3/json", json: true, says: "stands here and on line", text: func() string { return "{" + repeated(`"a":1,`, 20_000) + `"a":1}` }})
	specs = append(specs, hostile{name: "S4/json", json: true, says: "more than", text: func() string { return "{" + repeated(`"k%d":1,`, 70_000) + `"a":1}` }})
	return append(specs, hostile{name: "S4", says: ": ", text: func() string { return repeated("k%d: 1\n", 80_000) }})
}

func deepSpecs() []hostile {
	var specs []hostile
	for _, depth := range []int{33, 1_000, 9_999, 500_000} {
		for i, open := range []string{"[", "- ", "{a: ", "? "} {
			specs = append(specs, hostile{name: fmt.Sprintf("S5/%d/%d", depth, i), says: ": ",
				text: func() string { return strings.Repeat(open, min(depth, 1<<20/len(open))) + "x" }})
		}
		for _, pair := range []string{"[]", "{}"} {
			specs = append(specs, hostile{name: fmt.Sprintf("S5/json/%d/%s", depth, pair), json: true, says: ": ", text: func() string {
				open := strings.Replace(pair[:1], "{", `{"a":`, 1)
				n := min(depth, 1<<20/(len(open)+1)-2)
				return strings.Repeat(open, n) + "1" + strings.Repeat(pair[1:], n)
			}})
		}
	}
	return specs
}

func badNumbers() []hostile {
	field := func(format string, values ...string) []string {
		for i, value := range values {
			values[i] = policy(fmt.Sprintf(format, value))
		}
		return values
	}
	specs := fixed("S8", "/policies/p/exosphere/", field("exponent: %s", ".nan", ".NaN", ".inf", "-.INF", "+.inf", "NaN")...)
	specs = append(specs, fixed("S9", "/policies/p/exosphere/", field("backoff_factor: %s", "1e400", "1e-400", "18446744073709551616", "-1", "1e10000000", strings.Repeat("9", 100_000))...)...)
	specs = append(specs, fixed("S10", "/policies/p/exosphere/max_retries", field("max_retries: %s",
		"3.7", "1e3", "017", "0o17", "0x10", "1_000", "null", "", "~", "+3", "-3", "0b1", "'3'", "3.", ".3", "３", "true", "2024-01-01", "[3]", "{a: 3}", "1:30")...)...)
	var truths, durations []string
	for _, v := range []string{"yes", "on", "y", "no", "off", "n", "True", "TRUE", "False", "FALSE", "Yes", "ON", "1", "0", "t", "'true'"} {
		truths = append(truths, "version: 1\npolicies: {p: {prodigy: {jitter: "+v+"}}}\n")
	}
	for _, v := range []string{"1:30", "100", "1.5", "1e9", "1d", "5 s", "1S", "-5s", "10000000h", "''", "1s1", "9223372036854775808ns", "-1ns"} {
		durations = append(durations, "version: 1\npolicies: {p: {exosphere: {}, attempt_timeout: "+v+"}}\n")
	}
	specs = append(specs, fixed("S11", "/policies/p/prodigy/jitter", truths...)...)
	specs = append(specs, fixed("S12-S13", "/policies/p/attempt_timeout", durations...)...)
	bigJSON := fmt.Sprintf(`{"version": 1, "policies": {"p": {"exosphere": {"max_retries": 1e%d, "exponent": -1E10000000}}}}`, 10_000_000)
	return append(specs, hostile{name: "S9/json", json: true, says: "number", text: func() string { return bigJSON }})
}

func badSyntax() []hostile {
	specs := fixed("S6", "directive", repeated("%TAG !a! tag:example,2000:\n", 38_000)+"---\na: 1\n", policy("")+"%TAG ! x\n")
	specs = append(specs, fixed("S14", "", policy("max_retries: 1, max_retries: 1"), "version: 1\n'version': 1\n", "version: 1\npolicies: {max-delay: {exosphere: {}}, max_delay: {exosphere: {}}}\n",
		"version: 1\n1: x\n0x1: y\n", "version: 1\ntrue: x\nTrue: y\n", "version: 1\npolicies: {caf\u00e9: {exosphere: {}}, cafe\u0301: {exosphere: {}}}\n")...)
	specs = append(specs, fixed("S15", "merge", "version: 1\nx: &x {a: 1}\ny: {<<: *x}\n", "<<: [a]\n", "<<: a\n", "<<:\n", "<<: {a: 1}\n<<: {b: 1}\n")...)
	for _, tag := range []string{"!!python/name:os.system x", "!!python/object/apply:os.system [ls]", "!!binary aGk=", "!!set {a}", "!custom x", "!!str 3",
		"!!int 3", "!<tag:yaml.org,2002:int> 3", "!!float 3", "!!null ''", "!!timestamp 2024-01-01", "!!omap [a: 1]"} {
		specs = append(specs, fixed("S16", "", policy("max_retries: "+tag))...)
	}
	specs = append(specs, fixed("S17", "", policy("")+"---\n"+policy(""), policy("")+"...\ngarbage", "---\n---\n", strings.Repeat("---\n", 250_000), policy("")+"...\n"+policy(""))...)
	specs = append(specs, fixed("S18", "unknown field", "version: 1\npolicys: {}\npolicies: {p: {exosphere: {}}}\n", "version: 1\npolicies: {p: {exospher: {}}}\n",
		policy("max_retry: 1"), "version: 1\npolicies: {p: {exosphere: {}, quota: {capaciti: 1}}}\n", "version: 1\npolicies: {p: {exosphere: {}}}\nclients: {X: {wrap: G}}\n")...)
	specs = append(specs, fixed("S22", "remove the line", "%YAML 1.2\n---\n"+policy(""), "%YAML 1.1\n---\n"+policy(""))...)
	specs = append(specs, fixed("S23", "", "", "# only a comment\n", "null\n", "[]\n", "text\n", "---\n", "\n\n", "{}\n")...)
	return specs
}

func badText() []hostile {
	utf16 := "\xff\xfe" + strings.Join(strings.Split(policy(""), ""), "\x00") + "\x00"
	specs := fixed("S19", "x.retry.yaml:", utf16, "version: 1\r# hidden: 2\r", "version: 1 #\u0085x: 2\n", "version: 1 #\u2028x: 2\n", "version: 1 #\u2029x\n",
		"version: 1\x00", "version: \x1b[31m1\n", "version: \xff\n", "version: \xc0\xb1\n", "version: \xed\xa0\x80\n", "a: \ufeff1\n", "\xef\xbb", "a: \x7f\n", "a: \u0090\n")
	for _, r := range "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\u200c\u200d\u200e\u200f\u061c\ufeff" {
		specs = append(specs, fixed("S20", "cannot be seen", "version: 1\npolicies: {p: {description: \"a"+string(r)+"b\", exosphere: {}}}\n")...)
	}
	secret := "AKIA" + strings.Repeat("SECRET", 100)
	specs = append(specs, fixed("S24", "more findings", policy("retry_on: " + "1")[:11]+"policies:\n"+repeated("  p%d: {exosphere: {max_retries: "+secret[:60]+"}}\n", 900))...)
	specs = append(specs, fixed("S24/secret", ": ", policy("max_retries: "+secret), policy(secret+": 1"), secret+": 1\n")...)
	return specs
}

func largeSpecs() []hostile {
	million := strings.Repeat("x", 1<<20)
	list := "a:\n" + repeated("- 1\n", 260_000)
	errorsOf := func(matchers string) string {
		return "version: 1\npolicies: {p: {exosphere: {}, errors: {stop: [" + matchers + "]}}}\n"
	}
	specs := fixed("S7", "x.retry.yaml:", million+"x", million, "a: "+million[:1<<20-4], list, strings.Repeat("\n", 1<<20), strings.Repeat("#\n", 1<<19))
	specs = append(specs, fixed("S25", "", "version: 1\npolicies:\n"+repeated("  p%d: {exosphere: {}}\n", 1001))...)
	return append(specs, fixed("N4", "/policies/p/errors/stop", errorsOf("{pattern: '"+strings.Repeat("(a{1000}|b)", 20)+"'}"), errorsOf("{pattern: '(?=x)'}"), errorsOf("{pattern: '"+strings.Repeat("(", 5_000)+"'}"),
		errorsOf("{pattern: '"+strings.Repeat("a", 257)+"'}"), errorsOf(repeated("{pattern: 'a%d'}, ", 100)), errorsOf("{pattern: '(a{1000}){1000}'}"))...)
}
