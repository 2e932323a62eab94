// Package work is a farm's jobs: River's queue in the farm's database, what each job does, and who
// does it again when a worker dies.
//
// The rules it keeps:
//   - A job's arguments are names of content. Its result is written under them before River hears
//     that it is done: a job that is done twice leaves what it leaves when it is done once.
//   - What runs a trace's analysis or a program is a process of its own (do.go), never this one.
//   - A job whose worker is gone is handed back to River's queue by River's own statements.
//   - What the program, the trace or the build is to blame for is a result; what the machine, the
//     database or the store is to blame for is tried again.
package work

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"

	"sparseracer/internal/farm"
	"sparseracer/internal/farm/store"
)

// The jobs. Of each the arguments are its name: the same twice is one.
type (
	analyzeJob struct {
		Trace farm.Sum `json:"trace"`
	}
	confirmJob struct {
		Trace farm.Sum `json:"trace"`
		Race  string   `json:"race"`
		Build farm.Sum `json:"build"`
		Runs  int      `json:"runs"`
	}
	verifyJob struct {
		Race     string   `json:"race"`
		Schedule farm.Sum `json:"schedule"`
		Build    farm.Sum `json:"build"`
		Runs     int      `json:"runs"`
	}
	minimiseJob struct {
		Schedule farm.Sum `json:"schedule"`
		Build    farm.Sum `json:"build"`
	}
	// ranged are some runs of a search, of whatever kind.
	ranged struct {
		Search farm.Sum `json:"search"`
		From   int      `json:"from"`
		To     int      `json:"to"`
	}
	// replayJob runs a schedule with a build, for a bisection.
	replayJob struct {
		Schedule farm.Sum `json:"schedule"`
		Build    farm.Sum `json:"build"`
		Runs     int      `json:"runs"`
	}
	bisectJob struct {
		Bisection farm.Sum `json:"bisection"`
	}
	fuzzJob    ranged
	exploreJob ranged
	probeJob   ranged
	// napJob sleeps: what the queue itself can do is measured with it.
	napJob struct {
		Number       int `json:"number"`
		Milliseconds int `json:"milliseconds"`
	}
)

func (analyzeJob) Kind() string  { return farm.Analyze }
func (confirmJob) Kind() string  { return farm.Confirm }
func (verifyJob) Kind() string   { return farm.Verify }
func (minimiseJob) Kind() string { return farm.Minimise }
func (replayJob) Kind() string   { return farm.Replay }
func (bisectJob) Kind() string   { return farm.Bisect }
func (fuzzJob) Kind() string     { return farm.Fuzz }
func (exploreJob) Kind() string  { return farm.Explore }
func (probeJob) Kind() string    { return farm.Probe }
func (napJob) Kind() string      { return "nap" }

// mostAttempts is how often a job is begun, with those that a worker died of.
const mostAttempts = 8

// once: the same arguments are one job while that waits or is done. One that has ended may come again: each
// looks first for what it is to find out, and what failed is tried again.
var once = &river.InsertOpts{MaxAttempts: mostAttempts, UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled}}}

// Queue is River's queue in a farm's database.
type Queue struct {
	store  *store.Store
	client client
	exec   riverdriver.Executor
}

// client is what River's client does with any database.
type client interface {
	Start(context.Context) error
	Stop(context.Context) error
	StopAndCancel(context.Context) error
	ID() string
	Insert(context.Context, river.JobArgs, *river.InsertOpts) (*rivertype.JobInsertResult, error)
	InsertMany(context.Context, []river.InsertManyParams) ([]*rivertype.JobInsertResult, error)
	JobList(context.Context, *river.JobListParams) (*river.JobListResult, error)
}

// Migrate makes River's tables, or brings them up to date.
func Migrate(ctx context.Context, s *store.Store) error {
	if s.Pool != nil {
		return migrate(ctx, riverpgxv5.New(s.Pool))
	}
	return migrate(ctx, riversqlite.New(s.SQL))
}

func migrate[TTx any](ctx context.Context, d riverdriver.Driver[TTx]) error {
	m, err := rivermigrate.New(d, &rivermigrate.Config{Logger: silent()})
	if err != nil {
		return err
	}
	if _, err = m.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("the queue's tables: %w", err)
	}
	return nil
}

// silent: what River says in its log is said by the jobs' states as well.
func silent() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

// NewQueue is a queue that jobs are put into, and not worked off.
func NewQueue(s *store.Store) (*Queue, error) { return newQueue(s, &river.Config{Logger: silent()}) }

func newQueue(s *store.Store, c *river.Config) (*Queue, error) {
	q := &Queue{store: s}
	if s.Pool != nil {
		d := riverpgxv5.New(s.Pool)
		one, err := river.NewClient(d, c)
		if err != nil {
			return nil, err
		}
		q.client, q.exec = one, d.GetExecutor()
		return q, nil
	}
	d := riversqlite.New(s.SQL)
	one, err := river.NewClient(d, c)
	if err != nil {
		return nil, err
	}
	q.client, q.exec = one, d.GetExecutor()
	return q, nil
}

