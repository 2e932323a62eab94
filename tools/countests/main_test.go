package main

import (
	"strings"
	"testing"
)

func TestCount(t *testing.T) {
	for _, c := range []struct {
		name, in, last string
		exit           int
	}{
		{"pass", `{"Action":"pass","Package":"p","Test":"A"}` + "\n" + `{"Action":"pass","Package":"p"}`,
			"1 passed, 0 failed, 0 skipped", 0},
		{"fail counts once", `{"Action":"fail","Package":"p","Test":"A"}` + "\n" + `{"Action":"fail","Package":"p"}`,
			"0 passed, 1 failed, 0 skipped", 1},
		{"no build", `{"Action":"pass","Package":"q","Test":"A"}` + "\n" + `{"Action":"fail","Package":"p"}`,
			"1 passed, 1 failed, 0 skipped", 1},
		{"nothing ran", "", "0 passed, 0 failed, 0 skipped", 1},
	} {
		var out strings.Builder
		exit := count(strings.NewReader(c.in), &out, nil)
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		if got := lines[len(lines)-1]; got != c.last || exit != c.exit {
			t.Errorf("%s: got %q and exit %d, expected %q and %d", c.name, got, exit, c.last, c.exit)
		}
	}
}

// TestRerunOnlyLabels: a failed test that passes when it runs again alone is labelled
// UNSTEADY; the count and the exit status are those of a failure all the same.
func TestRerunOnlyLabels(t *testing.T) {
	fail := func(names ...string) string {
		b := strings.Builder{}
		for _, name := range names {
			b.WriteString(`{"Action":"fail","Package":"p","Test":"` + name + `"}` + "\n")
		}
		return b.String() + `{"Action":"pass","Package":"p","Test":"Steady"}` + "\n"
	}
	unsteady := "UNSTEADY p Once: it failed above and passes alone\n"
	crash := `{"Action":"fail","Package":"q"}`
	for _, c := range []struct{ name, in, last string }{
		{"both lines of one test", fail("Once/sub", "Once"), unsteady + "1 passed, 2 failed, 0 skipped\n"},
		{"one of two", fail("Once", "Always"), unsteady + "1 passed, 2 failed, 0 skipped\n"},
		{"always", fail("Always"), "FAIL p Always\n1 passed, 1 failed, 0 skipped\n"},
		{"a crash: nothing runs again", fail("Once") + crash, "FAIL q \n1 passed, 2 failed, 0 skipped\n"},
		{"many: nothing runs again", fail("Once", "Once2", "Once3", "Once4"), "FAIL p Once4\n1 passed, 4 failed, 0 skipped\n"},
	} {
		var out strings.Builder
		exit := count(strings.NewReader(c.in), &out, func(one test) bool { return strings.HasPrefix(one.name, "Once") })
		if !strings.HasSuffix(out.String(), c.last) || exit != 1 {
			t.Errorf("%s: exit %d\n%s", c.name, exit, out.String())
		}
	}
}

// TestAlone: the command decides whether a test passes alone; without one nothing runs.
func TestAlone(t *testing.T) {
	if alone(nil) != nil || !alone([]string{"true"})(test{"p", "A"}) || alone([]string{"false"})(test{"p", "A"}) {
		t.Error("true passes, false fails, and no command is none")
	}
}

// TestCachedPassIsShown: a pass that stands for a test that did not run is in the output.
func TestCachedPassIsShown(t *testing.T) {
	in := `{"Action":"output","Package":"p","Test":"A/Qt5","Output":"    x.go:1: cached pass: A-qt5-12 of 2026-01-02\n"}
{"Action":"pass","Package":"p","Test":"A/Qt5"}`
	var out strings.Builder
	exit := count(strings.NewReader(in), &out, nil)
	if want := "cached pass of p A/Qt5: A-qt5-12 of 2026-01-02\n1 passed, 0 failed, 0 skipped\n"; exit != 0 || out.String() != want {
		t.Errorf("exit %d, %q, want %q", exit, out.String(), want)
	}
}
