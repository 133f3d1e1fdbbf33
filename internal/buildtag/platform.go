package buildtag

import (
	"slices"
	"strings"
)

// The values of GOOS and GOARCH, as "go tool dist list" prints them.
var (
	systems = []string{
		"aix", "android", "darwin", "dragonfly", "freebsd", "illumos", "ios", "js", "linux", "netbsd", "openbsd", "plan9", "solaris",
		"wasip1", "windows",
	}
	architectures = []string{
		"386", "amd64", "arm", "arm64", "loong64", "mips", "mips64", "mips64le", "mipsle", "ppc64", "ppc64le", "riscv64", "s390x", "wasm",
	}
	// similar are the tags that a system sets besides its own name.
	similar = map[string]string{"android": "linux", "illumos": "solaris", "ios": "darwin"}
	notUnix = []string{"js", "plan9", "wasip1", "windows"}
)

// Platform is a build, as build constraints see it.
type Platform struct {
	GOOS, GOARCH string
	Cgo          bool
	Tags         []string
}

// Meets reports whether the build meets a constraint.
func (p Platform) Meets(e Expr) bool { return e == nil || e.Eval(p.has) }

func (p Platform) has(tag string) bool {
	switch {
	case isFixed(tag):
		return tag == "gc" || strings.HasPrefix(tag, "go1.")
	case tag == "cgo":
		return p.Cgo
	case tag == "unix":
		return !slices.Contains(notUnix, p.GOOS)
	default:
		return tag == p.GOOS || tag == p.GOARCH || tag == similar[p.GOOS] || slices.Contains(p.Tags, tag)
	}
}

// Nearest returns a build that meets e, and differs from p only where it has
// to. It reports false if there is none, or if e has too many tags.
func (p Platform) Nearest(e Expr) (Platform, bool) {
	if p.Meets(e) {
		return p, true
	}
	if len(customTags(e)) > maxTags {
		return p, false
	}
	for _, candidate := range p.candidates(e) {
		if found, ok := candidate.withTags(e); ok {
			return found, true
		}
	}
	return p, false
}

// candidates returns the platforms that e can distinguish, p itself first.
func (p Platform) candidates(e Expr) []Platform {
	var all []Platform
	goos, goarch := first(p.GOOS, systems), first(p.GOARCH, architectures)
	if !slices.ContainsFunc(tagsOf(e), isOfPlatform) {
		goos, goarch = goos[:1], goarch[:1]
	}
	for _, architecture := range goarch {
		for _, system := range goos {
			if (system == "js" || system == "wasip1") != (architecture == "wasm") {
				continue
			}
			for _, cgo := range []bool{p.Cgo, !p.Cgo} {
				all = append(all, Platform{system, architecture, cgo, p.Tags})
			}
		}
	}
	return all
}

// first returns all values, beginning with one of them.
func first(value string, all []string) []string {
	return append([]string{value}, slices.DeleteFunc(slices.Clone(all), func(s string) bool { return s == value })...)
}

// withTags changes as few tags as possible for the build to meet e.
func (p Platform) withTags(e Expr) (Platform, bool) {
	tags := customTags(e)
	best, fewest := p, len(tags)+1
	for set := range 1 << len(tags) {
		candidate := p
		candidate.Tags = slices.DeleteFunc(slices.Clone(p.Tags), func(tag string) bool { return slices.Contains(tags, tag) })
		changed := 0
		for i, tag := range tags {
			isSet := set&(1<<i) != 0
			if isSet {
				candidate.Tags = append(candidate.Tags, tag)
			}
			if isSet != slices.Contains(p.Tags, tag) {
				changed++
			}
		}
		if changed < fewest && candidate.Meets(e) {
			best, fewest = candidate, changed
		}
	}
	return best, fewest <= len(tags)
}
