package report

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/symbols"
)

// TestNameless: of a potential use without names the files are reported; and it is
// confirmed on the program that was recorded.
func TestNameless(t *testing.T) {
	sym := editor()
	if l := audited(t, "held", sym).Nameless(); len(l) != 0 {
		t.Errorf("all have names: %q", l)
	}
	clear(sym.frames)
	for pc := uint64(0x1000); pc < 0x2000; pc += 0x100 {
		sym.frames[pc] = []symbols.Frame{{Module: "/opt/editor/bin/editor", Offset: pc}}
	}
	a := audited(t, "held", sym, "# pid: 4711", "# pid: 4711\n# command: editor \"my file\"")
	if l := a.Nameless(); !slices.Equal(l, []string{"/opt/editor/bin/editor"}) {
		t.Errorf("%q", l)
	}
	var b bytes.Buffer
	if err := a.Text(&b, Style{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "-- editor 'my file'") {
		t.Errorf("command %q\n%s", a.Command, b.String())
	}
}

// TestLineless: the program's files without lines are reported, a system library's not.
func TestLineless(t *testing.T) {
	report := func(sym *fake) *Report { return New(nested(t).result, sym, Options{}) }
	if l := report(editor()).Lineless(); len(l) != 0 {
		t.Errorf("all have lines: %q", l)
	}
	const own, system = "/opt/editor/bin/editor", "/usr/lib/libQt5Core.so.5"
	for _, module := range []string{own, system} {
		sym := editor()
		for pc := range sym.frames {
			sym.frames[pc] = []symbols.Frame{{Module: module, Function: "Editor::ask()", Offset: pc}}
		}
		l := report(sym).Lineless()
		if module == own && !slices.Equal(l, []string{own}) || slices.Contains(l, system) {
			t.Errorf("%s: %q", module, l)
		}
	}
}
