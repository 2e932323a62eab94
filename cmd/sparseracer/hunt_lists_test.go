package main

import (
	"strings"
	"testing"
)

func TestBugList(t *testing.T) {
	var l bugList
	var empty, out strings.Builder
	l.write(&empty, "proven")
	const keep, run = "Editor::keep() uses what Editor::~Editor() frees", "Window::run() uses what Window::renew() frees"
	l.add("", listedRace{id: "0001", says: keep, bug: "keep"})
	l.add("", listedRace{id: "0002", says: run, bug: "run", repeat: "sparseracer replay 2.json -- ./app"})
	l.add("", listedRace{id: "0003", says: keep, bug: "keep"})
	l.add("", listedRace{id: "0005", says: "Editor::keep() uses what clear() frees", bug: "keep"})
	l.add("feasible", listedRace{id: "0004", says: keep, bug: "keep"})
	l.write(&out, "proven")
	want := `proven: 3
  0001  Editor::keep() uses what Editor::~Editor() frees
    also as 0003
    also as 0005: Editor::keep() uses what clear() frees
  0002  Window::run() uses what Window::renew() frees
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
