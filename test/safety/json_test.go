package safety

import (
	_ "embed"
	"slices"
	"strings"
	"testing"

	"github.com/retrygen/retrygen/internal/document"
	"github.com/retrygen/retrygen/schema"
)

// valid and invalid hold the classes of valid and of invalid JSON (RFC 8259),
// each line a value of its own.
var (
	//go:embed testdata/json/valid.txt
	valid string
	//go:embed testdata/json/invalid.txt
	invalid string

	// invalidTexts are those that are no line.
	invalidTexts = []string{
		"\"a\tb\"", "\"a\nb\"", "\"a\x00b\"", "\"a\x1fb\"", "\"\xff\"", "\"\xc0\xaf\"", "\"\xed\xa0\x80\"", "\"\xf4\xbf\xbf\xbf\"", "\"\xe5", "\"\x81\"", "[\f]", "[\v]", "[\u00a0]", "\u2060[]",
		"", " ", "\n", "\xef\xbb", "[1]\x00", "\x00", "{\"a\":1}\xe5", "\ufeff\ufeff{}", "\xff\xfe[\x00]\x00", "\x00[\x00]", "[1] [2]", "{} {}", "1 2", "{\"a\":1 true}", "[1 true]", "{\"a\" b}", strings.Repeat("[", 100_000), strings.Repeat(`[{"":`, 50_000),
	}
)

// syntax are the rules of a text that is no JSON.
var syntax = []string{document.Syntax.ID, document.Encoding.ID}

func refused(text string) bool {
	_, found := schema.Load("x.retry.json", []byte(text))
	return slices.ContainsFunc(found, func(d schema.Diagnostic) bool {
		return slices.Contains(syntax, d.Rule) && d.Severity == schema.Error && d.Pos.IsValid()
	})
}

// TestValidJSON: no valid JSON is called invalid. What it means is another
// matter: a list is no spec, and a text of control characters no description.
func TestValidJSON(t *testing.T) {
	for value := range strings.Lines(valid) {
		value = strings.TrimSuffix(value, "\n")
		for _, text := range []string{value, " \n" + value + "\r\n\t", "[" + value + "," + value + "]", `{"version": ` + value + `}`} {
			_, found := schema.Load("x.retry.json", []byte(text))
			for _, d := range found {
				if d.Rule == document.Syntax.ID {
					t.Errorf("%s is refused: %s", text, d)
				}
			}
		}
	}
}

// TestInvalidJSON: all invalid JSON is an error with a place, wherever it
// stands.
func TestInvalidJSON(t *testing.T) {
	texts := slices.Clone(invalidTexts)
	for value := range strings.Lines(invalid) {
		value = strings.TrimSuffix(value, "\n")
		texts = append(texts, value, `{"version": 1, "policies": `+value+`}`)
	}
	for _, text := range texts {
		if !refused(text) {
			t.Errorf("%.100q is taken for JSON", text)
		}
	}
	if refused(`{"version": 1, "policies": {"p": {"exosphere": {}}}}`) {
		t.Error("a spec is refused")
	}
}

// TestStringsOfJSON: where text fits, every string means what JSON says.
func TestStringsOfJSON(t *testing.T) {
	for literal, want := range map[string]string{
		`a\/b`: "a/b", `\u0041\u00df\u20ac`: "Aß€", `\ud83d\ude00`: "😀", `\uD834\uDD1E`: "𝄞", `\"\\`: `"\`, `é€😀`: "é€😀", `a\u0020b`: "a b", `'\u0027`: "''", "`": "`",
	} {
		text := `{"version": 1, "policies": {"p": {"description": "` + literal + `", "exosphere": {}}}}`
		spec, found := schema.Load("x.retry.json", []byte(text))
		if found.HasErrors() || spec.Policies[0].Description != want {
			t.Errorf("%s: %v, %+v", literal, found, spec)
		}
	}
	for _, literal := range []string{`\ud800`, `\udc00\ud800`, `\ud83dx`} {
		_, found := schema.Load("x.retry.json", []byte(`{"version": 1, "policies": {"p": {"description": "`+literal+`", "exosphere": {}}}}`))
		if !found.HasErrors() {
			t.Errorf("half of a pair, %s, is accepted", literal)
		}
	}
}
