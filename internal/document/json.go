package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/token"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// jsonReader walks the tokens of a JSON spec. Decoding into Go values instead
// would lose places, duplicate keys and the order of keys.
type jsonReader struct {
	*Reader
	tokens *json.Decoder
}

// readJSON returns the root of a JSON spec, or nil after a syntax error.
func (r *Reader) readJSON() *Node {
	var raw json.RawMessage
	if err := json.Unmarshal(r.data, &raw); err != nil {
		r.reportJSON(err)
		return nil
	}
	tokens := json.NewDecoder(bytes.NewReader(r.data))
	tokens.UseNumber()
	j := jsonReader{r, tokens}
	return j.value("", 1)
}

func (r *Reader) reportJSON(err error) {
	offset := int64(len(r.data))
	if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
		offset = syntax.Offset - 1
	}
	message := strings.TrimPrefix(err.Error(), "json: ")
	if len(bytes.TrimSpace(r.data)) == 0 {
		message = "the file is empty"
	}
	r.Add(Syntax, r.at(int(offset)), "", "not valid JSON: "+message, "")
}

// value reads the next value, which stands at p in depth-1 others.
func (j *jsonReader) value(p Pointer, depth int) *Node {
	start := j.next()
	t, err := j.tokens.Token()
	if err != nil && !errors.Is(err, io.EOF) {
		j.Add(Internal, j.at(start), p, "the JSON reader failed", "")
		return nil
	}
	n := &Node{pointer: p, pos: j.at(start)}
	if !j.count(n.pos, p, depth, int(j.tokens.InputOffset())-start) {
		return nil
	}
	switch t := t.(type) {
	case json.Delim:
		return j.container(n, t, depth)
	case string:
		n.kind, n.text = Text, t
		j.checkSurrogates(n.pos, p, t, start)
	case json.Number:
		if message, hint := readPlain(n, withoutExponent(t)); message != "" {
			j.Reject(Scalar, n.pos, p, message, strings.TrimSuffix(hint, ", or put it in quotes if it is text"))
		}
	case bool:
		n.kind, n.text = Boolean, map[bool]string{true: "true", false: "false"}[t]
	default:
		n.kind, n.text = Null, "null"
	}
	return n
}

// withoutExponent writes a fraction such as 5e-05 in plain decimals. YAML readers
// disagree whether that is a number; in JSON it can be nothing else, and is how
// programs write small numbers. A whole number stays as it is, because systems
// disagree whether 1e3 is one, and so does what is too small for any reader.
func withoutExponent(n json.Number) string {
	value, err := n.Float64()
	if !strings.ContainsAny(n.String(), "eE") || err != nil || value == math.Trunc(value) {
		return n.String()
	}
	return strconv.FormatFloat(value, 'f', -1, 64)
}

func (j *jsonReader) container(n *Node, open json.Delim, depth int) *Node {
	if open == '{' {
		n.kind = Mapping
		j.members(n, depth)
	} else {
		n.kind = List
		for j.tokens.More() && !j.spent {
			if item := j.value(n.pointer.Index(len(n.items)), depth+1); item != nil {
				n.items = append(n.items, item)
			}
		}
	}
	if j.spent {
		return nil
	}
	_, _ = j.tokens.Token() // the closing bracket: the syntax was checked before
	return n
}

func (j *jsonReader) members(n *Node, depth int) {
	seen := make(map[string]token.Position)
	for j.tokens.More() && !j.spent {
		start := j.next()
		t, _ := j.tokens.Token()
		name, _ := t.(string)
		pos := j.at(start)
		if !j.count(pos, n.pointer, depth, len(name)) {
			return
		}
		j.checkSurrogates(pos, n.pointer.Key(name), name, start)
		if value := j.value(n.pointer.Key(name), depth+1); value != nil {
			j.addMember(n, Member{name, value}, pos, seen)
		}
	}
}

// next returns the offset at which the next token begins.
func (j *jsonReader) next() int {
	offset := int(j.tokens.InputOffset())
	rest := bytes.TrimLeft(j.data[offset:], " \t\r\n,:")
	return len(j.data) - len(rest)
}

// checkSurrogates refuses halves of surrogate pairs, which encoding/json
// replaces without a word.
func (j *jsonReader) checkSurrogates(pos token.Position, p Pointer, decoded string, start int) {
	if !strings.ContainsRune(decoded, utf8.RuneError) {
		return
	}
	raw := strings.ToLower(string(j.data[start:j.tokens.InputOffset()]))
	if strings.Count(decoded, "\ufffd") > strings.Count(raw, "\ufffd")+strings.Count(raw, `\ufffd`) {
		j.Reject(Encoding, pos, p, "the text has half of a surrogate pair", `write both halves, such as \ud83d\ude00`)
	}
}
