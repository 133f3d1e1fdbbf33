package emit

import (
	"go/build/constraint"
	"strings"
	"testing"

	"github.com/retrygen/retrygen/generator/internal/model"
)

// FuzzComment is FuzzOutput for comments alone, and faster.
func FuzzComment(f *testing.F) {
	f.Add("+build ignore //go:embed x */ /*")
	f.Add("\t+build\u2028+build\r\n//export f")
	f.Fuzz(func(t *testing.T, text string) {
		for _, line := range documentLines([]string{"F does: " + model.Plain(text), model.ListMark + model.Plain(text), model.Plain(text)}) {
			checkComment(t, line)
		}
	})
}

// checkComment demands a comment that no tool takes for an order.
func checkComment(t *testing.T, text string) {
	isPlain := text == "//" || strings.HasPrefix(text, "// ") || strings.HasPrefix(text, "//\t")
	if !isPlain || strings.ContainsAny(text, "\r\n") || constraint.IsGoBuild(text) || constraint.IsPlusBuild(text) {
		t.Errorf("comment %q", text)
	}
}
