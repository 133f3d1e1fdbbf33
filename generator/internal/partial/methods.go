package partial

import (
	"bytes"
	"go/ast"
	"slices"
)

// ShapeMethods are the methods that a shape has. What a client does with a
// parameter or a result depends on which of them it has.
var ShapeMethods = []string{
	"Close", "Commit", "Context", "Err", "Error", "FirstErr", "Next", "Read", "Receive", "Recv", "ResultChan", "Scan",
	"Seek", "Write",
}

// isDeep reports whether more than the names of the types in the signature of
// a shape's method matters.
func isDeep(method string) bool {
	return slices.Contains([]string{"Error", "Read", "Seek", "Write"}, method)
}

// methods returns the methods of a type: all of them, or those that a shape has.
func (p *Program) methods(pkg *Package, declared string, all bool) []*declaration {
	var methods []*declaration
	for _, receiver := range p.receivers(pkg, declared) {
		for _, f := range p.visible(pkg) {
			if all && lastWord(f.content(), receiver) >= 0 {
				f.parse(p.fset)
				methods = append(methods, f.methods[receiver]...)
			}
			if !all {
				methods = append(methods, p.shapeMethods(f, receiver)...)
			}
		}
	}
	return methods
}

// shapeMethods returns the methods of a shape that a file declares.
func (p *Program) shapeMethods(f *file, receiver string) []*declaration {
	if f.syntax == nil && !f.mayHaveMethods(receiver) {
		return nil
	}
	f.parse(p.fset)
	return slices.DeleteFunc(slices.Clone(f.methods[receiver]), func(d *declaration) bool {
		return !slices.Contains(ShapeMethods, d.Decl.(*ast.FuncDecl).Name.Name)
	})
}

// mayHaveMethods reports whether the file may declare methods of a shape for a
// receiver. It saves parsing most files.
func (f *file) mayHaveMethods(receiver string) bool {
	if f.receivers == nil {
		f.receivers = receiversIn(f.content())
	}
	return f.receivers[receiver] || f.receivers[anyReceiver]
}

// anyReceiver stands for all receivers, where a comment leaves a doubt.
const anyReceiver = "*"

// receiversIn returns the types for which a file may declare methods of a
// shape.
func receiversIn(content []byte) map[string]bool {
	receivers := map[string]bool{}
	for {
		at := bytes.Index(content, []byte("func"))
		if at < 0 {
			return receivers
		}
		content = content[at+len("func"):]
		rest := bytes.TrimLeft(content, " \t\r\n")
		if bytes.HasPrefix(rest, []byte("/")) {
			receivers[anyReceiver] = true
		}
		if !bytes.HasPrefix(rest, []byte("(")) {
			continue
		}
		receiver, after, _ := bytes.Cut(rest[1:], []byte(")"))
		if bytes.Contains(receiver, []byte("/")) || startsComment(after) {
			receivers[anyReceiver] = true
		}
		if slices.Contains(ShapeMethods, firstWord(after)) {
			receivers[receiverName(receiver)] = true
		}
	}
}

// startsComment reports whether a comment follows, after parentheses that close.
func startsComment(text []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n)"), []byte("/"))
}

// firstWord returns the word at the start of a text, after parentheses that
// close.
func firstWord(text []byte) string {
	text = bytes.TrimLeft(text, " \t\r\n)")
	end := 0
	for end < len(text) && isWord(text[end]) {
		end++
	}
	return string(text[:end])
}

// receiverName returns the type of a receiver without pointer and parameters.
func receiverName(receiver []byte) string {
	receiver, _, _ = bytes.Cut(receiver, []byte("["))
	receiver = bytes.TrimRight(receiver, " \t\r\n,")
	start := len(receiver)
	for start > 0 && isWord(receiver[start-1]) {
		start--
	}
	return string(receiver[start:])
}
