package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// decode gives a JSON value as programs see it.
func decode(t *testing.T, data []byte) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	return v
}

// field walks into a decoded value: names of objects, indexes of arrays. A
// field that is missing fails, one that is null does not.
func field(t *testing.T, v any, path ...any) any {
	t.Helper()
	for i, step := range path {
		switch s := step.(type) {
		case string:
			object, ok := v.(map[string]any)
			if !ok {
				t.Fatalf("%v: no object", path[:i])
			}
			if v, ok = object[s]; !ok {
				t.Fatalf("%v is missing", path[:i+1])
			}
		case int:
			array, ok := v.([]any)
			if !ok || s >= len(array) {
				t.Fatalf("%v: no such element", path[:i+1])
			}
			v = array[s]
		}
	}
	return v
}

func same(t *testing.T, v any, want any, path ...any) {
	t.Helper()
	if got := field(t, v, path...); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v is %v, want %v", path, got, want)
	}
}

func TestAnalyzeJSON(t *testing.T) {
	var b bytes.Buffer
	r := New(nested(t).result, editor(), Options{})
	if err := r.JSON(&b); err != nil {
		t.Fatal(err)
	}
	v := decode(t, b.Bytes())
	same(t, v, 1, "version")
	for name, want := range map[string]any{"operations": 18, "events": 4, "blocks": 5, "loops": 1, "complete": true, "lost": 0, "dropped_edges": 0} {
		same(t, v, want, "trace", name)
	}
	for name, want := range map[string]any{"operation_pairs": 2, "benign_pairs": 0, "reported_pairs": 2, "handler_pairs": 1, "suppressed": 0} {
		same(t, v, want, "counts", name)
	}
	race := field(t, v, "races", 0)
	for name, want := range map[string]any{"id": r.Races[0].ID, "kind": "use-free", "verdict": "predicted", "pairs": 2, "handlers": 1, "filtered": nil} {
		same(t, race, want, name)
	}
	for place, want := range map[string][]any{
		"use":   {12, "click", "0x7000", "std::unique_ptr<Document>::get() const", "/usr/include/c++/12/bits/unique_ptr.h", 50},
		"free":  {16, "reload", "0x7000", "free", "", 0},
		"alloc": {1, "open", "0x7000", "malloc", "", 0},
	} {
		p := field(t, race, place)
		same(t, p, want[0], "operation")
		same(t, p, want[1], "event")
		same(t, p, want[2], "location")
		same(t, p, want[3], "stack", 0, "function")
		same(t, p, want[4], "stack", 0, "file")
		same(t, p, want[5], "stack", 0, "line")
	}
	same(t, race, "ask", "loop", "guard")
	if _, ok := race.(map[string]any)["first"]; ok {
		t.Error("a use-free race has the fields of a read-write race")
	}
}

func TestFilteredAndReadWriteJSON(t *testing.T) {
	for _, all := range []bool{false, true} {
		var b bytes.Buffer
		if err := New(stackless(t).result, &fake{}, Options{All: all}).JSON(&b); err != nil {
			t.Fatal(err)
		}
		v := decode(t, b.Bytes())
		same(t, v, "read-write", "races", 0, "kind")
		same(t, v, 6, "races", 0, "first", "operation")
		same(t, v, 9, "races", 0, "second", "operation")
		same(t, v, "x", "races", 0, "second", "location")
		same(t, v, nil, "races", 0, "alloc")
		same(t, v, nil, "races", 0, "filtered")
		if n := len(field(t, v, "races").([]any)); (n == 2) != all {
			t.Errorf("all=%v lists %d races", all, n)
		}
		if all {
			same(t, v, "benign: made up by this test", "races", 1, "filtered")
			same(t, v, []any{}, "races", 1, "use", "stack")
		}
	}
}

func TestOrderJSON(t *testing.T) {
	in := load(t, "nested")
	var b bytes.Buffer
	if err := OrderJSON(&b, in.result.Order, in.result.Tables, false); err != nil {
		t.Fatal(err)
	}
	v := decode(t, b.Bytes())
	for i, want := range []struct {
		event       string
		first, last int
	}{{"open", 0, 5}, {"click", 6, 7}, {"answer", 8, 10}, {"click", 11, 14}, {"reload", 15, 17}} {
		same(t, v, i, "blocks", i, "id")
		same(t, v, want.event, "blocks", i, "event")
		same(t, v, want.first, "blocks", i, "first")
		same(t, v, want.last, "blocks", i, "last")
	}
	// Everything but the loop's end and the reload.
	same(t, v, "[[0 1] [0 2] [0 3] [0 4] [1 2] [1 3] [1 4] [2 3]]", "order")
}

// TestSteered: what came of an attempt is reported in every form, and untrusted.
func TestSteered(t *testing.T) {
	r := &Race{ID: "ce0d11e36fef", Kind: kindUseFree, Verdict: predicted}
	r.Steer(Steered{Verdict: "infeasible", Reason: "the order\x1b[1m is fixed"}, "")
	if r.Verdict != predicted || strings.ContainsRune(r.steered(), '\x1b') || !strings.HasPrefix(r.steered(), "When it was tried: infeasible: the order") {
		t.Errorf("%s, %q", r.Verdict, r.steered())
	}
	r.Steer(Steered{Verdict: "confirmed", Reason: "use matches", Proven: 2, Runs: 3, Schedule: "race.json"}, "confirmed")
	const want = "When it was tried: confirmed, in 2 of 3 runs: use matches; race.json brings it about again."
	if r.Verdict != "confirmed" || r.steered() != want {
		t.Errorf("%s, %q", r.Verdict, r.steered())
	}
	var text, page strings.Builder
	report := &Report{Complete: true, Races: []*Race{r}}
	if err := errors.Join(report.Text(&text, Style{Width: 200}), report.HTML(&page, false)); err != nil {
		t.Fatal(err)
	}
	for _, out := range []string{text.String(), page.String()} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if got := raceJSON(r).Steered; got == nil || *got != (jsonSteered{"confirmed", "use matches", 2, 3, "race.json"}) {
		t.Errorf("%+v", got)
	}
}
