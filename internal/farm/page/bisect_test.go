package page

import (
	"errors"
	"io"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"sparseracer/internal/farm"
	"sparseracer/internal/farm/farmtest"
	"sparseracer/internal/farm/store"
)

// TestBisections: what cannot be asked is refused in words; what was found is on the race's page, with the schedule that
// became smaller, and only schedules are handed out.
func TestBisections(t *testing.T) {
	suite := func(t *testing.T, db, blobs string) {
		ctx := t.Context()
		s, web := served(t, db, blobs)
		c, err := farm.NewClient(web.URL+"/?token="+token, "")
		if err != nil {
			t.Fatal(err)
		}
		put := func(text string) farm.Sum {
			sum, err := s.Put(ctx, []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			return sum
		}
		build := func(text string) *farm.Build {
			return &farm.Build{Files: farm.Files{Program: "/app", Files: []farm.File{{Path: "/app", Sum: put(text)}}}, Args: []string{"--one"}}
		}
		refused := func(want string, a farm.Asked) {
			t.Helper()
			var no *farm.Refused
			if _, err := c.Bisect(ctx, a); !errors.As(err, &no) || no.Code != http.StatusBadRequest || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, expected %q", err, want)
			}
		}
		trace := put("trace")
		if err := c.Submit(ctx, farm.Submission{Trace: trace, Program: "app", Revision: "r1", Build: build("one")}); err != nil {
			t.Fatal(err)
		}
		refused("the farm has no race f00d", farm.Asked{Race: "f00d", Runs: 3})
		refused("is no race", farm.Asked{Race: "a\x00", Runs: 3})
		if err := s.Analyzed(ctx, trace, "", []store.Sighting{{ID: "f00d", Kind: "use-free", Verdict: "predicted"}}); err != nil {
			t.Fatal(err)
		}
		refused("was not proven yet", farm.Asked{Race: "f00d", Runs: 3})
		if _, err := c.Proof(ctx, "f00d"); err == nil || !strings.Contains(err.Error(), "was not proven yet") {
			t.Errorf("a proof: %v", err)
		}
		schedule, key := put(`{"a":"schedule"}`), farm.Sum("")
		if key, err = build("one").Key(); err == nil {
			err = s.Judge(ctx, &store.Verdict{Race: "f00d", Trace: trace, Build: key, Asked: 1, Verdict: "confirmed", Proven: 1, Runs: 1, Schedule: schedule})
		}
		if err != nil {
			t.Fatal(err)
		}
		if b, err := c.Proof(ctx, "f00d"); err != nil || b.Program != "/app" || len(b.Args) != 1 {
			t.Errorf("the proof's build is %+v, %v", b, err)
		}
		refused("1 commits of app have builds", farm.Asked{Race: "f00d", Runs: 3})
		refused("no build of app was submitted with the commit r0", farm.Asked{Race: "f00d", Runs: 3, Commits: []farm.AskedCommit{{Name: "r0"}, {Name: "r1"}}})
		refused("/app was not uploaded", farm.Asked{Race: "f00d", Runs: 3, Commits: []farm.AskedCommit{{Name: "r0", Build: &farm.Build{Files: farm.Files{Program: "/app", Files: []farm.File{{Path: "/app", Sum: farm.SumOf([]byte("none"))}}}}}, {Name: "r1"}}})
		refused("0 runs", farm.Asked{Race: "f00d"})
		refused("given twice", farm.Asked{Race: "f00d", Runs: 1, Commits: []farm.AskedCommit{{Name: "r1"}, {Name: "r1"}}})

		id, err := c.Bisect(ctx, farm.Asked{Race: "f00d", Runs: 3, Commits: []farm.AskedCommit{{Name: "r<0>", Build: build("zero")}, {Name: "between", Build: build("between")}, {Name: "r1"}}})
		if err != nil {
			t.Fatal(err)
		}
		b, _, _, err := s.Bisection(ctx, id)
		if err != nil || b.Schedule != schedule || b.Shown != key || b.Commits[2].Build != key {
			t.Fatalf("%+v, %v", b, err)
		}
		if got, workers, err := c.Bisected(ctx, id); err != nil || got.Done || got.Tried != 0 || got.Commits != 3 || workers != 0 {
			t.Errorf("%+v, %d workers, %v", got, workers, err)
		}
		for i, trial := range []farm.Trial{{Verdict: "feasible", Runs: 3, Fixed: true}, {Verdict: "not reached", Runs: 3, Reason: "why"}, {Verdict: "confirmed", Proven: 3, Runs: 3}} {
			if err := s.Tried(ctx, schedule, b.Commits[i].Build, 3, trial); err != nil {
				t.Fatal(err)
			}
		}
		got, _, err := c.Bisected(ctx, id)
		if err != nil || !got.Done || got.First.Commit != "r1" || got.Before.Commit != "r<0>" || len(got.Unknown) != 1 || got.Unknown[0].Reason != "why" {
			t.Errorf("%+v, %v", got, err)
		}

		smaller := put(`{"a":"smaller schedule"}`)
		if _, err := c.Schedule(ctx, smaller); err == nil {
			t.Error("what is no schedule yet is handed out")
		}
		if err := c.Minimise(ctx, trace, key); err == nil || !strings.Contains(err.Error(), "the farm has no such schedule") {
			t.Errorf("a trace is made smaller: %v", err)
		}
		if err := c.Minimise(ctx, schedule, key); err != nil {
			t.Error(err)
		}
		if m, _, err := c.Smaller(ctx, schedule, key); err != nil || m != (farm.Smaller{}) {
			t.Errorf("%+v, %v", m, err)
		}
		if err := s.MadeSmaller(ctx, schedule, key, smaller, ""); err != nil {
			t.Fatal(err)
		}
		if m, _, err := c.Smaller(ctx, schedule, key); err != nil || m.Schedule != smaller {
			t.Errorf("%+v, %v", m, err)
		}
		if _, err := c.Schedule(ctx, smaller); err != nil {
			t.Error(err)
		}
		_, page := asClient(t, web.URL+"/race/f00d")
		for _, want := range []string{"The commit that brought it", "<code>r1</code>, 3 of 3 runs", "<code>r&lt;0&gt;</code>", "<code>between</code>: not reached", `<a href="/schedule/` + string(smaller) + `">minimised</a>`} {
			if !strings.Contains(page, want) {
				t.Errorf("%s is not on the page:\n%s", want, page)
			}
		}
		for path, code := range map[string]int{"/api/bisect/x": 400, "/api/bisect/" + string(trace): 404, "/api/minimise/x/y": 400, "/api/minimise/" + string(trace) + "/" + string(key): 404, "/api/proof/%00": 400} {
			if got, _ := asClient(t, web.URL+path); got != code {
				t.Errorf("%s: %d, expected %d", path, got, code)
			}
		}
	}
	t.Run("SQLite", func(t *testing.T) {
		db, blobs := files(t)
		suite(t, db, blobs)
	})
	t.Run("Postgres", func(t *testing.T) {
		suite(t, farmtest.StartPostgres(t).Database("farm"), "file://"+filepath.Join(t.TempDir(), "store"))
	})
}

// asClient asks for a page as a client does.
func asClient(t *testing.T, url string) (code int, text string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set(farm.ProtocolHeader, strconv.Itoa(farm.Protocol))
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	data, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return a.StatusCode, string(data)
}
