package finding

import (
	"slices"
	"testing"
)

func TestPointer(t *testing.T) {
	p := Pointer("").Key("a/b").Key("~c").Index(3)
	if p != "/a~1b/~0c/3" {
		t.Fatalf("got %q", p)
	}
	if got := p.Tokens(); !slices.Equal(got, []string{"a/b", "~c", "3"}) {
		t.Errorf("Tokens() = %q", got)
	}
	parent, ok := p.Parent()
	if !ok || parent.Last() != "~c" {
		t.Errorf("Parent() = %q, %v, with the last token %q", parent, ok, parent.Last())
	}
	if _, ok := Pointer("").Parent(); ok || Pointer("").Last() != "" || Pointer("").Tokens() != nil {
		t.Error("the whole document has a parent, or tokens")
	}
	if rest, ok := p.From("/a~1b"); !ok || rest != "/~0c/3" {
		t.Errorf("From(/a~1b) = %q, %v", rest, ok)
	}
	if _, ok := Pointer("/ab").From("/a"); ok {
		t.Error("/ab is in /a")
	}
}

// FuzzPointer demands that tokens come back as they went in.
func FuzzPointer(f *testing.F) {
	f.Add("a/b", "~1")
	f.Fuzz(func(t *testing.T, a, b string) {
		if got := Pointer("").Key(a).Key(b).Tokens(); !slices.Equal(got, []string{a, b}) {
			t.Errorf("got %q, want %q and %q", got, a, b)
		}
	})
}

func TestDeclare(t *testing.T) {
	defer func(rules []*Rule) { declared.rules = rules }(declared.rules)
	declared.rules = nil
	note := Declare("RG301", "b", "b")
	mistake := Declare("RG101", "a", "a")
	if got := Rules(); !slices.Equal(got, []*Rule{mistake, note}) || mistake.Severity != Error || note.Severity != Note {
		t.Errorf("rules %v with severities %v and %v", got, mistake.Severity, note.Severity)
	}
	for _, id := range []string{"RG101", "RG401", "XX101", "RG1"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Declare(%q) did not panic", id)
				}
			}()
			Declare(id, "c", "c")
		}()
	}
}
