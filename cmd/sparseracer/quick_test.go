package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sparseracer/internal/builds"
	"sparseracer/internal/install"
)

// TestQuickSamples takes the pairs on Qt Quick the whole way, as TestSamples does, on both Qts: those of
// samples/quick/CMakeLists.txt, and with SAMPLES=all every pair on both.
func TestQuickSamples(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"cmake", "clang++-19"} {
		if _, err := exec.LookPath(tool); err != nil {
			missing(t, tool+" is not installed")
		}
	}
	tool := built(t, "bin/sparseracer")
	races, err := filepath.Glob("../../samples/quick/*_race.cpp")
	if err != nil || len(races) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	for _, qt := range []string{"5", "6"} {
		t.Run("qt"+qt, func(t *testing.T) {
			t.Parallel()
			if install.FindLibrary("libQt"+qt+"Quick.so."+qt) == "" {
				missing(t, "Qt Quick of Qt "+qt+" is not installed")
			}
			b := buildFolder(t, built(t, "samples/quick"), "-DQT_MAJOR="+qt, "-DALL_PAIRS="+strconv.FormatBool(os.Getenv("SAMPLES") == "all"))
			b.folder, b.library = "quick", "Qt "+libraryVersion(t, "Qt"+qt+"Quick")
			for _, race := range races {
				name := strings.TrimSuffix(filepath.Base(race), "_race.cpp")
				if qt == "5" && !exists(filepath.Join(b.recorded, name+"_race")) {
					continue // on Qt 6 only
				}
				t.Run(name, func(t *testing.T) {
					t.Parallel() // they mostly wait
					b, tool := b, tool
					if b.expectation(t, name+"_race").screen {
						b.env = drawnByOpenGL(t)
						tool = withEnvironment(t, tool, b.env)
					}
					pairHolds(t, tool, b, name, qt)
				})
			}
		})
	}
}

