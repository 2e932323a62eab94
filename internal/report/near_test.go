package report

import (
	"fmt"
	"strings"
	"testing"
)

// TestNear: a step without a place of its own has one of its handler's, never that of the
// step before.
func TestNear(t *testing.T) {
	r := New(nested(t).result, editor(), Options{})
	var got []string
	for _, s := range r.Races[0].Story().Steps {
		if s.At == nil && s.Near != nil {
			got = append(got, fmt.Sprintf("%d %s", s.Operation, placeText(s.Near)))
		}
		if s.At != nil && s.Near != s.At {
			t.Errorf("step %d has a place, and is put elsewhere", s.Operation)
		}
	}
	want := []string{
		"0 Document::open() (document.cpp:10)",   // the handler starts: its next step
		"2 Window::open() (window.cpp:20)",       // it posts, from a library
		"6 Question::exec() (question.cpp:40)",   // the handler that will spin the loop
		"8 Window::open() (window.cpp:20)",       // a handler of which nothing else is known: where it was posted
		"9 Window::open() (window.cpp:20)",       //
		"11 Question::exec() (question.cpp:40)",  // the loop is over
		"15 Document::close() (document.cpp:60)", // the handler that frees
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
