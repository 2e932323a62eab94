package main

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/farm"
	"sparseracer/internal/plain"
)

// TestJudgedElsewhere: a verdict whose details the farm did not keep says as much as its columns: a proven race is
// one, also for the exit code.
func TestJudgedElsewhere(t *testing.T) {
	for _, c := range []struct {
		judged farm.Judged
		says   string
		code   int
	}{
		{farm.Judged{Race: "a", Verdict: "confirmed", Reason: "match", Proven: 2, Runs: 3}, "race a: confirmed, 2 of 3 runs: match", exitRaces},
		{farm.Judged{Race: "a", Verdict: "not confirmed", Reason: "r", Runs: 3}, "race a: not confirmed, 0 of 3 runs: r", exitClean},
		{farm.Judged{Race: "a", Verdict: farm.NotRun, Reason: "r"}, "race a: not run, 0 of 0 runs: r", exitError},
	} {
		var out bytes.Buffer
		own := &tool{stdout: &out}
		err := own.judgedElsewhere(t.Context(), nil, &confirmOptions{errorCode: exitRaces}, []string{"app"}, []farm.Judged{c.judged})
		if err != nil || own.code != c.code || !strings.Contains(out.String(), c.says) {
			t.Errorf("%+v: %d, %v\n%s", c.judged, own.code, err, out.String())
		}
	}
}

// TestAwaitVerdicts: while not every race has a verdict no details are asked for; then they are, once.
func TestAwaitVerdicts(t *testing.T) {
	var asked []bool // brief
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		brief := r.URL.Query().Has("brief")
		asked = append(asked, brief)
		list, detail := `{"race":"other"}`, ""
		if !brief {
			detail = "{}"
		}
		if len(asked) > 1 {
			list += fmt.Sprintf(`,{"race":"a","detail":%q}`, detail)
		}
		fmt.Fprintf(w, `{"Verdicts":[%s],"Workers":1}`, list)
	}))
	defer web.Close()
	client, err := farm.NewClient(web.URL, "token")
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	own := &tool{stderr: plain.NewWriter(&said), errors: &said}
	list, err := own.awaitVerdicts(t.Context(), client, "t", "b", 1, []string{"a"})
	if err != nil || len(list) != 1 || list[0].Race != "a" || list[0].Detail != "{}" {
		t.Errorf("%+v, %v", list, err)
	}
	if !slices.Equal(asked, []bool{true, true, false}) {
		t.Errorf("asked for brief verdicts: %v", asked)
	}
}

// TestFetchSchedule: what a farm gives as a schedule is checked, is for its owner alone, and takes the place of a link.
func TestFetchSchedule(t *testing.T) {
	given, err := os.ReadFile("testdata/mistakes/files/good.schedule.json")
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write(given) }))
	defer web.Close()
	client, err := farm.NewClient(web.URL, "token")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	path, other := filepath.Join(dir, "race-a.schedule.json"), filepath.Join(dir, "other")
	if err := errors.Join(os.WriteFile(other, []byte("mine"), 0o600), os.Symlink(other, path)); err != nil {
		t.Fatal(err)
	}
	if _, err := fetchSchedule(t.Context(), client, "s", path); err != nil {
		t.Fatal(err)
	}
	st, err := os.Lstat(path)
	if kept, _ := os.ReadFile(other); err != nil || st.Mode() != 0o600 || string(kept) != "mine" {
		t.Errorf("%v, %v; behind the link: %q", st.Mode(), err, kept)
	}
	given = []byte(`{"format": "sparseracer-schedule", "version": 99}`)
	if _, err := fetchSchedule(t.Context(), client, "s", path); err == nil || !strings.Contains(err.Error(), "version") {
		t.Errorf("a schedule of another version: %v", err)
	}
}
