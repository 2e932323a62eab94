package steer

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sparseracer/internal/steering"
)

func sample() *Schedule {
	return &Schedule{
		Format: scheduleFormat, Version: ScheduleVersion,
		Race:        RaceInfo{ID: "a1b2c3", Kind: "use-free", Summary: "Viewer::openFile uses what Viewer::~Viewer frees"},
		Environment: map[string]string{"QT_NO_GLIB": "1", "QT_QPA_PLATFORM": "offscreen"},
		WatchdogMS:  15000,
		Directives: []Directive{{Hold: &Hold{Event: "timer QMessageBox 1/1", About: "timer of QMessageBox (100 ms, precise)",
			Until: []Target{{Event: "delete Viewer 1", About: "deferred delete of Viewer"}}, TimeoutMS: 5000}}},
		Goal:    Goal{Free: "delete Viewer 1", Use: "call Viewer 2"},
		Expect:  Expect{Use: []string{"Viewer::openFile()"}, Free: []string{"Viewer::~Viewer()"}, Alloc: []string{"main"}},
		Program: []string{"./viewer", "a file"},
	}
}

func TestScheduleRoundTrip(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "race-a1b2c3.schedule.json")
	want := sample()
	if err := want.Write(path); err != nil {
		t.Fatal(err)
	}
	got, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("%d files left, want the schedule alone", len(left))
	}
	bad := sample()
	bad.Goal.Use = ""
	if err := bad.Write(path); !errors.Is(err, ErrSchedule) {
		t.Errorf("an invalid schedule was written: %v", err)
	}
	if again, err := Load(path); err != nil || !reflect.DeepEqual(again, want) {
		t.Errorf("the old file is damaged: %v", err)
	}
}

