package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"sparseracer/internal/install"
	"sparseracer/internal/report"
	"sparseracer/internal/selftest"
	"sparseracer/internal/steering"
	"sparseracer/sparsehb"
)

// lookAtQt finds out what our hooks see of the Qt that a program is linked with; of one
// that is not, a script say, of each that is installed. The libraries in the program get
// to know it by the environment. What is not seen is returned, of a Qt that it is linked with.
func (t *tool) lookAtQt(ctx context.Context, prog []string) ([]*selftest.Result, error) {
	linked := false
	qts := selftest.Installed()
	if exe, err := exec.LookPath(prog[0]); err == nil {
		if q, ok := selftest.Linked(ctx, t.env, exe); ok {
			qts, linked = []selftest.Qt{q}, true
		}
	}
	var results []*selftest.Result
	for _, q := range qts {
		r, err := selftest.Ask(ctx, t.env, q)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	t.env = withOptions(t.env, selftest.Options(results))
	if !linked {
		return nil, nil
	}
	return results, nil
}

// withOptions adds what the libraries are to know, unless the environment has it.
func withOptions(env []string, more string) []string {
	old := install.Getenv(env, steering.EnvironmentOptions)
	if more == "" || strings.Contains(old, more) {
		return env
	}
	if old != "" {
		more = old + ":" + more
	}
	return append(append([]string{}, env...), steering.EnvironmentOptions+"="+more)
}

// warnUnseen says before a program starts what its recording will lack.
func (t *tool) warnUnseen(results []*selftest.Result) {
	for _, r := range results {
		core := filepath.Base(r.Qt.Core)
		if r.Failed != "" {
			fmt.Fprintf(t.stderr, "warning: what the hooks see of %s is not known: the self-test could not be run: %s\n", core, r.Failed)
		}
		for _, u := range r.Unseen {
			fmt.Fprintf(t.stderr, "warning: %s: %s missing, the recording will lack %s\n", core, u.Hook, u.Takes)
		}
	}
}

// unseenIn is what the recording itself says that it lacks.
func unseenIn(result *sparsehb.Result) []selftest.Unseen {
	var out []selftest.Unseen
	for i := range result.Events {
		if e := &result.Events[i]; e.Attr("type") == selftest.EventType {
			out = append(out, selftest.Means(e.Attr("name")))
		}
	}
	return out
}

// doubtUnseen puts it among the first lines of a report.
func doubtUnseen(r *report.Report, result *sparsehb.Result) {
	for _, u := range unseenIn(result) {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%s was missing while recording: this analysis lacks %s; races may be missing, and some may be false", u.Hook, u.Takes))
	}
}

// blind says why no run can be steered: what was not seen while recording, or is not seen
// of the Qt of the program to steer; "" if nothing is. And why one may not come to the race.
func blind(recorded []selftest.Unseen, now []*selftest.Result) (never, perhaps string) {
	all := recorded
	for _, r := range now {
		all = append(all, r.Unseen...)
	}
	var steers, names []string
	seen := map[string]bool{}
	for _, u := range all {
		if seen[u.Hook] {
			continue
		}
		seen[u.Hook] = true
		names = append(names, u.Hook)
		if u.Steers {
			steers = append(steers, u.Hook)
		}
	}
	const because = "the hooks do not see "
	if len(steers) > 0 {
		return because + strings.Join(steers, ", ") + " (sparseracer qt status)", ""
	}
	if len(names) > 0 {
		return "", because + strings.Join(names, ", ") + " (sparseracer qt status)"
	}
	return "", ""
}
