package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"sparseracer/internal/trace"
)

// counts are what the recordings of a folder have, each thing once:
//   - a nested loop by the function that turns it and the last window that its handler showed before, else
//     by that handler;
//   - a dialog by its name, and by its title if it has no name of its own. Menus, tool tips, lists of
//     combo boxes, and the windows before the first input are none;
//   - a handler by the kind and type of its event, and the class and name of its receiver; of an
//     input by its kind, window and widget.
//
// Threads other than the one with the windows are left out.
type counts struct {
	loops, dialogs, handlers, sessions int
}

// seen are the things themselves.
type seen struct{ loops, dialogs, handlers map[string]bool }

func newSeen() *seen {
	return &seen{loops: map[string]bool{}, dialogs: map[string]bool{}, handlers: map[string]bool{}}
}

func countIn(dir string) (counts, error) {
	traces, err := filepath.Glob(filepath.Join(dir, "*.srt"))
	if err != nil {
		return counts{}, err
	}
	all := newSeen()
	for _, path := range traces {
		src, err := trace.OpenFile(path)
		if err != nil {
			return counts{}, err
		}
		if err := all.add(src); err != nil {
			return counts{}, fmt.Errorf("%s: %w", path, err)
		}
	}
	return counts{len(all.loops), len(all.dialogs), len(all.handlers), len(traces)}, nil
}

// session is what has to be known while one recording is read.
type session struct {
	events  map[trace.EventID]string // what each is, until it ends
	begun   map[trace.EventID]int    // by operations
	shown   string                   // the last window
	shownAt int
	used    bool // an input came
	n       int
}

func (s *seen) add(src trace.Source) error {
	r, err := src.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	in := &session{events: map[trace.EventID]string{}, begun: map[trace.EventID]int{}}
	var op trace.Op
	for {
		switch err := r.Next(&op); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		in.n++
		if op.Thread == 0 {
			s.step(in, &op)
		}
	}
}

func (s *seen) step(in *session, op *trace.Op) {
	switch op.Kind {
	case trace.Enq:
		in.events[op.Event] = handlerOf(op)
		if strings.HasPrefix(op.Attr("arms"), "shown:") {
			in.show(s, op)
		}
	case trace.Deq:
		what := in.events[op.Event]
		if op.Attr("type") != "" || what == "" {
			what = handlerOf(op)
		}
		in.used = in.used || op.Attr("input") != ""
		in.events[op.Event], in.begun[op.Event] = what, in.n
		s.handlers[what] = true
	case trace.Pause:
		by := in.events[op.Event]
		if in.shown != "" && in.shownAt > in.begun[op.Event] {
			by = "window " + in.shown
		}
		s.loops[op.Attr("what")+" by "+by] = true
	case trace.End:
		delete(in.events, op.Event)
		delete(in.begun, op.Event)
	}
}

// show is for a window that comes onto the screen.
func (in *session) show(s *seen, op *trace.Op) {
	name := op.Attr("name")
	if name == "" || strings.HasSuffix(name, "ClassWindow") { // Qt's own name, after the class
		name += " " + op.Attr("title")
	}
	in.shown, in.shownAt = name, in.n
	if in.used && op.Attr("grabs") == "" && !passing(name) {
		s.dialogs[name] = true
	}
}

// passing: Qt shows it for a moment, and nobody has opened it.
func passing(name string) bool {
	return strings.Contains(name, "qtooltip") || strings.Contains(name, "QTipLabel") || strings.Contains(name, "QComboBoxPrivateContainer")
}

func handlerOf(op *trace.Op) string {
	if input := op.Attr("input"); input != "" {
		return strings.Join([]string{"input", input, op.Attr("window"), op.Attr("target")}, " ")
	}
	class, name := op.Attr("class"), op.Attr("name")
	if owner := op.Attr("owner"); owner != "" {
		class, name = trace.SplitOwner(owner)
	}
	return strings.Join([]string{fmt.Sprint(op.EventKind), op.Attr("type"), class, name}, " ")
}