func TestBadSchedules(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.json")
	if err := sample().Write(path); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	good := string(data)
	for _, c := range []struct{ name, from, to, want string }{
		{"empty", good, "", "unexpected end"},
		{"cut", good[len(good)/2:], "", "s.json:"},
		{"no object", good, "[1]", "array"},
		{"format", `"sparseracer-schedule"`, `"rr"`, `format: "rr"`},
		{"no format", `"format": "sparseracer-schedule",`, "", "format: missing"},
		{"version", `"version": 7`, `"version": 8`, "version: 8, this program reads 1 to 7"},
		{"version first", `"version": 7`, `"version": 8, "later": {}`, "version: 8, this program reads 1 to 7"},
		{"version type", `"version": 7`, `"version": "1"`, "s.json:3: bad schedule: version: found a string"},
		{"no version", `"version": 7,`, "", "version: missing"},
		{"unknown field", `"watchdog_ms"`, `"watchdogs": 1, "watchdog_ms"`, `unknown field "watchdogs"`},
		{"no race", `"id": "a1b2c3"`, `"id": ""`, "race.id: missing"},
		{"watchdog", `"watchdog_ms": 15000`, `"watchdog_ms": -1`, "watchdog_ms: -1"},
		{"input", `"hold": {`, `"input": {"kind": "close"}, "hold": {`, "beside a hold or linger"},
		{"hold null", good[strings.Index(good, `"hold"`) : strings.Index(good, `  "goal"`)-8], `"hold": null}`, ""},
		{"event", `"event": "timer QMessageBox 1/1"`, `"event": ""`, "directives[0].hold.event: missing"},
		{"event type", `"event": "timer QMessageBox 1/1"`, `"event": 7`, "event: found a number, want string"},
		{"newline", "timer QMessageBox 1/1", `x\ngoal free y`, "control character"},
		{"space", "timer QMessageBox 1/1", " x", "begins or ends with a space"},
		{"until", "delete Viewer 1\",\n          ", `",`, ""},
		{"timeout", `"timeout_ms": 5000`, `"timeout_ms": 0`, "directives[0].hold.timeout_ms: 0"},
		{"two in one", `"hold": {`, `"linger": {"event": "e", "loop": 1, "until": [{"event": "f"}], "timeout_ms": 1}, "hold": {`, "directives[0].linger: beside a hold"},
		{"linger's loop", `"hold": {`, `"linger": {`, "directives[0].linger.loop: 0"},
		{"goal", `"use": "call Viewer 2"`, `"use": ""`, "goal.use: missing"},
		{"expect", `"Viewer::openFile()"`, ``, "expect.use: missing"},
		{"input without a label", `"hold": {`, `"input": {"kind": "close"}}, {"hold": {`, "directives[0].input.event: missing"},
		{"input of no kind", `"hold": {`, `"input": {"event": "a", "kind": "shout"}}, {"hold": {`, `input.kind: "shout", want one of`},
		{"input nowhere", `"hold": {`, `"input": {"event": "a", "kind": "close"}}, {"hold": {`, "input.window: missing"},
		{"input of two lines", `"hold": {`, `"input": {"event": "a", "kind": "close", "window": "w", "title": "x\ngoal"}}, {"hold": {`, "input.title:"},
		{"input too long", `"hold": {`, `"input": {"event": "a", "kind": "close", "window": "` + strings.Repeat("w", 128) + `"}}, {"hold": {`, "at most 127"},
		{"input in a loop", `"hold": {`, `"input": {"event": "a", "kind": "close", "window": "w", "timeout_ms": 5, "in_loop": {"event": "a", "nth": -1}}}, {"hold": {`, "input.in_loop.nth: -1"},
		{"also", `"alloc"`, `"also": [{"free": ["f"]}], "alloc"`, "expect.also[0]: want use"},
		{"also in also", `"alloc"`, `"also": [{"use": ["f"], "also": [{"use": ["f"]}]}], "alloc"`, "expect.also[0]: want use"},
		{"environment", `"QT_NO_GLIB"`, `"LD_PRELOAD"`, `"LD_PRELOAD" may not be set`},
		{"trailing", good, good + "{}", "after top-level value"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(good, c.from, c.to, 1)
			if text == good {
				t.Fatal("the case changes nothing")
			}
			s, err := Parse("s.json", []byte(text))
			if !errors.Is(err, ErrSchedule) {
				t.Fatalf("%v (%+v), want ErrSchedule", err, s)
			}
			if !strings.HasPrefix(err.Error(), "s.json") || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

func TestMissingFields(t *testing.T) {
	for key, want := range map[string]string{
		"format": "format: missing", "version": "version: missing", "race": "race.id: missing",
		"watchdog_ms": "watchdog_ms: 0", "directives": "directives: missing", "goal": "goal.free: missing",
		"expect": "expect.use: missing",
	} {
		data, err := json.Marshal(sample())
		if err != nil {
			t.Fatal(err)
		}
		var fields map[string]any
		if err := json.Unmarshal(data, &fields); err != nil {
			t.Fatal(err)
		}
		delete(fields, key)
		data, _ = json.Marshal(fields)
		if _, err := Parse("s.json", data); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("without %s: %v, want %q", key, err, want)
		}
	}
}

func TestCompile(t *testing.T) {
	s := sample()
	s.Directives[0].Hold.Until = append(s.Directives[0].Hold.Until, Target{Event: "second one"})
	s.Directives = append(s.Directives, Directive{Linger: &Linger{Event: "call Viewer 2", Loop: 3,
		Until: []Target{{Event: "timer Viewer 1/1"}}, TimeoutMS: 200}})
	got, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("sparse-schedule %d\n", steering.Version) + `watchdog 15000
hold 5000 timer QMessageBox 1/1
until delete Viewer 1
until second one
linger 3 200 call Viewer 2
until timer Viewer 1/1
goal free delete Viewer 1
goal use call Viewer 2
`
	if string(got) != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	s.Goal.Free = "x\nhold 1 y"
	if _, err := Compile(s); !errors.Is(err, ErrSchedule) {
		t.Errorf("a label with a newline was compiled: %v", err)
	}
}

// FuzzParse: whatever is accepted compiles, and survives being written.
func FuzzParse(f *testing.F) {
	path := filepath.Join(f.TempDir(), "s.json")
	if err := sample().Write(path); err != nil {
		f.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte(`{"format":"sparseracer-schedule","version":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Parse("fuzz", data)
		if err != nil {
			return
		}
		lines, err := Compile(s)
		if err != nil {
			t.Fatalf("accepted, but not compiled: %v", err)
		}
		want := 4
		for _, d := range s.Directives {
			want += 1 + len(d.Hold.Until)
		}
		if n := strings.Count(string(lines), "\n"); n != want {
			t.Fatalf("%d lines, want %d", n, want)
		}
		copy := filepath.Join(t.TempDir(), "s.json")
		if err := s.Write(copy); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(copy); err != nil {
			t.Fatal(err)
		}
	})
}
