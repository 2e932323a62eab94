package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"sparseracer/internal/install"
	"sparseracer/internal/report"
	"sparseracer/internal/selftest"
	"sparseracer/internal/steer"
	"sparseracer/internal/steering"
	"sparseracer/internal/system"
	"sparseracer/sparsehb"
)

func (t *tool) selftestCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "selftest [qt|glib|libuv]…",
		Short: "Try what the hooks see of the installed Qt, GLib and libuv",
		Long: `Runs a small program for each library that is installed, or for those that are
named: it starts timers, asks for events, nests loops and the like. It is recorded,
and the recording compared with what must be there. A hook that sees nothing is
missing, whatever the symbols of the library say. Other verbs do the same for the
libraries of the program they run, once for each build of them.`,
		ValidArgs: []string{selftest.Qt.Word, selftest.GLib.Word, selftest.Libuv.Word},
		RunE: func(c *cobra.Command, args []string) error {
			var families []*selftest.Family
			for _, word := range args {
				f := selftest.FamilyOf(word)
				if f == nil {
					return fmt.Errorf("%q is no library with hooks: expected qt, glib or libuv", word)
				}
				families = append(families, f)
			}
			return t.selftest(c.Context(), families...)
		},
	}
}

// selftest tests what is installed of some families.
func (t *tool) selftest(ctx context.Context, families ...*selftest.Family) error {
	found := selftest.Installed(families...)
	if len(found) == 0 {
		return fmt.Errorf("none of the libraries is in %s", strings.Join(system.SearchedFolders(), ", "))
	}
	dir, done, err := install.PreloadDir()
	if err != nil {
		return err
	}
	defer done()
	for _, l := range found {
		r, err := selftest.Test(ctx, t.env, dir, l)
		if err != nil {
			return err
		}
		fmt.Fprintln(t.stdout, l.Core())
		for _, u := range r.Unseen {
			fmt.Fprintf(t.stdout, "%s missing: %s; without it an analysis lacks %s\n", u.Hook, u.What, u.Takes)
		}
		if t.writeTested(r); !r.AllSeen() {
			t.code = exitError
		}
	}
	return nil
}

func (t *tool) writeTested(r *selftest.Result) {
	if r.Failed != "" {
		fmt.Fprintf(t.stdout, "self-test: it could not be run: %s\n", r.Failed)
		return
	}
	fmt.Fprintf(t.stdout, "self-test: %d of %d facts recorded as they must be\n", r.Facts-len(r.Unseen), r.Facts)
}

// lookAtLoops finds out what our hooks see of the libraries that a program is linked with;
// of a family that it is linked with none of (it may be a script), of each that is
// installed. The libraries in the program get to know it by the environment. What is not
// seen is returned, of those that it is linked with.
func (t *tool) lookAtLoops(ctx context.Context, prog []string) ([]*selftest.Result, error) {
	var linked []selftest.Library
	if exe, err := exec.LookPath(prog[0]); err == nil {
		linked = selftest.Linked(ctx, t.env, exe)
	}
	var results, known []*selftest.Result
	ask := func(l selftest.Library) (*selftest.Result, error) {
		r, err := selftest.Ask(ctx, t.env, l)
		known = append(known, r)
		return r, err
	}
	for _, family := range selftest.Families {
		none := true
		for _, l := range linked {
			if l.Family != family {
				continue
			}
			r, err := ask(l)
			if err != nil {
				return nil, err
			}
			none = false
			results = append(results, r)
		}
		if !none {
			continue
		}
		for _, l := range selftest.Installed(family) {
			if _, err := ask(l); err != nil {
				return nil, err
			}
		}
	}
	t.env = withOptions(t.env, selftest.Options(known))
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
		core := filepath.Base(r.Library.Core())
		if r.Failed != "" {
			fmt.Fprintf(t.stderr, "warning: what the hooks see of %s is not known: the self-test could not be run: %s\n", core, r.Failed)
		}
		for _, u := range r.Unseen {
			lacks := "the recording"
			if selftest.OnlySteers(u.Hook) {
				lacks = "steered runs"
			}
			fmt.Fprintf(t.stderr, "warning: %s: %s missing, %s will lack %s\n", core, u.Hook, lacks, u.Takes)
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
		lacks := "this analysis lacks " + u.Takes + "; races may be missing, and some may be false"
		if selftest.OnlySteers(u.Hook) {
			lacks = "steered runs lack " + u.Takes + "; this analysis lacks nothing"
		}
		r.Warnings = append(r.Warnings, u.Hook+" was missing while recording: "+lacks)
	}
}

// blind says of a schedule which hooks it cannot do without, of those that saw nothing
// while recording or see nothing now, and which ones it may come to lack.
func blind(recorded []selftest.Unseen, now []*selftest.Result) func(*steer.Subject) (never, perhaps string) {
	all := recorded
	for _, r := range now {
		all = append(all, r.Unseen...)
	}
	if len(all) == 0 {
		return nil
	}
	say := func(hooks []string) string {
		if len(hooks) == 0 {
			return ""
		}
		return "the hooks do not see " + strings.Join(hooks, ", ") + " (sparseracer selftest)"
	}
	return func(s *steer.Subject) (never, perhaps string) {
		steered := &selftest.Steered{Loops: s.Loops, Input: s.Input, Fast: s.Fast}
		for _, e := range s.Events {
			steered.Events = append(steered.Events, selftest.Event{Kind: e.Kind, Type: e.Attr("type"), Label: e.Attr("label")})
		}
		needed, rest := selftest.Missed(all, steered)
		return say(needed), say(rest)
	}
}
