package schema

import (
	"bytes"
	"cmp"
	"fmt"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/retrygen/retrygen/internal/finding"
	"gopkg.in/yaml.v3"
)

// Directive is a comment of a spec that speaks to retrygen, for example
// "# retrygen:ignore RG210 the callers spread their calls". JSON has no
// comments, and so no directives.
type Directive struct {
	// Pos is the place of the "#".
	Pos token.Position
	// Name is the word after "retrygen:"; it may be empty or unknown.
	Name string
	// Text is the rest of the line, without the space around it.
	Text string
	// At is the key, or the list or item, that the comment is about: the
	// first one of its line, or of the line below if it stands on a line of its
	// own. It is empty if there is none.
	At Pointer
}

// Directives returns the directives of the spec in the order of the file.
func (s *Spec) Directives() []Directive { return slices.Clone(s.document.directives) }

// Has reports whether the spec has a value at p, in contrast to one that is a
// default.
func (s *Spec) Has(p Pointer) bool {
	_, ok := s.document.values[p]
	return ok
}

const directiveWord = "retrygen:"

var directivePattern = lazyRegexp(`(?m)(^|[ \t])#[ \t]*(` + directiveWord + `)([a-z-]*)(.*)$`)

// directives returns the comments among data that begin with "retrygen:".
func (d *decoder) directives(document *Document) []Directive {
	if !bytes.Contains(d.data, []byte(directiveWord)) || isJSON(d.name, d.data) {
		return nil
	}
	found := directivePattern().FindAllSubmatchIndex(d.data, -1)
	isText := d.withinText(found)
	about := linesAbout(bytes.Split(d.data, []byte{'\n'}))
	first := document.firstOfLines()
	var directives []Directive
	for i, at := range found {
		if isText[i] {
			continue
		}
		pos := d.at(at[3])
		directives = append(directives, Directive{
			Pos:  pos,
			Name: string(d.data[at[6]:at[7]]),
			Text: strings.TrimSpace(string(d.data[at[8]:at[9]])),
			At:   first[about[pos.Line]],
		})
	}
	return directives
}

// withinText tells which of the matches are not comments, but in text: in a
// block of several lines, or in quotes. The file is read again with a mark in
// the place of each "retrygen:", which has the same length; the marks that turn
// up in values are text.
func (d *decoder) withinText(found [][]int) map[int]bool {
	marked := bytes.Clone(d.data)
	for i, at := range found {
		copy(marked[at[4]:at[5]], fmt.Sprintf("rg~%06d", i))
	}
	again := reader{Report: new(finding.Report), name: d.name, data: marked}
	isText := make(map[int]bool)
	if document, err := again.parseYAML(); err == nil {
		markText(document, isText)
	}
	return isText
}

var markPattern = lazyRegexp(`rg~(\d{6})`)

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
func (d *Document) firstOfLines() map[int]Pointer {
	first := d.firstOf(d.values)
	maps.Copy(first, d.firstOf(d.keys))
	return first
}

// firstOf returns, by line, which of the places is the first, apart from those
// in other files. Of several at one place, as an alias has them, it is always
// the same.
func (d *Document) firstOf(places map[Pointer]token.Position) map[int]Pointer {
	first := make(map[int]Pointer)
	for p, pos := range places {
		best, ok := first[pos.Line]
		if p != "" && pos.Filename == d.name && (!ok || cmp.Or(cmp.Compare(pos.Column, places[best].Column), cmp.Compare(p, best)) < 0) {
			first[pos.Line] = p
		}
	}
	return first
}
