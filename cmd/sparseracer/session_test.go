package main

import (
	"bufio"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
	"sparseracer/internal/trace"
)

// player is the library that plays the person while a sample is recorded; confirm and
// replay do without it.
func player(t *testing.T, qt string) string {
	t.Helper()
	return built(t, "lib/libsparseplayer"+qt+".so")
}

// screen starts an X server without a screen and gives its name. It does not begin anew
// when its last client leaves, for who starts just then cannot open the display.
func screen(t *testing.T) string { return serverThat(t, "-noreset") }

func serverThat(t *testing.T, options ...string) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	x := exec.Command("Xvfb", append([]string{"-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"}, options...)...)
	x.ExtraFiles = []*os.File{w}
	err = x.Start()
	w.Close()
	if err != nil {
		missing(t, "Xvfb: "+err.Error())
	}
	t.Cleanup(func() { _ = x.Process.Kill(); _ = x.Wait() })
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb did not start: %v", err)
	}
	return ":" + strings.TrimSpace(number)
}

// TestSession: all that a person can do to a window is recorded and done again, on
// both Qts, with and without a screen, by builds of every kind; the program reports
// what happened to it, and that is the same each time.
func TestSession(t *testing.T) {
	t.Parallel()
	for _, qt := range []string{"5", "6"} {
		t.Run("qt"+qt, func(t *testing.T) {
			t.Parallel()
			player(t, qt)
			recorded := buildEditor(t, qt, built(t, "bin/sparse-c++"))
			plain := buildEditor(t, qt, "c++")
			for _, c := range []struct{ platform, scale, program string }{{"offscreen", "1", plain}, {"xcb", "1", recorded}, {"offscreen", "1.5", plain}} {
				t.Run(c.platform+" "+c.scale, func(t *testing.T) {
					t.Parallel()
					playedAgain(t, c.platform, c.scale, recorded, c.program)
				})
			}
		})
	}
}

// TestOthersOnTheScreen: while a session is played, the screen's own pointer changes nothing, nor
// does another program that takes the focus.
func TestOthersOnTheScreen(t *testing.T) {
	t.Parallel()
	for _, qt := range []string{"5", "6"} {
		t.Run("qt"+qt, func(t *testing.T) {
			t.Parallel()
			player(t, qt)
			program := builds.Program(t, "restless", "c++", append([]string{"-std=c++17", "-fPIC", "-g", "-o", "{out}", "testdata/restless.cpp"},
				pkgConfig(t, "Qt"+qt+"Widgets", "xcb")...)...)
			tool, dir := built(t, "bin/sparseracer"), t.TempDir()
			in := func(name string) string { return filepath.Join(dir, name) }
			script, _ := filepath.Abs("../../samples/editor.session")
			env := []string{"QT_QPA_PLATFORM=xcb", "DISPLAY=" + screen(t), tool}
			record := func(trace, diary string, more ...string) {
				args := append(append([]string{"60", "env"}, more...), append(env, "record", "--play", script, "-o", in(trace), "--", program, in(diary))...)
				if _, stderr, code := command(t, "", "timeout", args...); code != 0 {
					t.Fatalf("record ended with %d:\n%s", code, stderr)
				}
			}
			record("t.srt", "first")
			record("r.srt", "restless", "RESTLESS=f")
			if read(t, in("restless")) != read(t, in("first")) {
				t.Errorf("recorded while another program takes the focus: %s", read(t, in("restless")))
			}
			stdout, stderr, code := command(t, "", "env", append([]string{"RESTLESS=pf"}, append(env,
				"replay", "--session", in("t.srt"), "--runs", "2", "--", program, in("again"))...)...)
			if code != exitClean || read(t, in("again")) != strings.Repeat(read(t, in("first")), 2) {
				t.Errorf("replay ended with %d: %s%s\n%s", code, stdout, stderr, read(t, in("again")))
			}
		})
	}
}

