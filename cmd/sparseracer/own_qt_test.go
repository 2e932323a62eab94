package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/qtbuild"
)

// TestOwnQt: on a Qt that is nobody's distribution's, of another compiler, in a folder of its
// own and without GLib, races have the ids and the proofs that they have everywhere. Clang puts
// Qt's clock into those who ask it, so virtual time is missing there, and said to be. A Qt in a
// namespace as well is refused, by its name.
func TestOwnQt(t *testing.T) {
	if os.Getenv("CROSSCHECK") != "own" {
		t.Skip("builds two Qts: CROSSCHECK=own go test -tags=llvm19 ./cmd/sparseracer -run TestOwnQt -timeout 3h")
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	in, err := qtbuild.Find(t.Context(), 6)
	if err != nil {
		missing(t, err.Error())
	}
	build := func(t *testing.T, own qtbuild.Own) (prefix string) {
		t.Helper()
		builder := &qtbuild.Builder{Cache: filepath.Join(cache, "sparseracer/own")}
		if prefix, err = builder.Own(t.Context(), in, own); err != nil {
			t.Fatal(err)
		}
		return prefix
	}
	tool := built(t, "bin/sparseracer")
	t.Run("prefix", func(t *testing.T) {
		prefix := build(t, qtbuild.Own{Name: "plain"})
		b := buildSamples(t, "6")
		there := withEnvironment(t, tool, []string{"LD_LIBRARY_PATH=" + prefix + "/lib"})
		const clock = "QTimerInfoList::updateCurrentTime and timerWait was missing"
		for _, sample := range []string{"due_race", "viewer_race", "menu_race", "submenu_race"} {
			path := filepath.Join(t.TempDir(), "t.srt")
			args := []string{"record", "-o", path}
			// A shell in between would take a preloaded player for its own.
			if script := "../../samples/" + sample + ".session"; exists(script) {
				args = append(args, "--play", script)
			}
			if _, stderr, code := command(t, "", there, append(args, "--", filepath.Join(b.recorded, sample))...); code != 0 {
				t.Fatalf("%s: record ended with %d:\n%s", sample, code, stderr)
			}
			if info, _, _ := command(t, "", tool, "info", path); !strings.Contains(info, prefix+"/lib/libQt6Core.so") {
				t.Errorf("%s: the trace has\n%s", sample, info)
			}
			a, code := analyzeJSON(t, tool, path)
			if want := b.expectation(t, sample).id; code != exitRaces || len(a.Races) == 0 || a.Races[0].ID != want {
				t.Fatalf("%s: analyze ended with %d: %+v, expected %s", sample, code, a, want)
			}
			for _, w := range a.Warnings {
				if !strings.HasPrefix(w, clock) {
					t.Errorf("%s: %s", sample, w)
				}
			}
			stdout, stderr, code := command(t, "", there, "confirm", "-o", t.TempDir(), path, "--", filepath.Join(b.asan, sample))
			if code != exitRaces || !strings.Contains(stdout, "confirmed, 1 of 1 runs") {
				t.Errorf("%s: confirm ended with %d:\n%s%s", sample, code, stdout, stderr)
			}
		}
	})
	t.Run("namespace", func(t *testing.T) {
		const name = "Own"
		prefix := build(t, qtbuild.Own{Name: "namespace", Options: []string{"-DQT_NAMESPACE=" + name, "-DFEATURE_gui=OFF"}})
		dir := t.TempDir()
		in := func(name string) string { return filepath.Join(dir, name) }
		compile := func(args ...string) {
			t.Helper()
			if out, err := exec.Command("clang++-19", args...).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
		}
		qt := []string{"-std=c++17", "-fPIC", "-DQT_NAMESPACE=" + name, "-I" + prefix + "/include", "-I" + prefix + "/include/QtCore",
			"../../samples/due_race.cpp", "-L" + prefix + "/lib", "-lQt6Core", "-Wl,-rpath," + prefix + "/lib"}
		compile(append(qt, "-o", in("due"))...)
		_, stderr, code := command(t, "", tool, "record", "-o", in("t.srt"), "--", in("due"))
		if want := "uses a Qt in the namespace " + name + " (-qtnamespace): "; code != exitError || !strings.Contains(stderr, want) || exists(in("t.srt")) {
			t.Errorf("record ended with %d, expected %q:\n%s", code, want, stderr)
		}
		// Of a program whose library runs the loop the self-test says so.
		compile(append(qt, "-shared", "-Dmain=run", "-o", in("libpart.so"))...)
		const program = "int run(int, char **); int main(int argc, char **argv) { return run(argc, argv); }"
		if err := os.WriteFile(in("main.cpp"), []byte(program), 0o644); err != nil {
			t.Fatal(err)
		}
		compile(in("main.cpp"), "-o", in("part"), "-L"+dir, "-lpart", "-Wl,-rpath,"+dir+",-rpath-link,"+prefix+"/lib")
		_, stderr, code = command(t, "", tool, "record", "-o", in("t.srt"), "--", in("part"))
		if want := "this Qt is in the namespace " + name + " "; code != exitError || !strings.Contains(stderr, want) {
			t.Errorf("record ended with %d, expected %q:\n%s", code, want, stderr)
		}
	})
}
