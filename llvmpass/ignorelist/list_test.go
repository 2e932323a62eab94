package ignorelist

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func read(t *testing.T, text string) (*List, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "list")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return Read([]string{path})
}

func TestList(t *testing.T) {
	l, err := read(t, `# comment
fun:always
src:*/third_party/*
mainfile:main.c
fun:counted=init
type:std::*
[address]
fun:not_ours
[{thread,sparserec}]
fun:_ZN3Foo*
[sparse*]
fun:late
`)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"always": true, "always2": false, "counted": false, "not_ours": false, "_ZN3Foo3barEv": true, "late": true,
	} {
		if l.Function(name) != want {
			t.Errorf("fun %s: not %v", name, want)
		}
	}
	if !l.Source("x.c", "/a/third_party/b/x.c") || l.Source("x.c", "/a/b/x.c") || l.Source("main.c") {
		t.Error("src is wrong")
	}
	if !l.MainFile("main.c") || !l.MainFile("a/third_party/m.c") || l.MainFile("other.c") {
		t.Error("mainfile is wrong")
	}
	if l.Empty() || !new(List).Empty() || new(List).Function("x") {
		t.Error("Empty is wrong")
	}
}

func TestListRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"fun:a\nfunc:b\n":             `list:2: expected src:, mainfile: or fun: and a glob, found "func:b"`,
		"fun a\n":                     "list:1: expected src:",
		"\nfun:\n":                    "list:2: no glob behind fun:",
		"[sparserec\n":                "list:1: expected [section]",
		"[]\n":                        "list:1: expected [section]",
		"fun:a\nsrc:[ab\n":            `list:2: glob "[ab": [ without ]`,
		"fun:{a,{b}}\n":               "{ inside { }",
		"fun:{a\n":                    "{ without }",
		"fun:a\\\n":                   "nothing behind the last",
		"fun:[z-a]\n":                 "list:1: glob",
		"#!special-case-list-v1\n":    "list:1: version 1 lists",
		"[address]\nnonsense\nfun:a ": "list:2: expected",
	} {
		if _, err := read(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, expected %q", text, err, want)
		}
	}
	if _, err := Read([]string{"/nowhere/list"}); err == nil || !strings.Contains(err.Error(), "/nowhere/list") {
		t.Errorf("missing file: %v", err)
	}
}

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"*.cpp", "a/b.cpp", true}, {"a?c", "abc", true}, {"a?c", "ac", false},
		{"[a-c]x", "bx", true}, {"[^a-c]x", "bx", false}, {"[!a-c]x", "dx", true}, {"[]]", "]", true},
		{"{a,b*}z", "bcz", true}, {"{a,b*}z", "cz", false}, {`\*`, "*", true}, {`\*`, "x", false},
		{"a.b", "axb", false}, {"a", "ba", false}, {"a,b", "a,b", true}, {"a}", "a}", true}, {"[\\d]", "5", false},
	} {
		g, err := compile(c.pattern)
		if err != nil {
			t.Fatalf("%s: %v", c.pattern, err)
		}
		if g.match(c.text) != c.want {
			t.Errorf("%s on %s: not %v", c.pattern, c.text, c.want)
		}
	}
}

// FuzzList: no text makes reading or matching panic.
func FuzzList(f *testing.F) {
	f.Add("[s*]\nfun:{a,[b-c]}\\*?\n", "a*x")
	f.Add("src:[]", "]")
	f.Fuzz(func(t *testing.T, text, name string) {
		l := &List{entries: map[string][]*glob{}}
		if l.add("f", text) == nil {
			l.Function(name)
			l.MainFile(name)
		}
	})
}
