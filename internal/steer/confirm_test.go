package steer

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// viewerRace is the viewer's race with the functions of testdata/steered.cpp.
func viewerRace(f *fake, id string) Prediction {
	p := f.race()
	p.ID, p.Use, p.Free, p.Alloc = id, predicted.Use, predicted.Free, predicted.Alloc
	return p
}

// byTheTimer lets another handler free it, so that the schedule is another one.
func byTheTimer(p Prediction) Prediction {
	p.Race.Second = sparsehb.Access{Op: bC*10 + 3, Event: evC, Block: bC}
	return p
}

func TestConfirmAndReplay(t *testing.T) {
	b := programs(t)
	dir := t.TempDir()
	f := viewer()
	other := byTheTimer(viewerRace(f, "bad/../id"))
	read := viewerRace(f, "rw")
	read.Race.Kind = 1
	var runs []Progress
	opt := Options{Runs: 3, Dir: dir, RunOptions: RunOptions{Env: os.Environ(), Lib: b.lib, Scratch: t.TempDir()},
		Progress: func(p Progress) { runs = append(runs, p) }}
	verdicts, err := confirm(t.Context(), f.group([]Prediction{viewerRace(f, "abc"), read, other}), []string{b.clang, "crash"}, opt)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"confirmed, 3 of 3 runs: use, free and alloc match", "not supported: only use-free races are steered by this version",
		"confirmed, 3 of 3 runs: use, free and alloc match"}
	for i := range verdicts {
		if got := verdicts[i].String(); got != want[i] {
			t.Errorf("race %d: %q, want %q", i, got, want[i])
		}
	}
	if len(runs) != 6 || runs[5] != (Progress{ID: "bad/../id", Race: 3, Races: 3, Run: 3, Runs: 3, Done: 5, All: 6, Status: Confirmed}) {
		t.Errorf("progress %+v", runs)
	}
	names, _ := filepath.Glob(dir + "/*")
	if len(names) != 2 || verdicts[0].Schedule != dir+"/race-abc.schedule.json" || verdicts[2].Schedule != dir+"/race-bad____id.schedule.json" {
		t.Errorf("files %v, schedules %q, %q", names, verdicts[0].Schedule, verdicts[2].Schedule)
	}

	for how, want := range map[string]string{
		"crash":    "2 of 2: confirmed, use, free and alloc match",
		"harmless": "0 of 2: fixed",
		"feasible": "0 of 2: fixed",
		"diverge":  "0 of 2: diverged, hold of T timed out (the heap-use-after-free after it does not count)",
		"exit3":    "0 of 2: not reached, the program ended by itself (exit code 3) before anything of the schedule came, and before it loaded a Qt",
	} {
		opt.Runs = 2
		r, err := Replay(t.Context(), verdicts[0].Schedule, []string{b.clang, how}, opt)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(r.String(), want) {
			t.Errorf("%s: %q, want %q", how, r, want)
		}
	}
}

// TestBlind: only races whose schedule is about what is not seen are refused; where a run
// of another one does not come to its race, the reason is added.
func TestBlind(t *testing.T) {
	b := programs(t)
	f := viewer()
	other := byTheTimer(viewerRace(f, "other"))
	opt := Options{Dir: t.TempDir(), RunOptions: RunOptions{Env: os.Environ(), Lib: b.lib, Scratch: t.TempDir()},
		Blind: func(s *Subject) (never, perhaps string) {
			if slices.ContainsFunc(s.Events, func(e *sparsehb.Event) bool { return e.ID == evC }) {
				return "timers are not seen", ""
			}
			return "", "timers are not seen"
		}}
	for how, want := range map[string][]string{
		"crash": {"confirmed, 1 of 1 runs: use, free and alloc match", "not supported: timers are not seen"},
		"exit3": {"not supported, 0 of 1 runs: timers are not seen; not reached: ", "not supported: timers are not seen"},
	} {
		verdicts, err := confirm(t.Context(), f.group([]Prediction{viewerRace(f, "one"), other}), []string{b.clang, how}, opt)
		if err != nil {
			t.Fatal(err)
		}
		for i := range verdicts {
			if got := verdicts[i].String(); !strings.HasPrefix(got, want[i]) {
				t.Errorf("%s: race %d: %q, want %q", how, i, got, want[i])
			}
		}
	}
}

