package qtpatch_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/steering"
	"sparseracer/internal/trace"
)

// labelOf finds the label of the first event of the object with that name.
func labelOf(t *testing.T, ops []trace.Op, name string, kind trace.EventKind) string {
	t.Helper()
	for i := range ops {
		if op := &ops[i]; op.Kind == trace.Enq && op.EventKind == kind && op.Attr("name") == name {
			return op.Attr("label")
		}
	}
	t.Fatalf("no event of %q in the recording", name)
	return ""
}

// timerLabel finds the label of the n-th armed timer of a class.
func timerLabel(t *testing.T, ops []trace.Op, class string, n int) string {
	t.Helper()
	for i := range ops {
		op := &ops[i]
		if op.Kind == trace.Enq && op.EventKind == trace.Timer && op.Attr("class") == class {
			if n--; n == 0 {
				return op.Attr("label")
			}
		}
	}
	t.Fatalf("no such timer of %s", class)
	return ""
}

// steered runs a program under a schedule and gives its verdict, line by line,
// with the labels named in `names` replaced.
func steered(t *testing.T, schedule string, names map[string]string, program string, args ...string) (result, []string) {
	t.Helper()
	return steeredWith(t, nil, schedule, names, program, args...)
}

// steeredWith adds variables to the environment.
func steeredWith(t *testing.T, more []string, schedule string, names map[string]string, program string, args ...string) (result, []string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "with:colon")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	plan, verdict := filepath.Join(dir, "plan"), filepath.Join(dir, "verdict")
	if err := os.WriteFile(plan, []byte(schedule), 0o600); err != nil {
		t.Fatal(err)
	}
	env := []string{"LD_PRELOAD=" + hookLibrary(t),
		fmt.Sprintf("SPARSERACER_OPTIONS=schedule='%s':verdict=\"%s\"", plan, verdict)}
	r := run(t, append(env, more...), program, args...)
	data, err := os.ReadFile(verdict)
	if err != nil {
		t.Fatalf("%v\n%s", err, r.out)
	}
	text := string(data)
	for label, name := range names {
		text = strings.ReplaceAll(text, label, name)
	}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if lines[0] != steering.Head(steering.HeadVerdict) {
		t.Errorf("the verdict begins with %q", lines[0])
	}
	return r, withoutCodes(t, lines[1:])
}

// scheduleHead is the first line of what the runtime reads.
var scheduleHead = steering.Head(steering.HeadSchedule) + "\n"

// withoutCodes leaves of a divergence what it says to people.
func withoutCodes(t *testing.T, lines []string) []string {
	t.Helper()
	for i, line := range lines {
		if why, ok := strings.CutPrefix(line, steering.VerdictDiverged+" "); ok {
			code, sentence, _ := strings.Cut(why, " ")
			if !steering.Has("diverged", code) {
				t.Errorf("%q begins with no code", why)
			}
			lines[i] = steering.VerdictDiverged + " " + sentence
		}
	}
	return lines
}

type trap struct {
	name    string
	kind    trace.EventKind // of the event that is held
	until   string          // what ends the hold: "timer", the object "until", "" = never
	timeout int
	perhaps bool // what ends the hold need not come
	verdict []string
	out     string
}

const never = "posted 1000 nobody in 0000000000000000 #1"

