package main

import (
	"go/token"
	"strings"
	"testing"

	"github.com/retrygen/retrygen/schema"
)

func finding(severity schema.Severity, line, column int) schema.Diagnostic {
	return schema.Diagnostic{
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
		printer printer
		d       schema.Diagnostic
		want    string
	}{
		{"plain", printer{}, finding(schema.Error, 2, 9), "a.yaml:2:9: /x: it is wrong\n\tcorrect it\n\tor not\n"},
		{"warning", printer{}, finding(schema.Warning, 2, 9), "a.yaml:2:9: /x: warning: it is wrong (RG250)\n\tcorrect it\n\tor not\n"},
		{"error of judgement", printer{}, schema.Diagnostic{Rule: schema.RuleUnreachableRetry, Message: "it is wrong"}, "it is wrong (RG170)\n"},
		{"caret", printer{frames: true}, finding(schema.Error, 2, 10),
			"a.yaml:2:10: /x: it is wrong\n\t\tzwölf: {x: 1}\n\t\t        ^\n\tcorrect it\n\tor not\n"},
		{"caret in the first line", printer{frames: true}, finding(schema.Error, 1, 8),
			"a.yaml:1:8: /x: it is wrong\n\tfirst: 1\n\t       ^\n\tcorrect it\n\tor not\n"},
		{"caret after the last character", printer{frames: true}, finding(schema.Error, 3, 8),
			"a.yaml:3:8: /x: it is wrong\n\tlast: 3\n\t       ^\n\tcorrect it\n\tor not\n"},
		{"no such column", printer{frames: true}, finding(schema.Error, 3, 99), "a.yaml:3:99: /x: it is wrong\n\tcorrect it\n\tor not\n"},
		{"no such line", printer{frames: true}, finding(schema.Error, 9, 1), "a.yaml:9:1: /x: it is wrong\n\tcorrect it\n\tor not\n"},
		{"no place", printer{frames: true}, schema.Diagnostic{Message: "it is wrong"}, "it is wrong\n"},
		{"colour", printer{frames: true, colour: true}, finding(schema.Note, 1, 1),
			"a.yaml:1:1: /x: \x1b[1;36mnote: \x1b[0mit is wrong (RG250)\n\tfirst: 1\n\t\x1b[1;36m^\x1b[0m\n\tcorrect it\n\tor not\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			tt.printer.out = &out
			tt.printer.sources = map[string][]byte{"a.yaml": []byte(text)}
			tt.printer.print(schema.Diagnostics{tt.d})
			if out.String() != tt.want {
				t.Errorf("got\n%q, want\n%q", out.String(), tt.want)
			}
		})
	}
}

func TestGitHubEscapes(t *testing.T) {
	var out strings.Builder
	d := finding(schema.Note, 0, 0)
	d.Pos.Filename, d.Message, d.Hint = "a,b:c.yaml", "100% wrong", "x\r\ny"
	printGitHub(&out, schema.Diagnostics{d})
	want := "::notice file=a%2Cb%3Ac.yaml,line=1,col=1,title=RG250::/x: 100%25 wrong%0Ax%0D%0Ay\n"
	if out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