// TestConfirmAtOnce: several runs at a time find the same, and are reported one by
// one.
func TestConfirmAtOnce(t *testing.T) {
	b := programs(t)
	f := viewer()
	reported := 0 // no lock: the race detector would say so
	opt := Options{Runs: 4, Jobs: 3, Dir: t.TempDir(), RunOptions: RunOptions{Env: os.Environ(), Lib: b.lib, Scratch: t.TempDir()},
		Progress: func(Progress) { reported++ }}
	verdicts, err := confirm(t.Context(), f.group([]Prediction{viewerRace(f, "a"), byTheTimer(viewerRace(f, "b"))}), []string{b.clang, "crash"}, opt)
	if err != nil {
		t.Fatal(err)
	}
	for i := range verdicts {
		if v := &verdicts[i]; v.String() != "confirmed, 4 of 4 runs: use, free and alloc match" || v.Schedule == "" {
			t.Errorf("%+v", v)
		}
	}
	if reported != 8 {
		t.Errorf("reported %d runs, want 8", reported)
	}
	opt.Lib = "/nonexistent" // the first fault ends them all
	if _, err := confirm(t.Context(), f.group([]Prediction{viewerRace(f, "a")}), []string{b.clang, "crash"}, opt); err == nil ||
		!strings.Contains(err.Error(), "the steering runtime") {
		t.Errorf("%v", err)
	}
}

// TestKeepFreed: a fault on another object that was freed, or an assertion about what was, hides the race until freed
// memory keeps what it held; the schedule says so to its replays.
func TestKeepFreed(t *testing.T) {
	for how, report := range map[string]bool{"hidden": true, "asserts": false, "misses": false} {
		t.Run(how, func(t *testing.T) { keepFreedShows(t, how, report) })
	}
}

// keepFreedShows: report: without that, AddressSanitizer reports something else.
func keepFreedShows(t *testing.T, how string, report bool) {
	b := programs(t)
	f := viewer()
	dir := t.TempDir()
	argv := []string{b.clang, how, filepath.Join(dir, "missed")}
	opt := Options{Runs: 2, Dir: dir, RunOptions: RunOptions{Env: os.Environ(), Lib: b.lib, Scratch: t.TempDir()}}
	verdicts, err := confirm(t.Context(), f.group([]Prediction{viewerRace(f, "abc")}), argv, opt)
	if err != nil {
		t.Fatal(err)
	}
	if got := verdicts[0].String(); got != "confirmed, 2 of 2 runs: use, free and alloc match" {
		t.Error(got)
	}
	s, err := Load(filepath.Join(dir, "race-abc.schedule.json"))
	if err != nil || !s.KeepFreed {
		t.Fatalf("%v, keep_freed %v", err, s != nil && s.KeepFreed)
	}
	s.KeepFreed = false
	o, err := Run(t.Context(), s, argv, opt.RunOptions)
	if err != nil {
		t.Fatal(err)
	}
	if f := findingOf(s, o); f.Status != CrashedElsewhere || (f.Report != nil) != report || report && !f.Report.Filled {
		t.Errorf("filled: %+v", f)
	}
}

// TestWholeStacks: the stack of the allocation lacks the function that is predicted, until it is unwound by tables. What
// is none of that object stays none.
func TestWholeStacks(t *testing.T) {
	b := programs(t)
	f := viewer()
	for how, want := range map[string]string{
		"frameless": "confirmed, 1 of 1 runs: use, free and alloc match",
		"elsewhere": "crashed elsewhere, 1 of 1 runs: ",
	} {
		dir := t.TempDir()
		opt := Options{Dir: dir, RunOptions: RunOptions{Env: os.Environ(), Lib: b.lib, Scratch: t.TempDir()}}
		verdicts, err := confirm(t.Context(), f.group([]Prediction{viewerRace(f, "abc")}), []string{b.clang, how}, opt)
		if err != nil {
			t.Fatal(err)
		}
		if got := verdicts[0].String(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", how, got, want)
		}
		s, err := Load(verdicts[0].Schedule)
		if err != nil || s.WholeStacks != (how == "frameless") {
			t.Errorf("%s: %v, whole_stacks %v", how, err, s != nil && s.WholeStacks)
		}
	}
}

