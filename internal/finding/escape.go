package finding

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// IsHidden reports whether c is a control character, a line break that is not
// one everywhere, a joiner, or a mark that changes the direction of text
// (https://trojansource.codes).
func IsHidden(c rune) bool {
	switch {
	case c < ' ', c >= 0x7f && c <= 0x9f, c == 0x061c, c == 0xfeff, c == 0xfffe, c == 0xffff:
		return true
	case c >= 0x200b && c <= 0x200f, c >= 0x2028 && c <= 0x202e, c >= 0x2066 && c <= 0x2069:
		return true
	default:
		return false
	}
}

// Escape returns text as one line that is safe to print on a terminal and in
// the log of a CI system: every hidden character, line breaks and tabs
// included, and every byte that is not UTF-8 is written as Go escapes it. So is
// the first character of a text that begins as a command to GitHub Actions does.
func Escape(text string) string { return escapeCommand(escape(text, "")) }

// EscapeLines is [Escape] for text of several lines, which keeps line feeds
// and tabs.
func EscapeLines(text string) string {
	lines := strings.SplitAfter(escape(text, "\n\t"), "\n")
	for i, line := range lines {
		lines[i] = escapeCommand(line)
	}
	return strings.Join(lines, "")
}

// escapeCommand escapes the first colon of a line that begins with two: GitHub
// Actions takes such a line for a command, also after spaces.
func escapeCommand(line string) string {
	command := strings.TrimLeft(line, " \t")
	if !strings.HasPrefix(command, "::") {
		return line
	}
	return line[:len(line)-len(command)] + `\x3a` + command[1:]
}

func escape(text, kept string) string {
	isSafe := func(c rune) bool { return !isUnsafe(c) || strings.ContainsRune(kept, c) }
	if utf8.ValidString(text) && strings.IndexFunc(text, func(c rune) bool { return !isSafe(c) }) < 0 {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		c, size := utf8.DecodeRuneInString(text)
		switch {
		case c == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[0])
		case isSafe(c):
			b.WriteString(text[:size])
		default:
			b.WriteString(escapeRune(c))
		}
		text = text[size:]
	}
	return b.String()
}

// isUnsafe reports whether c must not reach a terminal: it is hidden, or one of
// the other characters that only format text.
func isUnsafe(c rune) bool { return IsHidden(c) || unicode.Is(unicode.Cf, c) }

func escapeRune(c rune) string {
	switch {
	case c == '\n':
		return `\n`
	case c == '\r':
		return `\r`
	case c == '\t':
		return `\t`
	case c < utf8.RuneSelf:
		return fmt.Sprintf(`\x%02x`, c)
	case c > 0xffff:
		return fmt.Sprintf(`\U%08x`, c)
	default:
		return fmt.Sprintf(`\u%04x`, c)
	}
}

// Writer returns a writer to out that makes the hidden characters of what it is
// given visible, as [EscapeLines] does. Each Write has to end with a whole
// character.
func Writer(out io.Writer) io.Writer { return escaper{out} }

type escaper struct{ out io.Writer }

func (e escaper) Write(text []byte) (int, error) {
	if _, err := io.WriteString(e.out, EscapeLines(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// WriteJSON writes a value as indented JSON. Characters that are hidden are
// escaped as JSON does it, so that readers get them back.
func WriteJSON(out io.Writer, value any) error {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return fmt.Errorf("print JSON: %w", err)
	}
	if _, err := io.WriteString(out, escapeJSON(b.String())); err != nil {
		return fmt.Errorf("print JSON: %w", err)
	}
	return nil
}

// escapeJSON escapes the hidden characters of valid JSON, which can only stand
// in its strings.
func escapeJSON(text string) string {
	if strings.IndexFunc(text, isUnsafe) < 0 {
		return text
	}
	var b strings.Builder
	for _, c := range text {
		switch {
		case c == '\n' || !isUnsafe(c):
			b.WriteRune(c)
		case c > 0xffff:
			high, low := utf16.EncodeRune(c)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, c)
		}
	}
	return b.String()
}
