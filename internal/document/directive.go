package document

import (
	"bytes"
	"cmp"
	"fmt"
	"go/token"
	"maps"
	"regexp"
	"strconv"
	"strings"

	"github.com/retrygen/retrygen/internal/lazyregexp"
	"gopkg.in/yaml.v3"
)

// Directive is a comment that is addressed to a program, for example
// "# retrygen:ignore RG210 the callers spread their calls". JSON has no
// comments, and so no directives.
type Directive struct {
	// Pos is the place of the "#".
	Pos token.Position
	// Name is the word after the name of the program and the colon; it may be empty or unknown.
	Name string
	// Text is the rest of the line, without the space around it.
	Text string
	// At is the key, or the list or item, that the comment is about: the
	// first one of its line, or of the line below if it stands on a line of its
	// own. It is empty if there is none.
	At Pointer
}

// Directives returns the comments that begin with the name of a program and a
// colon, in the order of the file. The places are in the file.
func (r *Reader) Directives(program string, places *Places) []Directive {
	word := program + ":"
	if !bytes.Contains(r.data, []byte(word)) || isJSON(r.name, r.data) {
		return nil
	}
	pattern := regexp.MustCompile(`(?m)(^|[ \t])#[ \t]*(` + regexp.QuoteMeta(word) + `)([a-z-]*)(.*)$`)
	found := pattern.FindAllSubmatchIndex(r.data, -1)
	isText := r.withinText(found)
	about := linesAbout(bytes.Split(r.data, []byte{'\n'}))
	first := places.firstOfLines()
	var directives []Directive
	for i, at := range found {
		if isText[i] {
			continue
		}
		pos := r.at(at[3])
		directives = append(directives, Directive{
			Pos:  pos,
			Name: string(r.data[at[6]:at[7]]),
			Text: strings.TrimSpace(string(r.data[at[8]:at[9]])),
			At:   first[about[pos.Line]],
		})
	}
	return directives
}

// withinText returns which of the matches are not comments, but in text: in a
// block of several lines, or in quotes. The file is read again with a mark in
// the place of each name of the program; the marks that turn up in values are
// text.
func (r *Reader) withinText(found [][]int) map[int]bool {
	var marked []byte
	last := 0
	for i, at := range found {
		marked = fmt.Appendf(append(marked, r.data[last:at[4]]...), "rg~%06d", i)
		last = at[5]
	}
	again := NewReader(r.name, append(marked, r.data[last:]...), r.subject, nil)
	isText := make(map[int]bool)
	if documents, err := again.parseYAML(); err == nil {
		markText(stream(documents), isText)
	}
	return isText
}

var markPattern = lazyregexp.New(`rg~(\d{6})`)

func markText(n *yaml.Node, isText map[int]bool) {
	for _, mark := range markPattern().FindAllStringSubmatch(n.Value, -1) {
		if i, err := strconv.Atoi(mark[1]); err == nil {
			isText[i] = true
		}
	}
	for _, inner := range n.Content {
		markText(inner, isText)
	}
}

// linesAbout returns, by line, the line that a comment on it is about: its own,
// or the next one that is more than a comment if nothing stands before it.
func linesAbout(lines [][]byte) []int {
	about := make([]int, len(lines)+2)
	about[len(lines)+1] = len(lines) + 1
	for line := len(lines); line > 0; line-- {
		about[line] = line
		if isComment(lines[line-1]) {
			about[line] = about[line+1]
		}
	}
	return about
}

func isComment(line []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte("#"))
}

// firstOfLines returns, by line, the first key that stands on it, or the first
// value if there is no key.
func (d *Places) firstOfLines() map[int]Pointer {
	first := d.firstOf(d.values)
	maps.Copy(first, d.firstOf(d.keys))
	return first
}

// firstOf returns, by line, which of the places is the first, apart from those
// in other files. Of several at one place, as an alias has them, it is always
// the same.
func (d *Places) firstOf(places map[Pointer]token.Position) map[int]Pointer {
	first := make(map[int]Pointer)
	for p, pos := range places {
		best, ok := first[pos.Line]
		if p != "" && pos.Filename == d.name && (!ok || cmp.Or(cmp.Compare(pos.Column, places[best].Column), cmp.Compare(p, best)) < 0) {
			first[pos.Line] = p
		}
	}
	return first
}
