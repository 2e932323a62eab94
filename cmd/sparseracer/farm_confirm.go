package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"

	"sparseracer/internal/farm"
	"sparseracer/internal/report"
	"sparseracer/internal/steer"
)

// onlyHere refuses flags but those that --farm goes with: what else there is belongs to this machine.
func onlyHere(f *pflag.FlagSet, elsewhereToo ...string) (err error) {
	f.Visit(func(one *pflag.Flag) {
		if !slices.Contains(elsewhereToo, one.Name) {
			err = fmt.Errorf("--farm with --%s: that works on this machine only", one.Name)
		}
	})
	return err
}

// confirmElsewhere hands a trace in with a build, has a farm confirm its races, and says what the runs showed.
func (t *tool) confirmElsewhere(ctx context.Context, opt *confirmOptions, path string, prog []string) error {
	if opt.runs < 1 || opt.runs > farm.MostConfirm {
		return fmt.Errorf("--runs=%d with --farm: expected 1 to %d", opt.runs, farm.MostConfirm)
	}
	if err := os.MkdirAll(opt.dir, 0o755); err != nil {
		return unwritable(opt.dir, err, "-o DIR")
	}
	client, err := t.farmAt(opt.farm, "")
	if err != nil {
		return err
	}
	if _, err := exec.LookPath(prog[0]); err != nil {
		return steer.NoProgram(prog[0], err)
	}
	h := &handIn{tool: t, client: client, opt: &submitOptions{runs: opt.runs}, here: farm.NewHere()}
	h.opt.machine, _ = os.Hostname()
	if h.with, err = t.buildHere(ctx, client, prog, opt.image); err != nil {
		return err
	}
	build, err := h.with.Key()
	if err != nil {
		return err
	}
	sums, err := h.some(ctx, []string{path})
	if err != nil {
		return err
	}
	races, err := t.racesThere(ctx, client, opt, path, sums[0])
	if err != nil {
		return err
	}
	verdicts, err := t.awaitVerdicts(ctx, client, sums[0], build, opt.runs, races)
	if err != nil {
		return err
	}
	if len(races) == 0 && !opt.json {
		fmt.Fprintf(t.stdout, "nothing to confirm: %s predicts no race\n", path)
		return nil
	}
	if opt.minimise && !opt.whole {
		if err := t.minimiseElsewhere(ctx, client, build, verdicts); err != nil {
			return err
		}
	}
	return t.judgedElsewhere(ctx, client, opt, prog, verdicts)
}

// noWorkerYet says that nobody is there to do the work.
func (t *tool) noWorkerYet() {
	fmt.Fprintln(t.stderr, "no worker is there: the runs wait for one (sparseracer farm worker)")
}

// racesThere waits for the analysis and gives the races that are to be confirmed.
func (t *tool) racesThere(ctx context.Context, client *farm.Client, opt *confirmOptions, path string, trace farm.Sum) (ids []string, err error) {
	a, err := client.Wait(ctx, trace, t.noWorkerYet)
	switch {
	case err != nil:
		return nil, err
	case a.State == farm.Failed:
		return nil, fmt.Errorf("%s: %s", path, a.Error)
	case a.Unanswered != "":
		return nil, fmt.Errorf("%s: %s", path, a.Unanswered)
	}
	for _, r := range a.Races {
		if r.Kind != "read-write" && (opt.race == "" || opt.race == r.ID) {
			ids = append(ids, r.ID)
		}
	}
	if opt.race != "" && len(ids) == 0 {
		return nil, fmt.Errorf("%s: it has no race %s of a use and a free; sparseracer analyze lists them", path, opt.race)
	}
	return ids, nil
}

// awaitVerdicts waits until each race has one, and asks for what they say in full then.
func (t *tool) awaitVerdicts(ctx context.Context, client *farm.Client, trace, build farm.Sum, runs int, races []string) ([]farm.Judged, error) {
	bar := t.runs()
	defer bar.end()
	brief := true
	for pause := t.farmPause(); ; {
		list, workers, err := client.Verdicts(ctx, trace, build, runs, brief)
		if err != nil {
			return nil, err
		}
		list = slices.DeleteFunc(list, func(j farm.Judged) bool { return !slices.Contains(races, j.Race) })
		bar.set("confirmed or not", int64(len(list)), int64(len(races)))
		all := len(list) == len(races)
		if all && !brief {
			return list, nil
		}
		if brief = !all; all {
			continue
		}
		if err := pause.wait(ctx, workers); err != nil {
			return nil, err
		}
	}
}

// judgedElsewhere writes schedules and says what was found. A race that no worker could run leaves the question open.
func (t *tool) judgedElsewhere(ctx context.Context, client *farm.Client, opt *confirmOptions, prog []string, verdicts []farm.Judged) error {
	out := steer.JSONOf(nil)
	first := ""
	for _, j := range verdicts {
		v := steer.VerdictJSON{ID: j.Race, Verdict: j.Verdict, Reason: j.Reason, Proven: j.Proven, Runs: j.Runs, Counts: map[string]int{}, Others: []string{}, Steps: []string{}}
		if j.Detail != "" {
			if err := json.Unmarshal([]byte(j.Detail), &v); err != nil {
				return fmt.Errorf("race %s: the farm's verdict cannot be read: %w", j.Race, err)
			}
		}
		v.Schedule = ""
		if j.Schedule != "" {
			v.Schedule = filepath.Join(opt.dir, "race-"+filepath.Base(j.Race)+".schedule.json")
			s, err := fetchSchedule(ctx, client, j.Schedule, v.Schedule)
			if err != nil {
				return err
			}
			v.Steps, v.Minimised = s.Steps(), s.Minimised
		}
		switch {
		case v.Proven > 0:
			t.code = opt.errorCode
			if first == "" {
				first = v.Schedule
			}
		case j.Verdict == farm.NotRun && first == "" && t.code == exitClean:
			t.code = exitError
		}
		out.Verdicts = append(out.Verdicts, v)
	}
	if opt.json {
		return report.WriteJSON(t.formats(), out)
	}
	for _, v := range out.Verdicts {
		fmt.Fprintf(t.stdout, "race %s: %s, %d of %s: %s\n", v.ID, v.Verdict, v.Proven, amount(v.Runs, "run"), v.Reason)
		if v.Report != "" {
			fmt.Fprintln(t.stdout, v.Report)
		}
		if v.Schedule != "" {
			fmt.Fprintf(t.stdout, "schedule: %s\n", v.Schedule)
		}
	}
	if first != "" {
		report.Next(t.stdout, "replay", first, append([]string{"--"}, prog...)...)
	}
	return nil
}

// fetchSchedule writes a schedule of a farm as confirm writes its own: it may hold what a person typed.
func fetchSchedule(ctx context.Context, client *farm.Client, sum farm.Sum, path string) (*steer.Schedule, error) {
	data, err := client.Schedule(ctx, sum)
	if err != nil {
		return nil, err
	}
	s, err := steer.Parse("the farm's schedule "+string(sum), data)
	if err != nil {
		return nil, err
	}
	if err := s.Write(path); err != nil {
		return nil, unwritable(filepath.Dir(path), err, "-o DIR")
	}
	return s, nil
}
