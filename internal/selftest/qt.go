package selftest

// What the test does of Qt, beside recording it.

import (
	"debug/elf"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"sparseracer/internal/install"
	"sparseracer/internal/steering"
	"sparseracer/internal/trace"
)

// Qt is hooked by its entries; versions 5 and 6 may stand side by side.
var Qt = &Family{
	Name: "Qt", Word: "qt", program: "sparse-qt-test", facts: qtFacts,
	names:  [][]string{{"libQt5Core.so.5", "libQt5Gui.so.5"}, {"libQt6Core.so.6", "libQt6Gui.so.6"}},
	helper: inputLibrary,
	run: func(t *test) error {
		return t.each(t.named, t.probe, t.driven, t.steered, t.exchanged)
	},
}

// inputFact is the one of that library, of either Qt.
const inputFact = "libsparseinput.so"

func inputLibrary(l Library) string { return "libsparseinput" + l.Major() + ".so" }

// named: its functions have the names that the hooks look for.
func (t *test) named() error {
	f, err := elf.Open(t.library.Core())
	if err != nil {
		return &failure{err.Error()}
	}
	defer f.Close()
	if name := install.QtNamespace(f); name != "" {
		return &failure{fmt.Sprintf("this Qt is in the namespace %s (-qtnamespace), and the hooks look for Qt's functions by their usual names", name)}
	}
	return nil
}

// probe finds out where window-system events have what, and whether our input library fits.
func (t *test) probe() error {
	lines, err := t.plain("probe", filepath.Join(t.dir, inputLibrary(t.library)))
	if err != nil {
		return err
	}
	for _, line := range lines {
		switch word, rest, _ := strings.Cut(line, " "); word {
		case "windows":
			if !strings.Contains(rest, "-1") {
				t.result.Windows = strings.ReplaceAll(rest, " ", ",")
			}
		case "input":
			t.result.Facts++
			if rest != "fits" {
				facts := qtFacts()
				f := facts[slices.IndexFunc(facts, func(f fact) bool { return f.hook == inputFact })]
				f.hook, f.what = inputLibrary(t.library), rest
				t.unseen(f)
			}
		}
	}
	return nil
}

// dispatchers of Qt: it asks whether that variable is empty.
var dispatchers = []string{"QT_NO_GLIB=1", "QT_NO_GLIB="}

// driven records the program with each of Qt's own dispatchers, and compares.
func (t *test) driven() error {
	seen := map[string]bool{}
	for _, dispatcher := range dispatchers {
		r, err := t.recorded("drive", "", dispatcher)
		if err != nil {
			return err
		}
		for line := range r.said {
			if d, ok := strings.CutPrefix(line, "dispatcher "); ok {
				r.dispatcher = "QEventDispatcher" + d
			}
		}
		if r.dispatcher != "" && seen[r.dispatcher] {
			continue // a Qt without GLib
		}
		seen[r.dispatcher] = true
		t.compare(r, "drive")
	}
	return nil
}

// steered runs the program with a schedule: virtual time, and an event that is held
// until what never comes, and removed.
func (t *test) steered() error {
	r, err := t.recorded("label", "", dispatchers[0])
	if err != nil {
		return err
	}
	label := ""
	if e := r.posted(-1, 1); e != nil {
		label = e.Attr("label")
	}
	held := []string{steering.DirectiveFast}
	if label != "" {
		held = append(held, steering.DirectiveHold+" 600000 "+label, steering.DirectiveUntil+" "+steering.LabelPosted+" never")
	}
	lines, verdict, err := t.follow("steered", held, dispatchers[0])
	if err != nil {
		return err
	}
	if !strings.Contains(verdict, steering.VerdictHold+" "+label) {
		lines = slices.DeleteFunc(lines, func(l string) bool { return l == "removed" })
	}
	t.compareSaid(lines, "steered")
	return nil
}

// exchanged has a schedule hold a socket notifier until a timer has come.
func (t *test) exchanged() error {
	return t.exchange("exchanged", []string{"timer", "notifier"}, func(r *recorded) []string {
		var socket, timer string
		for i := range r.all {
			switch op := &r.all[i]; {
			case op.Kind == trace.Deq && op.EventKind == trace.Socket:
				socket = op.Attr("label")
			case op.Kind == trace.Enq && op.EventKind == trace.Timer:
				timer = op.Attr("label")
			}
		}
		return []string{socket, timer}
	}, dispatchers[0])
}