// TestFillOtherwise: a library returns at once, by a flag in what was freed, until that is
// filled with other bytes; the schedule says so to its replays.
func TestFillOtherwise(t *testing.T) {
	b := programs(t)
	f := viewer()
	dir := t.TempDir()
	opt := Options{Runs: 2, Dir: dir, RunOptions: RunOptions{Env: os.Environ(), Lib: b.lib, Scratch: t.TempDir()}}
	for mode, want := range map[trace.Mode]string{
		0:             "feasible, 2 of 2 runs: both handlers ran in the bad order, nothing was reported",
		trace.ModeUse: "confirmed, 2 of 2 runs: use matches (a fault on freed memory in code without instrumentation; free and alloc not reported)",
	} {
		p := viewerRace(f, "abc")
		p.Race.First.Mode = mode
		p.Use = []string{"app::library(app::Window*)"}
		verdicts, err := confirm(t.Context(), f.group([]Prediction{p}), []string{b.clang, "flag"}, opt)
		if err != nil {
			t.Fatal(err)
		}
		if got := verdicts[0].String(); got != want {
			t.Errorf("mode %d: %s %+v", mode, got, verdicts[0].Report)
		}
	}
	if s, err := Load(filepath.Join(dir, "race-abc.schedule.json")); err != nil || !s.FillOtherwise {
		t.Errorf("%v, fill_otherwise %v", err, s != nil && s.FillOtherwise)
	}
}

// TestMinimise: what the crash does not need goes from the schedule.
func TestMinimise(t *testing.T) {
	b := programs(t)
	for _, least := range []bool{true, false} {
		const bX = bF + 1
		f := viewer(func(f *fake) {
			f.event(trace.Timer, bPause, bX, bX, "interval=200", "timertype=coarse")
			f.before(bPause, bX)
		})
		verdicts, err := confirm(t.Context(), f.group([]Prediction{viewerRace(f, "abc")}), []string{b.clang, "held"},
			Options{Dir: t.TempDir(), Minimise: least, RunOptions: RunOptions{Env: os.Environ(), Lib: b.lib, Scratch: t.TempDir()}})
		if err != nil || verdicts[0].Schedule == "" {
			t.Fatalf("%v, %+v", err, verdicts)
		}
		s, err := Load(verdicts[0].Schedule)
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"L2"}
		if !least {
			want = []string{"L2", "L4"}
		}
		if got := heldLabels(s); !slices.Equal(got, want) || s.Minimised != least || verdicts[0].Minimised != least {
			t.Errorf("held %v, minimised %v; want %v", got, s.Minimised, want)
		}
	}
}

// TestConfirmNothing: what is not confirmed leaves no schedule behind.
func TestConfirmNothing(t *testing.T) {
	b := programs(t)
	dir := t.TempDir()
	f := viewer()
	verdicts, err := confirm(t.Context(), f.group([]Prediction{viewerRace(f, "abc")}), []string{b.clang, "feasible"},
		Options{Dir: dir, RunOptions: RunOptions{Env: os.Environ(), Lib: b.lib, Scratch: t.TempDir()}})
	if err != nil {
		t.Fatal(err)
	}
	if got := verdicts[0].String(); !strings.HasPrefix(got, "feasible, 1 of 1 runs") || verdicts[0].Schedule != "" {
		t.Errorf("%q, %q", got, verdicts[0].Schedule)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("%d files", len(left))
	}
}

// TestConfirmInterrupted: what is known so far comes back.
func TestConfirmInterrupted(t *testing.T) {
	b := programs(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	dir := t.TempDir()
	f := viewer()
	races := []Prediction{viewerRace(f, "one"), byTheTimer(viewerRace(f, "two"))}
	verdicts, err := confirm(ctx, f.group(races, []Prediction{viewerRace(f, "another loop's")}), []string{b.clang, "crash"}, Options{Runs: 3, Dir: dir,
		RunOptions: RunOptions{Env: os.Environ(), Lib: b.lib, Scratch: t.TempDir()},
		Progress: func(p Progress) {
			if p.Run == 2 {
				cancel()
			}
		}})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("%v, want the context's error", err)
	}
	if v := &verdicts[0]; v.Status != Confirmed || v.Runs != 1 || v.Schedule == "" {
		t.Errorf("%+v", v)
	}
	if len(verdicts) != 3 || verdicts[2].ID != "another loop's" {
		t.Fatalf("%+v", verdicts)
	}
	for i := range verdicts[1:] {
		if v := &verdicts[1+i]; v.String() != "not run: interrupted" {
			t.Errorf("%q", v)
		}
	}
}

