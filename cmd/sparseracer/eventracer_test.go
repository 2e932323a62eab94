package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sparseracer/internal/eventracer"
)

// aLog is a log in which a click and an answer race.
func aLog() []byte {
	d := eventracer.Draft{Variables: 2, Arcs: []eventracer.Arc{{Tail: 0, Head: 1, Duration: -1}, {Tail: 0, Head: 2, Duration: 5}}, Actions: []eventracer.Action{
		{Accesses: []eventracer.Touch{{Variable: 0, Write: true}}},
		{Accesses: []eventracer.Touch{{Variable: 0}, {Variable: 1, Write: true}}},
		{Accesses: []eventracer.Touch{{Variable: 1}, {Variable: 1, Write: true}}},
	}}
	return d.Bytes()
}

// TestLogsAreRead: a log of EventRacer is analyzed as what it is converted to, as a file and
// through a pipe; a broken one is an error with its place.
func TestLogsAreRead(t *testing.T) {
	dir := t.TempDir()
	log, converted, broken := filepath.Join(dir, "page.log"), filepath.Join(dir, "page.txt"), filepath.Join(dir, "broken.log")
	must(t, os.WriteFile(log, aLog(), 0o600))
	must(t, os.WriteFile(broken, aLog()[:len(aLog())-30], 0o600))
	call := func(stdin []byte, args ...string) (out, errors string, code int) {
		var o, e bytes.Buffer
		code = run(context.Background(), args, bytes.NewReader(stdin), &o, &e)
		return o.String(), e.String(), code
	}
	if _, e, code := call(nil, "convert", log, converted); code != exitClean {
		t.Fatal(e)
	}
	counts := func(stdin []byte, args ...string) (of map[string]any) {
		out, e, code := call(stdin, args...)
		var report struct{ Counts map[string]any }
		if err := json.Unmarshal([]byte(out), &report); err != nil || code != exitRaces {
			t.Fatalf("%q ended with %d: %v %s", args, code, err, e)
		}
		return report.Counts
	}
	want := counts(nil, "analyze", "--json", converted)
	if want["read_write_pairs"] != 2.0 {
		t.Errorf("%v pairs, expected 2", want["read_write_pairs"])
	}
	for name, got := range map[string]map[string]any{"file": counts(nil, "analyze", "--json", log), "pipe": counts(aLog(), "analyze", "--json", "-")} {
		if !reflect.DeepEqual(got, want) {
			t.Errorf("by %s %v, converted %v", name, got, want)
		}
	}
	for _, verb := range []string{"analyze", "info", "check"} {
		if _, e, code := call(nil, verb, broken); code != exitError || !strings.Contains(e, "broken.log: offset ") {
			t.Errorf("%s ended with %d: %s", verb, code, e)
		}
	}
	if out, e, code := call(nil, "info", log); code != exitClean || !strings.Contains(out, "3 events") && !strings.Contains(out, "deq") {
		t.Errorf("info ended with %d: %s%s", code, out, e)
	}
}
