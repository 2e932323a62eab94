package report

import (
	"strings"
	"testing"

	"sparseracer/sparsehb"
)

// closing is a recording in which a timer uses what the opener of a dialog frees behind its
// loop, and closes the dialog.
const closing = `# loop: exact
# module: 0x1000 0x9000 0x1000 /opt/editor/bin/editor 00aa
# stack: 1 0 0x1901
# stack: 2 1 0x1101
# stack: 3 1 0x1301
enterloop
deq(open, kind=input)
alloc(0x7000, 16, stack=2)
enq(done, kind=timer)
pause(open, ask, stack=3, what="QDialog::exec")
deq(done)
write(0x7000, 8, stack=2)
reset(ask)
end(done)
resume(open, ask)
free(0x7000, 16, stack=3)
end(open)
exitloop
`

// TestLeftBefore: a race that needs a person to leave a dialog says so; one with the free in
// another handler, after the dialog, does not.
func TestLeftBefore(t *testing.T) {
	elsewhere := strings.Replace(closing, "free(0x7000, 16, stack=3)\nend(open)\n", "end(open)\ndeq(tidy, kind=env)\nfree(0x7000, 16, stack=3)\nend(tidy)\n", 1)
	for text, c := range map[string]struct {
		free int
		want bool
	}{closing: {10, true}, elsewhere: {12, false}} {
		in := parse(t, "closing", []byte(text))
		in.race(sparsehb.UseFree, 6, c.free, 2, "")
		race := New(in.result, editor(), Options{}).Races[0]
		told := strings.Join(race.Story().Why, " ") + strings.Join(race.Story().Schedule, " ")
		if says := strings.Contains(told, "a person may leave that window before") && strings.Contains(told, "Leave the window by Escape"); says != c.want {
			t.Errorf("says it: %v, want %v\n%s", says, c.want, told)
		}
	}
}

// TestObservedSaysNoHarmless: a recorded run that was in the bad order may have crashed by it.
func TestObservedSaysNoHarmless(t *testing.T) {
	steps := schedule(&Race{Kind: kindUseFree, Observed: true})
	if said := strings.Join(steps, " "); len(steps) != 2 || strings.Contains(said, "harmless") || !strings.Contains(said, "The recorded order") {
		t.Errorf("%q", steps)
	}
}
