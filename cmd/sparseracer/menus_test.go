package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// menuSessions are what a person does in testdata/menus.cpp, a step each, and what the
// program says of it. `/` is a pause.
var menuSessions = []struct{ name, steps, says string }{
	{"mouse, deep", "item File/hover Export/hover Image/item JPEG/item Edit/hover Export/hover Image/item PNG/",
		"File/Export>/Image>/JPEG Edit/Export>/Image>/PNG"},
	{"mouse, the parent below an open submenu", "item File/hover Export/hover Image/item Open/item Edit/hover Export/hover Image/item Text/",
		"File/Open Edit/Export>/Text"},
	{"keys, deep", "key Alt+F/key Down/key Right/key Down/key Right/key Down/key Return/key Alt+E/key Down/key Right/key Return/",
		"File/Export>/Image>/JPEG Edit/Export>/HTML"},
	{"keys, back to the parent", "key Alt+F/key Down/key Right/key Left/key Up/key Return/", "File/Open"},
	{"keys in a context menu", "context 50 90/key Down/key Down/key Right/key Down/key Right/key Down/key Return/",
		"context/More>/Deep>/Paste context left: Paste"},
	{"escape, level by level", "context 50 90/key Down/key Down/key Right/key Escape/key Down/key Return/", "context/Last context left: Last"},
	{"keys and mouse", "context 50 90/key Down/key Down/key Right/hover Deep/item Paste/context 50 90/hover More/hover Deep/key Down/key Return/",
		"context/More>/Deep>/Paste context left: Paste context/More>/Deep>/Cut context left: Cut"},
	{"tool buttons", "click QToolButton Left/hover More/item Two/click QToolButton Right/key Down/key Down/key Down/key Right/key Return/click QToolButton Right/item Three/",
		"Left/More>/Two Right/More>/One Right/Three"},
	{"lists", "field QComboBox upper/item blue/field QComboBox lower/key Down/key Return/field QComboBox lower/item red/",
		"upper is blue lower is green lower is red"},
	// End, for some Qts select what a line has when it gets the focus again.
	{"dialogs of one title", "key F6/text a/key F7/text b/click QPushButton OK/key F6/key End/text c/click QPushButton OK/key F7/click QPushButton OK/",
		"second says b first says ac second says b"},
	{"windows with numbers in their titles", "key F4/click QPushButton Turn/key F5/click QPushButton Turn/key F4/click QPushButton Turn/",
		"even turns odd turns even turns"},
}

// otherPace is a recording whose person pointed and let go at another pace, as short pauses of
// any length are no part of what was done.
func otherPace(t *testing.T, tool, recorded, to string) {
	t.Helper()
	if _, stderr, code := command(t, "", tool, "convert", recorded, to); code != 0 {
		t.Fatalf("convert ended with %d: %s", code, stderr)
	}
	short := regexp.MustCompile(`wait=\d\)`)
	waits := ""
	text := regexp.MustCompile(`(?m)^deq\(.*input=(release|keyrelease|move).*$`).ReplaceAllStringFunc(read(t, to), func(line string) string {
		wait := fmt.Sprintf("wait=%d)", max(0, rand.IntN(9)-2))
		if short.MatchString(line) {
			waits += wait + "\n"
		}
		return short.ReplaceAllString(line, wait)
	})
	for file, text := range map[string]string{to: text, to + ".waits": waits} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestMenus: menus, lists and dialogs that Qt does not tell apart are told apart when a
// session is played again, by mouse and by keyboard, on both Qts.
func TestMenus(t *testing.T) {
	t.Parallel()
	for _, qt := range []string{"5", "6"} {
		for _, platform := range []string{"offscreen", "xcb"} {
			t.Run("qt"+qt+" "+platform, func(t *testing.T) {
				t.Parallel()
				player(t, qt)
				recorded := buildWith(t, qt, built(t, "bin/sparse-c++"), "testdata/menus.cpp")
				env := []string{"QT_QPA_PLATFORM=" + platform}
				if platform == "xcb" {
					env = append(env, "DISPLAY="+screen(t))
				}
				for _, c := range menuSessions {
					t.Run(c.name, func(t *testing.T) { menusAgain(t, env, recorded, c.steps, c.says) })
				}
			})
		}
	}
}

func menusAgain(t *testing.T, env []string, program, steps, says string) {
	const runs = 1
	tool, dir := built(t, "bin/sparseracer"), t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	script := "wait 150\n" + strings.ReplaceAll(steps, "/", "\nwait 250\n") + "closemain\n"
	if err := os.WriteFile(in("script"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	args := append(append([]string{}, env...), tool, "record", "--play", in("script"), "-o", in("t.srt"), "--", program, in("first"))
	_, stderr, code := command(t, "", "timeout", append([]string{"60", "env"}, args...)...)
	if code != 0 || strings.Contains(stderr, "no target for") {
		t.Fatalf("record ended with %d:\n%s", code, stderr)
	}
	want := strings.ReplaceAll(read(t, in("first")), "\n", " ")
	if says != "" && strings.TrimSpace(want) != says {
		t.Errorf("the recorded session said %q, want %q", want, says)
	}
	args = append(append([]string{}, env...), tool, "replay", "--session", in("t.srt"), "--runs", fmt.Sprint(runs), "--", program, in("again"))
	stdout, stderr, code := command(t, "", "env", args...)
	if code != exitClean || !strings.Contains(stdout, fmt.Sprintf("%d of %d sessions", runs, runs)) {
		t.Errorf("replay ended with %d: %s%s", code, stdout, stderr)
	}
	if got := strings.ReplaceAll(read(t, in("again")), "\n", " "); got != strings.Repeat(want, runs) {
		t.Errorf("recorded:\n%s\nplayed again, %d times:\n%s", want, runs, got)
	}
	if !slices.Contains(env, "QT_QPA_PLATFORM=offscreen") {
		return
	}
	otherPace(t, tool, in("t.srt"), in("paced.txt"))
	args = append(append([]string{}, env...), tool, "replay", "--session", in("paced.txt"), "--", program, in("paced"))
	stdout, stderr, code = command(t, "", "env", args...)
	if got := strings.ReplaceAll(read(t, in("paced")), "\n", " "); code != exitClean || got != want {
		t.Errorf("at another pace it ended with %d: %s%s\nrecorded:\n%s\nplayed again:\n%s\n%s", code, stdout, stderr, want, got, read(t, in("paced.txt.waits")))
	}
	eachOperation(t, in("t.srt"), func(op *trace.Op, _ *trace.Tables) {
		if op.Attr("window") != "" && op.Attr("which") == "" {
			t.Errorf("an input to %s does not say to which", op.Attr("window"))
		}
	})
}
