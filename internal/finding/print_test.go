package finding

import (
	"encoding/json"
	"go/token"
	"strings"
	"testing"
)

func wrong(severity Severity, line, column int) Finding {
	return Finding{
		Pos:      token.Position{Filename: "a.yaml", Line: line, Column: column},
		Pointer:  "/x",
		Rule:     "RG250",
		Severity: severity,
		Message:  "it is wrong",
		Hint:     "correct it\nor not",
	}
}

func TestPrinter(t *testing.T) {
	const text = "first: 1\r\n\tzwölf: {x: 1}\nlast: 3"
	tests := []struct {
		name    string
		printer Printer
		d       Finding
		want    string
	}{
		{"plain", Printer{}, wrong(Error, 2, 9), "a.yaml:2:9: /x: it is wrong\n\tcorrect it\n\tor not\n"},
		{"warning", Printer{}, wrong(Warning, 2, 9), "a.yaml:2:9: /x: warning: it is wrong (RG250)\n\tcorrect it\n\tor not\n"},
		{"cited error", Printer{Cites: func(Finding) bool { return true }}, Finding{Rule: "RG170", Message: "it is wrong"}, "it is wrong (RG170)\n"},
		{"caret", Printer{Frames: true}, wrong(Error, 2, 10),
			"a.yaml:2:10: /x: it is wrong\n\t\tzwölf: {x: 1}\n\t\t        ^\n\tcorrect it\n\tor not\n"},
		{"caret in the first line", Printer{Frames: true}, wrong(Error, 1, 8),
			"a.yaml:1:8: /x: it is wrong\n\tfirst: 1\n\t       ^\n\tcorrect it\n\tor not\n"},
		{"caret after the last character", Printer{Frames: true}, wrong(Error, 3, 8),
			"a.yaml:3:8: /x: it is wrong\n\tlast: 3\n\t       ^\n\tcorrect it\n\tor not\n"},
		{"no such column", Printer{Frames: true}, wrong(Error, 3, 99), "a.yaml:3:99: /x: it is wrong\n\tcorrect it\n\tor not\n"},
		{"no such line", Printer{Frames: true}, wrong(Error, 9, 1), "a.yaml:9:1: /x: it is wrong\n\tcorrect it\n\tor not\n"},
		{"hidden characters", Printer{}, Finding{Pointer: "/a\n::error::b", Message: "x\x1by", Hint: "one\ntw\ro\u202e"},
			"/a\\n::error::b: x\\x1by\n\tone\n\ttw\\ro\\u202e\n"},
		{"no place", Printer{Frames: true}, Finding{Message: "it is wrong"}, "it is wrong\n"},
		{"color", Printer{Frames: true, Color: true}, wrong(Note, 1, 1),
			"a.yaml:1:1: /x: \x1b[1;36mnote: \x1b[0mit is wrong (RG250)\n\tfirst: 1\n\t\x1b[1;36m^\x1b[0m\n\tcorrect it\n\tor not\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			tt.printer.Out = &out
			tt.printer.Sources = map[string][]byte{"a.yaml": []byte(text)}
			tt.printer.Print(List{tt.d})
			if out.String() != tt.want {
				t.Errorf("got\n%q, want\n%q", out.String(), tt.want)
			}
		})
	}
}

func TestGitHubEscapes(t *testing.T) {
	var out strings.Builder
	d := wrong(Note, 0, 0)
	d.Pos.Filename, d.Message, d.Hint = "a,b:c.yaml", "100% wrong", "x\r\ny"
	PrintGitHub(&out, List{d})
	want := "::notice file=a%2Cb%3Ac.yaml,line=1,col=1,title=RG250::/x: 100%25 wrong%0Ax\\r%0Ay\n"
	if out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

func TestFrameEscapes(t *testing.T) {
	var out strings.Builder
	p := Printer{Out: &out, Frames: true, Sources: map[string][]byte{"a.yaml": []byte("\ta\x1b[0m: 1")}}
	p.Print(List{wrong(Error, 1, 8)})
	want := "a.yaml:1:8: /x: it is wrong\n\t\ta\\x1b[0m: 1\n\t\t         ^\n\tcorrect it\n\tor not\n"
	if out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

func TestGitHubEscapesPointers(t *testing.T) {
	var out strings.Builder
	f := wrong(Error, 1, 1)
	f.Pointer, f.Pos.Filename = "/p\n::stop-commands::x", "a\n::error::b.yaml"
	PrintGitHub(&out, List{f})
	want := `::error file=a\n%3A%3Aerror%3A%3Ab.yaml,line=1,col=1,title=RG250::/p\n::stop-commands::x: it is wrong%0Acorrect it%0Aor not` + "\n"
	if out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

// TestJSONKeepsText demands that JSON has no hidden character, and that readers
// get every one back.
func TestJSONKeepsText(t *testing.T) {
	const text = "a\x7f\u009b\u202e\u2028\u00ad\U000e0041\n\x1b<&>😀"
	var out strings.Builder
	if err := WriteJSON(&out, map[string]string{"x": text}); err != nil {
		t.Fatal(err)
	}
	if i := strings.IndexFunc(strings.ReplaceAll(out.String(), "\n", ""), isUnsafe); i >= 0 {
		t.Errorf("%q has a hidden character", out.String())
	}
	var back map[string]string
	if err := json.Unmarshal([]byte(out.String()), &back); err != nil || back["x"] != text {
		t.Errorf("got back %q, %v, want %q", back["x"], err, text)
	}
}

func FuzzEscape(f *testing.F) {
	f.Add("plain")
	f.Add("a\nb\t\x1b\xff\u2066")
	f.Fuzz(func(t *testing.T, text string) {
		if got := Escape(text); strings.IndexFunc(got, isUnsafe) >= 0 || Escape(got) != got {
			t.Errorf("Escape(%q) = %q", text, got)
		}
		if got := EscapeLines(text); strings.Count(got, "\n") != strings.Count(text, "\n") {
			t.Errorf("EscapeLines(%q) = %q", text, got)
		}
	})
}

func TestLimited(t *testing.T) {
	var list List
	for line := range 30 {
		list = append(list, wrong(Warning, 30-line, 1))
	}
	list = append(list, wrong(Error, 99, 1))
	got := list.Limited()
	last := got[len(got)-1]
	if len(got) != MaxShown+1 || last.Rule != TooMany.ID || last.Message != "there are 11 more findings" {
		t.Errorf("%d findings, the last is %v", len(got), last)
	}
	if got[0].Pos.Line != 1 || !got.HasErrors() {
		t.Errorf("the first finding is %v; there are errors: %v", got[0], got.HasErrors())
	}
}
