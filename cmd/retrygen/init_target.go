package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// starterTarget is what a first spec wraps.
type starterTarget struct {
	wraps   string // as a spec writes it
	name    string // of the type
	methods []declaredMethod
	// isDeclared is set if the type is there already, so that init does not
	// declare one.
	isDeclared bool
}

// starterInterface is what init declares where there is nothing to wrap.
const starterInterface = "Gateway"

// chooseTarget returns what the spec of a package wraps: the type that the user
// names, else the only interface of the package, else the one that init declares.
func chooseTarget(pkg starterPackage, wraps string) (starterTarget, error) {
	switch {
	case wraps != "":
		name := wraps[strings.LastIndexAny(wraps, "./*")+1:]
		t := starterTarget{wraps: wraps, name: name, isDeclared: true}
		for _, i := range pkg.interfaces {
			if i.name == wraps {
				t.methods = i.methods
			}
		}
		if first, _ := utf8.DecodeRuneInString(name); !unicode.IsLetter(first) {
			return t, fmt.Errorf("--wraps: %q does not end in the name of a type: write Gateway, ./dir.Type or example.com/mod/pkg.Type", wraps)
		}
		return t, nil
	case len(pkg.interfaces) == 1:
		only := pkg.interfaces[0]
		return starterTarget{wraps: only.name, name: only.name, methods: only.methods, isDeclared: true}, nil
	case len(pkg.interfaces) > 1:
		names := make([]string, len(pkg.interfaces))
		for i, declared := range pkg.interfaces {
			names[i] = declared.name
		}
		return starterTarget{}, fmt.Errorf("the package declares %s: name the interface to wrap, for example --wraps %s",
			strings.Join(names, ", "), names[0])
	default:
		return starterTarget{wraps: starterInterface, name: starterInterface}, nil
	}
}

// specFile returns the name of the spec.
func (t starterTarget) specFile() string { return strings.ToLower(t.name) + ".retry.yaml" }

// spec returns the starter spec with a client for the target.
func (t starterTarget) spec(starter []byte) []byte {
	if !t.isDeclared {
		return starter
	}
	policies, _, _ := strings.Cut(string(starter), "\nclients:\n")
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nclients:\n  Retrying%s:\n    wraps: %s\n", policies, exported(t.name), quoted(t.wraps))
	if !slices.ContainsFunc(t.methods, func(m declaredMethod) bool { return m.canFail }) {
		b.WriteString("    policy: lookup                      # of all methods that methods does not name\n")
		return []byte(b.String())
	}
	b.WriteString("    methods:\n")
	for _, m := range t.methods {
		switch {
		case !m.canFail, m.name == "Close": // closing twice is rarely meant
			fmt.Fprintf(&b, "      %s: none\n", m.name)
		case reads(m.name):
			fmt.Fprintf(&b, "      %s: lookup\n", m.name)
		default: // until somebody says that a repetition is safe
			fmt.Fprintf(&b, "      %s: {policy: lookup, idempotency: unsafe}\n", m.name)
		}
	}
	return []byte(b.String())
}

// readingVerbs begin the names of methods that change nothing.
var readingVerbs = []string{
	"Check", "Count", "Describe", "Exists", "Fetch", "Find", "Get", "Has", "Head", "Is", "List", "Load", "Lookup", "Ping", "Query", "Read",
	"Resolve", "Search", "Stat",
}

// reads reports whether the name of a method says that it changes nothing.
func reads(method string) bool {
	return slices.ContainsFunc(readingVerbs, func(verb string) bool {
		rest, ok := strings.CutPrefix(method, verb)
		next, _ := utf8.DecodeRuneInString(rest)
		return ok && !unicode.IsLower(next)
	})
}

func exported(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}

// quoted returns a Go name as YAML.
func quoted(name string) string {
	if strings.HasPrefix(name, "*") {
		return `"` + name + `"`
	}
	return name
}