// TestQuickKeepsSecrets: what stands in a field is in no recording: neither a password that is typed into it nor one that
// is there already, wherever it is clicked. What a button shows is.
func TestQuickKeepsSecrets(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	for _, qt := range []string{"5", "6"} {
		t.Run("qt"+qt, func(t *testing.T) {
			t.Parallel()
			program := builds.Program(t, "login", built(t, "bin/sparse-c++"), append([]string{"-std=c++17", "-g", "-O1", "-fPIC", "-o", "{out}",
				built(t, "cmd/sparseracer/testdata/quick/login.cpp")}, pkgConfig(t, "Qt"+qt+"Quick")...)...)
			dir := t.TempDir()
			session := filepath.Join(dir, "login.session")
			script := "wait 500\nfield TextField secret\nwait 100\ntext geheim\nwait 100\ncommit geheimnis\nwait 200\nclick Button Go\n"
			if err := os.WriteFile(session, []byte(script), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, stderr, code := command(t, dir, tool, "record", "--play", session, "-o", "t.srt", "--", program); code != 0 || strings.Contains(stderr, "no target") {
				t.Fatalf("record ended with %d:\n%s", code, stderr)
			}
			_, stderr, code := command(t, dir, tool, "convert", "t.srt", "t.txt")
			data, err := os.ReadFile(filepath.Join(dir, "t.txt"))
			text := string(data)
			if code != exitClean || err != nil || strings.Contains(text, "hunter2") || strings.Contains(text, "geheim") {
				t.Errorf("convert ended with %d, or the trace has what stands in the field\n%s", code, stderr)
			}
			if !strings.Contains(text, "/TextField:secret") || !strings.Contains(text, "text=Go") || !strings.Contains(text, "%2A") {
				t.Error("the trace lacks the field, the button, or the asterisks of what was typed")
			}
		})
	}
}

// TestQuickProbe: an event that no session has, in a window of Qt Quick behind the one in front, frees that window while
// C++ waits with it. What else is tried there does the program no harm.
func TestQuickProbe(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	for _, qt := range []string{"5", "6"} {
		t.Run("qt"+qt, func(t *testing.T) {
			t.Parallel()
			program := builds.Program(t, "windows", built(t, "bin/sparse-c++"), append([]string{"-std=c++17", "-fsanitize=address", "-g", "-O1", "-fPIC", "-o", "{out}",
				built(t, "cmd/sparseracer/testdata/quick/windows.cpp")}, pkgConfig(t, "Qt"+qt+"Quick")...)...)
			dir := t.TempDir()
			session := filepath.Join(dir, "windows.session")
			if err := os.WriteFile(session, []byte("wait 500\nat 50 50\nwait 600\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			out, stderr, code := command(t, dir, tool, "probe", "--play", session, "-o", "kept", "--", program)
			if code != exitRaces || !strings.Contains(out, "proven: 1\n") || !strings.Contains(out, `closewindow QQuickWindowQmlImpl Second (a person)`) || !strings.Contains(out, " 6 tried") {
				t.Errorf("probe ended with %d:\n%s%s", code, out, stderr)
			}
		})
	}
}

// TestQuickDraws: where nobody has asked for a way of drawing, a program is used in a sandbox all the same.
func TestQuickDraws(t *testing.T) {
	t.Parallel()
	for _, qt := range []string{"5", "6"} {
		t.Run("qt"+qt, func(t *testing.T) {
			t.Parallel()
			program := builds.Program(t, "plain", built(t, "bin/sparse-c++"), append([]string{"-std=c++17", "-g", "-O1", "-fPIC", "-o", "{out}",
				built(t, "cmd/sparseracer/testdata/quick/plain.cpp")}, pkgConfig(t, "Qt"+qt+"Quick")...)...)
			out, stderr, code := command(t, t.TempDir(), "env", "-u", "QT_QUICK_BACKEND", "-u", "QT_QPA_PLATFORM", built(t, "bin/sparseracer"),
				"exercise", "--sessions", "1", "-o", "kept", "--", program)
			if code != exitClean || !strings.Contains(out, "1 session: ") || strings.Contains(out+stderr, "crash") {
				t.Errorf("exercise ended with %d:\n%s%s", code, out, stderr)
			}
		})
	}
}

// TestQuickScripts: a loop, and the end of an object, that a script asks for is recorded with the script's line, in each
// engine. What is delivered in that loop is not the script's, nor is what C++ asks for by itself.
func TestQuickScripts(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	for qt, moc := range map[string]string{"5": "/usr/lib/qt5/bin/moc", "6": "/usr/lib/qt6/libexec/moc"} {
		t.Run("qt"+qt, func(t *testing.T) {
			t.Parallel()
			source := built(t, "cmd/sparseracer/testdata/quick/script.cpp")
			program := filepath.Join(builds.Commands(t, "script", []string{moc, "-o", "{dir}/script.moc", source},
				append([]string{built(t, "bin/sparse-c++"), "-std=c++17", "-g", "-O1", "-fPIC", "-I{dir}", "-o", "{out}", source}, pkgConfig(t, "Qt"+qt+"Quick")...)), "script")
			dir := t.TempDir()
			if _, stderr, code := command(t, dir, tool, "record", "-o", "t.srt", "--", program); code != 0 {
				t.Fatalf("record ended with %d:\n%s", code, stderr)
			}
			if _, stderr, code := command(t, dir, tool, "convert", "t.srt", "t.txt"); code != exitClean {
				t.Fatalf("convert ended with %d:\n%s", code, stderr)
			}
			data, err := os.ReadFile(filepath.Join(dir, "t.txt"))
			if err != nil {
				t.Fatal(err)
			}
			var loops, deletes []string
			for line := range strings.Lines(string(data)) {
				_, script, _ := strings.Cut(line, `script="`)
				script, _, _ = strings.Cut(script, `"`)
				switch {
				case strings.HasPrefix(line, "pause("):
					loops = append(loops, script)
				case strings.Contains(line, "kind=deferred"):
					deletes = append(deletes, script)
				}
			}
			// The third is asked for by a generator, whose frame is not on the stack.
			if want := []string{"", "qrc:/here/Main.qml:5 onTriggered", ""}; !slices.Equal(loops, want) {
				t.Errorf("loops of %q, expected %q", loops, want)
			}
			if want := []string{"", "qrc:/here/Main.qml:12 onAgain", "", "other.js:2 f", ""}; !slices.Equal(deletes, want) {
				t.Errorf("deletes of %q, expected %q", deletes, want)
			}
		})
	}
}

// drawnByOpenGL has a thread of its own draw each window, in software, on an X server that nobody looks at.
func drawnByOpenGL(t *testing.T) []string {
	t.Helper()
	return []string{"DISPLAY=" + screen(t), "QT_QPA_PLATFORM=xcb", "QSG_RENDER_LOOP=threaded", "QT_QUICK_BACKEND=", "LIBGL_ALWAYS_SOFTWARE=1"}
}

// TestQuickFrames: what a thread draws may be late for what the main thread frees, but not where that has waited for the thread. A
// frame that is held goes on where the main thread waits for it: by whichever way, the program ends as it does alone.
func TestQuickFrames(t *testing.T) {
	t.Parallel()
	for _, qt := range []string{"5", "6"} {
		t.Run("qt"+qt, func(t *testing.T) {
			t.Parallel()
			program := builds.Program(t, "drawn", built(t, "bin/sparse-c++"), append([]string{"-std=c++17", "-fsanitize=address", "-g", "-O1", "-fPIC", "-o", "{out}",
				built(t, "cmd/sparseracer/testdata/quick/drawn.cpp")}, pkgConfig(t, "Qt"+qt+"Quick")...)...)
			tool, dir := withEnvironment(t, built(t, "bin/sparseracer"), drawnByOpenGL(t)), t.TempDir()
			races := func(way string) int {
				for _, args := range [][]string{{"record", "-o", way + ".srt", "--", program, way}, {"convert", "--tasks", way + ".srt", way + ".tasks.srt"}} {
					if _, stderr, code := command(t, dir, tool, args...); code != 0 {
						t.Fatalf("%v ended with %d:\n%s", args, code, stderr)
					}
				}
				a, _ := analyzeJSON(t, tool, filepath.Join(dir, way+".tasks.srt"))
				return len(a.Races)
			}
			if n := races("none"); n != 1 {
				t.Fatalf("%d races where nobody waits", n)
			}
			if n, waited := races("job"), races("job, waited for"); n != 1 || waited != 0 {
				t.Errorf("%d races with a job, %d with one that was waited for", n, waited)
			}
			if out, stderr, code := command(t, dir, tool, "confirm", "--runs", "5", "none.tasks.srt", "-o", "kept", "--", program, "none"); code != exitRaces || !strings.Contains(out, "confirmed, 5 of 5 runs") {
				t.Fatalf("confirm ended with %d:\n%s%s", code, out, stderr)
			}
			schedules, _ := filepath.Glob(filepath.Join(dir, "kept", "race-*.schedule.json"))
			if len(schedules) != 1 {
				t.Fatalf("schedules %v", schedules)
			}
			for _, way := range []string{"hide", "grab", "destroy", "delete"} {
				if n := races(way); n != 0 {
					t.Errorf("%s: %d races", way, n)
				}
				if out, stderr, code := command(t, dir, tool, "replay", schedules[0], "--", program, way); code != exitClean || !strings.Contains(out, "0 of 1: fixed") {
					t.Errorf("%s: replay ended with %d:\n%s%s", way, code, out, stderr)
				}
			}
		})
	}
}
