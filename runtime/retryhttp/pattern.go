package retryhttp

import (
	"errors"
	"fmt"
	"go/token"
	"net/url"
	"strings"
)

// pattern is a path pattern, cut into segments.
type pattern struct {
	segments []segment
	open     bool // all that begins so
}

// segment is one segment of a pattern: a text, or a wildcard.
type segment struct {
	text string
	wild bool
}

// parsePattern reads a path pattern as [http.ServeMux] does.
func parsePattern(text string) (pattern, error) {
	if text == "" {
		return pattern{open: true}, nil
	}
	rest, ok := strings.CutPrefix(text, "/")
	if !ok {
		return pattern{}, errors.New("want a path that begins with a slash")
	}
	var p pattern
	names := map[string]bool{}
	for more := true; more; {
		var part string
		part, rest, more = strings.Cut(rest, "/")
		last := !more
		switch {
		case last && part == "":
			p.open = true
		case last && part == "{$}":
			p.segments = append(p.segments, segment{})
		case strings.Contains(part, "{"):
			open, err := wildcard(part, last, names)
			if err != nil {
				return pattern{}, err
			}
			p.open = open
			if !open {
				p.segments = append(p.segments, segment{wild: true})
			}
		default:
			p.segments = append(p.segments, segment{text: unescape(part)})
		}
	}
	return p, nil
}

// wildcard checks a wildcard segment and reports whether it stands for all that
// follows.
func wildcard(part string, last bool, names map[string]bool) (open bool, err error) {
	name, ok := strings.CutPrefix(part, "{")
	name, closed := strings.CutSuffix(name, "}")
	if !ok || !closed {
		return false, fmt.Errorf("%q: a wildcard has to be a whole segment", part)
	}
	name, open = strings.CutSuffix(name, "...")
	switch {
	case open && !last:
		return false, fmt.Errorf("%q: only the last segment can stand for all that follows", part)
	case !token.IsIdentifier(name) && !token.IsKeyword(name):
		return false, fmt.Errorf("%q: a wildcard needs a name that is an identifier", part)
	case names[name]:
		return false, fmt.Errorf("%q: the name is used twice", part)
	}
	names[name] = true
	return open, nil
}

// matches reports whether a path, as it is sent, matches.
func (p *pattern) matches(path string) bool {
	if len(p.segments) == 0 && p.open {
		return true
	}
	rest, more := strings.TrimPrefix(path, "/"), true
	for _, s := range p.segments {
		if !more {
			return false
		}
		var part string
		part, rest, more = strings.Cut(rest, "/")
		if !s.matches(part) {
			return false
		}
	}
	return more == p.open
}

func (s *segment) matches(part string) bool {
	if s.wild {
		return part != ""
	}
	return unescape(part) == s.text
}

// unescape decodes a segment, so that "a%20b" in a request is "a b".
func unescape(part string) string {
	if decoded, err := url.PathUnescape(part); err == nil {
		return decoded
	}
	return part
}
