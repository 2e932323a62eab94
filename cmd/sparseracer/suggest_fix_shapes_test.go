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

// proven records a program of testdata/fixes and confirms its race.
func proven(t *testing.T, file, module string) mendable {
	t.Helper()
	m := mendable{tool: built(t, "bin/sparseracer"), source: t.TempDir()}
	text, err := os.ReadFile(filepath.Join("testdata/fixes", file))
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
// patched one must, too, where nothing is steered.
func (m *mendable) suggest(t *testing.T, shape, says string, more ...string) (string, int) {
	t.Helper()
	args := append([]string{"suggest-fix", "--source", m.source, "--shape", shape, "--runs", "5", "--verify", m.build,
		"--tests", "ASAN_OPTIONS=detect_leaks=0 QT_QPA_PLATFORM=offscreen ./program | grep -x '" + says + "'"}, more...)
	stdout, stderr, code := command(t, "", m.tool, append(args, m.schedule, "--", "program")...)
	return stdout + stderr, code
}

// TestAsynchronousFix: a dialog on the stack, a message box of a static function and a menu are shown without waiting.
// The patched program passes in the race's order, and does its work in the usual one.
func TestAsynchronousFix(t *testing.T) {
	for file, c := range map[string]struct{ says, want string }{
		"rename.cpp":  {"renamed 1", "+    QObject::connect(dialog, &QDialog::finished, this, [this, old, prefix, shown, dialog](int answer) mutable {\n+        if (answer != QDialog::Accepted)\n"},
		"discard.cpp": {"discarded", "+        auto *box = new QMessageBox(QMessageBox::Question, QStringLiteral(\"Draft\"),"},
		"entry.cpp":   {"opened 1", "+    QObject::connect(menu, &QMenu::triggered, this, [this, open](QAction *answer) {\n"},
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			m := proven(t, file, "Qt5Widgets")
			said, code := m.suggest(t, "asynchronous", c.says)
			if code != exitClean || !strings.Contains(said, "verified: crashes before, passes 5 of 5 runs after") || !strings.Contains(said, c.want) {
				t.Errorf("suggest-fix ended with %d, expected %q:\n%s", code, c.want, said)
			}
		})
	}
}