// Analyze asks for the analysis of what was submitted, and, where that is known already, for
// what comes after it. Those of `again` have failed before: their last job may have written so and not yet be
// known to have ended, so that they get another one in any case.
func (q *Queue) Analyze(ctx context.Context, subs []*farm.Submission, again []farm.Sum) error {
	var jobs []river.InsertManyParams
	for _, sub := range subs {
		t, err := q.store.Trace(ctx, sub.Trace)
		if err != nil {
			return err
		}
		switch {
		case t == nil:
		case t.State == farm.Done:
			asked, err := q.askedBy(ctx, sub)
			if err == nil {
				err = q.afterAnalysis(ctx, t.Sum, asked)
			}
			if err != nil {
				return err
			}
		case slices.Contains(again, sub.Trace):
			jobs = append(jobs, river.InsertManyParams{Args: analyzeJob{sub.Trace}, InsertOpts: &river.InsertOpts{MaxAttempts: mostAttempts}})
		default:
			jobs = append(jobs, river.InsertManyParams{Args: analyzeJob{sub.Trace}, InsertOpts: once})
		}
	}
	return q.insert(ctx, jobs)
}

// askedBy is what a submission asks for: without a build all that was asked before, as some of it may have failed.
func (q *Queue) askedBy(ctx context.Context, sub *farm.Submission) ([]store.Asked, error) {
	if sub.Build == nil {
		return q.store.Asked(ctx, sub.Trace)
	}
	build, err := sub.Build.Key()
	return []store.Asked{store.AskedBy(sub, build)}, err
}

// insert puts jobs into the queue. The same twice is one: in one statement Postgres refuses it.
func (q *Queue) insert(ctx context.Context, jobs []river.InsertManyParams) error {
	has := map[river.JobArgs]bool{}
	jobs = slices.DeleteFunc(jobs, func(j river.InsertManyParams) bool {
		twice := has[j.Args]
		has[j.Args] = true
		return twice
	})
	if len(jobs) == 0 {
		return nil
	}
	_, err := q.client.InsertMany(ctx, jobs)
	return err
}

// afterAnalysis asks to confirm a trace's races with what was asked for, and to run the schedules of races
// that were proven with another build.
func (q *Queue) afterAnalysis(ctx context.Context, trace farm.Sum, asked []store.Asked) error {
	if len(asked) == 0 {
		return nil
	}
	found, err := q.store.Found(ctx, trace)
	if err != nil {
		return err
	}
	var jobs []river.InsertManyParams
	for _, a := range asked {
		for _, r := range found {
			if r.Kind == "read-write" { // confirm is about use and free
				continue
			}
			j := confirmJob{trace, r.ID, a.Build, a.Runs}
			how, err := q.confirming(ctx, j)
			if err != nil {
				return err
			}
			if how != nil {
				jobs = append(jobs, river.InsertManyParams{Args: j, InsertOpts: how})
			}
		}
		proven, err := q.store.ToVerify(ctx, a.Build, trace)
		if err != nil {
			return err
		}
		for race, schedule := range proven {
			jobs = append(jobs, river.InsertManyParams{Args: verifyJob{race, schedule, a.Build, verifyRuns}, InsertOpts: once})
		}
	}
	return q.insert(ctx, jobs)
}

// confirming is how a race is asked to be confirmed, nil where it has been. One whose runs could not be made is as one
// that was never asked for: who waits for its verdict does not get the old one. The job that wrote that may not yet
// be known to have ended, so that there is another one in any case.
func (q *Queue) confirming(ctx context.Context, j confirmJob) (*river.InsertOpts, error) {
	judged, err := q.store.Judged(ctx, j.Race, j.Trace, j.Build, j.Runs)
	if err != nil || judged {
		return nil, err
	}
	retried, err := q.store.Retry(ctx, j.Race, j.Trace, j.Build, j.Runs)
	if retried {
		return &river.InsertOpts{MaxAttempts: mostAttempts}, err
	}
	return once, err
}

// verifyRuns is how often a schedule is run with a newer build.
const verifyRuns = 3

// Search asks for the runs of some ranges of a search; again: some had failed, and the jobs that wrote so may not yet be
// known to have ended, so that each range gets one in any case.
func (q *Queue) Search(ctx context.Context, kind string, search farm.Sum, ranges []farm.Range, again bool) error {
	how := once
	if again {
		how = &river.InsertOpts{MaxAttempts: mostAttempts}
	}
	var jobs []river.InsertManyParams
	for _, r := range ranges {
		var args river.JobArgs
		switch j := (ranged{search, r.From, r.To}); kind {
		case farm.Fuzz:
			args = fuzzJob(j)
		case farm.Explore:
			args = exploreJob(j)
		case farm.Probe:
			args = probeJob(j)
		default:
			return fmt.Errorf("no job looks for %q", kind)
		}
		jobs = append(jobs, river.InsertManyParams{Args: args, InsertOpts: how})
	}
	return q.insert(ctx, jobs)
}

