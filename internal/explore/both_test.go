package explore

import (
	"strings"
	"testing"
)

// TestVerdictOfBothOrders: data, order, nothing, and what differs by itself.
func TestVerdictOfBothOrders(t *testing.T) {
	file := func(text string) Facts { return Facts{"file ~/a": text, "file ~/b": "same"} }
	for _, c := range []struct {
		name           string
		was, again, is Facts
		want           Left
	}{
		{"nothing", file("x"), file("x"), file("x"), LeftBenign},
		{"other data", file("1"), file("1"), file("2"), LeftHarmful},
		{"other order", file("one\ntwo\n"), file("one\ntwo\n"), file("two\none\n"), LeftOrder},
		{"a word more", file("one two"), file("one two"), file("two one one"), LeftHarmful},
		{"by itself", file("1"), file("2"), file("3"), LeftNoisy},
		{"by itself, as at first", file("1"), file("2"), file("1"), LeftNoisy},
		{"noise beside order", Facts{"net h:1": "one\ntwo\n", "file ~/n": "1"}, Facts{"net h:1": "one\ntwo\n", "file ~/n": "2"}, Facts{"net h:1": "two\none\n", "file ~/n": "2"}, LeftNoisy},
		{"sent", Facts{"net h:1": "1"}, Facts{"net h:1": "1"}, Facts{"net h:1": "2"}, LeftHarmful},
		{"said", Facts{"dbus messages": "signal a\nsignal b\n"}, Facts{"dbus messages": "signal a\nsignal b\n"}, Facts{"dbus messages": "signal b\nsignal a\n"}, LeftOrder},
		{"gone", file("1"), file("1"), Facts{"file ~/b": "same"}, LeftHarmful},
		{"there", Facts{}, Facts{}, file(""), LeftHarmful},
		{"noise beside data", Facts{"file ~/a": "1", "file ~/n": "1"}, Facts{"file ~/a": "1", "file ~/n": "2"}, Facts{"file ~/a": "2", "file ~/n": "3"}, LeftHarmful},
	} {
		p := &Proof{ID: "r"}
		if p.compare(c.was, c.again, c.is); p.Left != c.want {
			t.Errorf("%s: %s, expected %s", c.name, p.Left, c.want)
		}
	}
}

func TestTextOfBothOrders(t *testing.T) {
	p := &Proof{ID: "r", Left: LeftHarmful, Files: []Difference{{"file ~/a\x1b", "1\nx\n", "2\x07\nx\n"}, {"file ~/new", "", "n"}}}
	text := p.Text()
	for _, want := range []string{"race r: harmful\n", "-1\n", "+2?\n", "+++ ~/a? exchanged", "+n\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
	if strings.ContainsAny(text, "\x1b\x07") {
		t.Errorf("control characters in %q", text)
	}
}
