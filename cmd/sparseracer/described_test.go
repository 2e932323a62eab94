package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
	"sparseracer/internal/trace"
)

// TestDescribingAsksNobody: a click into a view is described without the program's
// model, delegate, items or view, and nothing that they do looks like a second free.
// What is Qt's alone is described by its text.
func TestDescribingAsksNobody(t *testing.T) {
	t.Parallel()
	for _, qt := range []string{"5", "6"} {
		t.Run("qt"+qt, func(t *testing.T) {
			t.Parallel()
			tool := built(t, "bin/sparseracer")
			program := builds.Program(t, "views", built(t, "bin/sparse-c++"), append([]string{"-std=c++17", "-fPIC", "-g", "-O1", "-o", "{out}",
				built(t, "cmd/sparseracer/testdata/described/views.cpp"), "-ldl"}, pkgConfig(t, "Qt"+qt+"Widgets")...)...)
			script := filepath.Join(t.TempDir(), "clicks")
			steps := "wait 200\nat 50 3\nwait 50\nat 50 25\nwait 50\nat 50 44\nwait 50\nat 50 63\nwait 50\nat 50 83\nwait 50\n" +
				"wheel 50 25 -1\nwait 50\ndrag 50 3 50 44\nwait 50\nclose\n"
			if err := os.WriteFile(script, []byte(steps), 0o644); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "t.srt")
			stdout, stderr, code := command(t, "", "env", "LD_PRELOAD="+player(t, qt), "SESSION_SCRIPT="+script, "QT_QPA_PLATFORM=offscreen",
				tool, "record", "-o", path, "--", program)
			if code != 0 || strings.Contains(stdout, "asked") {
				t.Errorf("record ended with %d:\n%s%s", code, stdout, stderr)
			}
			texts, presses := "", 0
			eachOperation(t, path, func(op *trace.Op, _ *trace.Tables) {
				if op.Attr("input") == "press" {
					presses++
					texts += op.Attr("text") + ";"
				}
			})
			if presses != 6 || !strings.HasSuffix(texts, ";;;;one;;") && !strings.HasSuffix(texts, ";;;;two;;") {
				t.Errorf("%d presses, on %q", presses, texts)
			}
			a, _ := analyzeJSON(t, tool, path)
			for _, r := range a.Races {
				if r.Kind == "double-free" {
					t.Errorf("a double free: %+v", r)
				}
			}
			if info, _, _ := command(t, "", tool, "info", path); strings.Contains(info, "lost") {
				t.Errorf("operations were lost:\n%s", info)
			}
		})
	}
}