// TestConfirmUntil: a race that was begun in time has its verdict, and no other one is begun.
func TestConfirmUntil(t *testing.T) {
	b := programs(t)
	f := viewer()
	races := []Prediction{viewerRace(f, "begun"), byTheTimer(viewerRace(f, "late"))}
	for name, c := range map[string]struct {
		until time.Time
		want  string
	}{
		"enough":    {time.Now().Add(time.Hour), "confirmed, confirmed, <nil>"},
		"for one":   {time.Now().Add(3 * time.Second), "confirmed, not run, there was no time for all races"},
		"for none":  {time.Unix(1, 0), "not run, not run, there was no time for all races"},
		"unlimited": {time.Time{}, "confirmed, confirmed, <nil>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opt := Options{Dir: t.TempDir(), Until: c.until, RunOptions: RunOptions{Env: os.Environ(), Lib: b.lib, Scratch: t.TempDir()}}
			if name == "for one" { // its time is over when it has begun
				opt.Progress = func(Progress) { time.Sleep(time.Until(c.until)) }
			}
			verdicts, err := confirm(t.Context(), f.group(races), []string{b.clang, "crash"}, opt)
			if got := fmt.Sprintf("%s, %s, %v", verdicts[0].Status, verdicts[1].Status, err); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			if errors.Is(err, ErrUntil) != (err != nil) {
				t.Error(err)
			}
		})
	}
}

func TestConfirmRefusals(t *testing.T) {
	b := programs(t)
	f := viewer(kind(evR, trace.Input))
	verdicts, err := confirm(t.Context(), f.group([]Prediction{viewerRace(f, "abc")}), []string{b.clang, "crash"},
		Options{RunOptions: RunOptions{Env: os.Environ(), Lib: "/nonexistent"}})
	if err != nil || verdicts[0].Status != Unsupported || !strings.Contains(verdicts[0].Reason, "the recording does not describe") {
		t.Errorf("%v, %v", verdicts, err)
	}
	if _, err := confirm(t.Context(), f.group(nil), []string{b.plain}, Options{}); !errors.Is(err, ErrNotASan) {
		t.Errorf("%v, want ErrNotASan", err)
	}
}

// TestFoundAtOnce: a verdict comes, with its schedule written, before the next race is
// tried; what has no schedule comes first.
func TestFoundAtOnce(t *testing.T) {
	b := programs(t)
	f := viewer()
	dir := t.TempDir()
	refused := viewerRace(f, "refused")
	refused.Race.Kind = 1
	var said []string
	opt := Options{Runs: 2, Dir: dir, RunOptions: RunOptions{Env: os.Environ(), Lib: b.lib, Scratch: t.TempDir()},
		Progress: func(p Progress) { said = append(said, "run of "+p.ID) },
		Found: func(v *Verdict) error {
			if v.Schedule != "" {
				if _, err := os.Stat(v.Schedule); err != nil {
					t.Error(err)
				}
			}
			said = append(said, v.ID+" "+v.Status.String())
			return nil
		}}
	races := []Prediction{viewerRace(f, "one"), byTheTimer(viewerRace(f, "two")), refused}
	if _, err := confirm(t.Context(), f.group(races), []string{b.clang, "crash"}, opt); err != nil {
		t.Fatal(err)
	}
	want := []string{"refused not supported", "run of one", "run of one", "one confirmed", "run of two", "run of two", "two confirmed"}
	if !slices.Equal(said, want) {
		t.Errorf("%q, want %q", said, want)
	}
	opt.Found = func(*Verdict) error { return errors.New("the disk is full") }
	verdicts, err := confirm(t.Context(), f.group(races, races[:1]), []string{b.clang, "crash"}, opt)
	if err == nil || err.Error() != "the disk is full" || len(verdicts) != 4 || verdicts[3].Status != NotRun || verdicts[3].ID != "one" {
		t.Errorf("%v, %+v", err, verdicts)
	}
}

