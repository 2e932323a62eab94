package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sparseracer/internal/report"
	"sparseracer/internal/steer"
)

// What a hunt ends with, in this order; probe has those of events.
const (
	listProven    = "proven"
	listByCall    = "proven, by call only"
	listItself    = "crashed by itself"
	listWithout   = "failed without the event, too"
	listOnce      = "failed once, and not again"
	listElsewhere = "crashed, not as predicted"
	listNotProven = "not proven"
	listNotTried  = "not tried"
)

var bugLists = []string{listProven, listByCall, listItself, listWithout, listOnce, listElsewhere, listNotProven, listNotTried}

// rank orders the lists: what is said of one bug by several runs stands in the first of them.
func rank(list string) int { return slices.Index(bugLists, list) }

// bugList is one of them: bugs by what is said of them, below the reason for which they are there.
type bugList struct {
	reasons []string
	bugs    map[string][]*listedBug // by reason
}

// bag is the end of a hunt: what was proven, what only a call brings about, and the rest. Each race stands in one list.
func (h *hunter) bag() error {
	tried, err := triedIn(h.opt.dir)
	if err != nil {
		return err
	}
	b := h.pack(tried)
	lists := map[string]*bugList{}
	for _, what := range bugLists {
		lists[what] = &bugList{}
	}
	for _, one := range b.entries {
		lists[one.list].add(one.reason, one.listedRace)
	}
	fmt.Fprintln(h.stdout)
	for _, what := range bugLists {
		lists[what].write(h.stdout, what)
	}
	h.writeNone(len(b.entries) > 0)
	proven, failed := !lists[listProven].empty(), h.crashed || !lists[listWithout].empty()
	switch {
	case h.code != exitClean:
	case proven || failed:
		h.code = exitRaces
	case h.unanswered.all() || h.unused:
		h.code = exitError
	}
	if h.probed != nil && !h.unused && h.probed.head() {
		h.probed.writeHung()
	}
	h.writeUnseen()
	next := cmp.Or(b.next(), h.goOn(!lists[listNotTried].empty()))
	if next == "" {
		return nil
	}
	fmt.Fprintf(h.stdout, "next: %s\n", next)
	if race, known := h.races[b.races[next]]; known && race.trace != "" {
		fmt.Fprintf(h.stdout, "      %s\n", report.Command("explain", race.trace, race.id))
	}
	return nil
}

// crashedBy keeps how a session ended that did not end by itself.
func (h *hunter) crashedBy(script, how string) {
	h.crashes = append(h.crashes, listedRace{says: how, bug: how, repeat: h.playAgain(script)})
}

// crashesAlone are those that no race explains: a handler uses what it has freed itself, or a pointer is null.
func (h *hunter) crashesAlone() (out []listedRace) {
	explained := map[string]bool{}
	for _, race := range h.races {
		if race.session != "" {
			explained[h.playAgain(race.session)] = true
		}
	}
	for _, c := range h.crashes {
		if !explained[c.repeat] {
			out = append(out, c)
		}
	}
	return out
}

// repeat is the command that repeats a kept schedule, "" without one.
func (h *hunter) repeat(schedule string, prog []string) string {
	if schedule == "" {
		return ""
	}
	return report.CommandOn("replay", filepath.Join(h.opt.dir, schedule), h.asHere(prog)...)
}

// sessionOf is the script that a recording was made by, "" where a person or nobody used the program.
func (h *hunter) sessionOf(trace string) string {
	script := strings.TrimSuffix(trace, ".srt") + ".session"
	if filepath.Base(trace) == huntRecording {
		script = h.opt.record.Play
	}
	if _, err := os.Stat(script); err != nil {
		return ""
	}
	return script
}

// playAgain is the command that plays a script again.
func (h *hunter) playAgain(script string) string {
	return report.Command(slices.Concat([]string{"record"}, h.sandboxFlags(), []string{"--play", script, "--"}, h.prog)...)
}

// sandboxFlags are those by which another verb runs the program as here.
func (t *tool) sandboxFlags() []string {
	var flags []string
	if t.home != "" {
		flags = append(flags, "--sandbox", filepath.Dir(t.home))
	}
	if slices.Contains(t.env, steer.WithServices) {
		flags = append(flags, "--services")
	}
	return flags
}

// asHere is the end of a command that runs the program as here.
func (t *tool) asHere(prog []string) []string {
	return slices.Concat(t.sandboxFlags(), []string{"--"}, prog)
}

// writeNone says that nothing is predicted, or of how much nothing is known. listed: something else stands above it.
func (h *hunter) writeNone(listed bool) {
	switch why := h.unanswered.String(); {
	case why != "":
		fmt.Fprintln(h.stdout, why)
	case len(h.order) == 0 && !h.unused && len(h.unseen) == 0:
		fmt.Fprintln(h.stdout, map[bool]string{false: "no race is predicted", true: "no other race is predicted"}[listed])
	}
}

