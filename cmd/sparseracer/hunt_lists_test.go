package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sparseracer/internal/ctest"
	"sparseracer/internal/probe"
	"sparseracer/internal/steer"
)

func TestBugList(t *testing.T) {
	var l bugList
	var empty, out strings.Builder
	l.write(&empty, "proven")
	const keep, run = "Editor::keep() uses what Editor::~Editor() frees", "Window::run() uses what Window::renew() frees"
	l.add("", listedRace{id: "0001", says: keep, bug: "keep"})
	l.add("", listedRace{id: "0002", says: run, bug: "run", trace: "kept/3.srt", repeat: "sparseracer replay 2.json -- ./app"})
	l.add("", listedRace{id: "0003", says: keep, bug: "keep"})
	l.add("", listedRace{id: "0005", says: "Editor::keep() uses what clear() frees", bug: "keep"})
	l.add("feasible", listedRace{id: "0004", says: keep, bug: "keep"})
	l.write(&out, "proven")
	want := `proven: 3
  0001  Editor::keep() uses what Editor::~Editor() frees
    also as 0003
    also as 0005: Editor::keep() uses what clear() frees
  0002  3.srt: Window::run() uses what Window::renew() frees
    repeat: sparseracer replay 2.json -- ./app
  feasible
    0004  Editor::keep() uses what Editor::~Editor() frees
`
	if empty.String() != "" || out.String() != want {
		t.Errorf("%q\n%s", empty.String(), out.String())
	}
}

func TestUnansweredOfMany(t *testing.T) {
	var u unanswered
	if u.String() != "" || u.all() {
		t.Errorf("nothing recorded: %q", u.String())
	}
	u.add("dir/0.srt", "the trace is cut off")
	if got := u.String(); got != "no answer: the trace is cut off" || !u.all() {
		t.Errorf("%q", got)
	}
	u.add("dir/1.srt", "")
	u.add("dir/2.srt", "events were lost")
	if got := u.String(); got != "no answer in 2 of 3 recordings: the trace is cut off (0.srt, 2.srt)" || u.all() {
		t.Errorf("%q", got)
	}
}

// TestBagRepeats: a crash that was not predicted is listed with the command that repeats it, as the
// program was run; it is what comes next where nothing was proven.
func TestBagRepeats(t *testing.T) {
	dir := t.TempDir()
	write := func(status steer.Status) {
		v := steer.Verdict{ID: "0001", Status: status, Reason: "SEGV in f()", Schedule: "race-0001.schedule.json"}
		if err := steer.WriteVerdicts(dir, []steer.Verdict{v}); err != nil {
			t.Fatal(err)
		}
	}
	command := "sparseracer replay " + dir + "/race-0001.schedule.json --sandbox " + dir + " -- ./app file\n"
	for status, want := range map[steer.Status]string{
		steer.CrashedElsewhere: "\ncrashed, not as predicted: 1\n  SEGV in f()\n    0001  f() uses\n      repeat: " + command + "next: " + command,
		steer.Confirmed:        "\nproven: 1\n  0001  f() uses\nnext: " + command,
	} {
		write(status)
		var out strings.Builder
		h := &hunter{tool: &tool{stdout: &out, home: dir + "/home"}, prog: []string{"./app"}, order: []string{"0001"},
			races: map[string]predicted{"0001": {listedRace: listedRace{id: "0001", says: "f() uses", bug: "f"}, prog: []string{"./app", "file"}}}}
		h.opt.dir = dir
		if err := h.bag(); err != nil || out.String() != want {
			t.Errorf("%v: %v\n%s, want\n%s", status, err, out.String(), want)
		}
	}
}

