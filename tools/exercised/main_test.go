package main

import (
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

func TestTable(t *testing.T) {
	var out strings.Builder
	err := writeTable(&out, []row{
		{"editor", [2][]counts{{{8, 5, 90, 4}, {12, 7, 80, 4}, {10, 5, 100, 6}}, {{4, 2, 50, 7}, {5, 2, 40, 7}, {4, 3, 60, 7}}}},
		{"viewer a.txt", [2][]counts{{{3, 1, 9, 1}, {4, 1, 9, 2}}, {{0, 0, 8, 1}, {0, 0, 8, 1}}}},
	})
	want := `| editor | 10 (8 to 12) | 4 (4 to 5) | 2.5 | 5 (5 to 7) | 2 (2 to 3) | 90 (80 to 100) | 50 (40 to 60) | 4 (4 to 6) | 7 |
| viewer a.txt | 3.5 (3 to 4) | 0 | none by random input | 1 | 0 | 9 | 8 | 1.5 (1 to 2) | 1 |
`
	head, rows, _ := strings.Cut(out.String(), "--- |\n")
	if err != nil || rows != want || strings.Count(strings.SplitN(head, "\n", 2)[0], "|") != strings.Count(strings.SplitN(want, "\n", 2)[0], "|") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// TestCounts: each thing once, whoever brings it about and how often.
func TestCounts(t *testing.T) {
	const text = `
# loop: batch
enq(s, kind=env, type=Show, name=mainWindow, arms="shown:1")
enterloop
deq(a, kind=input, type=Mouse, input=press, window=W, target=T)
enq(d, kind=env, type=Show, name=QMessageBoxClassWindow, title=Sure, arms="shown:2")
pause(a, v, what=QDialog::exec)
deq(b, kind=input, type=Mouse, input=press, window=D, target=OK)
reset(v)
end(b)
resume(a, v)
end(a)
deq(c, kind=input, type=Mouse, input=press, window=W, target=T)
enq(e, kind=env, type=Show, name=QMessageBoxClassWindow, title=Sure, arms="shown:3")
pause(c, w, what=QDialog::exec)
deq(f, kind=input, type=Key, input=keypress, window=D, target=OK)
enq(m, kind=env, type=Show, name=QMenuClassWindow, arms="shown:4", grabs=keys)
enq(q, kind=env, type=Show, name=qtooltip_labelWindow, arms="shown:5")
reset(w)
end(f)
resume(c, w)
end(c)
deq(g, kind=timer, type=Timer, class=Clock)
pause(g, x, what=QEventLoop::exec)
reset(x)
resume(g, x)
end(g)
`
	src, err := trace.ParseText("t", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s := newSeen()
	if err := s.add(src); err != nil {
		t.Fatal(err)
	}
	if len(s.loops) != 2 || len(s.dialogs) != 1 || len(s.handlers) != 4 {
		t.Errorf("loops %v, dialogs %v, handlers %v", s.loops, s.dialogs, s.handlers)
	}
}

func TestRefusals(t *testing.T) {
	for says, args := range map[string][]string{
		"name programs":          {},
		"expected at least 1s":   {"-time", "1ms", "true"},
		"install it first":       {"no-such-program-anywhere"},
		"run `make build` first": {"-tool", "no/such/tool", "true"},
	} {
		var out, errors strings.Builder
		if code := run(args, &out, &errors); code != 2 || !strings.Contains(errors.String(), says) || out.Len() > 0 {
			t.Errorf("%q: ended with %d: %s", args, code, errors.String())
		}
	}
}
