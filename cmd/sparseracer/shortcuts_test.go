package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// TestShortcuts: a key that works in whatever window is active says so, however it came to be
// one; a key that does not, or no longer, says nothing.
func TestShortcuts(t *testing.T) {
	t.Parallel()
	for _, qt := range []string{"5", "6"} {
		t.Run("qt"+qt, func(t *testing.T) {
			t.Parallel()
			player(t, qt)
			dir, tool := t.TempDir(), built(t, "bin/sparseracer")
			program := buildWith(t, qt, built(t, "bin/sparse-c++"), "testdata/shortcuts.cpp")
			script, recording := filepath.Join(dir, "script"), filepath.Join(dir, "t.srt")
			steps := "wait 150\n"
			for _, key := range []string{"F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12", "A"} {
				steps += "key " + key + "\nwait 50\n"
			}
			if err := os.WriteFile(script, []byte(steps+"closemain\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			_, stderr, code := command(t, "", "env", "QT_QPA_PLATFORM=offscreen", tool, "record", "--play", script, "-o", recording, "--", program)
			if code != 0 {
				t.Fatalf("record ended with %d:\n%s", code, stderr)
			}
			var everywhere []string
			keys := 0
			eachOperation(t, recording, func(op *trace.Op, _ *trace.Tables) {
				if op.Attr("input") == "keypress" {
					keys++
				}
				if op.Attr("reach") == "application" {
					number, _, _ := strings.Cut(op.Attr("key"), " ")
					everywhere = append(everywhere, number)
				}
			})
			// Qt::Key_F1 is 1000030. F9 is deleted by F3, which gives F10 to a window.
			if want := []string{"1000031", "1000033", "1000036", "1000037", "1000039", "100003b"}; keys != 12 || !slices.Equal(everywhere, want) {
				t.Errorf("of %d keys these work in any window: %q, want %q", keys, everywhere, want)
			}
		})
	}
}
