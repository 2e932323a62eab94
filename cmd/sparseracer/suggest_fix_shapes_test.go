package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// mendable is a program of testdata/fixes, as suggest-fix needs it: its sources in a folder of their own, the schedule
// of its race, and the command that builds it there.
type mendable struct {
	tool, source, schedule, build string
}

// proven records a program of a folder and confirms its race.
func proven(t *testing.T, tool, folder, file, module string) mendable {
	t.Helper()
	m := mendable{tool: tool, source: t.TempDir()}
	text, err := os.ReadFile(filepath.Join(folder, file))
	if err != nil {
		t.Fatal(err)
	}
	flags, _, code := command(t, "", "pkg-config", "--cflags", module)
	if code != 0 {
		missing(t, "pkg-config does not know "+module)
	}
	clang, ours := "clang-19", built(t, "bin/sparse-cc")
	if filepath.Ext(file) == ".cpp" {
		clang, ours = "clang++-19 -std=c++17", built(t, "bin/sparse-c++")+" -std=c++17"
	}
	flags = "-g -fPIC -fno-omit-frame-pointer " + strings.TrimSpace(flags)
	commands, err := json.Marshal([]map[string]string{{"directory": m.source, "file": file, "command": fmt.Sprintf("%s %s -c %s", clang, flags, file)}})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{file: text, "compile_commands.json": commands} {
		if err := os.WriteFile(filepath.Join(m.source, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	with := func(compiler, to string) string {
		return fmt.Sprintf("%s %s %s -o %s $(pkg-config --libs %s)", compiler, flags, file, to, module)
	}
	m.build = with(clang+" -fsanitize=address -fno-optimize-sibling-calls", "program")
	asan := filepath.Join(dir, "asan")
	for _, build := range []string{with(ours, filepath.Join(dir, "recorded")), with(clang+" -fsanitize=address -fno-optimize-sibling-calls", asan)} {
		if stdout, stderr, code := command(t, "", "sh", "-c", "cd "+m.source+" && "+build); code != 0 {
			t.Fatalf("%s ended with %d:\n%s%s", build, code, stdout, stderr)
		}
	}
	trace := record(t, m.tool, filepath.Join(dir, "recorded"))
	stdout, stderr, code := command(t, "", m.tool, "confirm", "-o", dir, "--runs", "3", trace, "--", asan)
	found, _ := filepath.Glob(filepath.Join(dir, "race-*.schedule.json"))
	if code != exitRaces || len(found) != 1 || !strings.Contains(stdout, "confirmed, 3 of 3 runs") {
		t.Fatalf("confirm ended with %d, schedules %q:\n%s%s", code, found, stdout, stderr)
	}
	m.schedule = found[0]
	return m
}

// suggest asks for a verified patch of a shape. says is a line that the program prints if the handler does its work: the
// patched one must, too, where nothing is steered. "": it prints none.
func (m *mendable) suggest(t *testing.T, shape, says string) (string, int) {
	t.Helper()
	args := []string{"suggest-fix", "--source", m.source, "--shape", shape, "--runs", "5", "--verify", m.build,
		"--tests", "ASAN_OPTIONS=detect_leaks=0 QT_QPA_PLATFORM=offscreen ./program | grep -x '" + says + "'"}
	if says == "" {
		args = args[:len(args)-2]
	}
	stdout, stderr, code := command(t, "", m.tool, append(args, m.schedule, "--", "program")...)
	return stdout + stderr, code
}

// TestAsynchronousFix: a dialog on the stack, a message box of a static function and a menu are shown without waiting.
// The patched program passes in the race's order, and does its work in the usual one.
func TestAsynchronousFix(t *testing.T) {
	t.Parallel()
	for file, c := range map[string]struct{ says, want string }{
		"rename.cpp":  {"renamed 1", "+    QObject::connect(dialog, &QDialog::finished, this, [this, old, prefix, shown, dialog](int answer) mutable {\n+        if (answer != QDialog::Accepted)\n"},
		"discard.cpp": {"discarded", "+        auto *box = new QMessageBox(QMessageBox::Question, QStringLiteral(\"Draft\"),"},
		"entry.cpp":   {"opened 1", "+    QObject::connect(menu, &QMenu::triggered, this, [this, open](QAction *answer) {\n"},
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			m := proven(t, built(t, "bin/sparseracer"), "testdata/fixes", file, "Qt5Widgets")
			said, code := m.suggest(t, "asynchronous", c.says)
			if code != exitClean || !strings.Contains(said, "verified: crashes before, passes 5 of 5 runs after") || !strings.Contains(said, c.want) {
				t.Errorf("suggest-fix ended with %d, expected %q:\n%s", code, c.want, said)
			}
		})
	}
}

// TestAsynchronousElsewhere: the lambda does nothing if what it uses is gone, which is not the object it goes with.
func TestAsynchronousElsewhere(t *testing.T) {
	t.Parallel()
	m := proven(t, built(t, "bin/sparseracer"), "../../samples", "handed_race.cpp", "Qt5Widgets")
	said, code := m.suggest(t, "asynchronous", "")
	if code != exitClean || !strings.Contains(said, "unless shown is gone\n--- a/") || !strings.Contains(said, "+\t\tif (!stillThere)\n+\t\t\treturn;\n") {
		t.Errorf("suggest-fix ended with %d:\n%s", code, said)
	}
}

// TestNotShown: an asynchronous menu whose code still uses an item that is gone does not pass, so it is named and not shown;
// nor is one that would look whether it is there, for it is no object of Qt's.
func TestNotShown(t *testing.T) {
	t.Parallel()
	m := proven(t, built(t, "bin/sparseracer"), "../../samples", "menu_race.cpp", "Qt5Widgets")
	said, code := m.suggest(t, "asynchronous", "")
	if code != exitRaces || !strings.Contains(said, "patch 1 of 2: no fix, 2 of 2 runs") || !strings.Contains(said, "patch 2 of 2: no fix, it does not compile") ||
		strings.Contains(said, "+++") {
		t.Errorf("suggest-fix ended with %d:\n%s", code, said)
	}
	said, code = m.suggest(t, "guard", "")
	if code != exitClean || !strings.Contains(said, "whether m_items.first() is still what it was\n--- a/") {
		t.Errorf("suggest-fix ended with %d:\n%s", code, said)
	}
}

// TestGLibFix: a weak pointer to an object that is used after a loop of GLib or GTK, and a reference to the one that what
// is used belongs to.
func TestGLibFix(t *testing.T) {
	t.Parallel()
	for file, c := range map[string]struct {
		module, says string
		want         []string
	}{
		"prompt.c":   {"gobject-2.0", "saved 1", []string{"leaves out what uses it if it is gone\n---", "+\tg_set_weak_pointer(&stillThere, document);\n", "+\tif (!gone) {\n+\t\tdocument->saved++;\n"}},
		"title.c":    {"gobject-2.0", "saved 6", []string{"holds a reference to document across its loop\n---", "+\tg_autoptr(GObject) held = g_object_ref(G_OBJECT(document));\n"}},
		"question.c": {"gtk+-3.0", "saved 1", []string{"leaves out what uses it if it is gone\n---", "+\tif (answerStill == GTK_RESPONSE_YES && !gone) {\n"}},
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			tool := built(t, "bin/sparseracer")
			if c.module == "gtk+-3.0" {
				tool = onScreen(t)
			}
			m := proven(t, tool, "testdata/fixes", file, c.module)
			said, code := m.suggest(t, "guard", c.says)
			if code != exitClean || !strings.Contains(said, "verified: crashes before, passes 5 of 5 runs after: ") {
				t.Errorf("suggest-fix ended with %d:\n%s", code, said)
			}
			for _, w := range c.want {
				if !strings.Contains(said, w) {
					t.Errorf("no %q in\n%s", w, said)
				}
			}
			if said, code := m.suggest(t, "asynchronous", c.says); code != exitRaces || !strings.Contains(said, ": its loop is one of GLib, this shape is for dialogs of Qt\nno patch: ") {
				t.Errorf("suggest-fix --shape asynchronous ended with %d:\n%s", code, said)
			}
		})
	}
}