// writeUnseen says which recordings the lists are not about.
func (h *hunter) writeUnseen() {
	if len(h.unseen) == 0 {
		return
	}
	var files []string
	for _, path := range h.unseen[:min(len(h.unseen), 5)] {
		files = append(files, filepath.Base(path))
	}
	if more := len(h.unseen) - len(files); more > 0 {
		files = append(files, fmt.Sprintf("and %d more", more))
	}
	fmt.Fprintf(h.stdout, "there was no time to look at %s of earlier calls (%s): what they predict is not listed, unless it was proven\n",
		amount(len(h.unseen), "recording"), strings.Join(files, ", "))
}

// goOn is the same command again where there was no time for all, "" where there was.
func (h *hunter) goOn(untried bool) string {
	if h.opt.time == 0 || h.unused || len(h.args) == 0 || !untried && len(h.unseen) == 0 && (h.probed == nil || len(h.probed.late) == 0) {
		return ""
	}
	return report.Command(h.args...)
}

// listedRace is a race in a list, or a crash, which has no id. Races of one bug differ in the kind of an event, or in the
// place of the free.
type listedRace struct {
	id, says, bug string
	trace         string   // the first recording that predicts it, "" for none
	repeat        string   // the command that does, "" for none
	events        []string // that no session has, and that bring it about, with the scripts that repeat it
}

// listedBug has the race that was found first, and the others.
type listedBug struct {
	listedRace
	others []listedRace
}

func (l *bugList) add(reason string, r listedRace) {
	if l.bugs == nil {
		l.bugs = map[string][]*listedBug{}
	}
	if l.bugs[reason] == nil {
		l.reasons = append(l.reasons, reason)
	}
	for _, b := range l.bugs[reason] {
		if b.bug == r.bug {
			b.others = append(b.others, r)
			return
		}
	}
	l.bugs[reason] = append(l.bugs[reason], &listedBug{listedRace: r})
}

func (l *bugList) write(w io.Writer, what string) {
	if l.empty() {
		return
	}
	n := 0
	for _, bugs := range l.bugs {
		n += len(bugs)
	}
	fmt.Fprintf(w, "%s: %d\n", what, n)
	for _, reason := range l.reasons {
		indent := "  "
		if reason != "" {
			fmt.Fprintf(w, "  %s\n", reason)
			indent = "    "
		}
		for _, b := range l.bugs[reason] {
			fmt.Fprintf(w, "%s%s\n", indent, b.line())
			b.also(w, indent+"  ")
			b.writeEvents(w, indent+"  ")
			if b.repeat != "" {
				fmt.Fprintf(w, "%s  repeat: %s\n", indent, b.repeat)
			}
		}
	}
}

// line is the race, with the recording to look at.
func (r *listedRace) line() string {
	says := r.says
	if r.trace != "" {
		says = filepath.Base(r.trace) + ": " + says
	}
	return strings.TrimLeft(r.id+"  "+says, " ")
}

// also names the other races of the bug: those that read alike in one line.
func (b *listedBug) also(w io.Writer, indent string) {
	ids, says := map[string][]string{}, []string{}
	for _, r := range b.others {
		if r.id == "" { // the same crash in another session
			continue
		}
		if ids[r.says] == nil {
			says = append(says, r.says)
		}
		ids[r.says] = append(ids[r.says], r.id)
	}
	for _, s := range says {
		fmt.Fprintf(w, "%salso as %s", indent, strings.Join(ids[s], ", "))
		if s != b.says {
			fmt.Fprintf(w, ": %s", s)
		}
		fmt.Fprintln(w)
	}
}

// eventsMost are those of one bug that are shown: their scripts are in the folder.
const eventsMost = 3

// writeEvents names the events that bring the bug about.
func (b *listedBug) writeEvents(w io.Writer, indent string) {
	events := slices.Clone(b.events)
	for _, r := range b.others {
		events = append(events, r.events...)
	}
	for i, event := range events {
		if i == eventsMost {
			fmt.Fprintf(w, "%sand %s more\n", indent, amount(len(events)-i, "event"))
			return
		}
		fmt.Fprintf(w, "%s%s\n", indent, event)
	}
}

func (l *bugList) empty() bool { return len(l.reasons) == 0 }

// unanswered are the recordings of a hunt that do not say whether there are races, and why.
type unanswered struct {
	recordings int
	files      []string
	why        string // of the first one
}

func (u *unanswered) add(path, why string) {
	u.recordings++
	if why == "" {
		return
	}
	if u.why == "" {
		u.why = why
	}
	u.files = append(u.files, filepath.Base(path))
}

// all: none of them is an answer.
func (u *unanswered) all() bool { return len(u.files) > 0 && len(u.files) == u.recordings }

func (u *unanswered) String() string {
	switch {
	case len(u.files) == 0:
		return ""
	case u.all():
		return "no answer: " + u.why
	}
	return fmt.Sprintf("no answer in %d of %d recordings: %s (%s)", len(u.files), u.recordings, u.why, strings.Join(u.files, ", "))
}
