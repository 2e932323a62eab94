package report

import (
	"slices"
	"testing"

	"sparseracer/internal/symbols"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// TestEntry: a handler's function is looked for above the loop that delivered the
// event, and is none of Qt's or of the language's.
func TestEntry(t *testing.T) {
	app := func(name string, line int) symbols.Frame {
		return symbols.Frame{Function: name, File: "/home/dev/app.cpp", Line: line, Module: "/home/dev/app"}
	}
	qt := symbols.Frame{Function: "QObject::event(QEvent*)", Module: "/lib/x86_64-linux-gnu/libQt5Core.so.5"}
	loop := []symbols.Frame{app("Window::ask()", 30), app("Window::save()", 20), app("main", 9)}
	b := &builder{
		result: &sparsehb.Result{Loops: []sparsehb.Loop{{Stack: 7}}},
		stacks: stacks{stackKey{id: 7}: loop},
	}
	for _, c := range []struct {
		within trace.LoopID
		stack  []symbols.Frame
		want   string
	}{
		{trace.NoLoop, []symbols.Frame{qt, app("List::add(int)", 3), app("Window::save()", 2), qt, app("main", 9)}, "Window::save"},
		{trace.NoLoop, []symbols.Frame{app("Window::metaObject() const", 3), qt, app("main", 9)}, ""},
		// What waits below the loop stands there by its beginning.
		{0, []symbols.Frame{app("Dialog::done()", 5), qt, app("Window::ask()", 1), app("Window::save()", 1), app("main", 9)}, "Dialog::done"},
		{0, []symbols.Frame{qt, app("Window::ask()", 1), app("Window::save()", 1), app("main", 9)}, ""},
		{0, nil, ""},
	} {
		if got := b.entry(&sparsehb.Event{Within: c.within}, c.stack); got != c.want {
			t.Errorf("%v: %q, expected %q", c.stack, got, c.want)
		}
	}
}

// TestAbove: of an outermost loop's handlers, what called that loop is no part; main may be there or not.
func TestAbove(t *testing.T) {
	frames := func(names ...string) (out []symbols.Frame) {
		for _, n := range names {
			out = append(out, symbols.Frame{Function: n})
		}
		return out
	}
	for _, c := range []struct{ stack, below, want []symbols.Frame }{
		{frames("add", "save", "App::run", "main"), frames("App::run", "main"), frames("add", "save")},
		{frames("add", "save", "App::run", "main", "_start"), frames("App::run", "main"), frames("add", "save")},
		{frames("add", "save", "main"), frames("QApplication::exec"), frames("add", "save")},
		{frames("ask", "<module>"), frames("<module>"), frames("ask")},
		{frames("ask"), frames("<module>"), frames("ask")},
		{frames("add", "save", "main"), nil, frames("add", "save")},
		{nil, frames("main"), nil},
	} {
		if got := above(c.stack, c.below, false); !slices.Equal(got, c.want) {
			t.Errorf("%v above %v: %v, expected %v", c.stack, c.below, got, c.want)
		}
	}
}

// TestPlacesShownAlike: pairs of places that are shown with one text are one line.
func TestPlacesShownAlike(t *testing.T) {
	place := func(name string, column int) []symbols.Frame {
		return []symbols.Frame{{Function: name, File: "/home/dev/app.cpp", Line: 3, Column: column, Module: "/home/dev/app"}}
	}
	list := shownAlike([]PlacePair{
		{First: place("use()", 1), Second: place("drop()", 1), Pairs: 2},
		{First: place("use()", 1), Second: place("other()", 1), Pairs: 1},
		{First: place("use()", 9), Second: place("drop()", 4), Pairs: 3},
	}, func(f *symbols.Frame) string { return f.Function })
	if want := []shownPlace{{"use() / drop()", 5}, {"use() / other()", 1}}; !slices.Equal(list, want) {
		t.Errorf("%v, expected %v", list, want)
	}
}
