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

// chosen are the states in which a step was chosen.
func chosen(t *testing.T, path string) []probe.State {
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
	return slices.DeleteFunc(states, func(s probe.State) bool { return s.Choices == nil })
}

// titles are those of the windows in front where a step was chosen.
func titles(t *testing.T, path string) (list []string) {
	t.Helper()
	for _, s := range chosen(t, path) {
		list = append(list, s.Name)
	}
	return list
}

// TestGtkTitleBar: the buttons that GTK has in a title bar are no step: the main window's would end the session. The program's are.
func TestGtkTitleBar(t *testing.T) {
	t.Parallel()
	needsGtk(t)
	dir := t.TempDir()
	exe := gtkBuild(t, "cmd/sparseracer/testdata/rest/rest.c", "-DTITLE_BAR")
	script, steps, states := filepath.Join(dir, "script"), filepath.Join(dir, "steps"), filepath.Join(dir, "states")
	err1 := os.WriteFile(script, []byte("wait 500\nlisten 150\nclosemain\n"), 0o600)
	err2 := os.WriteFile(steps, []byte("end\n"), 0o600)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	out, said, code := command(t, dir, "timeout", "50", "env", "DISPLAY="+screen(t), "GDK_BACKEND=x11", "LD_PRELOAD="+built(t, "lib/libsparseplayergtk.so"),
		"SESSION_SCRIPT="+script, "SESSION_STEPS="+steps, "SESSION_STATE="+states, "ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0", exe)
	if code != 0 {
		t.Fatalf("it ended with %d\n%s%s", code, out, said)
	}
	var all []string
	for _, s := range chosen(t, states) {
		all = append(all, s.Choices...)
	}
	if want := []string{"click GtkButton Work", "click GtkButton Own", "context 50 50", "at 50 50", "double 50 50", "key Return", "key Escape"}; !slices.Equal(all, want) {
		t.Errorf("steps: %q, want %q", all, want)
	}
}
