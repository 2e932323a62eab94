package work

import (
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

// does is a tool that says of each run what its input says, and runs a schedule as the build's program says; what it began
// is in a file.
const does = `
path() { echo "$task" | grep -o '"'"$1"'":"/[^"]*"' | cut -d '"' -f 4; }
case $task in
*'"kind":"rights"'*) echo '{"rights":0}';;
*'"kind":"explore"'*|*'"kind":"probe"'*|*'"kind":"fuzz"'*)
	echo "$task" | sed 's/.*"kind":"\([a-z]*\)".*"From":\([0-9]*\),"To":\([0-9]*\).*/\1-\2-\3/' >>"${TMPDIR:-/tmp}/began"
	if [ -e "${TMPDIR:-/tmp}/breaks" ]; then echo '{"error":"it broke"}'; else cat "$(path trace)"; fi;;
*'"kind":"verify"'*)
	sleep 0.05
	echo verify >>"${TMPDIR:-/tmp}/began"
	case $(tail -1 "$(echo "$task" | sed 's/.*"program":\["\([^"]*\)".*/\1/')") in
	*clean*) echo '{"verdict":{"verdict":"feasible","reason":"c","proven":0,"runs":3},"fixed":true}';;
	*crashes*) echo '{"verdict":{"verdict":"confirmed","reason":"x","proven":3,"runs":3},"fixed":false}';;
	*breaks*) echo '{"error":"the C library is another one"}';;
	*) echo '{"verdict":{"verdict":"not reached","reason":"n","proven":0,"runs":3},"fixed":false}';;
	esac;;
*'"kind":"minimise"'*)
	echo minimise >>"${TMPDIR:-/tmp}/began"
	if grep -q whole "$(path schedule)"; then echo '{"error":"it does not show its race here"}'; else
	echo '{"directives":[]}' >"$1/s.json"
	echo '{"schedule":"s.json"}'; fi;;
esac`

// TestSearchKinds: the runs of each kind are made once by their ranges, what they showed is counted; those that failed are
// made again when they are asked for again.
func TestSearchKinds(t *testing.T) {
	kinds(t, func(t *testing.T, db, blobs string, _ *farmtest.Postgres) {
		ctx, ran := t.Context(), t.TempDir()
		t.Setenv("TMPDIR", ran)
		s, q := open(t, db, blobs)
		start(t, s, Options{Slots: 3, Tool: farmtest.Tool(t, does), Poll: 20 * time.Millisecond})
		for kind, c := range map[string]struct {
			result string
			shown  int
		}{
			farm.Explore: {`[{"id":1,"finding":{"class":"different"}},{"id":2,"finding":{"class":"equal"}},{"id":3}]`, 1},
			farm.Probe:   {`[{"Again":true,"Failure":"a"},{"Failure":"once"},{"Again":true}]`, 2},
			farm.Fuzz:    {`[{"run":0,"how":"exit status 1"},{"run":1}]`, 1},
		} {
			input, err := s.Put(ctx, []byte(c.result))
			if err != nil {
				t.Fatal(err)
			}
			f := &farm.Search{Kind: kind, Build: *build(t, s, "#!/bin/sh\nexit 0\n"), Input: input, Timeout: time.Second}
			ranges := []farm.Range{{From: 0, To: 3}, {From: 3, To: 5}}
			ask := func() farm.Sum {
				id, again, err := s.Search(ctx, f, ranges)
				if err == nil {
					err = q.Search(ctx, kind, id, ranges, again)
				}
				if err != nil {
					t.Fatal(err)
				}
				return id
			}
			await := func(id farm.Sum, failed string) {
				t.Helper()
				farmtest.Await(t, kind, func() (bool, error) {
					done, _, err := s.Ranges(ctx, id, 0, 5)
					return len(done) == 2 && done[0].Error == failed && done[1].Error == failed, err
				})
			}
			broken := filepath.Join(ran, "breaks")
			if err := os.WriteFile(broken, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			await(ask(), "it broke")
			if err := os.Remove(broken); err != nil {
				t.Fatal(err)
			}
			id := ask()
			await(id, "")
			list, err := s.Searches(ctx, 10)
			i := slices.IndexFunc(list, func(p store.Progress) bool { return p.ID == string(id) })
			if err != nil || i < 0 || list[i].Kind != kind || list[i].Shown != 2*c.shown || list[i].Done != 5 || list[i].Failed != 0 {
				t.Errorf("%s: %+v, %v", kind, list, err)
			}
			_, sums, err := s.Ranges(ctx, id, 0, 5)
			var got strings.Builder
			if err == nil {
				err = s.Get(ctx, sums[1], &got)
			}
			if err != nil || got.String() != c.result {
				t.Errorf("%s: %q, %v", kind, got.String(), err)
			}
			ask() // known: nothing is begun again
			farmtest.Await(t, "no job", func() (bool, error) {
				counts, err := q.Counts(ctx)
				return counts["available"]+counts["running"]+counts["retryable"] == 0, err
			})
			for _, r := range []string{"-0-3", "-3-5"} {
				if n := strings.Count(strings.Join(farmtest.Lines(t, filepath.Join(ran, "began")), "\n")+"\n", kind+r+"\n"); n != 2 {
					t.Errorf("%s%s was begun %d times, expected one that broke and one", kind, r, n)
				}
			}
		}
	})
}

// commitsOf are builds of a history: c, clean; x, crashes; n, not reached; b, cannot be run.
func commitsOf(t *testing.T, s *store.Store, history string) (list []farm.Commit) {
	t.Helper()
	for i, how := range history {
		what := map[rune]string{'c': "clean", 'x': "crashes", 'n': "silent", 'b': "breaks"}[how]
		key, err := s.EnterBuild(t.Context(), build(t, s, fmt.Sprintf("#!/bin/sh\n# %d %s\n", i, what)))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, farm.Commit{Name: fmt.Sprint(i), Build: key})
	}
	return list
}

func bisect(t *testing.T, s *store.Store, q *Queue, history string) farm.Sum {
	t.Helper()
	schedule, err := s.Put(t.Context(), []byte(`{"race":"`+history+`"}`))
	var id farm.Sum
	if err == nil {
		id, err = s.Bisect(t.Context(), &farm.Bisection{Race: "r", Schedule: schedule, Runs: 3, Commits: commitsOf(t, s, history)})
	}
	if err == nil {
		err = q.Bisect(t.Context(), id)
	}
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// answered waits for the answer, and gives it in a line: the last clean one, the first that crashes, what is not known.
func answered(t *testing.T, s *store.Store, id farm.Sum) (string, farm.Bisected) {
	t.Helper()
	var got farm.Bisected
	farmtest.Await(t, "the answer", func() (bool, error) {
		b, trials, failed, err := s.Bisection(t.Context(), id)
		if err == nil {
			got = b.Answer(trials)
			got.Error = failed
		}
		return got.Done || failed != "", err
	})
	text := "none"
	if got.Before != nil {
		text = got.Before.Commit
	}
	if got.First != nil {
		text += " " + got.First.Commit
	}
	for _, u := range got.Unknown {
		text += " ?" + u.Commit
	}
	return text + got.Error, got
}

// TestBisect: the answers of histories, with few runs; one slot is enough for the bisection and what it asks for.
func TestBisect(t *testing.T) {
	kinds(t, func(t *testing.T, db, blobs string, _ *farmtest.Postgres) {
		ran := t.TempDir()
		t.Setenv("TMPDIR", ran)
		s, q := open(t, db, blobs)
		start(t, s, Options{Slots: 1, Tool: farmtest.Tool(t, does), Poll: 20 * time.Millisecond})
		for history, want := range map[string]string{"cccccccxxxxx": "6 7", "cnx": "0 2 ?1", "xx": "none 0", "ncbx": "1 3 ?2", "cc": "none", "nbn": "none ?0 ?1 ?2"} {
			before := len(farmtest.Lines(t, filepath.Join(ran, "began")))
			id := bisect(t, s, q, history)
			if text, got := answered(t, s, id); text != want {
				t.Errorf("%s: %s, expected %s (%+v)", history, text, want, got)
			}
			if tried := len(farmtest.Lines(t, filepath.Join(ran, "began"))) - before; len(history) == 12 && (tried < 3 || tried > 5) {
				t.Errorf("%s: %d builds were tried", history, tried)
			}
			farmtest.Await(t, "the bisection's end", func() (bool, error) {
				counts, err := q.Counts(t.Context())
				return counts["available"]+counts["running"]+counts["scheduled"]+counts["retryable"] == 0, err
			})
		}
		if races, _, err := s.Races(t.Context(), store.Query{Limit: 10}); err != nil || len(races) != 0 {
			t.Errorf("%+v, %v", races, err)
		}
	})
}

// TestBisectKilled: workers are killed at random moments, and Postgres once; the answer is the same, and no job is left.
func TestBisectKilled(t *testing.T) {
	kinds(t, func(t *testing.T, db, blobs string, pg *farmtest.Postgres) {
		t.Setenv("TMPDIR", t.TempDir())
		s, q := open(t, db, blobs)
		seed := uint64(time.Now().UnixNano())
		t.Logf("seed %d", seed)
		rng := rand.New(rand.NewPCG(seed, 0))
		n := 30 + rng.IntN(30)
		at := 1 + rng.IntN(n-2)
		history := strings.Repeat("c", at) + strings.Repeat("x", n-at)
		id := bisect(t, s, q, history)
		spawn := func() *exec.Cmd {
			text, err := json.Marshal(workerProcess{db, blobs, Options{Slots: 1, Tool: farmtest.Tool(t, does), Cache: t.TempDir(), Host: "killed", Poll: 20 * time.Millisecond, Sandbox: SandboxNever}})
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("/proc/self/exe")
			cmd.Env = append(os.Environ(), asWorker+"="+string(text))
			cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			return cmd
		}
		workers := []*exec.Cmd{spawn(), spawn()}
		for i := range 8 {
			time.Sleep(time.Duration(100+rng.IntN(600)) * time.Millisecond)
			if pg != nil && i == 4 {
				pg.Kill()
				pg.Start()
			}
			k := rng.IntN(len(workers))
			workers[k].Process.Kill()
			workers[k].Wait()
			workers[k] = spawn()
		}
		if text, got := answered(t, s, id); text != fmt.Sprintf("%d %d", at-1, at) {
			t.Errorf("%s: %s, expected %d %d (%+v)", history, text, at-1, at, got)
		}
		farmtest.Await(t, "the bisection's end", func() (bool, error) {
			counts, err := q.Counts(t.Context())
			return counts["available"]+counts["running"]+counts["scheduled"]+counts["retryable"] == 0, err
		})
		for _, w := range workers {
			w.Process.Kill()
			w.Wait()
		}
	})
}

// TestMinimise: a schedule becomes smaller once; why one does not is said, and tried again when it is asked for again.
func TestMinimise(t *testing.T) {
	kinds(t, func(t *testing.T, db, blobs string, _ *farmtest.Postgres) {
		ctx, ran := t.Context(), t.TempDir()
		t.Setenv("TMPDIR", ran)
		s, q := open(t, db, blobs)
		start(t, s, Options{Slots: 2, Tool: farmtest.Tool(t, does), Poll: 20 * time.Millisecond})
		key, err := s.EnterBuild(ctx, build(t, s, "#!/bin/sh\n"))
		if err != nil {
			t.Fatal(err)
		}
		for text, c := range map[string]struct {
			says  string
			begun int
		}{`{"directives":[1,2,3]}`: {"", 1}, `{"directives":[],"whole":1}`: {"it does not show its race here", 2}, `no JSON`: {"the schedule cannot be read", 0}} {
			schedule, err := s.Put(ctx, []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.RemoveAll(filepath.Join(ran, "began")); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if err := q.Minimise(ctx, schedule, key); err != nil {
					t.Fatal(err)
				}
				var m farm.Smaller
				farmtest.Await(t, text, func() (bool, error) {
					m, err = s.Smaller(ctx, schedule, key)
					return m != farm.Smaller{}, err
				})
				if !strings.Contains(m.Error, c.says) || (m.Schedule == "") != (c.says != "") {
					t.Errorf("%s: %+v", text, m)
				}
				if is, err := s.HasSchedule(ctx, m.Schedule); m.Schedule != "" && (err != nil || !is) {
					t.Errorf("%s: it is not handed out: %v", text, err)
				}
			}
			farmtest.Await(t, "no job", func() (bool, error) {
				counts, err := q.Counts(ctx)
				return counts["available"]+counts["running"] == 0, err
			})
			if n := len(farmtest.Lines(t, filepath.Join(ran, "began"))); n != c.begun {
				t.Errorf("%s: begun %d times, expected %d", text, n, c.begun)
			}
		}
	})
}

// TestBisectGivenUp: where a bisection cannot go on it says so, and a build that kills its workers is one that was not run.
func TestBisectGivenUp(t *testing.T) {
	dir := t.TempDir()
	s, q := open(t, "sqlite:"+filepath.Join(dir, "farm.db"), "file://"+filepath.Join(dir, "store"))
	id := bisect(t, s, q, "cx")
	b, _, _, err := s.Bisection(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	for kind, args := range map[string]any{farm.Bisect: bisectJob{id}, farm.Replay: replayJob{b.Schedule, b.Commits[1].Build, 3}} {
		data, err := json.Marshal(args)
		if err != nil {
			t.Fatal(err)
		}
		q.gaveUp(context.Background(), kind, data, "each worker died of it")
	}
	_, trials, failed, err := s.Bisection(t.Context(), id)
	if err != nil || failed != "each worker died of it" || trials[1].Verdict != farm.NotRun || trials[0].Tried() {
		t.Errorf("%+v, %q, %v", trials, failed, err)
	}
}
