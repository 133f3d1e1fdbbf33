package gen_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/retrygen/retrygen/runtime/gen"
)

// asking is an error without a type name.
type asking struct{}

func (asking) Error() string { return "asking" }

func TestTypeName(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{{nil, ""}, {asking{}, "asking"}, {&asking{}, "asking"}, {fmt.Errorf("a: %w", asking{}), "wrapError"}} {
		if got := gen.TypeName(c.err); got != c.want {
			t.Errorf("TypeName(%T) = %q, want %q", c.err, got, c.want)
		}
	}
}

func TestTextIsBounded(t *testing.T) {
	for _, n := range []int{0, 1, 1023, 1024, 1025, 5000} {
		for _, unit := range []string{"x", "é", "世", "😀", "\xff"} {
			whole := strings.Repeat(unit, n)
			got := gen.Text(errors.New(whole))
			if !strings.HasPrefix(whole, got) || len(got) > 1024 || len(got) < min(len(whole), 1021) {
				t.Errorf("Text of %d × %q has %d bytes", n, unit, len(got))
			}
			if utf8.ValidString(unit) && !utf8.ValidString(got) {
				t.Errorf("Text of %d × %q cuts a character", n, unit)
			}
		}
	}
	if gen.Text(nil) != "" {
		t.Error("nil has a text")
	}
}

// TestTextOfNoCharacters: a cut never takes more than one character away.
func TestTextOfNoCharacters(t *testing.T) {
	if got := len(gen.Text(errors.New(strings.Repeat("\x80", 3000)))); got != 1<<10-utf8.UTFMax {
		t.Errorf("%d bytes are left", got)
	}
}
