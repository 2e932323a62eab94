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
	r, err := t.recorded("late", "")
	if err != nil {
		return err
	}
	var labels []string
	for i := range r.steps[0] {
		if op := &r.steps[0][i]; op.Kind == trace.Enq && op.EventKind == trace.Timer {
			labels = append(labels, op.Attr("label"))
		}
	}
	if len(labels) != 2 {
		return nil // it is said of the hook that they are started by
	}
	lines, _, err := t.follow("late", []string{steering.DirectiveHold + " 600000 " + labels[0], steering.DirectiveUntil + " " + labels[1]})
	if err != nil {
		return err
	}
	if slices.Equal(lines, []string{"late", "early"}) {
		lines = append(lines, "exchanged")
	}
	t.compareSaid(lines)
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

func (t *test) compareSaid(lines []string) {
	for _, f := range t.library.Family.facts {
		if f.says == "" || t.unknown(f) {
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
