package work

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"sparseracer/internal/farm"
	"sparseracer/internal/farm/store"
)

// Options of a worker.
type Options struct {
	Slots     int
	Tool      string // path of sparseracer, which does the jobs
	Cache     string // folder for blobs and files of programs
	CacheSize int64  // bytes that it has at most, but for what is in use; 0: no bound
	Host      string // for the list of workers
	Version   string
	Poll      time.Duration // how often it looks for jobs where nobody tells it
	Memory    int64         // bounds of a job: farm.Task
	File      int64
	Processes int
	Sandbox   Sandbox
	Ready     func(confined string) `json:"-"` // called once it works
}

// Sandbox says whether programs run in namespaces of their own.
type Sandbox string

// Values of Sandbox.
const (
	SandboxAuto   Sandbox = "auto" // where the kernel lets us
	SandboxAlways Sandbox = "always"
	SandboxNever  Sandbox = "never"
)

// Limits of jobs, by what they do.
const (
	analyzeLimit = 10 * time.Minute
	runLimit     = 30 * time.Second // of one run of a program
	aboutRun     = 10 * time.Second // what a run may cost around it
	mostRaces    = 100_000
)

// worker does jobs.
type worker struct {
	opt     Options
	store   *store.Store
	queue   *Queue
	own     running
	confine bool
	idle    chan *analyst // that wait for a trace
}

// cleanEvery is how often a worker looks at the size of its cache.
const cleanEvery = time.Minute

// beatEvery is how often a worker says that it is there.
const beatEvery = 3 * time.Second

// Work works until ctx ends; then jobs that are being done are handed back.
func Work(ctx context.Context, s *store.Store, opt Options) error {
	if opt.Slots < 1 {
		return fmt.Errorf("%d slots: expected at least 1", opt.Slots)
	}
	if err := os.MkdirAll(opt.Cache, 0o700); err != nil {
		return err
	}
	_ = clean(opt.Cache, opt.CacheSize) // what could not be removed is tried again, and keeps no worker from its work
	w := &worker{opt: opt, store: s, own: running{ids: map[int64]time.Time{}}, idle: make(chan *analyst, opt.Slots)}
	defer w.endIdle()
	confined, err := w.tryConfining(ctx)
	if err != nil {
		return err
	}
	if opt.Poll == 0 {
		opt.Poll = time.Second
		if s.Pool == nil {
			opt.Poll = 100 * time.Millisecond
		}
	}
	id := fmt.Sprintf("%s-%d-%x", opt.Host, os.Getpid(), time.Now().UnixNano())
	all := river.NewWorkers()
	river.AddWorker(all, &doer[analyzeJob]{w: w, do: w.analyze})
	river.AddWorker(all, &doer[confirmJob]{w: w, do: w.confirm})
	river.AddWorker(all, &doer[verifyJob]{w: w, do: w.verify})
	river.AddWorker(all, &doer[replayJob]{w: w, do: w.replay})
	river.AddWorker(all, &doer[bisectJob]{w: w, do: w.bisect})
	river.AddWorker(all, &doer[minimiseJob]{w: w, do: w.minimise})
	river.AddWorker(all, &doer[fuzzJob]{w: w, do: func(ctx context.Context, dir string, j fuzzJob) error {
		return w.search(ctx, dir, farm.Fuzz, ranged(j))
	}})
	river.AddWorker(all, &doer[exploreJob]{w: w, do: func(ctx context.Context, dir string, j exploreJob) error {
		return w.search(ctx, dir, farm.Explore, ranged(j))
	}})
	river.AddWorker(all, &doer[probeJob]{w: w, do: func(ctx context.Context, dir string, j probeJob) error {
		return w.search(ctx, dir, farm.Probe, ranged(j))
	}})
	river.AddWorker(all, &doer[napJob]{w: w, do: nap})
	w.queue, err = newQueue(s, &river.Config{ID: id, Logger: silent(), Workers: all, JobTimeout: -1, RescueStuckJobsAfter: 24 * time.Hour,
		FetchCooldown: min(opt.Poll, 50*time.Millisecond), FetchPollInterval: opt.Poll, MaxAttempts: mostAttempts, RetryPolicy: soon{}, JobStuckThreshold: 24 * time.Hour,
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: opt.Slots}}})
	if err != nil {
		return err
	}
	me := store.Worker{ID: id, Host: opt.Host, Slots: opt.Slots, Confined: confined, Version: opt.Version}
	if err := s.Beat(ctx, me); err != nil {
		return err
	}
	if err := w.queue.client.Start(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	if opt.Ready != nil {
		opt.Ready(confined)
	}
	beat, tidy := time.NewTicker(beatEvery), time.NewTicker(cleanEvery)
	defer beat.Stop()
	defer tidy.Stop()
	cleaned := make(chan struct{}, 1) // one at a time
	cleaned <- struct{}{}
	for {
		select {
		case <-ctx.Done():
			late, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
			defer cancel()
			return errors.Join(w.queue.client.StopAndCancel(late), s.Leave(late, id))
		case <-tidy.C:
			select {
			case <-cleaned:
				go func() {
					_ = clean(opt.Cache, opt.CacheSize) // what could not be removed is tried again
					cleaned <- struct{}{}
				}()
			default: // the last one goes on
			}
		case <-beat.C:
			// A database that is away for a while is no reason to end: what is to be said is said next time.
			if s.Beat(ctx, me) == nil {
				_ = w.queue.handBack(ctx, &w.own)
			}
		}
	}
}

