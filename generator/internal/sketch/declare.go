package sketch

import (
	"bytes"
	"go/token"
	"slices"
	"unicode/utf8"

	"github.com/retrygen/retrygen/generator/internal/outline"
)

// declaration is a declaration and where it stands.
type declaration struct {
	*outline.Decl
	file *sourceFile
}

// search returns the declaration of a name, as a method of a type if receiver
// is not empty.
func (d *Directory) search(name, receiver string, hidden func(string) bool) (*declaration, error) {
	var found *declaration
	for _, f := range d.files {
		if hidden(f.name) {
			continue
		}
		if err := f.read(); err != nil {
			return nil, err
		}
		if f.outline == nil && !mayDeclare(f.content, name) {
			continue
		}
		if err := d.scan(f); err != nil {
			return nil, err
		}
		if !f.built && f.doubt == nil {
			continue
		}
		for i := range f.outline.Decls {
			decl := &f.outline.Decls[i]
			if decl.Receiver != receiver || decl.Kind == token.IMPORT || !slices.Contains(decl.Names, name) {
				continue
			}
			if f.doubt != nil {
				return nil, f.doubt
			}
			if found != nil {
				return nil, uncertain("%s is declared twice in %s", name, d.dir)
			}
			found = &declaration{decl, f}
		}
	}
	return found, nil
}

// methods returns all methods of a type.
func (d *Directory) methods(receiver string, hidden func(string) bool) ([]*declaration, error) {
	var methods []*declaration
	for _, f := range d.files {
		if hidden(f.name) {
			continue
		}
		if err := f.read(); err != nil {
			return nil, err
		}
		if !bytes.Contains(f.content, []byte(receiver)) {
			continue
		}
		if err := d.scan(f); err != nil {
			return nil, err
		}
		if !f.built && f.doubt == nil {
			continue
		}
		for i := range f.outline.Decls {
			if decl := &f.outline.Decls[i]; decl.Kind == token.FUNC && decl.Receiver == receiver {
				if f.doubt != nil {
					return nil, f.doubt
				}
				methods = append(methods, &declaration{decl, f})
			}
		}
	}
	return methods, nil
}

// mayDeclare reports whether a file may declare a name: somewhere the name
// stands where one is declared. It saves reading most files any closer.
func mayDeclare(content []byte, name string) bool {
	for from := 0; ; {
		at := bytes.Index(content[from:], []byte(name))
		if at < 0 {
			return false
		}
		at += from
		from = at + len(name)
		if isDeclaring(content[:at], content[from:]) {
			return true
		}
	}
}

// isDeclaring reports whether a name may be declared between two texts: at the
// start of a line, after a keyword, or after what may separate it from these.
func isDeclaring(before, after []byte) bool {
	if startsWord(after) {
		return false
	}
	rest := bytes.TrimRight(before, " \t\r")
	if len(rest) == 0 {
		return true
	}
	next := byte('\n')
	if after = bytes.TrimLeft(after, " \t"); len(after) > 0 {
		next = after[0]
	}
	switch rest[len(rest)-1] {
	case '\n', ';', '/':
		return next != '.' && next != ':' && next != '{'
	case ',', '(', ')':
		return next != '.' && next != ':' && next != '{' && next != ')'
	}
	if len(rest) == len(before) {
		return false // in a longer word, or after a dot
	}
	for _, keyword := range []string{"type", "var", "const", "func"} {
		if bytes.HasSuffix(rest, []byte(keyword)) {
			return true
		}
	}
	return false
}

// startsWord reports whether text goes on with a word.
func startsWord(text []byte) bool {
	if len(text) == 0 {
		return false
	}
	c := text[0]
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c >= utf8.RuneSelf
}
