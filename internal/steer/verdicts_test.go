package steer

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestVerdictsRoundTrip: what is stored comes back; what is known of other races
// stays; what did not run says nothing.
func TestVerdictsRoundTrip(t *testing.T) {
	dir := t.TempDir()
	if _, err := ReadVerdicts(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v, want that there is no such file", err)
	}
	first := []Verdict{
		{ID: "a", Status: Confirmed, Reason: "use matches", Proven: 2, Runs: 3, Schedule: dir + "/race-a.schedule.json",
			Counts: map[Status]int{Confirmed: 2, NotReached: 1}},
		{ID: "b", Status: Infeasible, Reason: "for a <reason>"},
	}
	second := []Verdict{{ID: "b", Status: Feasible, Runs: 1, Counts: map[Status]int{Feasible: 1}}, {ID: "c", Reason: "interrupted"},
		{ID: "a", Reason: "interrupted"}}
	for _, verdicts := range [][]Verdict{first, second} {
		if err := WriteVerdicts(dir, verdicts); err != nil {
			t.Fatal(err)
		}
	}
	got, err := ReadVerdicts(dir)
	want := map[string]Known{
		"a": {Verdict: "confirmed", Reason: "use matches", Proven: 2, Runs: 3, Schedule: "race-a.schedule.json",
			Counts: map[string]int{"confirmed": 2, "not reached": 1}},
		"b": {Verdict: "feasible", Runs: 1, Counts: map[string]int{"feasible": 1}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\ngot  %+v\nwant %+v", err, got, want)
	}
	for verdict, want := range map[string]Status{"confirmed": Confirmed, "feasible": Feasible, "from the future": NotRun} {
		if got := (&Known{Verdict: verdict}).Status(); got != want {
			t.Errorf("%s: %v", verdict, got)
		}
	}
}

// TestBadVerdicts: one clear error, and a damaged file is not written over.
func TestBadVerdicts(t *testing.T) {
	for text, want := range map[string]string{
		"":                "unexpected end",
		"[]":              "bad verdicts: json",
		`{"format": "x"}`: `format: "x"`,
		`{"format": "sparseracer-verdicts", "version": 2}`: "version: 2, this program reads 1",
		`{"format": "sparseracer-verdicts", "version": 1}`: "verdicts: missing",
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "verdicts.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := ReadVerdicts(dir)
		if !errors.Is(err, ErrVerdicts) || !strings.HasPrefix(err.Error(), path) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
		if err := WriteVerdicts(dir, nil); !errors.Is(err, ErrVerdicts) {
			t.Errorf("%q was written over: %v", text, err)
		}
		if data, _ := os.ReadFile(path); string(data) != text {
			t.Errorf("%q became %q", text, data)
		}
	}
}
