package decode

import (
	"testing"

	"github.com/retrygen/retrygen/internal/document"
)

// read returns the root of a YAML document, and what decoding it shares.
func read(t *testing.T, text string) Object {
	t.Helper()
	r := document.NewReader("x.yaml", []byte(text), "spec", nil)
	root := r.Read()
	if len(r.Found) > 0 {
		t.Fatal(r.Found)
	}
	return NewContext(r.Report).Value(root).Object("")
}

// TestDefaults reads every kind of value that is there, that is not there, and
// that has another type, which is unreadable.
func TestDefaults(t *testing.T) {
	o := read(t, "{n: 3.0, f: -0.0, b: true, s: x, d: 1m30s, odd: [1]}")
	if got := o.Get("n").Integer(7); got != 3 {
		t.Errorf("n is %d", got)
	}
	if got := o.Get("f").Real(7); got != 0 || 1/got < 0 {
		t.Errorf("f is %v", got)
	}
	if !o.Get("b").Bool(false) || o.Get("s").Word("") != "x" || o.Get("d").Duration(0, GoDuration).Seconds() != 90 {
		t.Error("b, s or d is wrong")
	}
	none := o.Get("none")
	if none.IsSet() || none.Integer(7) != 7 || none.Real(0.5) != 0.5 || !none.Bool(true) || none.Word("w") != "w" || len(none.Items()) != 0 {
		t.Error("a value that is not there is not its default")
	}
	if o.Context().Unreadable() != nil {
		t.Errorf("%v is unreadable", o.Context().Unreadable())
	}
	if got := o.Get("odd").Integer(7); got != 7 || o.Context().Unreadable() == nil {
		t.Errorf("odd is %d, and read", got)
	}
}

func TestNullable(t *testing.T) {
	o := read(t, "written: null\nmissing:\n")
	if o.Nullable("written").IsSet() || len(o.Context().Found) > 0 {
		t.Errorf("findings %v", o.Context().Found)
	}
	if o.Nullable("missing").IsSet() || len(o.Context().Found) != 1 || o.Context().Found[0].Rule != WrongType.ID {
		t.Errorf("findings %v, want one of rule %s", o.Context().Found, WrongType)
	}
}

// TestRejectedOnce: a value that was rejected is not unreadable as well, and
// neither is what is in it.
func TestRejectedOnce(t *testing.T) {
	o := read(t, "{a: {b: 1}}")
	o.Get("a").Reject(NoEffect, "it is wrong", "")
	o.Get("a").Object("x").Get("b").Word("")
	if o.Context().Unreadable() != nil || !o.Get("a").Member("b").IsRejected() {
		t.Error("what is in a rejected value is not rejected")
	}
}

func TestUnquoted(t *testing.T) {
	o := read(t, `{number: "3.5", text: "3x"}`)
	if got := o.Get("number").Unquoted().Real(0); got != 3.5 {
		t.Errorf("number is %v", got)
	}
	if got := o.Get("text").Unquoted().Word(""); got != "3x" {
		t.Errorf("text is %q", got)
	}
}
