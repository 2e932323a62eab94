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

// bugLists are what a hunt ends with, in this order.
var bugLists = []string{"proven", "proven, by call only", "crashed by itself", "crashed, not as predicted", "not proven", "not tried"}

// bugList is one of them: bugs by what is said of them, below the reason for which they are there.
type bugList struct {
	reasons []string
	bugs    map[string][]*listedBug // by reason
}

// bag is the end of a hunt: what was proven, what only a call brings about, and the rest.
func (h *hunter) bag() error {
	tried, err := triedIn(h.opt.dir)
	if err != nil {
		return err
	}
	lists := map[string]*bugList{}
	for _, what := range bugLists {
		lists[what] = &bugList{}
	}
	first, called, other := "", "", "" // commands that repeat what was proven, by a person or a call, and what crashed besides
	var proven []string
	for _, id := range h.order {
		race := h.races[id]
		k, done := tried[id]
		switch status := k.Status(); {
		case !done && race.session == "":
			lists["not tried"].add("", race.listedRace)
		case done && status.Proven():
			of, repeats := "proven", &first
			if race.byCall {
				of, repeats = "proven, by call only", &called
			} else if h.code == exitClean {
				h.code = exitRaces
			}
			lists[of].add("", race.listedRace)
			proven = append(proven, id)
			*repeats = cmp.Or(*repeats, h.repeat(k.Schedule, race.prog))
		case race.session != "":
			if race.repeat = h.playAgain(race.session); other == "" {
				other = race.repeat
			}
			lists["crashed by itself"].add("", race.listedRace)
		case status == steer.CrashedElsewhere:
			if race.repeat = h.repeat(k.Schedule, race.prog); other == "" {
				other = race.repeat
			}
			lists["crashed, not as predicted"].add(k.Reason, race.listedRace)
		default:
			lists["not proven"].add(strings.TrimSuffix(k.Verdict+": "+k.Brief(), ": "), race.listedRace)
		}
	}
	for _, c := range h.crashesAlone() {
		lists["crashed by itself"].add("", c)
		other = cmp.Or(other, c.repeat)
	}
	fmt.Fprintln(h.stdout)
	for _, what := range bugLists {
		lists[what].write(h.stdout, what)
	}
	h.writeNone()
	switch {
	case h.code != exitClean:
	case h.crashed:
		h.code = exitRaces
	case h.unanswered.all() || h.unused:
		h.code = exitError
	}
	script := ""
	if h.probed != nil && !h.unused {
		script = h.probed.write(func(race string) bool { return slices.Contains(proven, race) })
	}
	if first = cmp.Or(first, called); first == "" && script != "" {
		first = h.playAgain(script)
	}
	if next := cmp.Or(first, other, h.goOn(len(lists["not tried"].reasons) > 0)); next != "" {
		fmt.Fprintf(h.stdout, "next: %s\n", next)
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
	if t.home == "" {
		return nil
	}
	return []string{"--sandbox", filepath.Dir(t.home)}
}

// asHere is the end of a command that runs the program as here.
func (t *tool) asHere(prog []string) []string {
	return slices.Concat(t.sandboxFlags(), []string{"--"}, prog)
}

// writeNone says that nothing is predicted, or of how much nothing is known.
func (h *hunter) writeNone() {
	switch why := h.unanswered.String(); {
	case why != "":
		fmt.Fprintln(h.stdout, why)
	case len(h.order) == 0 && !h.unused:
		fmt.Fprintln(h.stdout, "no race is predicted")
	}
}

// goOn is the same command again where there was no time for all, "" where there was.
func (h *hunter) goOn(untried bool) string {
	if h.opt.time == 0 || h.unused || len(h.args) == 0 || !untried && (h.probed == nil || h.probed.left == 0) {
		return ""
	}
	return report.Command(h.args...)
}

// listedRace is a race in a list, or a crash, which has no id. Races of one bug differ in the kind of an event, or in the
// place of the free.
type listedRace struct {
	id, says, bug string
	repeat        string // the command that does, "" for none
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
	n := 0
	for _, bugs := range l.bugs {
		n += len(bugs)
	}
	if n == 0 {
		return
	}
	fmt.Fprintf(w, "%s: %d\n", what, n)
	for _, reason := range l.reasons {
		indent := "  "
		if reason != "" {
			fmt.Fprintf(w, "  %s\n", reason)
			indent = "    "
		}
		for _, b := range l.bugs[reason] {
			fmt.Fprintf(w, "%s%s\n", indent, strings.TrimLeft(b.id+"  "+b.says, " "))
			b.also(w, indent+"  ")
			if b.repeat != "" {
				fmt.Fprintf(w, "%s  repeat: %s\n", indent, b.repeat)
			}
		}
	}
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
