package outline

import (
	"bytes"
	"go/token"
	"unicode/utf8"
)

// The kinds of tokens.
const (
	endOfFile = iota
	name      // an identifier or a keyword
	literal
	sign
)

// scanner reads the tokens of a file outside of brackets, and skips what is
// within.
type scanner struct {
	source []byte
	offset int // of what follows the token

	kind     int
	start    int  // of the token
	end      int  // of the token
	last     int  // the end of the token before
	ends     bool // the token may end a statement, so that a newline does
	inserted bool // the token is a semicolon that a newline stands for

	// braces is the offset of the last brace that skip has passed, and
	// typeBraces is set if it began the body of a struct or interface.
	braces     int
	typeBraces bool
}

// word returns the identifier or keyword, or "".
func (s *scanner) word() string {
	if s.kind != name {
		return ""
	}
	return string(s.source[s.start:s.end])
}

// is reports whether the token is the given sign. A semicolon may be one that
// a newline stands for.
func (s *scanner) is(c byte) bool {
	if s.inserted {
		return c == ';'
	}
	return s.kind == sign && s.source[s.start] == c
}

// next reads a token.
func (s *scanner) next() {
	if !s.inserted {
		s.last = s.end
	}
	s.inserted = s.blank()
	s.start = s.offset
	switch {
	case s.inserted:
		s.kind, s.ends = sign, false
		return
	case s.offset == len(s.source):
		s.kind, s.ends = endOfFile, false
	default:
		s.token(s.source[s.offset])
	}
	s.end = s.offset
	if s.kind == name {
		s.ends = endsStatement(s.source[s.start:s.end])
	}
}

// token passes the token that begins with c.
func (s *scanner) token(c byte) {
	switch {
	case isLetter(c):
		s.pass(func(c byte) bool { return isLetter(c) || isDigit(c) })
		s.kind = name
	case isDigit(c):
		s.pass(func(c byte) bool { return isLetter(c) || isDigit(c) || c == '.' })
		s.kind, s.ends = literal, true
	case c == '"' || c == '`' || c == '\'':
		s.offset = quoted(s.source, s.offset)
		s.kind, s.ends = literal, true
	default:
		s.offset++
		s.kind, s.ends = sign, c == ')' || c == ']' || c == '}'
	}
}

// pass goes on while the bytes are as wanted.
func (s *scanner) pass(wanted func(byte) bool) {
	for s.offset < len(s.source) && wanted(s.source[s.offset]) {
		s.offset++
	}
}

// endsStatement reports whether a newline after the word ends a statement.
func endsStatement(word []byte) bool {
	switch token.Lookup(string(word)) {
	case token.IDENT, token.BREAK, token.CONTINUE, token.FALLTHROUGH, token.RETURN:
		return true
	default:
		return false
	}
}

// blank skips white space and comments, and reports whether it stopped at a
// newline that ends a statement.
func (s *scanner) blank() bool {
	for s.offset < len(s.source) {
		switch c := s.source[s.offset]; {
		case c == '\n' && s.ends:
			return true
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			s.offset++
		case c == '/' && s.offset+1 < len(s.source) && s.source[s.offset+1] == '/':
			s.offset = lineEnd(s.source, s.offset)
		case c == '/' && s.offset+1 < len(s.source) && s.source[s.offset+1] == '*':
			end := commentEnd(s.source, s.offset)
			if s.ends && bytes.IndexByte(s.source[s.offset:end], '\n') >= 0 {
				return true
			}
			s.offset = end
		case c == 0xEF && s.offset == 0 && bytes.HasPrefix(s.source, []byte("\uFEFF")):
			s.offset += 3
		default:
			return false
		}
	}
	return s.ends
}

// plainInBrackets has the bytes that mean nothing to skipBrackets.
var plainInBrackets = func() (table [256]bool) {
	for c := range table {
		table[c] = bytes.IndexByte([]byte("()[]{}\"'`/"), byte(c)) < 0
	}
	return table
}()

// skipBrackets goes from an opening bracket to the one that closes it, and
// reports whether there is one.
func (s *scanner) skipBrackets() bool {
	depth, i, source := 0, s.start, s.source
	for i < len(source) {
		c := source[i]
		if plainInBrackets[c] {
			i++
			continue
		}
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				s.start, s.offset, s.end, s.kind, s.ends = i, i+1, i+1, sign, true
				return true
			}
		case '/':
			i = slashEnd(source, i)
			continue
		default:
			i = quoted(source, i)
			continue
		}
		i++
	}
	return false
}

// slashEnd returns the end of a comment, or of the slash that is none.
func slashEnd(source []byte, i int) int {
	if i+1 < len(source) && source[i+1] == '/' {
		return lineEnd(source, i)
	}
	if i+1 < len(source) && source[i+1] == '*' {
		return commentEnd(source, i)
	}
	return i + 1
}

// quoted returns the end of the string or character that begins at i.
func quoted(source []byte, i int) int {
	quote := source[i]
	if quote == '`' {
		if end := bytes.IndexByte(source[i+1:], quote); end >= 0 {
			return i + 1 + end + 1
		}
		return len(source)
	}
	for i++; i < len(source) && source[i] != quote; i++ {
		if source[i] == '\\' {
			i++
		}
	}
	return min(i+1, len(source))
}

// lineEnd returns the offset of the newline at or after i.
func lineEnd(source []byte, i int) int {
	if end := bytes.IndexByte(source[i:], '\n'); end >= 0 {
		return i + end
	}
	return len(source)
}

// commentEnd returns the end of the general comment that begins at i.
func commentEnd(source []byte, i int) int {
	if end := bytes.Index(source[i+2:], []byte("*/")); end >= 0 {
		return i + 2 + end + 2
	}
	return len(source)
}

func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c >= utf8.RuneSelf
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
