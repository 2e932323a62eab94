package store

import (
	"fmt"
	"testing"
	"time"

	"sparseracer/internal/farm"
)

// TestSearchesOfBefore: searches of a database in which all were of fuzz go on, and are listed as such.
func TestSearchesOfBefore(t *testing.T) {
	databases(t, func(t *testing.T, s *Store) {
		id := farm.SumOf([]byte("search"))
		of(t, s, 4, `INSERT INTO farm_searches (id, description) VALUES ('`+string(id)+`', '{"build":{"program":"/app","files":[]},"trace":"`+string(id)+`","symbols":{"files":[]},"seed":7,"timeout":1000}')`,
			`INSERT INTO farm_ranges VALUES ('`+string(id)+`', 0, 10, 'r', '')`)
		f, err := s.Searched(t.Context(), id)
		if err != nil || f.Input != id || f.Seed != 7 || f.Timeout != time.Microsecond {
			t.Errorf("%+v, %v", f, err)
		}
		list, err := s.Searches(t.Context(), 10)
		if err != nil || len(list) != 1 || list[0].Kind != farm.Fuzz || list[0].Done != 10 || list[0].Shown != 0 {
			t.Errorf("%+v, %v", list, err)
		}
	})
}

// TestSearches: how far they are, the newest first; what failed is forgotten when it is asked for again, what was found is not.
func TestSearches(t *testing.T) {
	databases(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		if err := s.Migrate(ctx); err != nil {
			t.Fatal(err)
		}
		ranges := []farm.Range{{From: 0, To: 3}, {From: 3, To: 7}, {From: 7, To: 8}}
		one := &farm.Search{Kind: farm.Explore, Build: farm.Build{Files: farm.Files{Program: "/bin/app"}}, Input: farm.SumOf([]byte("1")), Timeout: time.Second}
		id, again, err := s.Search(ctx, one, ranges)
		if err != nil || again {
			t.Fatalf("%v, again %v", err, again)
		}
		result := farm.SumOf([]byte("result"))
		for i, r := range ranges[:2] {
			failed, sum := "", result
			if i == 1 {
				failed, sum = "it broke", ""
			}
			if err := s.Ran(ctx, id, r, sum, failed, 2-2*i); err != nil {
				t.Fatal(err)
			}
		}
		said := func() string {
			list, err := s.Searches(ctx, 10)
			if err != nil || len(list) != 1 {
				t.Fatalf("%+v, %v", list, err)
			}
			return fmt.Sprintf("%s %s: %d of %d, %d shown, %d failed", list[0].Kind, list[0].Program, list[0].Done, list[0].Runs, list[0].Shown, list[0].Failed)
		}
		if got, want := said(), "explore app: 3 of 8, 2 shown, 1 failed"; got != want {
			t.Errorf("%s, expected %s", got, want)
		}
		if same, again, err := s.Search(ctx, one, ranges[:1]); err != nil || same != id || !again {
			t.Errorf("%s, again %v, %v", same, again, err)
		}
		if got, want := said(), "explore app: 3 of 8, 2 shown, 0 failed"; got != want {
			t.Errorf("%s, expected %s", got, want)
		}
		if err := s.Ran(ctx, id, ranges[0], "", "later", 0); err != nil { // a job that was done twice
			t.Fatal(err)
		}
		if list, sums, err := s.Ranges(ctx, id, 0, 8); err != nil || len(list) != 1 || list[0].Error != "" || sums[0] != result {
			t.Errorf("%+v, %v, %v", list, sums, err)
		}
	})
}