// Nap asks for jobs that sleep.
func (q *Queue) Nap(ctx context.Context, from, to int, each time.Duration) error {
	var jobs []river.InsertManyParams
	for i := from; i < to; i++ {
		jobs = append(jobs, river.InsertManyParams{Args: napJob{i, int(each.Milliseconds())}, InsertOpts: once})
	}
	return q.insert(ctx, jobs)
}

// Counts are the jobs by their states, in River's words.
func (q *Queue) Counts(ctx context.Context) (map[string]int, error) {
	counts, err := q.exec.JobCountByAllStates(ctx, &riverdriver.JobCountByAllStatesParams{})
	if err != nil {
		return nil, err
	}
	out := map[string]int{}
	for state, n := range counts {
		out[string(state)] = n
	}
	return out, nil
}

// Job is one that is being done, was given up, or failed.
type Job struct {
	ID       int64
	Kind     string
	State    string
	Args     string
	Attempt  int
	Worker   string
	LastSaid string
}

// Jobs are those that are not simply done or waiting, the newest first.
func (q *Queue) Jobs(ctx context.Context, most int) ([]Job, error) {
	list, err := q.client.JobList(ctx, river.NewJobListParams().First(most).OrderBy(river.JobListOrderByID, river.SortOrderDesc).
		States(rivertype.JobStateRunning, rivertype.JobStateRetryable, rivertype.JobStateDiscarded))
	if err != nil {
		return nil, err
	}
	var out []Job
	for _, row := range list.Jobs {
		j := Job{ID: row.ID, Kind: row.Kind, State: string(row.State), Args: string(row.EncodedArgs), Attempt: row.Attempt}
		if n := len(row.AttemptedBy); n > 0 {
			j.Worker = row.AttemptedBy[n-1]
		}
		if n := len(row.Errors); n > 0 {
			j.LastSaid = row.Errors[n-1].Error
		}
		out = append(out, j)
	}
	return out, nil
}

// running are the jobs that a worker has in its hands, or has had until a moment ago: each with the time of
// its end, 0 while it is done.
type running struct {
	mu  sync.Mutex
	ids map[int64]time.Time
}

// endWritten is how long after a job's end the database is sure to know of it: River writes ends in
// bundles, several times a second.
const endWritten = 10 * time.Second

func (r *running) begin(id int64) { r.mu.Lock(); r.ids[id] = time.Time{}; r.mu.Unlock() }
func (r *running) end(id int64)   { r.mu.Lock(); r.ids[id] = time.Now(); r.mu.Unlock() }

func (r *running) has(id int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, has := r.ids[id]
	return has
}

// forget drops those that ended long before now.
func (r *running) forget(now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	maps.DeleteFunc(r.ids, func(_ int64, end time.Time) bool { return !end.IsZero() && now.Sub(end) > endWritten })
}

// Bounds of handing back: how long a job has been in hands before it is looked at, and how many
// are at a time.
const (
	handBackAfter = 5 * time.Second
	handBackMost  = 1000
)

// handBack gives jobs back to the queue whose worker is gone, or has forgotten them because the
// database was away when they ended. own are those that this worker has.
//
// River's rescuer does the same by time alone: it would have to wait longer than the longest job.
func (q *Queue) handBack(ctx context.Context, own *running) error {
	own.forget(time.Now())
	now, err := q.store.Now(ctx)
	if err != nil {
		return err
	}
	horizon := now.Add(-handBackAfter)
	stuck, err := q.exec.JobGetStuck(ctx, &riverdriver.JobGetStuckParams{Max: handBackMost, StuckHorizon: horizon})
	if err != nil || len(stuck) == 0 {
		return err
	}
	workers, err := q.store.Workers(ctx)
	if err != nil {
		return err
	}
	p := &riverdriver.JobRescueManyParams{StuckHorizon: horizon}
	for _, j := range stuck {
		by := ""
		if n := len(j.AttemptedBy); n > 0 {
			by = j.AttemptedBy[n-1]
		}
		there := slices.ContainsFunc(workers, func(w store.Worker) bool { return w.ID == by })
		if there && (by != q.client.ID() || own.has(j.ID)) {
			continue
		}
		at, state := now, rivertype.JobStateAvailable
		var final *time.Time
		if j.Attempt >= j.MaxAttempts {
			final, state = &at, rivertype.JobStateDiscarded
		}
		text := fmt.Sprintf(`{"at":%q,"attempt":%d,"error":"the worker %s is gone","trace":""}`, at.UTC().Format(time.RFC3339Nano), j.Attempt, by)
		p.ID, p.Error, p.FinalizedAt = append(p.ID, j.ID), append(p.Error, []byte(text)), append(p.FinalizedAt, final)
		p.ScheduledAt, p.State = append(p.ScheduledAt, at), append(p.State, string(state))
		if state == rivertype.JobStateDiscarded {
			q.gaveUp(ctx, j.Kind, j.EncodedArgs, "each worker that did this job died of it")
		}
	}
	if len(p.ID) == 0 {
		return nil
	}
	_, err = q.exec.JobRescueMany(ctx, p)
	return err
}
