package work

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"sparseracer/internal/farm"
	"sparseracer/internal/farm/farmtest"
	"sparseracer/internal/farm/store"
)

// TestTwoBuilds: a trace that comes with two builds, and with two numbers of runs, before its analysis has ended is
// confirmed with each; one that comes with another build later with that one, too.
func TestTwoBuilds(t *testing.T) {
	kinds(t, func(t *testing.T, db, blobs string, _ *farmtest.Postgres) {
		ctx := t.Context()
		s, q := open(t, db, blobs)
		trace, err := s.Put(ctx, []byte("one"))
		if err != nil {
			t.Fatal(err)
		}
		hand := func(b *farm.Build, runs int) func() (bool, error) {
			sub := &farm.Submission{Trace: trace, Build: b, Runs: runs}
			again, err := s.Submit(ctx, sub)
			if err == nil {
				err = q.Analyze(ctx, []*farm.Submission{sub}, again)
			}
			key, kerr := b.Key()
			if err := errors.Join(err, kerr); err != nil {
				t.Fatal(err)
			}
			return func() (bool, error) {
				list, err := s.VerdictsOf(ctx, trace, key, runs, true)
				return len(list) == 2, err
			}
		}
		a, b, later := build(t, s, "#!/bin/sh\nexit 0\n"), build(t, s, "#!/bin/sh\nexit 0 # b\n"), build(t, s, "#!/bin/sh\nexit 0 # later\n")
		early := []func() (bool, error){hand(a, 1), hand(b, 1), hand(a, 2)}
		start(t, s, Options{Slots: 2, Tool: farmtest.Tool(t, answers), Poll: 20 * time.Millisecond})
		for i, all := range early {
			farmtest.Await(t, fmt.Sprint("submission ", i), all)
		}
		farmtest.Await(t, "the later one", hand(later, 3))
	})
}

// TestSubmittedTogether: hosts that submit the same traces at once, each in its order, wait for one another and not
// for ever.
func TestSubmittedTogether(t *testing.T) {
	kinds(t, func(t *testing.T, db, blobs string, _ *farmtest.Postgres) {
		s, _ := open(t, db, blobs)
		var subs []*farm.Submission
		for i := range 20 {
			subs = append(subs, &farm.Submission{Trace: farm.SumOf([]byte{byte(i)}), Program: fmt.Sprint(i % 3), Revision: fmt.Sprint(i % 7)})
		}
		var g errgroup.Group
		for range 4 {
			g.Go(func() error {
				own := slices.Clone(subs)
				for range 10 {
					rand.Shuffle(len(own), func(i, j int) { own[i], own[j] = own[j], own[i] })
					if _, err := s.Submit(t.Context(), own...); err != nil {
						return err
					}
				}
				return nil
			})
		}
		if err := g.Wait(); err != nil {
			t.Error(err)
		}
	})
}

// TestNoRevision: a trace without a revision is of no newest one. It makes no race that the newest one shows not
// seen, and where no trace has one all races are new.
func TestNoRevision(t *testing.T) {
	kinds(t, func(t *testing.T, db, blobs string, _ *farmtest.Postgres) {
		ctx := t.Context()
		s, _ := open(t, db, blobs)
		for i, c := range []struct{ program, revision, races, want string }{
			{"viewer", "r1", "a b", "a new, b new"},
			{"viewer", "", "b", "a new, b new"},
			{"viewer", "r2", "b", "a not seen, b known"},
			{"viewer", "", "a b", "a not seen, b known"},
			{"editor", "", "c", "a not seen, b known, c new"},
			{"editor", "e1", "c", "a not seen, b known, c known"},
		} {
			sum := farm.SumOf([]byte{byte(i)})
			if _, err := s.Submit(ctx, &farm.Submission{Trace: sum, Program: c.program, Revision: c.revision}); err != nil {
				t.Fatal(err)
			}
			var list []store.Sighting
			for _, id := range strings.Fields(c.races) {
				list = append(list, store.Sighting{ID: id, Kind: "use-free", Summary: id, Verdict: "predicted"})
			}
			if err := s.Analyzed(ctx, sum, "", list); err != nil {
				t.Fatal(err)
			}
			if got := statuses(t, s); got != c.want {
				t.Errorf("trace %d: %s, expected %s", i, got, c.want)
			}
			time.Sleep(2 * time.Millisecond) // the clock goes on: revisions have an order
		}
	})
}

// statuses are the races, each with its status.
func statuses(t *testing.T, s *store.Store) string {
	t.Helper()
	list, _, err := s.Races(t.Context(), store.Query{Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, r := range list {
		out = append(out, r.ID+" "+r.Status)
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// TestNotRunAgain: a race whose runs could not be made has no verdict once it is asked for again, and gets a job, also
// where the last one is not known to have ended; one that has none yet gets no second job.
func TestNotRunAgain(t *testing.T) {
	kinds(t, func(t *testing.T, db, blobs string, _ *farmtest.Postgres) {
		ctx := t.Context()
		s, q := open(t, db, blobs)
		b := build(t, s, "#!/bin/sh\nexit 0\n")
		key, err := b.Key()
		if err != nil {
			t.Fatal(err)
		}
		trace := submit(t, s, q, "one", "r1", b)
		if err := s.Analyzed(ctx, trace, "", []store.Sighting{{ID: "a", Kind: "use-free"}, {ID: "b", Kind: "use-free"}}); err != nil {
			t.Fatal(err)
		}
		for i, jobs := range []int{3, 4, 4} { // one is the analysis
			if i == 1 {
				for _, v := range []store.Verdict{{Race: "a", Verdict: farm.NotRun}, {Race: "b", Verdict: "not confirmed"}} {
					v.Trace, v.Build, v.Asked = trace, key, 2
					if err := s.Judge(ctx, &v); err != nil {
						t.Fatal(err)
					}
				}
			}
			submit(t, s, q, "one", "r1", b)
			if counts, err := q.Counts(ctx); err != nil || counts["available"] != jobs {
				t.Errorf("submitted %d times: %v, %v, expected %d jobs", i+2, counts, err, jobs)
			}
		}
		if list, err := s.VerdictsOf(ctx, trace, key, 2, true); err != nil || len(list) != 1 || list[0].Race != "b" {
			t.Errorf("%+v, %v", list, err)
		}
	})
}
