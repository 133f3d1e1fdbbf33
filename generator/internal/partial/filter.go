package partial

import (
	"bytes"
	"unicode/utf8"
)

// mayDeclare reports whether a file may declare a name: somewhere the name stands
// where one is declared. It saves reading most files any closer.
func mayDeclare(content []byte, name string) bool {
	for from := 0; ; {
		at := bytes.Index(content[from:], []byte(name))
		if at < 0 {
			return false
		}
		at += from
		from = at + len(name)
		if startsWord(content[from:]) {
			continue
		}
		if isDeclaring(content[:at], content[from:]) {
			return true
		}
	}
}

// isDeclaring reports whether a name may be declared between two texts: at the
// start of a line, after a keyword, or after what may separate it from these.
func isDeclaring(before, after []byte) bool {
	rest := bytes.TrimRight(before, " \t\r")
	if len(rest) == 0 || endsComment(rest) {
		return true
	}
	switch rest[len(rest)-1] {
	case '\n', ';':
		after = bytes.TrimLeft(after, " \t")
		return len(after) == 0 || !bytes.ContainsRune([]byte(".:{)]"), rune(after[0]))
	case ',':
		return isList(rest)
	case '(':
		return endsKeyword(bytes.TrimRight(rest[:len(rest)-1], " \t\r\n"))
	}
	return len(rest) < len(before) && endsKeyword(rest)
}

// isList reports whether the last line of a text may begin a list of declared
// names.
func isList(text []byte) bool {
	line := bytes.TrimLeft(text[bytes.LastIndexByte(text, '\n')+1:], " \t")
	if bytes.HasPrefix(line, []byte("var")) || bytes.HasPrefix(line, []byte("const")) || bytes.ContainsAny(line, ";/") {
		return true
	}
	return bytes.IndexFunc(line, func(r rune) bool { return r != ',' && r != ' ' && r != '\t' && !isWord(byte(min(r, utf8.RuneSelf))) }) < 0
}

// endsComment reports whether a text ends in a comment that need not end a line.
func endsComment(text []byte) bool { return bytes.HasSuffix(text, []byte("*/")) }

// endsKeyword reports whether a text ends in a keyword that names follow, or in
// a comment.
func endsKeyword(text []byte) bool {
	for _, keyword := range []string{"type", "var", "const", "func"} {
		if bytes.HasSuffix(text, []byte(keyword)) {
			return true
		}
	}
	return endsComment(text)
}

// lastWord returns where a word stands last in a text, or a negative number.
func lastWord(text []byte, word string) int {
	for end := len(text); ; {
		at := bytes.LastIndex(text[:end], []byte(word))
		if at < 0 || !startsWord(text[at+len(word):]) && (at == 0 || !isWord(text[at-1])) {
			return at
		}
		end = at
	}
}

// startsWord reports whether a text begins with a letter or a digit.
func startsWord(text []byte) bool { return len(text) > 0 && isWord(text[0]) }

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c >= utf8.RuneSelf
}

// aliasesIn returns the names that may be declared in a file as aliases of a type,
// or of a pointer to it.
func aliasesIn(content []byte, declared string) []string {
	var names []string
	for from := 0; ; {
		at := bytes.Index(content[from:], []byte(declared))
		if at < 0 {
			return names
		}
		at += from
		from = at + len(declared)
		before := bytes.TrimRight(content[:at], " \t\r\n*(")
		if startsWord(content[from:]) || !bytes.HasSuffix(before, []byte("=")) {
			continue
		}
		before = bytes.TrimRight(before[:len(before)-1], " \t\r\n")
		start := len(before)
		for start > 0 && isWord(before[start-1]) {
			start--
		}
		if name := string(before[start:]); name != "" && name != declared {
			names = append(names, name)
		}
	}
}