// soon is when a job that failed by the machine, the database or the store is tried again.
type soon struct{}

func (soon) NextRetry(job *rivertype.JobRow) time.Time {
	return time.Now().Add(time.Duration(job.Attempt) * 2 * time.Second)
}

// tryConfining finds out what confines programs, and says it.
func (w *worker) tryConfining(ctx context.Context) (string, error) {
	probe := func() (p farm.Granted, err error) {
		dir, err := os.MkdirTemp(w.opt.Cache, "job-")
		if err != nil {
			return p, err
		}
		defer removeAll(dir)
		return p, w.do(ctx, dir, &farm.Task{Kind: farm.Rights}, nil, time.Minute, &p)
	}
	if w.opt.Sandbox != SandboxNever {
		w.confine = true
		p, err := probe()
		switch {
		case err == nil:
			return "namespaces and limits" + rights(p.Rights), nil
		case w.opt.Sandbox == SandboxAlways || !isTask(err):
			return "", fmt.Errorf("--sandbox always: %w", err)
		}
		w.confine = false
	}
	p, err := probe()
	if err != nil && !isTask(err) {
		return "", err
	}
	return "limits" + rights(p.Rights), nil
}

// rights says what programs could undo with what they have.
func rights(capabilities uint64) string {
	if capabilities != 0 {
		return ", which root can undo"
	}
	if os.Geteuid() == 0 {
		return ", as root without its rights"
	}
	return ""
}

// doer is a kind of job for River.
type doer[T river.JobArgs] struct {
	river.WorkerDefaults[T]
	w  *worker
	do func(ctx context.Context, dir string, args T) error
}

// Work does a job in a folder of its own. A job that its content is to blame for is done: its
// result says so.
func (d *doer[T]) Work(ctx context.Context, job *river.Job[T]) error {
	d.w.own.begin(job.ID)
	defer d.w.own.end(job.ID)
	dir, err := os.MkdirTemp(d.w.opt.Cache, "job-")
	if err != nil {
		return err
	}
	defer removeAll(dir)
	ctx, release := holding(ctx)
	defer release()
	if err := hold(ctx, dir); err != nil {
		return err
	}
	err = d.do(ctx, dir, job.Args)
	if errors.As(err, new(*river.JobSnoozeError)) {
		return err
	}
	if err != nil && ctx.Err() == nil && job.Attempt >= job.MaxAttempts {
		d.w.queue.gaveUp(ctx, job.Kind, job.EncodedArgs, err.Error())
	}
	return err
}