// TestTrials: of a build the first answer stays, but for one that says that nothing was run, which is forgotten when the
// bisection is asked for again; they change no race's status.
func TestTrials(t *testing.T) {
	databases(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		if err := s.Migrate(ctx); err != nil {
			t.Fatal(err)
		}
		schedule, builds := farm.SumOf([]byte("schedule")), []farm.Sum{farm.SumOf([]byte("1")), farm.SumOf([]byte("2")), farm.SumOf([]byte("3"))}
		b := &farm.Bisection{Race: "a", Schedule: schedule, Runs: 3, Commits: []farm.Commit{{Name: "one", Build: builds[0]}, {Name: "two", Build: builds[1]}, {Name: "three", Build: builds[2]}}}
		id, err := s.Bisect(ctx, b)
		if err != nil {
			t.Fatal(err)
		}
		for i, trial := range []farm.Trial{{Verdict: "feasible", Runs: 3, Fixed: true}, {Verdict: farm.NotRun, Reason: "a\x00b"}, {Verdict: "confirmed", Proven: 2, Runs: 3}} {
			if err := s.Tried(ctx, schedule, builds[i], 3, trial); err != nil {
				t.Fatal(err)
			}
			if has, err := s.HasTrial(ctx, schedule, builds[i], 3); err != nil || has != (i != 1) {
				t.Errorf("%d: %v, %v", i, has, err)
			}
		}
		if err := s.Tried(ctx, schedule, builds[0], 3, farm.Trial{Verdict: "confirmed", Proven: 3, Runs: 3}); err != nil {
			t.Fatal(err)
		}
		said := func() (out string) {
			_, trials, failed, err := s.Bisection(ctx, id)
			if err != nil {
				t.Fatal(err)
			}
			for _, one := range trials {
				out += fmt.Sprintf("%s: %s %d of %d %v; ", one.Commit, one.Verdict, one.Proven, one.Runs, one.Fixed)
			}
			return out + failed
		}
		if err := s.BisectFailed(ctx, id, "why"); err != nil {
			t.Fatal(err)
		}
		if got, want := said(), "one: feasible 0 of 3 true; two: not run 0 of 0 false; three: confirmed 2 of 3 false; why"; got != want {
			t.Errorf("%s, expected %s", got, want)
		}
		if again, err := s.Bisect(ctx, b); err != nil || again != id {
			t.Errorf("%s, %v", again, err)
		}
		if got, want := said(), "one: feasible 0 of 3 true; two:  0 of 0 false; three: confirmed 2 of 3 false; "; got != want {
			t.Errorf("%s, expected %s", got, want)
		}
		if list, err := s.Bisections(ctx, "a", 10); err != nil || len(list) != 1 || list[0] != id {
			t.Errorf("%v, %v", list, err)
		}
		if b, _, _, err := s.Bisection(ctx, schedule); b != nil || err != nil {
			t.Errorf("a bisection that nobody asked for: %+v, %v", b, err)
		}
	})
}

// TestBuilds: those of a program, one of each revision, in the order in which the farm heard of them; a build that came
// without a revision gets that of the recording it comes with, and keeps it.
func TestBuilds(t *testing.T) {
	databases(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		if err := s.Migrate(ctx); err != nil {
			t.Fatal(err)
		}
		build := func(text string) *farm.Build {
			return &farm.Build{Files: farm.Files{Program: "/bin/app", Files: []farm.File{{Path: "/bin/app", Sum: farm.SumOf([]byte(text))}}}}
		}
		key := func(text string) farm.Sum {
			sum, err := build(text).Key()
			if err != nil {
				t.Fatal(err)
			}
			return sum
		}
		if _, err := s.EnterBuild(ctx, build("loose")); err != nil {
			t.Fatal(err)
		}
		if list, err := s.Builds(ctx, "app"); err != nil || len(list) != 0 {
			t.Errorf("%+v, %v", list, err)
		}
		for i, c := range []struct{ text, revision string }{{"1", "z"}, {"loose", "b"}, {"2", "a"}, {"3", "z"}, {"loose", "c"}, {"4", ""}} {
			if _, err := s.Submit(ctx, &farm.Submission{Trace: farm.SumOf([]byte{byte(i)}), Program: "app", Revision: c.revision, Build: build(c.text)}); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * time.Millisecond) // the clock goes on
		}
		list, err := s.Builds(ctx, "app")
		want := []farm.Commit{{Name: "z", Build: key("3")}, {Name: "b", Build: key("loose")}, {Name: "a", Build: key("2")}}
		if err != nil || fmt.Sprint(list) != fmt.Sprint(want) {
			t.Errorf("%+v, %v, expected %+v", list, err, want)
		}
		for revision, text := range map[string]string{"z": "3", "b": "loose", "c": "", "none": ""} {
			want := farm.Sum("")
			if text != "" {
				want = key(text)
			}
			if got, err := s.BuildOf(ctx, "app", revision); err != nil || got != want {
				t.Errorf("%s: %s, %v", revision, got, err)
			}
		}
	})
}
