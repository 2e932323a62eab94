package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sparseracer/internal/builds"
	"sparseracer/internal/install"
)

// needsGtk: what programs with GTK are built, and used, with.
func needsGtk(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("Xvfb"); err != nil {
		missing(t, "Xvfb is not installed")
	}
	if install.FindLibrary("libgtk-3.so.0") == "" {
		missing(t, "GTK 3 is not installed")
	}
	built(t, "lib/libsparseplayergtk.so")
	built(t, "lib/libsparseinputgtk.so")
}

// gtkBuild builds a program with GTK 3 for hunt, from a source of this repository.
func gtkBuild(t *testing.T, source string, flags ...string) string {
	t.Helper()
	path, err := filepath.Abs("../../" + source)
	if err != nil {
		t.Fatal(err)
	}
	args := append([]string{"-fsanitize=address", "-g", "-O1", "-fno-omit-frame-pointer", "-Wall", "-Wextra", "-Werror", path, "-o", "{out}"}, flags...)
	return builds.Program(t, strings.TrimSuffix(filepath.Base(source), ".c"), built(t, "bin/sparse-cc"), append(args, pkgConfig(t, "gtk+-3.0")...)...)
}

// recordedText plays a session in a program, and gives what it said and its trace as text; t.srt stays in the folder.
func recordedText(t *testing.T, dir, tool, script, program string) (said, text string) {
	t.Helper()
	session := filepath.Join(dir, "played.session")
	if err := os.WriteFile(session, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	said, stderr, code := command(t, dir, tool, "record", "--play", session, "-o", "t.srt", "--", program)
	if code != 0 || strings.Contains(stderr, "no target") {
		t.Fatalf("record ended with %d, it said\n%s%s", code, said, stderr)
	}
	if _, stderr, code := command(t, dir, tool, "convert", "t.srt", "t.txt"); code != exitClean {
		t.Fatalf("convert ended with %d:\n%s", code, stderr)
	}
	data, err := os.ReadFile(filepath.Join(dir, "t.txt"))
	if err != nil {
		t.Fatal(err)
	}
	return said, string(data)
}

// gtk4Program is one with GTK 4.
func gtk4Program(t *testing.T) string {
	t.Helper()
	needsGtk(t)
	if install.FindLibrary("libgtk-4.so.1") == "" {
		missing(t, "GTK 4 is not installed")
	}
	return builds.Program(t, "four", built(t, "bin/sparse-cc"), "-fsanitize=address", "-g", "-O1", "-Wall", "-Wextra", "-Werror",
		built(t, "cmd/sparseracer/testdata/gtk/four.c"), "-o", "{out}", "-l:libgtk-4.so.1", "-l:libgobject-2.0.so.0", "-l:libglib-2.0.so.0")
}

// onScreen is the tool, with a display of its own for GTK.
func onScreen(t *testing.T) string {
	t.Helper()
	return withEnvironment(t, built(t, "bin/sparseracer"), []string{"DISPLAY=" + screen(t), "GDK_BACKEND=x11"})
}

// TestGtkSamples: what a played session of a program with GTK 3 predicts is confirmed and repeated; of the twin it predicts nothing.
func TestGtkSamples(t *testing.T) {
	t.Parallel()
	needsGtk(t)
	for _, name := range []string{"contacts", "popup"} {
		for _, twin := range []string{"RACY", "MENDED"} {
			t.Run(name+"_"+strings.ToLower(twin), func(t *testing.T) {
				t.Parallel() // they mostly wait
				tool := onScreen(t)
				dir, exe := t.TempDir(), gtkBuild(t, "samples/gtk/used/"+name+"_race.c", "-D"+twin)
				session, err := filepath.Abs("../../samples/gtk/used/" + name + ".session")
				if err != nil {
					t.Fatal(err)
				}
				if _, stderr, code := command(t, dir, "env", "NO_AT_BRIDGE=1", tool, "record", "--play", session, "-o", "t.srt", "--", exe); code != 0 || strings.Contains(stderr, "no target") {
					t.Fatalf("record ended with %d:\n%s", code, stderr)
				}
				out, stderr, code := command(t, dir, tool, "confirm", "--runs", "2", "t.srt", "--", exe)
				if twin == "MENDED" {
					if code != exitClean || !strings.Contains(out+stderr, "nothing to confirm") {
						t.Errorf("the twin ended with %d:\n%s%s", code, out, stderr)
					}
					return
				}
				if code != exitRaces || !strings.Contains(out, "confirmed, 2 of 2 runs: use, free and alloc match") {
					t.Fatalf("confirm ended with %d:\n%s%s", code, out, stderr)
				}
				files, err := filepath.Glob(filepath.Join(dir, "*.schedule.json"))
				if err != nil || len(files) != 1 {
					t.Fatalf("schedules %q, %v", files, err)
				}
				if again, said, code := command(t, dir, tool, "replay", "--runs", "3", files[0], "--", exe); code != exitRaces || !strings.Contains(again, "3 of 3: confirmed") {
					t.Errorf("replay ended with %d:\n%s%s", code, again, said)
				}
			})
		}
	}
}

// TestGtkHour: an hour passes for timers of GLib, while a dialog waits. What the timer frees is used after that.
func TestGtkHour(t *testing.T) {
	t.Parallel()
	needsGtk(t)
	tool := onScreen(t)
	for twin, racy := range map[string]bool{"RACY": true, "MENDED": false} {
		dir, exe := t.TempDir(), gtkBuild(t, "samples/gtk/used/contacts_race.c", "-D"+twin)
		session := filepath.Join(dir, "hour.session")
		if err := os.WriteFile(session, []byte("wait 500\nclick GtkButton Synchronise\nwait 100\nclick GtkButton Remove…\nwait 300\n"+
			"outside hour\nwait 300\nclick GtkButton No\nwait 200\nclosemain\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, stderr, code := command(t, dir, tool, "record", "--play", session, "-o", "t.srt", "--", exe)
		if crashed := strings.Contains(stderr, "heap-use-after-free"); crashed != racy || (code != 0) != racy || strings.Contains(stderr, "no target") {
			t.Errorf("%s ended with %d:\n%s", twin, code, stderr)
		}
	}
}

// TestGtkHours: an hour passes also where no timer waits, that of the bridge for assistive technology neither. It was waited for as for a button that is not there yet.
func TestGtkHours(t *testing.T) {
	t.Parallel()
	needsGtk(t)
	tool, dir, exe := onScreen(t), t.TempDir(), gtkBuild(t, "samples/gtk/used/viewer_race.c", "-DMENDED")
	session := filepath.Join(dir, "hours.session")
	if err := os.WriteFile(session, []byte("wait 500\n"+strings.Repeat("outside hour\nwait 50\n", 2)+"quit\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, stderr, code := command(t, dir, "env", "NO_AT_BRIDGE=1", tool, "record", "--play", session, "-o", "t.srt", "--", exe); code != 0 || strings.Contains(stderr, "no target") {
		t.Errorf("ended with %d:\n%s", code, stderr)
	}
}

// TestGtkHunt: hunt uses programs with GTK 3 by itself, and does them no harm. With SAMPLES=all it proves of each what an event inside a
// handler's loop frees, by a schedule or by a session that runs into it, in a few sessions: which way one goes is chance, so that is no
// test for each day. Of the twins it proves nothing.
func TestGtkHunt(t *testing.T) {
	t.Parallel()
	needsGtk(t)
	tool, all := built(t, "bin/sparseracer"), os.Getenv("SAMPLES") == "all"
	for name, use := range map[string]string{
		"contacts": "remove_contact", "import": "import_lines", "popup": "show_menu", "viewer": "sharpen",
	} {
		for _, twin := range []string{"RACY", "MENDED"} {
			if !all && (name != "popup" || twin != "MENDED") {
				continue
			}
			t.Run(name+"_"+strings.ToLower(twin), func(t *testing.T) {
				dir, exe, sessions := t.TempDir(), gtkBuild(t, "samples/gtk/used/"+name+"_race.c", "-D"+twin), "1"
				if all {
					sessions = "6"
				}
				out, stderr, code := command(t, dir, tool, "hunt", "-o", "kept", "--sessions", sessions, "--time", "3m", "--", exe)
				if steps := regexp.MustCompile(`(?m)^\d+ sessions?: (\d+) different steps`).FindStringSubmatch(out); len(steps) == 0 || len(steps[1]) == 1 && steps[1] < "5" {
					t.Errorf("it was hardly used:\n%s%s", out, stderr)
				}
				if twin == "MENDED" {
					if code != exitClean || strings.Contains(out, "\nproven: ") || strings.Contains(out, "ended by itself") {
						t.Errorf("the twin ended with %d:\n%s%s", code, out, stderr)
					}
					return
				}
				if _, list, _ := strings.Cut(out, "\nproven: "); code != exitRaces || !strings.Contains(list, use) && !strings.Contains(out, "ended by itself, heap-use-after-free in "+use) {
					t.Errorf("it ended with %d; %q expected:\n%s%s", code, use, out, stderr)
				}
			})
		}
	}
}

// TestGtkKeepsSecrets: what is typed into a field that hides it is in no recording. What a button shows is.
func TestGtkKeepsSecrets(t *testing.T) {
	needsGtk(t)
	tool := onScreen(t)
	program, dir := gtkBuild(t, "cmd/sparseracer/testdata/gtk/login.c"), t.TempDir()
	_, text := recordedText(t, dir, tool, "wait 500\nfield GtkEntry secret\nwait 100\ntext geheim\nwait 200\nclick GtkButton Go\nwait 200\n"+
		"context 50 90\nwait 100\nclosemain\n", program)
	if strings.Contains(text, "hunter2") || strings.Contains(text, "geheim") || strings.Contains(text, "%67") {
		t.Error("the trace has what stands in the field")
	}
	if !strings.Contains(text, "GtkEntry:secret") || !strings.Contains(text, "text=Go") || strings.Count(text, "%2A") != 12 {
		t.Error("the trace lacks the field, the button, or the asterisks of what was typed")
	}
}

// TestGtkSession: all that a person can do to a window is recorded and done again; the program says what happened to it, and
// that is the same each time, played alone, recorded, and repeated from the recording.
func TestGtkSession(t *testing.T) {
	t.Parallel()
	needsGtk(t)
	display := "DISPLAY=" + screen(t)
	tool := withEnvironment(t, built(t, "bin/sparseracer"), []string{display, "GDK_BACKEND=x11"})
	program, dir := gtkBuild(t, "cmd/sparseracer/testdata/gtk/told.c"), t.TempDir()
	session, err := filepath.Abs("testdata/gtk/told.session")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/gtk/told.expect")
	if err != nil {
		t.Fatal(err)
	}
	alone := exec.Command(program)
	alone.Env = append(os.Environ(), display, "GDK_BACKEND=x11", "LD_PRELOAD="+built(t, "lib/libsparseplayergtk.so"), "SESSION_SCRIPT="+session, "ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0")
	if out, err := alone.Output(); err != nil || string(out) != string(want) {
		t.Errorf("alone: %v, it said\n%s", err, out)
	}
	if out, stderr, code := command(t, dir, tool, "record", "--play", session, "-o", "t.srt", "--", program); code != 0 || out != string(want) || strings.Contains(stderr, "no target") {
		t.Fatalf("record ended with %d, it said\n%s%s", code, out, stderr)
	}
	// Its keys repeat after 20 ms, and a busy program hears of each only later: what a person did not hold is not held.
	hasty := withEnvironment(t, built(t, "bin/sparseracer"), []string{"DISPLAY=" + serverThat(t, "-noreset", "-ardelay", "20", "-arinterval", "20"), "GDK_BACKEND=x11"})
	if out, stderr, code := command(t, dir, hasty, "replay", "--session", "t.srt", "--runs", "3", "--", program); code != exitClean || !strings.Contains(out, "3 of 3 sessions played to the end") {
		t.Errorf("replay --session ended with %d:\n%s%s", code, out, stderr)
	}
}

// TestReplayThroughScript: a session is replayed in what a script starts; where nothing of it could be played, the reason is the program's
// own.
func TestReplayThroughScript(t *testing.T) {
	needsGtk(t)
	tool := onScreen(t)
	program, dir := gtkBuild(t, "cmd/sparseracer/testdata/gtk/login.c"), t.TempDir()
	recordedText(t, dir, tool, "wait 500\nclick GtkButton Go\nwait 100\nclosemain\n", program)
	script := filepath.Join(dir, "login.sh")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nexec '"+program+"'\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if out, stderr, code := command(t, dir, tool, "replay", "--session", "t.srt", "--", script); code != exitClean || !strings.Contains(out, "1 of 1 sessions played to the end") {
		t.Errorf("replay ended with %d:\n%s%s", code, out, stderr)
	}
	blind := withEnvironment(t, built(t, "bin/sparseracer"), []string{"DISPLAY="})
	out, stderr, code := command(t, dir, blind, "replay", "--session", "t.srt", "--", program)
	if want := "0 of 1 sessions played to the end: 0 of 2 inputs were played: the program ended by itself (exit code 1); it found no display ("; code != exitError || !strings.Contains(out, want) {
		t.Errorf("without a display replay ended with %d; %q expected:\n%s%s", code, want, out, stderr)
	}
}

// TestGtk4: of GTK 4, too, whose events, windows and strings are others: a session is played, recorded and repeated, with a
// nested loop and what is typed into a field that hides it. The program is used as exercise does, and comes to no harm.
func TestGtk4(t *testing.T) {
	t.Parallel()
	program, tool, dir := gtk4Program(t), onScreen(t), t.TempDir()
	out, text := recordedText(t, dir, tool, "wait 800\nclick GtkButton Go\nwait 200\nclick GtkButton Ask\nwait 500\nclick GtkButton Yes\nwait 300\n"+
		"field GtkPasswordEntry secret\nwait 100\ntext geheim\nwait 200\nclosemain\n", program)
	if want := "go\nanswered\nwent on\nclosed\n"; out != want {
		t.Fatalf("it said %q, expected %q", out, want)
	}
	if strings.Count(text, "kind=input") != 21 || strings.Count(text, "%2A") != 12 || strings.Contains(text, "geheim") || !strings.Contains(text, "type=WindowBlocked") {
		t.Errorf("%d inputs, %d hidden keys, or no window is blocked", strings.Count(text, "kind=input"), strings.Count(text, "%2A"))
	}
	if out, stderr, code := command(t, dir, tool, "replay", "--session", "t.srt", "--runs", "3", "--", program); code != exitClean || !strings.Contains(out, "3 of 3 sessions played to the end") {
		t.Errorf("replay --session ended with %d:\n%s%s", code, out, stderr)
	}
	if out, stderr, code := command(t, dir, tool, "exercise", "-o", "kept", "--sessions", "1", "--acts", "16", "--", program); code != exitClean || strings.Contains(out, "ended by itself") || !regexp.MustCompile(`[1-9]\d* nested loops?`).MatchString(out) {
		t.Errorf("exercise ended with %d:\n%s%s", code, out, stderr)
	}
}