// TestOneRunForSeveral: races of the same two handlers in one loop are tried in the same
// runs; each is proven by what it expects, and by nothing else.
func TestOneRunForSeveral(t *testing.T) {
	b := programs(t)
	f := viewer()
	elsewhere := viewerRace(f, "elsewhere")
	elsewhere.Use = []string{"app::other(int*)"}
	runs := 0
	opt := Options{Runs: 2, Dir: t.TempDir(), RunOptions: RunOptions{Env: os.Environ(), Lib: b.lib, Scratch: t.TempDir()},
		Progress: func(Progress) { runs++ }}
	verdicts, err := confirm(t.Context(), f.group([]Prediction{viewerRace(f, "a"), elsewhere, viewerRace(f, "b")}), []string{b.clang, "crash"}, opt)
	if err != nil || runs != 2 {
		t.Fatalf("%d runs, %v", runs, err)
	}
	for i, want := range []string{"confirmed, 2 of 2 runs", "crashed elsewhere, 2 of 2 runs: race a crashed first, in the same run", "confirmed, 2 of 2 runs"} {
		if got := verdicts[i].String(); !strings.HasPrefix(got, want) || verdicts[i].Schedule == "" {
			t.Errorf("%d: %q, %q", i, got, verdicts[i].Schedule)
		}
	}
}

// TestCrashedElsewhereIsKept: a run that crashed in another way has a schedule, too, of the very
// run that did; its replay shows the same crash, and says that it is not the race.
func TestCrashedElsewhereIsKept(t *testing.T) {
	b := programs(t)
	f := viewer()
	opt := Options{Runs: 2, Dir: t.TempDir(), RunOptions: RunOptions{Env: os.Environ(), Lib: b.lib, Scratch: t.TempDir()}}
	elsewhere := viewerRace(f, "elsewhere")
	elsewhere.Use = []string{"app::other(int*)"}
	verdicts, err := confirm(t.Context(), f.group([]Prediction{elsewhere}), []string{b.clang, "crash"}, opt)
	if err != nil || verdicts[0].Status != CrashedElsewhere || len(verdicts[0].Steps) == 0 {
		t.Fatalf("%v, %+v", err, verdicts)
	}
	r, err := Replay(t.Context(), verdicts[0].Schedule, []string{b.clang, "crash"}, opt)
	if err != nil || r.Status != CrashedElsewhere || !strings.Contains(r.Reason, "heap-use-after-free in app::Viewer::openFile") || r.Proven != 0 {
		t.Errorf("%v, %+v", err, r)
	}
}

// TestOf: a schedule for another race steers as this one, and expects what the other expects.
func TestOf(t *testing.T) {
	ran, other := sample(), sample()
	ran.Race.ID, ran.KeepFreed, ran.WatchdogMS, ran.Directives = "ran", true, 7, ran.Directives[:1]
	other.Race.ID, other.Expect.Use = "other", []string{"another()"}
	got := ran.of(other)
	if got.Race.ID != "other" || got.Expect.Use[0] != "another()" || !got.KeepFreed || got.WatchdogMS != 7 || len(got.Directives) != 1 {
		t.Errorf("%+v", got)
	}
}

// TestMinimisingIsStopped: the verdicts and the whole schedules stay, those of all loops.
func TestMinimisingIsStopped(t *testing.T) {
	b := programs(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	f := viewer()
	verdicts, err := confirm(ctx, f.group([]Prediction{viewerRace(f, "one")}, []Prediction{byTheTimer(viewerRace(f, "two"))}), []string{b.clang, "crash"},
		Options{Dir: t.TempDir(), Minimise: true, RunOptions: RunOptions{Env: os.Environ(), Lib: b.lib, Scratch: t.TempDir()},
			Progress: func(p Progress) {
				if p.Minimising {
					cancel()
				}
			}})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("%v, want the context's error", err)
	}
	for _, v := range verdicts {
		s, err := Load(v.Schedule)
		if err != nil || v.Status != Confirmed || s.Minimised || len(s.Directives) == 0 {
			t.Errorf("%v, %+v", err, v)
		}
	}
}
