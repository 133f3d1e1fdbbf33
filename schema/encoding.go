package schema

import (
	"bytes"
	"fmt"
	"go/token"
	"strings"
	"unicode/utf8"
)

var byteOrderMark = []byte("\ufeff")

// decodeText checks that the data are plain text that every reader sees alike,
// removes a byte order mark, and reports whether reading can go on.
func (r *reader) decodeText() bool {
	if len(r.data) > maxBytes {
		r.Add(RuleLimit, r.at(0), "", fmt.Sprintf("the %s has more than %d bytes", r.what(), maxBytes), "split it into several files")
		return false
	}
	r.data = bytes.TrimPrefix(r.data, byteOrderMark)
	r.last = token.Position{}
	for i := 0; i < len(r.data); {
		c, size := utf8.DecodeRune(r.data[i:])
		if what := r.wrong(i, c, size); what != "" {
			r.Add(RuleEncoding, r.at(i), "", what, hintFor(r.data, c))
			return false
		}
		i += size
	}
	return true
}

// wrong says what is wrong with the character c at byte i; empty is nothing.
func (r *reader) wrong(i int, c rune, size int) string {
	switch {
	case c == utf8.RuneError && size <= 1:
		return fmt.Sprintf("the byte 0x%02x is not valid UTF-8", r.data[i])
	case c == '\r' && !bytes.HasPrefix(r.data[i:], []byte("\r\n")):
		return "a carriage return ends a line for some readers and not for others"
	case c == '\n' || c == '\r' || c == '\t':
		return ""
	case isHidden(c):
		return fmt.Sprintf("the character U+%04X cannot be seen, and hides what the %s says", c, r.what())
	default:
		return ""
	}
}

// isHidden reports whether c is a control character, a line break that is not
// one everywhere, a joiner, or a mark that changes the direction of text
// (https://trojansource.codes).
func isHidden(c rune) bool {
	switch {
	case c < ' ', c >= 0x7f && c <= 0x9f, c == 0x061c, c == 0xfeff, c == 0xfffe, c == 0xffff:
		return true
	case c >= 0x200b && c <= 0x200f, c >= 0x2028 && c <= 0x202e, c >= 0x2066 && c <= 0x2069:
		return true
	default:
		return false
	}
}

func hintFor(data []byte, c rune) string {
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}), bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		return "the file looks like UTF-16; save it as UTF-8"
	case c == utf8.RuneError:
		return "save the file as UTF-8"
	case c == '\r':
		return "end lines with a line feed"
	case strings.ContainsRune("\u0085\u2028\u2029", c):
		return "end lines with a line feed"
	default:
		return "remove it"
	}
}
