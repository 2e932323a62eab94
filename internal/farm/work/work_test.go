package work

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"sparseracer/internal/farm"
	"sparseracer/internal/farm/farmtest"
	"sparseracer/internal/farm/store"
)

// asWorker has the options of a worker, for a test's own program that becomes one: the kill tests need
// processes.
const asWorker = "FARM_TEST_WORKER"

type workerProcess struct {
	DB, Store string
	Options   Options
}

func TestMain(m *testing.M) {
	text, is := os.LookupEnv(asWorker)
	if !is {
		os.Exit(m.Run())
	}
	var p workerProcess
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		panic(err)
	}
	s, err := store.Open(context.Background(), p.DB, p.Store)
	if err == nil {
		err = Work(context.Background(), s, p.Options)
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// kinds are the databases and stores that the suite runs on.
func kinds(t *testing.T, do func(t *testing.T, db, blobs string, pg *farmtest.Postgres)) {
	t.Run("SQLite and files", func(t *testing.T) {
		dir := t.TempDir()
		do(t, "sqlite:"+filepath.Join(dir, "farm.db"), "file://"+filepath.Join(dir, "store"), nil)
	})
	t.Run("Postgres and S3", func(t *testing.T) {
		blobs := farmtest.S3(t)
		pg := farmtest.StartPostgres(t)
		do(t, pg.Database("farm"), blobs, pg)
	})
}

func open(t testing.TB, db, blobs string) (*store.Store, *Queue) {
	t.Helper()
	s, err := store.Open(t.Context(), db, blobs)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	for range 2 { // a second time changes nothing
		if err := s.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := Migrate(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	q, err := NewQueue(s)
	if err != nil {
		t.Fatal(err)
	}
	return s, q
}

// start starts a worker in this process, which ends with the test.
func start(t testing.TB, s *store.Store, opt Options) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended, ready := make(chan error, 1), make(chan string, 1)
	opt.Cache, opt.Host, opt.Ready = t.TempDir(), "here", func(c string) { ready <- c }
	if opt.Sandbox == "" {
		opt.Sandbox = SandboxNever
	}
	go func() { ended <- Work(ctx, s, opt) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	select {
	case err := <-ended:
		ended <- err
		t.Fatal(err)
	case <-ready:
	}
}

// submit enters a trace of some bytes, with a program that is a script.
func submit(t *testing.T, s *store.Store, q *Queue, trace, revision string, b *farm.Build) farm.Sum {
	t.Helper()
	sum, err := s.Put(t.Context(), []byte(trace))
	if err != nil {
		t.Fatal(err)
	}
	sub := &farm.Submission{Trace: sum, Name: trace, Revision: revision, Machine: "here", Build: b, Runs: 2}
	again, err := s.Submit(t.Context(), sub)
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Analyze(t.Context(), []*farm.Submission{sub}, again); err != nil {
		t.Fatal(err)
	}
	return sum
}

// build is one of a script, which is stored.
func build(t *testing.T, s *store.Store, text string) *farm.Build {
	t.Helper()
	sum, err := s.Put(t.Context(), []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return &farm.Build{Files: farm.Files{Program: "/nowhere/app", Files: []farm.File{{Path: "/nowhere/app", Sum: sum, Execute: true}}}}
}

// answers is a tool that reports two races for each trace, one by its content and one that all
// have, and confirms each.
const answers = `
case $task in
*'"kind":"rights"'*) echo '{"rights":0}';;
*'"kind":"analyze"'*)
	case $(cat "$(echo "$task" | sed 's/.*"trace":"\([^"]*\)".*/\1/')") in
	broken) echo '{"error":"offset 7: no trace"}';;
	*) echo '{"races":[{"id":"all","kind":"use-free","summary":"a","verdict":"predicted"},{"id":"'$(cat "$(echo "$task" | sed 's/.*"trace":"\([^"]*\)".*/\1/')")'","kind":"use-free","summary":"b","verdict":"predicted"}]}';;
	esac;;
*'"kind":"confirm"'*)
	"$(echo "$task" | sed 's/.*"program":\["\([^"]*\)".*/\1/')"
	echo '{}' >"$1/x.schedule.json"
	echo '{"verdicts":[{"id":"x","verdict":"confirmed","reason":"match","proven":2,"runs":2,"schedule":"x.schedule.json"}]}';;
*'"kind":"verify"'*) echo '{"verdict":{"verdict":"not confirmed","reason":"r","proven":0,"runs":3},"fixed":true}';;
*'"kind":"fuzz"'*)
	echo "$task" | sed 's/.*"From":\([0-9]*\).*/\1/' >>"${TMPDIR:-/tmp}/ran"
	sleep 0.02
	echo '[]';;
esac`

// TestFarm: a trace is analyzed, what it shows is one list, its races are confirmed with its build,
// and verified with a newer one; what cannot be analyzed says so.
func TestFarm(t *testing.T) {
	kinds(t, func(t *testing.T, db, blobs string, _ *farmtest.Postgres) {
		ctx := t.Context()
		s, q := open(t, db, blobs)
		start(t, s, Options{Slots: 4, Tool: farmtest.Tool(t, answers), Poll: 20 * time.Millisecond})
		one := submit(t, s, q, "one", "r1", build(t, s, "#!/bin/sh\nexit 0\n"))
		broken := submit(t, s, q, "broken", "r1", nil)
		done := func(sum farm.Sum) func() (bool, error) {
			return func() (bool, error) {
				tr, err := s.Trace(ctx, sum)
				return err == nil && tr.State != farm.Waiting, err
			}
		}
		farmtest.Await(t, "the first trace", done(one))
		farmtest.Await(t, "the broken trace", done(broken))
		if tr, _ := s.Trace(ctx, broken); tr.State != farm.Failed || tr.Error != "offset 7: no trace" {
			t.Errorf("the broken trace is %+v", tr)
		}
		statuses := func() string {
			list, all, err := s.Races(ctx, store.Query{Limit: 10})
			if err != nil || all != len(list) {
				t.Fatalf("%d of %d: %v", len(list), all, err)
			}
			var out []string
			for _, r := range list {
				out = append(out, fmt.Sprintf("%s %s %d", r.ID, r.Status, r.Traces))
			}
			return strings.Join(out, ", ")
		}
		farmtest.Await(t, "two verdicts", func() (bool, error) { return statuses() == "all confirmed 1, one confirmed 1", nil })
		if found, err := s.Found(ctx, one); err != nil || len(found) != 2 || !found[0].New || !found[1].New {
			t.Errorf("found %+v, %v", found, err)
		}
		sum, err := s.Schedule(ctx, "one")
		if is, _ := s.HasSchedule(ctx, sum); err != nil || !is {
			t.Errorf("the schedule %q: %v", sum, err)
		}
		if is, _ := s.HasSchedule(ctx, one); is {
			t.Error("a trace is handed out as a schedule")
		}

		two := submit(t, s, q, "two", "r2", build(t, s, "#!/bin/sh\nexit 0 # newer\n"))
		farmtest.Await(t, "the second trace", done(two))
		if found, _ := s.Found(ctx, two); len(found) != 2 || found[0].New || !found[1].New {
			t.Errorf("found %+v", found)
		}
		// `one` is not in the newer trace: its schedule is run with the newer build, in vain.
		farmtest.Await(t, "the list", func() (bool, error) { return statuses() == "all confirmed 2, two confirmed 1, one fixed 1", nil })
		if list, _, _ := s.Races(ctx, store.Query{Limit: 10, Status: farm.Fixed}); len(list) != 1 || list[0].ID != "one" {
			t.Errorf("fixed: %+v", list)
		}
		// What an older build shows undoes nothing of a newer one.
		tr, err := s.Trace(ctx, one)
		if err == nil {
			err = s.Judge(ctx, &store.Verdict{Race: "one", Trace: one, Build: tr.Build, Asked: 7, Verdict: "confirmed", Proven: 7, Runs: 7})
		}
		if got := statuses(); err != nil || got != "all confirmed 2, two confirmed 1, one fixed 1" {
			t.Errorf("%s, %v", got, err)
		}
		if list, _, _ := s.Races(ctx, store.Query{Limit: 10, Text: "TWO"}); len(list) != 1 || list[0].ID != "two" {
			t.Errorf("the search: %+v", list)
		}
		if list, _, _ := s.Races(ctx, store.Query{Limit: 10, Text: "%"}); len(list) != 0 {
			t.Errorf("a search for %% found %+v", list)
		}
		history, err := s.History(ctx, "one", 10)
		if err != nil || len(history) != 2 || history[0].Revision != "r2" || history[0].Shows != 0 || history[0].Traces != 1 || history[1].Shows != 1 {
			t.Errorf("history %+v, %v", history, err)
		}
		// Submitted again, nothing is done again.
		jobs := func() (n int) {
			counts, err := q.Counts(ctx)
			if err != nil {
				t.Fatal(err)
			}
			for _, of := range counts {
				n += of
			}
			return n
		}
		before := jobs()
		submit(t, s, q, "one", "r1", nil)
		if after := jobs(); after != before {
			t.Errorf("%d jobs, before %d", after, before)
		}
		// What failed is tried again.
		submit(t, s, q, "broken", "r1", nil)
		farmtest.Await(t, "the broken trace, again", done(broken))
		if tr, _ := s.Trace(ctx, broken); tr.State != farm.Failed || jobs() != before+1 {
			t.Errorf("the broken trace is %+v, %d jobs, before %d", tr, jobs(), before)
		}
	})
}

// TestJustEnded: a job whose end the database may not know yet is still in hands, and not for ever.
func TestJustEnded(t *testing.T) {
	r := running{ids: map[int64]time.Time{}}
	r.begin(1)
	r.begin(2)
	r.end(2)
	for _, c := range []struct {
		after    time.Duration
		one, two bool
	}{{0, true, true}, {endWritten / 2, true, true}, {2 * endWritten, true, false}} {
		if r.forget(time.Now().Add(c.after)); r.has(1) != c.one || r.has(2) != c.two || r.has(3) {
			t.Errorf("after %v: %v", c.after, r.ids)
		}
	}
	r.end(2)
	r.begin(2) // tried again
	if r.forget(time.Now().Add(time.Hour)); !r.has(2) {
		t.Error("a job that is being done again is forgotten")
	}
}

// TestMissing: a program whose C library is another one, a file that nobody sent, and a blob that was
// changed are each one message.
func TestMissing(t *testing.T) {
	dir := t.TempDir()
	s, q := open(t, "sqlite:"+filepath.Join(dir, "farm.db"), "file://"+filepath.Join(dir, "store"))
	start(t, s, Options{Slots: 1, Tool: farmtest.Tool(t, answers), Poll: 20 * time.Millisecond})
	b := build(t, s, "#!/bin/sh\nexit 0\n")
	libc, err := s.Put(t.Context(), []byte("another libc"))
	if err != nil {
		t.Fatal(err)
	}
	b.Files.Files = append(b.Files.Files, farm.File{Path: "/nowhere/libc.so.6", Sum: libc})
	submit(t, s, q, "one", "r1", b)
	var got []store.Verdict
	farmtest.Await(t, "a verdict", func() (bool, error) {
		got, err = s.Verdicts(t.Context(), "one")
		return len(got) == 1, err
	})
	if got[0].Verdict != "not run" || !strings.Contains(got[0].Reason, "this worker's machine has another one") {
		t.Errorf("%+v", got[0])
	}
	sum := farm.SumOf([]byte("changed"))
	at := filepath.Join(dir, "store", "blobs", string(sum[:2]), string(sum))
	other, err := s.Put(t.Context(), []byte("other"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "store", "blobs", string(other[:2]), string(other)), at); err != nil {
		t.Fatal(err)
	}
	for sum, want := range map[farm.Sum]error{sum: store.ErrChanged, other: store.ErrNoBlob, "../../etc/passwd": store.ErrNoBlob} {
		if err := s.Get(t.Context(), sum, &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), want.Error()) {
			t.Errorf("%s: %v, expected %v", sum, err, want)
		}
	}
}

// Runs and kills of TestKilled.
const (
	killRuns  = 2000
	killRange = 5
	kills     = 50
)

// TestKilled: workers are killed at random moments, and Postgres once. Every range of runs has one
// result in the end, and no job is left.
func TestKilled(t *testing.T) {
	kinds(t, func(t *testing.T, db, blobs string, pg *farmtest.Postgres) {
		ctx := t.Context()
		s, q := open(t, db, blobs)
		seed := uint64(time.Now().UnixNano())
		t.Logf("seed %d", seed)
		rng := rand.New(rand.NewPCG(seed, 0))
		trace, err := s.Put(ctx, []byte("observation"))
		if err != nil {
			t.Fatal(err)
		}
		var ranges []farm.Range
		for i := 0; i < killRuns; i += killRange {
			ranges = append(ranges, farm.Range{From: i, To: i + killRange})
		}
		search, _, err := s.Search(ctx, &farm.Search{Kind: farm.Fuzz, Build: *build(t, s, "#!/bin/sh\nexit 0\n"), Input: trace, Timeout: time.Second}, ranges)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // asked for twice, done once
			if err := q.Search(ctx, farm.Fuzz, search, ranges, false); err != nil {
				t.Fatal(err)
			}
		}
		ran := t.TempDir()
		spawn := func() *exec.Cmd {
			p := workerProcess{db, blobs, Options{Slots: 2, Tool: farmtest.Tool(t, answers), Cache: t.TempDir(), Host: "killed", Poll: 20 * time.Millisecond, Sandbox: SandboxNever}}
			text, err := json.Marshal(p)
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("/proc/self/exe")
			cmd.Env = append(os.Environ(), asWorker+"="+string(text), "TMPDIR="+ran)
			cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			return cmd
		}
		workers := []*exec.Cmd{spawn(), spawn()}
		for i := range kills {
			time.Sleep(time.Duration(100+rng.IntN(400)) * time.Millisecond)
			if pg != nil && i == kills/2 {
				pg.Kill()
				time.Sleep(time.Duration(rng.IntN(500)) * time.Millisecond)
				pg.Start()
			}
			n := rng.IntN(len(workers))
			workers[n].Process.Kill()
			workers[n].Wait()
			workers[n] = spawn()
		}
		var counts map[string]int
		farmtest.Await(t, "all jobs", func() (bool, error) {
			counts, err = q.Counts(ctx)
			return counts["completed"] == len(ranges), err
		})
		for _, w := range workers {
			w.Process.Kill()
			w.Wait()
		}
		done, _, err := s.Ranges(ctx, search, 0, killRuns)
		if err != nil || len(done) != len(ranges) {
			t.Fatalf("%d results of %d: %v", len(done), len(ranges), err)
		}
		for i, r := range done {
			if r.Range != ranges[i] || r.Error != "" {
				t.Errorf("%+v, expected %+v", r, ranges[i])
			}
		}
		begun := farmtest.Lines(t, filepath.Join(ran, "ran"))
		t.Logf("%d ranges, begun %d times, with %d kills; jobs %v", len(ranges), len(begun), kills, counts)
		if len(begun) < len(ranges) {
			t.Errorf("%d ranges have results and %d were begun", len(ranges), len(begun))
		}
		for state, n := range counts {
			if n > 0 && state != "completed" {
				t.Errorf("%d jobs are %s", n, state)
			}
		}
	})
}

// TestPrograms: a revision of one program makes no race of another one not seen; the list is of all programs, or
// of one; a race's history counts the traces of programs that show it.
func TestPrograms(t *testing.T) {
	kinds(t, func(t *testing.T, db, blobs string, _ *farmtest.Postgres) {
		ctx := t.Context()
		s, _ := open(t, db, blobs)
		for _, c := range []struct{ program, revision, races string }{
			{"viewer", "v1", "a both"}, {"editor", "e1", "b"}, {"editor", "e2", "c both"}, {"viewer", "v1", "a"},
		} {
			sum := farm.SumOf([]byte(fmt.Sprint(c)))
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
			time.Sleep(2 * time.Millisecond) // the clock goes on: revisions have an order
		}
		for program, want := range map[string]string{
			"": "a viewer new, b editor not seen, both viewer new, c editor new", "viewer": "a viewer new, both viewer new",
			"editor": "b editor not seen, both viewer new, c editor new", "none": "",
		} {
			list, all, err := s.Races(ctx, store.Query{Program: program, Limit: 10})
			if err != nil || all != len(list) {
				t.Fatalf("%d of %d: %v", len(list), all, err)
			}
			var got []string
			for _, r := range list {
				got = append(got, r.ID+" "+r.Program+" "+r.Status)
			}
			slices.Sort(got)
			if text := strings.Join(got, ", "); text != want {
				t.Errorf("%q: %s, expected %s", program, text, want)
			}
		}
		if list, err := s.Programs(ctx); err != nil || !slices.Equal(list, []string{"editor", "viewer"}) {
			t.Errorf("%v, %v", list, err)
		}
		for id, revisions := range map[string]int{"a": 1, "c": 2, "both": 3} {
			if h, err := s.History(ctx, id, 10); err != nil || len(h) != revisions {
				t.Errorf("%s: %+v, %v", id, h, err)
			}
		}
	})
}

// TestAgain: a trace that failed and comes again gets another job, also where its last one is not known to have
// ended; one that waits gets none.
func TestAgain(t *testing.T) {
	kinds(t, func(t *testing.T, db, blobs string, _ *farmtest.Postgres) {
		s, q := open(t, db, blobs)
		for i, jobs := range []int{1, 1, 2, 2} {
			if i == 2 {
				if err := s.NotAnalyzed(t.Context(), farm.SumOf([]byte("one")), "why"); err != nil {
					t.Fatal(err)
				}
			}
			submit(t, s, q, "one", "r1", nil)
			if counts, err := q.Counts(t.Context()); err != nil || counts["available"] != jobs {
				t.Errorf("submitted %d times: %v, %v, expected %d jobs", i+1, counts, err, jobs)
			}
		}
	})
}