var traps = []trap{
	{name: "receiverDies", until: "timer", verdict: []string{"hold HELD", "exit"}},
	{name: "deletedLater", until: "timer", out: "used\n", verdict: []string{"hold HELD", "release HELD", "exit"}},
	{name: "deletedNext", until: "timer", out: "used\n", verdict: []string{"hold HELD",
		"diverged a deferred delete comes before what was posted before it and is held: HELD", "release HELD", "exit"}},
	{name: "heldBehindOlder", until: "third timer", out: "first\nused\n", verdict: []string{"hold HELD", "release HELD",
		"diverged a deferred delete comes before what was posted before it and is held, what was posted before it is still in the queue: HELD", "exit"}},
	{name: "backTooLate", until: "until", out: "used\n", verdict: []string{"hold HELD", "release HELD",
		"diverged a deferred delete comes before what was posted before it and is held, it went back into the queue too late", "exit"}},
	{name: "removed", until: "timer", verdict: []string{"hold HELD", "exit"}},
	{name: "flushed", until: "timer", out: "used\n",
		verdict: []string{"hold HELD", "diverged a held event is flushed: HELD", "release HELD", "exit"}},
	{name: "fifo", until: "timer", out: "used\n",
		verdict: []string{"hold HELD", "hold BEHIND", "release HELD", "release BEHIND", "exit"}},
	{name: "fifoAwaited", until: "until", out: "used\n", verdict: []string{"hold HELD",
		"diverged an awaited event is queued behind a held one: UNTIL", "release HELD", "exit"}},
	{name: "quits", verdict: []string{"hold HELD", "diverged exit while holding: HELD", "exit"}},
	{name: "timers", kind: trace.Timer, until: "until", out: "used\n",
		verdict: []string{"hold HELD", "release HELD", "exit"}},
	{name: "timersInTurn", kind: trace.Timer, until: "until", out: "used\n",
		verdict: []string{"hold HELD", "release HELD", "exit"}},
	{name: "deferred", kind: trace.Deferred, until: "timer",
		verdict: []string{"diverged an event of this kind is never held: HELD", "exit"}},
	{name: "awaitedGone", until: "until", out: "used\n", verdict: []string{"hold HELD",
		"diverged an awaited event was removed", "release HELD", "exit"}},
	{name: "awaitedMerged", until: "second quit", out: "used\n", verdict: []string{"hold HELD",
		"diverged an awaited event was removed", "release HELD", "exit"}},
	{name: "merged", until: "timer", out: "used\n", verdict: []string{"hold HELD", "release HELD", "exit"}},
	{name: "divergesInOrder", timeout: 30, out: "used\nother\nuntil\n", verdict: []string{"hold HELD", "hold BEHIND", "hold LAST",
		"diverged hold timeout: HELD", "release HELD", "release BEHIND", "release LAST", "exit"}},
	{name: "joined", timeout: 30, out: "used\n", verdict: []string{"hold HELD", "diverged hold timeout: HELD", "exit"}},
	{name: "timeout", timeout: 30, out: "used\n",
		verdict: []string{"hold HELD", "diverged hold timeout: HELD", "release HELD", "exit"}},
	{name: "timeout", timeout: 30, perhaps: true, out: "used\n",
		verdict: []string{"hold HELD", "skip HELD", "release HELD", "exit"}},
	{name: "quits", perhaps: true, verdict: []string{"hold HELD", "exit"}},
	{name: "nested", until: "timer", out: "inside\nused\nafter\n", verdict: []string{"hold HELD", "release HELD", "exit"}},
	{name: "children", until: "timer", out: "preload=\nused\n",
		verdict: []string{"hold HELD", "release HELD", "exit"}},
}

// TestSafeProgramsStaySafe: programs whose every schedule is safe stay safe, whatever is held.
func TestSafeProgramsStaySafe(t *testing.T) {
	program := withASan(t, "traps", "testdata/traps.cpp", "Qt5Core")
	for _, trap := range traps {
		t.Run(trap.name, func(t *testing.T) {
			t.Parallel()
			ops, _ := record(t, program, trap.name)
			names := map[string]string{}
			var held string
			if trap.name == "merged" {
				held = labelOf(t, ops, "app", trace.Posted)
			} else if trap.kind == trace.Timer {
				held = timerLabel(t, ops, "QTimer", 1)
			} else {
				held = labelOf(t, ops, "held", trap.kind)
			}
			names[held] = "HELD"
			until := never
			switch trap.until {
			case "until":
				until = labelOf(t, ops, "until", trace.Posted)
			case "second quit":
				until = strings.Replace(labelOf(t, ops, "app", trace.Posted), "#1", "#2", 1)
			case "timer":
				until = timerLabel(t, ops, "QSingleShotTimer", 1)
			case "third timer":
				until = timerLabel(t, ops, "QSingleShotTimer", 3)
			}
			names[until] = "UNTIL"
			if trap.name == "fifo" || trap.name == "divergesInOrder" {
				names[strings.Replace(held, ":held ", ":until ", 1)] = "LAST"
				names[strings.Replace(held, ":held ", ":other ", 1)] = "BEHIND"
			}
			if trap.timeout == 0 {
				trap.timeout = 10000
			}
			word := "until"
			if trap.perhaps {
				word = "perhaps"
			}
			plan := fmt.Sprintf(scheduleHead+"watchdog 15000\nhold %d %s\n%s %s\n", trap.timeout, held, word, until)
			r, verdict := steered(t, plan, names, program, trap.name)
			if r.code != 0 || r.out != trap.out {
				t.Errorf("exit code %d, output %q, expected %q", r.code, r.out, trap.out)
			}
			if !slices.Equal(verdict, trap.verdict) {
				t.Errorf("verdict\n%s\nexpected\n%s", strings.Join(verdict, "\n"), strings.Join(trap.verdict, "\n"))
			}
		})
	}
}