// gaveUp writes that a job will not be done, where somebody waits for it.
func (q *Queue) gaveUp(ctx context.Context, kind string, args []byte, why string) {
	switch kind {
	case farm.Analyze:
		_ = q.store.NotAnalyzed(ctx, decode[analyzeJob](args).Trace, why)
	case farm.Fuzz, farm.Explore, farm.Probe:
		j := decode[ranged](args)
		_ = q.store.Ran(ctx, j.Search, farm.Range{From: j.From, To: j.To}, "", why, 0)
	case farm.Replay:
		j := decode[replayJob](args)
		_ = q.store.Tried(ctx, j.Schedule, j.Build, j.Runs, farm.Trial{Verdict: farm.NotRun, Reason: why})
	case farm.Bisect:
		_ = q.store.BisectFailed(ctx, decode[bisectJob](args).Bisection, why)
	case farm.Minimise:
		j := decode[minimiseJob](args)
		_ = q.store.MadeSmaller(ctx, j.Schedule, j.Build, "", why)
	case farm.Confirm:
		j := decode[confirmJob](args)
		_ = q.store.Judge(ctx, &store.Verdict{Race: j.Race, Trace: j.Trace, Build: j.Build, Asked: j.Runs, Verdict: farm.NotRun, Reason: why})
	case farm.Verify:
		j := decode[verifyJob](args)
		_ = q.store.Judge(ctx, &store.Verdict{Race: j.Race, Build: j.Build, Asked: j.Runs, Verdict: farm.NotRun, Reason: why})
	}
}

func nap(ctx context.Context, _ string, j napJob) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Duration(j.Milliseconds) * time.Millisecond):
		return nil
	}
}

// analyzed is what of analyze --json is kept.
type analyzed struct {
	Races []struct {
		ID, Kind, Summary, Verdict string
	}
	Unanswered string
}

func (w *worker) analyze(ctx context.Context, _ string, j analyzeJob) error {
	t, err := w.store.Trace(ctx, j.Trace)
	if err != nil {
		return err
	}
	if t == nil {
		return river.JobCancel(errors.New("the trace is not in the database"))
	}
	if t.State != farm.Done {
		if err := w.analyzeAnew(ctx, t); isTask(err) {
			return w.store.NotAnalyzed(ctx, j.Trace, err.Error())
		} else if err != nil {
			return err
		}
	}
	asked, err := w.store.Asked(ctx, j.Trace) // a build may have come with the same trace meanwhile
	if err != nil {
		return err
	}
	return w.queue.afterAnalysis(ctx, j.Trace, asked)
}

func (w *worker) analyzeAnew(ctx context.Context, t *store.Trace) error {
	root, err := w.layOut(ctx, t.Symbols)
	if err != nil {
		return err
	}
	trace, err := w.fetch(ctx, t.Sum)
	if err != nil {
		return err
	}
	var a analyzed
	if err := w.ask(ctx, &farm.Task{Kind: farm.Analyze, Trace: trace, Sysroot: root}, analyzeLimit, &a); err != nil {
		return err
	}
	if len(a.Races) > mostRaces {
		return &errTask{fmt.Sprintf("it has %d races, more than %d", len(a.Races), mostRaces)}
	}
	var list []store.Sighting
	for _, r := range a.Races {
		list = append(list, store.Sighting{ID: r.ID, Kind: r.Kind, Summary: r.Summary, Verdict: r.Verdict})
	}
	slices.SortFunc(list, func(a, b store.Sighting) int { return compare(a.ID, b.ID) }) // locks are taken in one order
	list = slices.CompactFunc(list, func(a, b store.Sighting) bool { return a.ID == b.ID })
	return w.store.Analyzed(ctx, t.Sum, a.Unanswered, list)
}

func compare(a, b string) int {
	if a < b {
		return -1
	} else if a > b {
		return 1
	}
	return 0
}