// TestBagCrashedByItself: a race by which the program crashed as it was recorded is not among those that are not proven,
// whatever steering made of it, and the session repeats it.
func TestBagCrashedByItself(t *testing.T) {
	dir := t.TempDir()
	h := &hunter{tool: &tool{home: dir + "/home"}, prog: []string{"./app"}, order: []string{"0001", "0002"}, races: map[string]predicted{
		"0001": {listedRace: listedRace{id: "0001", says: "f() uses", bug: "f"}, session: dir + "/4.session"},
		"0002": {listedRace: listedRace{id: "0002", says: "g() uses", bug: "g"}, session: dir + "/5.session"}, // there was no time to steer
	}}
	if err := steer.WriteVerdicts(dir, []steer.Verdict{{ID: "0001", Status: steer.NotReached, Reason: "the free never came before the use"}}); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	h.stdout, h.opt.dir = &out, dir
	play := func(n string) string {
		return "sparseracer record --sandbox " + dir + " --play " + dir + "/" + n + ".session -- ./app\n"
	}
	want := "\ncrashed by itself: 2\n  0001  f() uses\n    repeat: " + play("4") + "  0002  g() uses\n    repeat: " + play("5") + "next: " + play("4")
	if err := h.bag(); err != nil || out.String() != want {
		t.Errorf("%v:\n%s, want\n%s", err, out.String(), want)
	}
}

// TestBagCrashAlone: a session's crash that is no race is in the list at the end, once, however many sessions end by it, and is
// repeated next where nothing was proven. What a race explains is not there twice.
func TestBagCrashAlone(t *testing.T) {
	dir := t.TempDir()
	h := &hunter{tool: &tool{home: dir + "/home"}, prog: []string{"./app"}, order: []string{"0001"}, races: map[string]predicted{
		"0001": {listedRace: listedRace{id: "0001", says: "f() uses", bug: "f"}, session: dir + "/2.session"},
	}}
	var out strings.Builder
	h.stdout, h.opt.dir = &out, dir
	for n, how := range []string{"SEGV in h()", "heap-use-after-free in f()", "SEGV in h()", "aborted"} {
		h.crashedBy(fmt.Sprintf("%s/%d.session", dir, n+1), how)
	}
	play := func(n string) string {
		return "sparseracer record --sandbox " + dir + " --play " + dir + "/" + n + ".session -- ./app\n"
	}
	want := "\ncrashed by itself: 3\n  0001  f() uses\n    repeat: " + play("2") + "  SEGV in h()\n    repeat: " + play("1") + "  aborted\n    repeat: " + play("4")
	if err := h.bag(); err != nil || out.String() != want+"next: "+play("2") {
		t.Errorf("%v:\n%s, want\n%s", err, out.String(), want)
	}
	h.order, h.races = nil, nil
	out.Reset()
	if err := h.bag(); err != nil || !strings.HasSuffix(out.String(), "next: "+play("1")) {
		t.Errorf("%v: next is not the first crash:\n%s", err, out.String())
	}
}