// TestTimerBehindHeldOne: a timer whose own hold is over still waits for one that was
// armed before it, has the shorter interval and was held: by itself that fires first.
func TestTimerBehindHeldOne(t *testing.T) {
	program := withASan(t, "traps", "testdata/traps.cpp", "Qt5Core")
	ops, _ := record(t, program, "timersLifted")
	first, second, until := timerLabel(t, ops, "QTimer", 1), timerLabel(t, ops, "QTimer", 2), labelOf(t, ops, "until", trace.Posted)
	plan := fmt.Sprintf(scheduleHead+"watchdog 15000\nhold 10000 %s\nuntil %s\nhold 10000 %s\nuntil %s\n", first, until, second, until)
	r, verdict := steered(t, plan, map[string]string{first: "FIRST", second: "SECOND"}, program, "timersLifted")
	if r.code != 0 || r.out != "used\n" || !slices.Contains(verdict, "release FIRST") || strings.Contains(strings.Join(verdict, "\n"), "diverged") {
		t.Errorf("exit code %d, output %q, verdict\n%s", r.code, r.out, strings.Join(verdict, "\n"))
	}
}

// TestLinger: a handler that processes events waits for a timer before it does,
// not longer than it may, and not for a timer that was stopped.
func TestLinger(t *testing.T) {
	program := withASan(t, "traps", "testdata/traps.cpp", "Qt5Core")
	ops, _ := record(t, program, "turns")
	names := map[string]string{timerWith(t, ops, "1"): "TURNS", timerWith(t, ops, "90"): "DUE"}
	for _, c := range []struct {
		loop, timeout int
		until, out    string
		verdict       []string
	}{
		{1, 5000, "90", "turn\ndue\nturn\nturn\n", []string{"linger TURNS", "exit"}},
		{2, 5000, "90", "turn\nturn\ndue\nturn\n", []string{"linger TURNS", "exit"}},
		{4, 5000, "90", "turn\nturn\nturn\ndue\n", []string{"exit"}},
		{1, 5, "90", "turn\nturn\nturn\ndue\n", []string{"diverged linger timeout: TURNS", "exit"}},
		{1, 5000, "3000", "turn\nturn\nturn\ndue\n", []string{"exit"}},
	} {
		plan := fmt.Sprintf(scheduleHead+"watchdog 15000\nlinger %d %d %s\nuntil %s\n", c.loop, c.timeout,
			timerWith(t, ops, "1"), timerWith(t, ops, c.until))
		r, verdict := steered(t, plan, names, program, "turns")
		if r.code != 0 || r.out != c.out || !slices.Equal(verdict, c.verdict) {
			t.Errorf("from loop %d for %s ms: exit code %d, output %q, verdict %q", c.loop, c.until, r.code, r.out, verdict)
		}
	}
}

// TestBadSchedules: one clear line with the place; the program runs on unsteered.
func TestBadSchedules(t *testing.T) {
	program := withASan(t, "traps", "testdata/traps.cpp", "Qt5Core")
	for text, want := range map[string]string{
		"":                             "plan:0: empty",
		"sparse-schedule 1\n":          fmt.Sprintf("plan:1: expected version %d", steering.Version),
		scheduleHead + "hold x y\n":    "plan:2: expected: hold TIMEOUT_MS LABEL",
		scheduleHead + "\nuntil a\n":   "plan:3: until without a hold before it",
		scheduleHead + "hold 5 a\n":    "plan:2: a hold without an until",
		scheduleHead + "watchdog 5s\n": "plan:2: expected: watchdog MS",
		scheduleHead + "goal free \n":  "plan:2: expected a label",
		scheduleHead + "goal none a\n": "plan:2: unknown goal",
		scheduleHead + "watch 0\n":     "plan:2: expected: watch BYTES",
		scheduleHead + "watch 8x\n":    "plan:2: expected: watch BYTES",
		scheduleHead + "goal free freed 0 8 0123456789abcdef\n":  "plan:2: expected: freed NTH BYTES HASH",
		scheduleHead + "goal free freed 1 -8 0123456789abcdef\n": "plan:2: expected: freed NTH BYTES HASH",
		scheduleHead + "goal free freed 1 8 0123456789abcdeF\n":  "plan:2: expected: freed NTH BYTES HASH",
		scheduleHead + "goal free freed 1 8\n":                   "plan:2: expected: freed NTH BYTES HASH",
		scheduleHead + "linger 0 5 a\n":                          "plan:2: expected: linger LOOP TIMEOUT_MS LABEL",
		scheduleHead + "linger 1 5 a\n":                          "plan:2: a linger without an until",
		scheduleHead + "# fine\nhould 1 a":                       "plan:3: unknown directive",
	} {
		r, verdict := steered(t, text, nil, program, "quits")
		if r.code != 0 || !strings.Contains(r.out, want+"\n") || !strings.HasSuffix(r.out, "used\n") {
			t.Errorf("%q: exit code %d, output %q, expected %q", text, r.code, r.out, want)
		}
		if len(verdict) != 1 || !strings.HasPrefix(verdict[0], "diverged ") || !strings.HasSuffix(verdict[0], want) {
			t.Errorf("%q: verdict %q", text, verdict)
		}
	}
}