// verdict is what of a verdict's JSON is kept.
type verdict struct {
	ID, Verdict, Reason string
	Proven, Runs        int
	Schedule            string
}

func (w *worker) confirm(ctx context.Context, dir string, j confirmJob) error {
	if done, err := w.store.Judged(ctx, j.Race, j.Trace, j.Build, j.Runs); err != nil || done {
		return err
	}
	v := store.Verdict{Race: j.Race, Trace: j.Trace, Build: j.Build, Asked: j.Runs}
	err := w.confirmed(ctx, dir, j, &v)
	if isTask(err) {
		v.Verdict, v.Reason = farm.NotRun, err.Error()
	} else if err != nil {
		return err
	}
	return w.store.Judge(ctx, &v)
}

func (w *worker) confirmed(ctx context.Context, dir string, j confirmJob, v *store.Verdict) error {
	t, err := w.store.Trace(ctx, j.Trace)
	if err != nil {
		return err
	}
	b, _, err := w.store.Build(ctx, j.Build)
	if err != nil {
		return err
	}
	root, err := w.layOut(ctx, t.Symbols)
	if err != nil {
		return err
	}
	trace, err := w.fetch(ctx, j.Trace)
	if err != nil {
		return err
	}
	// A race may have several schedules, each run so often.
	limit := analyzeLimit + 20*time.Duration(j.Runs)*(runLimit+aboutRun)
	var got struct{ Verdicts []json.RawMessage }
	task := &farm.Task{Kind: farm.Confirm, Trace: trace, Sysroot: root, Race: j.Race, Runs: j.Runs, Timeout: runLimit}
	if err := w.run(ctx, dir, task, &b, limit, &got); err != nil {
		return err
	}
	if len(got.Verdicts) != 1 {
		return &errTask{fmt.Sprintf("%d verdicts on one race", len(got.Verdicts))}
	}
	var one verdict
	if err := json.Unmarshal(got.Verdicts[0], &one); err != nil {
		return &errTask{"its result cannot be read: " + err.Error()}
	}
	if len(got.Verdicts[0]) <= mostDetail {
		v.Detail = string(got.Verdicts[0])
	}
	v.Verdict, v.Reason, v.Proven, v.Runs = one.Verdict, one.Reason, one.Proven, one.Runs
	if one.Schedule == "" {
		return nil
	}
	v.Schedule, err = w.keep(ctx, dir, one.Schedule)
	return err
}

// mostDetail bounds what is kept of a verdict beside its columns.
const mostDetail = 256 << 10

// keep stores a file that a job left in its folder.
func (w *worker) keep(ctx context.Context, dir, name string) (farm.Sum, error) {
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, name)
	}
	rel, err := filepath.Rel(dir, path)
	if err != nil || !filepath.IsLocal(rel) {
		return "", &errTask{"the schedule lies outside of the job's folder"}
	}
	data, err := left(dir, rel)
	if err != nil {
		return "", &errTask{err.Error()}
	}
	return w.store.Put(ctx, data)
}

func (w *worker) verify(ctx context.Context, dir string, j verifyJob) error {
	if done, err := w.store.Judged(ctx, j.Race, "", j.Build, j.Runs); err != nil || done {
		return err
	}
	v := store.Verdict{Race: j.Race, Build: j.Build, Asked: j.Runs}
	err := w.verified(ctx, dir, j, &v)
	if isTask(err) {
		v.Verdict, v.Reason = farm.NotRun, err.Error()
	} else if err != nil {
		return err
	}
	return w.store.Judge(ctx, &v)
}

func (w *worker) verified(ctx context.Context, dir string, j verifyJob, v *store.Verdict) error {
	got, fixed, err := w.replayed(ctx, dir, j.Schedule, j.Build, j.Runs)
	if err != nil {
		return err
	}
	v.Verdict, v.Reason, v.Proven, v.Runs, v.Fixed = got.Verdict, got.Reason, got.Proven, got.Runs, fixed
	if v.Proven > 0 {
		v.Schedule = j.Schedule
	}
	return nil
}
