package report

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"unicode"

	"sparseracer/internal/audit"
	"sparseracer/internal/symbols"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// audited looks at a trace of testdata, with names changed.
func audited(t *testing.T, file string, sym symbols.Symbolizer, replace ...string) *Audit {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file + ".trace")
	if err != nil {
		t.Fatal(err)
	}
	src, err := trace.ParseText(file, []byte(strings.NewReplacer(replace...).Replace(string(data))))
	if err != nil {
		t.Fatal(err)
	}
	result, err := sparsehb.Analyze(src, sparsehb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	runs, err := audit.Look(t.Context(), src, result)
	if err != nil {
		t.Fatal(err)
	}
	return NewAudit(result, runs, New(result, sym, Options{Trace: file + ".srt"}), sym)
}

func TestAuditGoldens(t *testing.T) {
	a := audited(t, "loops", editor())
	for name, write := range map[string]func(w *bytes.Buffer) error{
		"loops.audit":          func(w *bytes.Buffer) error { return a.Text(w, Style{}) },
		"loops.audit-width-50": func(w *bytes.Buffer) error { return a.Text(w, Style{Width: 50}) },
		"loops.audit-json":     func(w *bytes.Buffer) error { return a.JSON(w) },
	} {
		var got bytes.Buffer
		if err := write(&got); err != nil {
			t.Fatal(err)
		}
		golden(t, name, got.Bytes())
	}
}

// A program as it is installed: its frames hold things, its accesses are not known.
func TestAuditOfHolds(t *testing.T) {
	a := audited(t, "held", editor())
	for name, write := range map[string]func(w *bytes.Buffer) error{
		"held.audit":      func(w *bytes.Buffer) error { return a.Text(w, Style{}) },
		"held.audit-json": func(w *bytes.Buffer) error { return a.JSON(w) },
	} {
		var got bytes.Buffer
		if err := write(&got); err != nil {
			t.Fatal(err)
		}
		golden(t, name, got.Bytes())
	}
}

func TestAuditWithoutLoops(t *testing.T) {
	var b bytes.Buffer
	if err := audited(t, "plain", &fake{}).Text(&b, Style{}); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(b.String(), "no nested loop was spun.\n") {
		t.Error(b.String())
	}
}

// Whatever a program calls its things, a terminal gets no control characters.
func TestAuditOfHostileNames(t *testing.T) {
	const evil = "\x1b[2J\u202e\u009b31m"
	sym := editor()
	for pc, frames := range sym.frames {
		for i := range frames {
			frames[i].Function += evil
			frames[i].File += evil
		}
		sym.frames[pc] = frames
	}
	a := audited(t, "loops", sym)
	for _, p := range a.Places {
		p.What += evil
		for i := range p.Runs {
			p.Runs[i].Name += evil
			if p.Runs[i].Owner != nil {
				p.Runs[i].Owner.Class += evil
			}
		}
		for _, k := range p.Objects {
			k.Type += evil
		}
	}
	var text, json bytes.Buffer
	if err := a.Text(&text, Style{Sources: true}); err != nil {
		t.Fatal(err)
	}
	if err := a.JSON(&json); err != nil {
		t.Fatal(err)
	}
	for _, c := range text.String() + json.String() {
		if c != '\n' && !unicode.IsPrint(c) {
			t.Fatalf("%U got through", c)
		}
	}
}
