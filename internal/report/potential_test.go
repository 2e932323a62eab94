package report

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/symbols"
)

// TestNameless: of a potential use without names the files are told; and it is
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
