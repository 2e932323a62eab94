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

// TestAgain: a test that fails twice has failed, one that passes alone is named,
// and many failures or a crash are no matter of chance.
func TestAgain(t *testing.T) {
	fail := func(names ...string) string {
		var b strings.Builder
		for _, name := range names {
			b.WriteString(`{"Action":"fail","Package":"p","Test":"` + name + `"}` + "\n")
		}
		return b.String()
	}
	crash := `{"Action":"fail","Package":"q"}`
	for _, c := range []struct{ name, in, want string }{
		{"both lines of one test", fail("Once/sub", "Once"), "UNSTEADY p Once: it failed above, and passed alone\n2 passed, 0 failed, 0 skipped"},
		{"one of two", fail("Once", "Always"), "1 passed, 1 failed, 0 skipped"},
		{"a crash", fail("Once") + crash, "0 passed, 2 failed, 0 skipped"},
		{"many", fail("Once", "Once2", "Once3", "Once4"), "0 passed, 4 failed, 0 skipped"},
	} {
		var out strings.Builder
		count(strings.NewReader(c.in), &out, func(one test) bool { return strings.HasPrefix(one.name, "Once") })
		if !strings.HasSuffix(out.String(), c.want+"\n") {
			t.Errorf("%s: %s", c.name, out.String())
		}
	}
	if alone(nil) != nil || !alone([]string{"true"})(test{"p", "A"}) || alone([]string{"false"})(test{"p", "A"}) {
		t.Error("a test run alone")
	}
}
