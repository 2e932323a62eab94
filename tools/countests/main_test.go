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
		exit := count(strings.NewReader(c.in), &out)
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		if got := lines[len(lines)-1]; got != c.last || exit != c.exit {
			t.Errorf("%s: got %q and exit %d, expected %q and %d", c.name, got, exit, c.last, c.exit)
		}
	}
}
