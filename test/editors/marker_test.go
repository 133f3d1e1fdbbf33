package editors

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

// Markers in a document stand where the cursor is.
const (
	completeMarker = "⟦complete⟧"
	hoverMarker    = "⟦hover⟧"
)

// unmark returns the text of a document without its markers, and where they
// stood.
func unmark(marked string) (text string, complete, hover []position, err error) {
	var plain strings.Builder
	rest := marked
	for {
		before, after, found := strings.Cut(rest, "⟦")
		plain.WriteString(before)
		if !found {
			return plain.String(), complete, hover, nil
		}
		at := end(plain.String())
		name, after, _ := strings.Cut(after, "⟧")
		switch "⟦" + name + "⟧" {
		case completeMarker:
			complete = append(complete, at)
		case hoverMarker:
			hover = append(hover, at)
		default:
			return "", nil, nil, fmt.Errorf("no marker %.20q", name)
		}
		rest = after
	}
}

// end returns the place behind the text.
func end(text string) position {
	line := strings.Count(text, "\n")
	last := text[strings.LastIndexByte(text, '\n')+1:]
	return position{Line: line, Character: len(utf16.Encode([]rune(last)))}
}

func TestUnmark(t *testing.T) {
	text, complete, hover, err := unmark("a: ⟦complete⟧\n\"𝄞\": ⟦hover⟧1⟦hover⟧\n⟦complete⟧")
	if err != nil {
		t.Fatal(err)
	}
	if want := "a: \n\"𝄞\": 1\n"; text != want {
		t.Errorf("text is %q, want %q", text, want)
	}
	if diff := cmp.Diff([]position{{0, 3}, {2, 0}}, complete); diff != "" {
		t.Errorf("complete (-want +got):\n%s", diff)
	}
	if !slices.Equal(hover, []position{{1, 6}, {1, 7}}) {
		t.Errorf("hover at %v", hover)
	}
	if _, _, _, err := unmark("⟦compleet⟧"); err == nil {
		t.Error("a misspelt marker is accepted")
	}
}
