package selftest

// Runs that follow a schedule.

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sparseracer/internal/steering"
	"sparseracer/internal/trace"
)

// late has a schedule exchange the two timers of the mode `late`, of which both the
// libraries of C code have one: the program says the first one last.
func (t *test) late() error {
	return t.exchange("late", []string{"late", "early"}, func(r *recorded) (labels []string) {
		for i := range r.steps[0] {
			if op := &r.steps[0][i]; op.Kind == trace.Enq && op.EventKind == trace.Timer {
				labels = append(labels, op.Attr("label"))
			}
		}
		return labels
	})
}

// exchange runs a mode with a schedule that holds the first of two events until the second
// one has come, by their labels in a run without; `said` is what the program then prints.
func (t *test) exchange(mode string, said []string, labelsOf func(*recorded) []string, more ...string) error {
	r, err := t.recorded(mode, "", more...)
	if err != nil {
		return err
	}
	labels := labelsOf(r)
	if len(labels) != 2 || labels[0] == "" {
		labels = []string{"none", "none"} // nothing is held
	}
	lines, _, err := t.follow(mode, []string{steering.DirectiveHold + " 600000 " + labels[0], steering.DirectiveUntil + " " + labels[1]}, more...)
	if err != nil {
		return err
	}
	if slices.Equal(lines, said) {
		lines = append(lines, "exchanged")
	}
	t.compareSaid(lines, mode)
	return nil
}

// follow runs the program with a schedule; what it printed, and the verdict.
func (t *test) follow(mode string, directives []string, more ...string) (lines []string, verdict string, err error) {
	schedule, path := filepath.Join(t.scratch, "schedule"), filepath.Join(t.scratch, "verdict")
	text := append([]string{steering.HeadSchedule + " " + strconv.Itoa(steering.Version), steering.DirectiveWatchdog + " 600000"}, directives...)
	if err := os.WriteFile(schedule, []byte(strings.Join(text, "\n")+"\n"), 0o600); err != nil {
		return nil, "", err
	}
	options := steering.Option(steering.OptionSchedule, schedule) + ":" + steering.Option(steering.OptionVerdict, path)
	lines, err = t.run(mode, nil, t.preload(false), options, more...)
	if err != nil && !t.mayFail(err) {
		return nil, "", err
	}
	out, _ := os.ReadFile(path)
	return lines, string(out), nil
}

func (t *test) compareSaid(lines []string, mode string) {
	for _, f := range t.library.Family.facts() {
		if f.says == "" || f.mode != mode || t.unknown(f) {
			continue
		}
		t.result.Facts++
		if !slices.Contains(lines, f.says) {
			t.unseen(f)
		}
	}
}

// mayFail: a program that is steered ends as it likes, unless somebody interrupts.
func (t *test) mayFail(err error) bool {
	_, failed := err.(*failure)
	return failed && t.ctx.Err() == nil
}