// timerWith finds the label of the first armed timer of that interval in ms.
func timerWith(t *testing.T, ops []trace.Op, interval string) string {
	t.Helper()
	for i := range ops {
		if op := &ops[i]; op.Kind == trace.Enq && op.EventKind == trace.Timer && op.Attr("interval") == interval {
			return op.Attr("label")
		}
	}
	t.Fatalf("no timer of %s ms in the recording", interval)
	return ""
}

// crossing is the schedule that keeps a nested loop open (its end is the timer
// of 100 ms) until what the loop's owner uses has been freed.
func crossing(t *testing.T, program string, freeing func(t *testing.T, ops []trace.Op) string) string {
	ops, _ := record(t, program)
	free := freeing(t, ops)
	return fmt.Sprintf(scheduleHead+"watchdog 15000\nhold 10000 %s\nuntil %s\ngoal free %s\ngoal use %s\n",
		timerWith(t, ops, "100"), free, free, timerWith(t, ops, "20"))
}

var samples = []struct {
	name, use string
	freeing   func(t *testing.T, ops []trace.Op) string
}{
	{"viewer", "in Viewer::openFile()", func(t *testing.T, ops []trace.Op) string {
		return labelOf(t, ops, "viewer", trace.Deferred)
	}},
	{"menu", "in List::showMenu()", func(t *testing.T, ops []trace.Op) string {
		return timerWith(t, ops, "1000")
	}},
}

// TestSamples: each sample is clean by itself, crashes as predicted when it is
// steered, every time, and its mended twin does not.
func TestSamples(t *testing.T) {
	for _, s := range samples {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			race := withASan(t, s.name+"_race", "../../samples/"+s.name+"_race.cpp", "Qt5Widgets")
			mended := withASan(t, s.name+"_norace", "../../samples/"+s.name+"_norace.cpp", "Qt5Widgets")
			for _, program := range []string{race, mended} {
				if r := run(t, nil, program); r.code != 0 || strings.Contains(r.out, "AddressSanitizer") {
					t.Errorf("unsteered: exit code %d\n%s", r.code, r.out)
				}
			}
			plan := crossing(t, race, s.freeing)
			for range 3 {
				r, verdict := steered(t, plan, nil, race)
				want := []string{"goal use begin", "goal use pause", "goal free begin", "goal free end", "goal use resume"}
				got := slices.DeleteFunc(verdict, func(l string) bool {
					return !strings.HasPrefix(l, "goal") && !strings.HasPrefix(l, "diverged")
				})
				if !slices.Equal(got, want) {
					t.Errorf("verdict %q, expected %q", got, want)
				}
				if r.code == 0 || !strings.Contains(r.out, "heap-use-after-free") || !strings.Contains(r.out, s.use) {
					t.Errorf("exit code %d\n%s", r.code, r.out)
				}
			}
			r, verdict := steered(t, crossing(t, mended, s.freeing), nil, mended)
			if r.code != 0 || verdict[len(verdict)-1] != "exit" || strings.Contains(strings.Join(verdict, "\n"), "diverged") {
				t.Errorf("mended: exit code %d, verdict %q\n%s", r.code, verdict, r.out)
			}
		})
	}
}