func buildEditor(t *testing.T, qt, compiler string) string {
	t.Helper()
	return builds.Program(t, "editor", compiler, append([]string{"-std=c++17", "-fPIC", "-g", "-o", "{out}", "../../samples/editor.cpp"},
		pkgConfig(t, "Qt"+qt+"Widgets")...)...)
}

func playedAgain(t *testing.T, platform, scale, recorded, program string) {
	const runs = 3
	tool, dir := built(t, "bin/sparseracer"), t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	env := []string{"QT_QPA_PLATFORM=" + platform, "QT_SCALE_FACTOR=" + scale}
	if platform == "xcb" {
		env = append(env, "DISPLAY="+screen(t))
	}
	script, _ := filepath.Abs("../../samples/editor.session")
	args := append(env, tool, "record", "--play", script, "-o", in("t.srt"), "--", recorded, in("first"))
	_, stderr, code := command(t, "", "timeout", append([]string{"60", "env"}, args...)...)
	if code != 0 || strings.Contains(stderr, "no target for") {
		t.Fatalf("record ended with %d:\n%s", code, stderr)
	}
	args = append(env, tool, "replay", "--session", in("t.srt"), "--runs", fmt.Sprint(runs), "--", program, in("again"))
	stdout, stderr, code := command(t, "", "env", args...)
	if code != exitClean || !strings.Contains(stdout, "3 of 3 sessions played to the end") {
		t.Errorf("replay ended with %d: %s%s", code, stdout, stderr)
	}
	first, again := read(t, in("first")), read(t, in("again"))
	for _, line := range []string{"author Jo Doe, a password of 6 characters, kept\n", "exported as HTML\n", "scrolled to ",
		"opened Chapter ", "zoom ", "context menu: nothing\ncontext menu: Insert", "stays open with: ", "\nclosed with: "} {
		if !strings.Contains(first, line) {
			t.Errorf("the recorded session left no %q:\n%s", line, first)
		}
	}
	if again != strings.Repeat(first, runs) {
		t.Errorf("recorded:\n%s\nplayed again, %d times:\n%s", first, runs, again)
	}
	checkMenus(t, in("t.srt"))
	typed := typedText(t, in("t.srt"))
	if !strings.Contains(typed, "Jo Doe") || !strings.Contains(typed, "*******") || strings.Contains(typed, "geheim") {
		t.Errorf("the recording holds what was typed as %q", typed)
	}
}

// checkMenus: menus, and nothing else, have the keyboard; one key works in any window.
func checkMenus(t *testing.T, path string) {
	t.Helper()
	menus, others, reach := map[string]int{}, 0, ""
	eachOperation(t, path, func(op *trace.Op, _ *trace.Tables) {
		switch {
		case op.Attr("grabs") == "keys" && op.Attr("type") == "Show" && strings.HasPrefix(op.Attr("arms"), "shown:"):
			menus[op.Attr("name")]++
		case op.Attr("type") == "Show":
			others++
		}
		if op.Attr("reach") != "" {
			reach += op.Attr("reach") + " " + op.Attr("key") + ";"
		}
	})
	if len(menus) != 1 || menus["QMenuClassWindow"] < 5 || others < 3 {
		t.Errorf("menus %v, and %d other windows", menus, others)
	}
	if !strings.HasPrefix(reach, "application 4a 4000000 ") || strings.Count(reach, ";") != 1 {
		t.Errorf("keys that work in any window: %q", reach)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
	}
	return string(data)
}

// typedText is what the trace holds of the keys that were pressed.
func typedText(t *testing.T, path string) string {
	t.Helper()
	var typed strings.Builder
	eachOperation(t, path, func(op *trace.Op, _ *trace.Tables) {
		if key := strings.SplitN(op.Attr("key"), " ", 3); op.Attr("input") == "keypress" && len(key) == 3 {
			text, err := url.PathUnescape(key[2])
			if err != nil {
				t.Error(err)
			}
			typed.WriteString(text)
		}
	})
	return typed.String()
}
