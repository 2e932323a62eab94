package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"sparseracer/internal/report"
	"sparseracer/internal/steer"
)

// verdictWriter writes what confirm finds as it is found: what was said of a race, and
// the file of verdicts, are whole at any time.
type verdictWriter struct {
	t     *tool
	opt   *confirmOptions
	races map[string]*report.Race
	prog  []string
	begun time.Time
	hide  func() // the progress line
	known []steer.Verdict
	vain  int             // races in a row
	aside map[string]bool // see confirmOptions.brief
}

// errInVain: what the schedules of a recording wait for does not come.
var errInVain = errors.New("waited in vain")

// found takes a verdict, or one again whose schedule is now the smallest.
func (w *verdictWriter) found(v *steer.Verdict) (err error) {
	w.hide()
	for i := range w.known {
		if w.known[i].ID == v.ID {
			w.known[i] = *v
			fmt.Fprintf(w.t.stdout, "race %s: its schedule is as small as can be, %s\n", v.ID, v.Schedule)
			return w.keep()
		}
	}
	if w.opt.brief && v.Runs > 0 && v.Status < steer.CrashedElsewhere {
		w.setAside(v.ID)
	} else {
		w.known = append(w.known, *v)
		if err := w.keep(); err != nil { // first, so that what is said can be looked up
			return err
		}
		err = w.write(v)
	}
	if w.vain++; !v.InVain {
		w.vain = 0
	}
	if err == nil && w.vain > 0 && w.vain == w.opt.patience && len(w.known)+len(w.aside) < len(w.races) {
		return errInVain
	}
	w.left()
	return err
}

func (w *verdictWriter) setAside(id string) {
	if w.aside == nil {
		w.aside = map[string]bool{}
	}
	w.aside[id], w.opt.aside = true, true
}

// left says how long the others take, where no progress line does.
func (w *verdictWriter) left() {
	done, all := len(w.known)+len(w.aside), len(w.races)
	if _, shown := w.t.terminal(); shown || done == all || time.Since(w.begun) < progressAfter {
		return
	}
	left := time.Since(w.begun) / time.Duration(done) * time.Duration(all-done)
	fmt.Fprintf(w.t.stderr, "%d of %d races, about %v left\n", done, all, left.Round(time.Second))
}

// keep writes the verdicts beside the schedules. Nobody who named no folder is left a
// file where there is no schedule.
func (w *verdictWriter) keep() error {
	for i := range w.known {
		w.opt.keep = w.opt.keep || w.known[i].Schedule != ""
	}
	if !w.opt.keep {
		return nil
	}
	return steer.WriteVerdicts(w.opt.dir, w.known)
}

// rest are the verdicts of races that were not tried.
func (w *verdictWriter) rest(verdicts []steer.Verdict) error {
	for i := range verdicts {
		if !w.has(verdicts[i].ID) && !w.aside[verdicts[i].ID] && (!w.opt.later || verdicts[i].Status != steer.NotRun) {
			if err := w.write(&verdicts[i]); err != nil {
				return err
			}
		}
	}
	return w.keep()
}

func (w *verdictWriter) has(id string) bool {
	for i := range w.known {
		if w.known[i].ID == id {
			return true
		}
	}
	return false
}

// minimising: all verdicts are found, and only schedules were still to become smaller.
func (w *verdictWriter) minimising() bool { return w.opt.minimise && len(w.known) == len(w.races) }

func (w *verdictWriter) write(v *steer.Verdict) error {
	t, race, prog := w.t, w.races[v.ID], w.prog
	fmt.Fprintf(t.stdout, "race %s: %s\n  %s\n", v.ID, v, race.Summary())
	for _, line := range v.Others() {
		fmt.Fprintf(t.stdout, "  %s\n", line)
	}
	var err error
	if w.opt.digest {
		err = w.writeDigest(v)
	} else {
		t.writeReport(v)
	}
	if v.Schedule != "" {
		t.writeSteps(v)
		fmt.Fprintf(t.stdout, "schedule: %s\n", v.Schedule)
		t.next(t.stdout, "replay", v.Schedule, t.asHere(prog)...)
	}
	return err
}

// writeDigest writes what matters of a report, or that it is one that was shown before, and the whole into a file.
func (w *verdictWriter) writeDigest(v *steer.Verdict) error {
	if v.Report == nil {
		return nil
	}
	file := filepath.Join(w.opt.dir, "race-"+v.ID+".report.txt")
	if err := os.WriteFile(file, []byte(v.Report.Text), privateFile); err != nil {
		return err
	}
	said := v.Report.Digest()
	first := w.t.shown[said]
	if first == "" {
		if w.t.shown == nil {
			w.t.shown = map[string]string{}
		}
		w.t.shown[said] = v.ID
		fmt.Fprintf(w.t.stdout, "%s", said)
	} else {
		fmt.Fprintf(w.t.stdout, "  the report is that of race %s\n", first)
	}
	fmt.Fprintf(w.t.stdout, "report: %s\n", file)
	return nil
}
