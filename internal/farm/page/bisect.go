package page

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"sparseracer/internal/farm"
	"sparseracer/internal/farm/store"
)

// proofOf is what showed a race, or why nobody can look for its commit.
func (s *server) proofOf(ctx context.Context, race string) (*store.Proof, error) {
	if !isText(race) {
		return nil, errBad{fmt.Errorf("%.80q is no race", race)}
	}
	known, err := s.store.Race(ctx, race)
	if err != nil {
		return nil, err
	}
	if known == nil {
		return nil, errBad{fmt.Errorf("the farm has no race %.80s; its page lists them", race)}
	}
	p, err := s.store.ProofOf(ctx, race)
	if err == nil && p == nil {
		err = errBad{fmt.Errorf("race %s was not proven yet, so that there is no schedule to run: submit a trace that shows it with --build", race)}
	}
	return p, err
}

// proof says how a race's program was run: a client that has other builds of it runs them likewise.
func (s *server) proof(w http.ResponseWriter, r *http.Request) {
	p, err := s.proofOf(r.Context(), r.PathValue("race"))
	var b farm.Build
	if err == nil {
		b, _, err = s.store.Build(r.Context(), p.Build)
	}
	answer(w, b, err)
}

// bisect looks for the first commit whose build proves a race.
func (s *server) bisect(w http.ResponseWriter, r *http.Request) {
	var in farm.Asked
	if err := read(w, r, &in); err != nil {
		refuse(w, err)
		return
	}
	if err := in.Check(); err != nil {
		refuse(w, errBad{err})
		return
	}
	b, err := s.bisection(r, &in)
	var id farm.Sum
	if err == nil {
		id, err = s.store.Bisect(r.Context(), b)
	}
	if err == nil {
		err = s.queue.Bisect(r.Context(), id)
	}
	answer(w, struct{ Bisection farm.Sum }{id}, err)
}

// bisection gives each commit that is asked for its build.
func (s *server) bisection(r *http.Request, in *farm.Asked) (*farm.Bisection, error) {
	p, err := s.proofOf(r.Context(), in.Race)
	if err != nil {
		return nil, err
	}
	b := &farm.Bisection{Race: in.Race, Schedule: p.Schedule, Shown: p.Build, Runs: in.Runs}
	if len(in.Commits) == 0 {
		if b.Commits, err = s.store.Builds(r.Context(), p.Program); err != nil {
			return nil, err
		}
	}
	for _, c := range in.Commits {
		var key farm.Sum
		if c.Build != nil {
			if err = s.lacksNone(r, c.Build.Everything()); err == nil {
				key, err = s.store.EnterBuild(r.Context(), c.Build)
			}
		} else if key, err = s.store.BuildOf(r.Context(), p.Program, c.Name); err == nil && key == "" {
			err = errBad{fmt.Errorf("no build of %s was submitted with the commit %.80s: submit one, or give it here, %.80[2]s=BUILD", p.Program, c.Name)}
		}
		if err != nil {
			return nil, err
		}
		b.Commits = append(b.Commits, farm.Commit{Name: c.Name, Build: key})
	}
	if n := len(b.Commits); n < farm.LeastCommits || n > farm.MostCommits {
		return nil, errBad{fmt.Errorf("%d commits of %s have builds, expected %d to %d", n, p.Program, farm.LeastCommits, farm.MostCommits)}
	}
	return b, nil
}

// bisected is what is known of a bisection.
func (s *server) bisected(w http.ResponseWriter, r *http.Request) {
	id := farm.Sum(r.PathValue("id"))
	if !id.Valid() {
		refuse(w, errBad{errors.New("expected the SHA-256 of a bisection")})
		return
	}
	b, trials, failed, err := s.store.Bisection(r.Context(), id)
	if err == nil && b == nil {
		http.Error(w, "the farm has no such bisection", http.StatusNotFound)
		return
	}
	var out struct {
		farm.Bisected
		Workers int
	}
	if err == nil {
		out.Bisected = b.Answer(trials)
		out.Error = failed
		var workers []store.Worker
		workers, err = s.store.Workers(r.Context())
		out.Workers = len(workers)
	}
	answer(w, out, err)
}

// mostBisections bounds what a race's page lists.
const mostBisections = 20

// bisectedOf are those of a race.
func (s *server) bisectedOf(ctx context.Context, race string) (list []farm.Bisected, err error) {
	ids, err := s.store.Bisections(ctx, race, mostBisections)
	for _, id := range ids {
		b, trials, failed, err := s.store.Bisection(ctx, id)
		if err != nil || b == nil {
			return nil, err
		}
		one := b.Answer(trials)
		one.Error = failed
		list = append(list, one)
	}
	return list, err
}

// minimise asks for schedules without what their races do not need.
func (s *server) minimise(w http.ResponseWriter, r *http.Request) {
	schedule, build := farm.Sum(r.PathValue("schedule")), farm.Sum(r.PathValue("build"))
	is, err := s.isSchedule(r.Context(), schedule, build)
	if err == nil && !is {
		http.Error(w, "the farm has no such schedule", http.StatusNotFound)
		return
	}
	if err == nil {
		_, _, err = s.store.Build(r.Context(), build)
	}
	if err == nil {
		err = s.queue.Minimise(r.Context(), schedule, build)
	}
	answer(w, struct{}{}, err)
}

func (s *server) isSchedule(ctx context.Context, schedule, build farm.Sum) (bool, error) {
	if !schedule.Valid() || !build.Valid() {
		return false, errBad{errors.New("expected the SHA-256 of a schedule and of a build")}
	}
	return s.store.HasSchedule(ctx, schedule)
}

// smaller is such a schedule, once it is known.
func (s *server) smaller(w http.ResponseWriter, r *http.Request) {
	schedule, build := farm.Sum(r.PathValue("schedule")), farm.Sum(r.PathValue("build"))
	var out struct {
		farm.Smaller
		Workers int
	}
	is, err := s.isSchedule(r.Context(), schedule, build)
	if err == nil && !is {
		http.Error(w, "the farm has no such schedule", http.StatusNotFound)
		return
	}
	if err == nil {
		out.Smaller, err = s.store.Smaller(r.Context(), schedule, build)
	}
	if err == nil {
		var workers []store.Worker
		workers, err = s.store.Workers(r.Context())
		out.Workers = len(workers)
	}
	answer(w, out, err)
}
