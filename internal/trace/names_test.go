package trace

import "testing"

func TestSplitOwner(t *testing.T) {
	for owner, want := range map[string][2]string{
		"QTimer":         {"QTimer", ""},
		"QLabel:status":  {"QLabel", "status"},
		"ns::Bar":        {"ns::Bar", ""},
		"a::b::Bar:x::y": {"a::b::Bar", "x::y"},
		"Bar:":           {"Bar", ""},
	} {
		if class, name := SplitOwner(owner); class != want[0] || name != want[1] {
			t.Errorf("%s: class %q, name %q, want %q", owner, class, name, want)
		}
	}
}
