package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/probe"
)

// TestRest: who chooses the steps of a session gets the next state when the program has done what the step set off, and at once where
// it does nothing: a pause of a minute is not waited for.
func TestRest(t *testing.T) {
	t.Parallel()
	for _, kit := range []struct{ name, steps string }{
		{"qt5", "click QPushButton Work\n"},
		{"qt6", "click QPushButton Work\n"},
		{"gtk", "click GtkButton Work\n"},
	} {
		t.Run(kit.name, func(t *testing.T) {
			t.Parallel()
			exe, preload, env := restProgram(t, kit.name)
			dir := t.TempDir()
			script, steps, states := filepath.Join(dir, "script"), filepath.Join(dir, "steps"), filepath.Join(dir, "states")
			err1 := os.WriteFile(script, []byte("wait 300\nlisten 60000\nquit\n"), 0o600)
			err2 := os.WriteFile(steps, []byte("key Tab\n"+kit.steps+strings.Repeat("key Tab\n", 3)+"end\n"), 0o600)
			if err := errors.Join(err1, err2); err != nil {
				t.Fatal(err)
			}
			args := append([]string{"50", "env", "LD_PRELOAD=" + preload, "SESSION_SCRIPT=" + script, "SESSION_STEPS=" + steps, "SESSION_STATE=" + states,
				"ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0"}, append(env, exe)...)
			if out, said, code := command(t, dir, "timeout", args...); code != 0 {
				t.Errorf("it ended with %d: a minute is over for each step, or it does not end\n%s%s", code, out, said)
			}
			if got, want := titles(t, states), []string{"Idle", "Idle", "Done", "Done", "Done", "Done"}; !slices.Equal(got, want) {
				t.Errorf("titles before each step: %q, want %q", got, want)
			}
		})
	}
}

func restProgram(t *testing.T, kit string) (exe, library string, env []string) {
	t.Helper()
	if kit == "gtk" {
		needsGtk(t)
		return gtkBuild(t, "cmd/sparseracer/testdata/rest/rest.c"), built(t, "lib/libsparseplayergtk.so"), []string{"DISPLAY=" + screen(t), "GDK_BACKEND=x11"}
	}
	qt := strings.TrimPrefix(kit, "qt")
	return buildWith(t, qt, "c++", "testdata/rest/rest.cpp"), player(t, qt), []string{"QT_QPA_PLATFORM=offscreen"}
}

// titles are those of the windows in front where a step was chosen.
func titles(t *testing.T, path string) (list []string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	states, err := probe.ReadStates(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range states {
		if s.Choices != nil {
			list = append(list, s.Name)
		}
	}
	return list
}
