package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/exercise"
)

// TestMadeInSandbox: what was used at random in a sandbox is not used outside of one unawares. The commands that steer
// it make a sandbox again, and one that does not is warned of.
func TestMadeInSandbox(t *testing.T) {
	for _, made := range []bool{true, false} {
		dir := t.TempDir()
		if made {
			if err := exercise.WriteHome(filepath.Join(dir, "home")); err != nil {
				t.Fatal(err)
			}
		}
		path, text := filepath.Join(dir, "1.srt"), filepath.Join(dir, "1.txt")
		data, err := os.ReadFile("../../internal/report/testdata/held.trace")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(text, data, 0o600); err != nil {
			t.Fatal(err)
		}
		said := func(args ...string) string {
			var out strings.Builder
			run(context.Background(), args, nil, &out, &out)
			return out.String()
		}
		said("convert", text, path)
		box := ""
		if made {
			box = "--sandbox " + dir + " "
		}
		const race = "cec518a8376d"
		for _, verb := range [][]string{{"analyze", path}, {"explain", path, race}, {"audit", path}} {
			out := said(verb...)
			at := strings.Index(out, "sparseracer confirm "+path)
			if at < 0 || !strings.HasSuffix(out, " "+box+"-- ./app\n") || strings.Contains(out, "--sandbox") != made {
				t.Errorf("%s, in a sandbox: %t, says\n%s", verb[0], made, out)
			}
		}
		for _, verb := range [][]string{{"confirm", path}, {"replay", filepath.Join(dir, "race-1.schedule.json")}, {"replay", "--session", path},
			{"record", "--play", filepath.Join(dir, "1.session")}} {
			out := said(append(verb, "--", filepath.Join(dir, "no-program"))...)
			if warned := strings.Contains(out, "PROG runs outside of one now"); warned != made || made && !strings.Contains(out, "--sandbox "+dir+" makes one again") {
				t.Errorf("%s, in a sandbox: %t, says\n%s", verb[0], made, out)
			}
		}
	}
}