// TestBagNext: what a person can do is repeated before what only a call does, whichever was found first, and explained by the
// recording that has it.
func TestBagNext(t *testing.T) {
	dir := t.TempDir()
	var verdicts []steer.Verdict
	h := &hunter{tool: &tool{}, prog: []string{"./app"}, order: []string{"0001", "0002"}, races: map[string]predicted{}}
	for i, id := range h.order {
		verdicts = append(verdicts, steer.Verdict{ID: id, Status: steer.Confirmed, Schedule: "race-" + id + ".schedule.json"})
		h.races[id] = predicted{listedRace: listedRace{id: id, says: "f() uses", bug: id, trace: fmt.Sprintf("%s/%d.srt", dir, i)}, byCall: i == 0, prog: h.prog}
	}
	if err := steer.WriteVerdicts(dir, verdicts); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	h.stdout, h.opt.dir = &out, dir
	if err := h.bag(); err != nil || !strings.HasSuffix(out.String(), "next: sparseracer replay "+dir+"/race-0002.schedule.json -- ./app\n      sparseracer explain "+dir+"/1.srt 0002\n") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// TestListOfTests: a test that was not recorded does not count as passed, and each is listed with why it is.
func TestListOfTests(t *testing.T) {
	one := func(name string, r tested) *tested {
		r.Name = name
		return &r
	}
	var out strings.Builder
	writeTests(&out, []*tested{
		one("good", tested{events: 3}), one("fails", tested{Plain: "ended with 1", Recorded: "ended with 1"}),
		one("differs", tested{Recorded: "ended with 1", Note: "recorded it does something else"}), one("skips", tested{Plain: ctest.Skipped, Recorded: ctest.Skipped}),
		one("static", tested{Note: "it was not recorded: static", unrecorded: true}),
		one("late", tested{events: 2, Late: []string{"exit status 1: late-1.schedule.json"}, races: []string{"0001", "0002"}}),
	}, []string{"unbuilt"}, 2)
	want := `6 tests: 2 pass, plainly and recorded; 2 have an event loop
  fails fails by itself: ended with 1
  differs: plainly it passes, recorded ended with 1
  differs: recorded it does something else
  skips skips itself
  static: it was not recorded: static
  late predicts 0001, 0002
  late depends on the order of its events: exit status 1: late-1.schedule.json
not built: unbuilt
not run: 2, there was no time
`
	if out.String() != want {
		t.Errorf("%s\nexpected\n%s", out.String(), want)
	}
}

// TestLimitOfTests: a test that takes long is given time where it is steered.
func TestLimitOfTests(t *testing.T) {
	slow, quick := tested{Took: time.Minute}, tested{Took: time.Second}
	if slow.limit(30*time.Second) != 3*time.Minute || quick.limit(30*time.Second) != 30*time.Second {
		t.Errorf("%v, %v", slow.limit(30*time.Second), quick.limit(30*time.Second))
	}
	long, short := probeJob{took: time.Minute}, probeJob{}
	if long.limit(30*time.Second) != 3*time.Minute || short.limit(30*time.Second) != 30*time.Second {
		t.Errorf("with one event more: %v, %v", long.limit(30*time.Second), short.limit(30*time.Second))
	}
}

// TestBagOfNothing: a hunt that found nothing says so, and how to go on where there was no time for all. One that looked at
// nothing is no answer.
func TestBagOfNothing(t *testing.T) {
	args := []string{"hunt", "--time", "1m", "--", "./app", "a file"}
	again := "next: sparseracer hunt --time 1m -- ./app 'a file'\n"
	race := map[string]predicted{"0001": {listedRace: listedRace{id: "0001", says: "f() uses", bug: "f"}}}
	for name, c := range map[string]struct {
		h    hunter
		want string
		code int
	}{
		"all is tried":   {hunter{}, "\nno race is predicted\n", exitClean},
		"a crash is all": {hunter{crashes: []listedRace{{says: "aborted", bug: "aborted"}}}, "\ncrashed by itself: 1\n  aborted\nno other race is predicted\n", exitClean},
		"events are not": {hunter{probed: &probing{late: make([]probeJob, 2), tried: probe.Tried{}}}, again, exitClean},
		"a race is not":  {hunter{order: []string{"0001"}, races: race}, "\nnot tried: 1\n  0001  f() uses\n" + again, exitClean},
		"nothing is":     {hunter{unused: true, probed: &probing{tried: probe.Tried{}}}, "\n", exitError},
		"no answer":      {hunter{unanswered: unanswered{recordings: 1, files: []string{"0.srt"}, why: "it is empty"}}, "\nno answer: it is empty\n", exitError},
	} {
		var out strings.Builder
		c.h.tool = &tool{stdout: &out, args: args}
		if c.h.probed != nil {
			c.h.probed.tool = c.h.tool
		}
		c.h.opt.dir, c.h.opt.time = t.TempDir(), time.Minute
		if err := c.h.bag(); err != nil || !strings.HasSuffix(out.String(), c.want) || c.h.code != c.code {
			t.Errorf("%s: %v, status %d\n%s", name, err, c.h.code, out.String())
		}
	}
}
