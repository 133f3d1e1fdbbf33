package document

import (
	"bytes"
	"fmt"
	"go/token"
	"strings"
	"unicode/utf8"

	"github.com/retrygen/retrygen/internal/finding"
)

var byteOrderMark = []byte("\ufeff")

// decodeText checks that the data are plain text that every reader sees alike,
// removes a byte order mark, and reports whether reading can go on.
func (r *Reader) decodeText() bool {
	if len(r.data) > maxBytes*r.scale {
		r.Add(Limit, r.at(0), "", fmt.Sprintf("the %s has more than %d bytes", r.subject, maxBytes*r.scale), "split it into several files")
		return false
	}
	r.data = bytes.TrimPrefix(r.data, byteOrderMark)
	r.last = token.Position{}
	for i := 0; i < len(r.data); {
		c, size := utf8.DecodeRune(r.data[i:])
		if what := r.wrong(i, c, size); what != "" {
			r.Add(Encoding, r.at(i), "", what, hintFor(r.data, c))
			return false
		}
		i += size
	}
	return true
}

// wrong says what is wrong with the character c at byte i; empty is nothing.
func (r *Reader) wrong(i int, c rune, size int) string {
	switch {
	case c == utf8.RuneError && size <= 1:
		return fmt.Sprintf("the byte 0x%02x is not valid UTF-8", r.data[i])
	case c == '\r' && !bytes.HasPrefix(r.data[i:], []byte("\r\n")):
		return "a carriage return ends a line for some readers and not for others"
	case c == '\n' || c == '\r' || c == '\t':
		return ""
	case finding.IsHidden(c):
		return fmt.Sprintf("the character U+%04X cannot be seen, and hides what the %s says", c, r.subject)
	default:
		return ""
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
