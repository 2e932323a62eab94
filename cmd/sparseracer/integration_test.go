package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sparseracer/internal/install"
	"sparseracer/internal/needs"
)

// What build systems find: installed as `make install` does, with the programs that are
// built here, and used by the projects of samples/integration.

// prefix is an installation; its path has a blank, where a build system can take that.
func prefix(t *testing.T, name string) string {
	t.Helper()
	bin := filepath.Dir(built(t, "bin/sparse-c++"))
	built(t, "bin/sparseracer")
	built(t, "lib/sparse-instrument")
	needs.Tool(t, "make")
	needs.Tool(t, "cmake")
	needs.Tool(t, "clang++-19")
	needs.Have(t, "Qt 6", install.FindLibrary("libQt6Core.so.6") != "")
	dir := filepath.Join(t.TempDir(), name)
	succeeds(t, "../..", "make", "-s", "install-integration", "DESTDIR=", "PREFIX="+filepath.Join(filepath.Dir(dir), "staged"))
	if err := os.Rename(filepath.Join(filepath.Dir(dir), "staged"), dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(bin, filepath.Join(dir, "bin")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// succeeds runs a command that has to end well; its output comes back.
func succeeds(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	out, err := outputOf(dir, nil, name, args...)
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return out
}

// outputOf runs a command with more variables; both outputs come back.
func outputOf(dir string, env []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// project is the absolute path of a project of samples/integration.
func project(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs("../../samples/integration/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// written makes a project in a folder of its own.
func written(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// results are what CTest says of each test, by name.
func results(output string) map[string]string {
	out := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^ *\d+/\d+ Test +#\d+: (\S+) \.+ *(?:\*\*\*)?([A-Za-z ()]*[A-Za-z)])`).FindAllStringSubmatch(output, -1) {
		out[m[1]] = m[2]
	}
	return out
}

func expect(t *testing.T, got map[string]string, want map[string]string, output string) {
	t.Helper()
	for name, how := range want {
		if got[name] != how {
			t.Errorf("test %s: %q, expected %q", name, got[name], how)
		}
	}
	if len(got) != len(want) || t.Failed() {
		t.Errorf("%d tests of %d:\n%s", len(got), len(want), output)
	}
}

// TestCMakeToolchain: a whole project, by the toolchain file; its one build is recorded by
// its tests, and proves.
func TestCMakeToolchain(t *testing.T) {
	t.Parallel()
	at, build := prefix(t, "a prefix"), t.TempDir()
	files := filepath.Join(at, "lib/cmake/SparseRacer")
	succeeds(t, "", "cmake", "-S", project(t, "cmake"), "-B", build, "-G", "Unix Makefiles", "-DCMAKE_PREFIX_PATH="+at,
		"--toolchain", filepath.Join(files, "SparseRacerToolchain.cmake"), "-DSPARSERACER=asan")
	succeeds(t, "", "cmake", "--build", build)
	out, _ := outputOf(build, nil, "ctest")
	expect(t, results(out), map[string]string{"plain": "Passed", "races": "Passed", "races_of_the_racy_one": "Failed"}, out)
	if out, err := outputOf(build, nil, "ctest", "-L", "sparseracer", "-N"); err != nil || !strings.Contains(out, "Total Tests: 2") {
		t.Errorf("by label: %v\n%s", err, out)
	}
	stdout, stderr, code := command(t, t.TempDir(), built(t, "bin/sparseracer"), "confirm", filepath.Join(build, "sparseracer/races_of_the_racy_one.srt"), "--", filepath.Join(build, "reader_race"))
	if code != exitRaces || !strings.Contains(stdout, "heap-use-after-free") || !strings.Contains(stdout, "Reader::read()") {
		t.Errorf("confirm ended with %d:\n%s%s", code, stdout, stderr)
	}
	for value, want := range map[string]string{"OFF": `SPARSERACER is "OFF": with this toolchain`, "all": `SPARSERACER is "all"`} {
		out, err := outputOf("", nil, "cmake", "-S", project(t, "cmake"), "-B", t.TempDir(), "-DCMAKE_PREFIX_PATH="+at,
			"--toolchain", filepath.Join(files, "SparseRacerToolchain.cmake"), "-DSPARSERACER="+value)
		if err == nil || !strings.Contains(out, want) {
			t.Errorf("SPARSERACER=%s: %v\n%s", value, err, out)
		}
	}
}

// TestCMakePackage: targets alone, in a project with a compiler of its own; and nothing
// where nobody asks for it.
func TestCMakePackage(t *testing.T) {
	t.Parallel()
	needs.Tool(t, "ninja")
	at := prefix(t, "prefix")
	configured := func(value string) (build, said string) {
		build = t.TempDir()
		said = succeeds(t, "", "cmake", "-S", project(t, "cmake"), "-B", build, "-G", "Ninja", "-DCMAKE_PREFIX_PATH="+at, "-DSPARSERACER="+value)
		return build, said
	}
	build, _ := configured("record")
	succeeds(t, "", "cmake", "--build", build)
	out, _ := outputOf(build, nil, "ctest")
	expect(t, results(out), map[string]string{"plain": "Passed", "races": "Passed", "races_of_the_racy_one": "Failed"}, out)

	build, _ = configured("OFF")
	succeeds(t, "", "cmake", "--build", build)
	out, _ = outputOf(build, nil, "ctest")
	expect(t, results(out), map[string]string{"plain": "Passed", "races": "Not Run (Disabled)", "races_of_the_racy_one": "Not Run (Disabled)"}, out)
	if data, err := os.ReadFile(filepath.Join(build, "reader")); err != nil || strings.Contains(string(data), "sparserec") {
		t.Errorf("a program that nobody asked to instrument: %v", err)
	}
	if _, said := configured("all"); !strings.Contains(said, `SPARSERACER is "all": expected record, asan or OFF`) {
		t.Errorf("a value that means nothing:\n%s", said)
	}
}

// TestCMakeWhole: the form that suits a project with options of its own, as KDE's are: one
// call, one option. A program that ends with 77 is skipped; what the calls cannot mean is
// said.
func TestCMakeWhole(t *testing.T) {
	t.Parallel()
	at := prefix(t, "prefix")
	const head = "cmake_minimum_required(VERSION 3.21)\nproject(p C)\nenable_testing()\nfind_package(SparseRacer 0.1 REQUIRED)\n"
	dir := written(t, map[string]string{
		"a.c":            "#include <stdlib.h>\nint main(void) { char *p = malloc(4); p[0] = 1; free(p); return 77; }\n",
		"CMakeLists.txt": head + "sparseracer_enable()\nadd_executable(a a.c)\nsparseracer_add_test(NAME skipped COMMAND a LABELS x TIMEOUT 60 ENVIRONMENT A=b)\n",
	})
	build := t.TempDir()
	succeeds(t, "", "cmake", "-S", dir, "-B", build, "-DCMAKE_PREFIX_PATH="+at, "-DSPARSERACER=asan")
	succeeds(t, "", "cmake", "--build", build)
	data, err := os.ReadFile(filepath.Join(build, "a"))
	if err != nil || !strings.Contains(string(data), "__asan_init") || !strings.Contains(string(data), "sparserec") {
		t.Errorf("the program is not instrumented, or has no AddressSanitizer: %v", err)
	}
	var tests struct {
		Tests []struct {
			Properties []struct {
				Name  string
				Value any
			}
		}
	}
	if err := json.Unmarshal([]byte(succeeds(t, build, "ctest", "--show-only=json-v1")), &tests); err != nil || len(tests.Tests) != 1 {
		t.Fatalf("%v", err)
	}
	found := map[string]string{}
	for _, p := range tests.Tests[0].Properties {
		found[p.Name] = mustJSON(t, p.Value)
	}
	for name, want := range map[string]string{"LABELS": `["sparseracer","x"]`, "TIMEOUT": "60", "SKIP_RETURN_CODE": "77", "ENVIRONMENT": `["A=b"]`} {
		if found[name] != want {
			t.Errorf("%s is %s, expected %s", name, found[name], want)
		}
	}
	for call, want := range map[string]string{
		"sparseracer_enable(nowhere)":           "there is no target nowhere",
		"sparseracer_add_test(NAME a)":          "expected NAME name COMMAND command",
		"sparseracer_add_test(a COMMAND true)":  "expected NAME name COMMAND command",
		"find_package(SparseRacer 99 REQUIRED)": "compatible",
	} {
		dir := written(t, map[string]string{"CMakeLists.txt": head + call + "\n"})
		if out, err := outputOf("", nil, "cmake", "-S", dir, "-B", t.TempDir(), "-DCMAKE_PREFIX_PATH="+at, "-DSPARSERACER=record"); err == nil || !strings.Contains(out, want) {
			t.Errorf("%s: %v\n%s", call, err, out)
		}
	}
}

// TestCMakePresets: a project includes them by their path.
func TestCMakePresets(t *testing.T) {
	t.Parallel()
	at := prefix(t, "prefix")
	dir := written(t, map[string]string{
		"a.c":               "int main(void) { return 0; }\n",
		"CMakeLists.txt":    "cmake_minimum_required(VERSION 3.23)\nproject(p C)\nadd_executable(a a.c)\n",
		"CMakePresets.json": `{"version": 4, "include": [` + mustJSON(t, filepath.Join(at, "lib/cmake/SparseRacer/SparseRacerPresets.json")) + `]}`,
	})
	for preset, has := range map[string]bool{"sparseracer-record": false, "sparseracer-asan": true} {
		succeeds(t, dir, "cmake", "--preset", preset)
		succeeds(t, dir, "cmake", "--build", "--preset", preset)
		data, err := os.ReadFile(filepath.Join(dir, "build-"+preset, "a"))
		if err != nil || strings.Contains(string(data), "__asan_init") != has || !strings.Contains(string(data), "sparserec") {
			t.Errorf("%s: %v", preset, err)
		}
	}
}

// TestMesonNativeFile: a project of Meson, by the name of an installed file; its tests run
// under the recorder.
func TestMesonNativeFile(t *testing.T) {
	t.Parallel()
	needs.Tool(t, "meson")
	at, build := prefix(t, "prefix"), t.TempDir()
	env := []string{"XDG_DATA_DIRS=" + at + "/share:/usr/share", "PATH=" + at + "/bin:" + os.Getenv("PATH")}
	for _, args := range [][]string{{"setup", "--native-file", "sparseracer-asan.ini", build, project(t, "meson")}, {"compile", "-C", build}} {
		if out, err := outputOf("", env, "meson", args...); err != nil {
			t.Fatalf("meson %s: %v\n%s", args[0], err, out)
		}
	}
	out, _ := outputOf(t.TempDir(), env, "meson", "test", "-C", build, "--wrapper", "sparseracer run --")
	if !regexp.MustCompile(`(?m)reader +OK `).MatchString(out) || !regexp.MustCompile(`(?m)reader_race +FAIL `).MatchString(out) {
		t.Errorf("meson test:\n%s", out)
	}
	log, err := os.ReadFile(filepath.Join(build, "meson-logs/testlog.txt"))
	if out, _ := filepath.Glob(filepath.Join(build, "meson-logs/testlog-*.txt")); err != nil && len(out) == 1 {
		log, err = os.ReadFile(out[0])
	}
	if err != nil || !strings.Contains(string(log), "use-after-free") || !strings.Contains(string(log), "Reader::read()") {
		t.Errorf("%v\n%s", err, log)
	}
}

// TestQmakeSpec: a project of qmake, of each Qt's, with Qt's own words for AddressSanitizer.
func TestQmakeSpec(t *testing.T) {
	t.Parallel()
	spec := filepath.Join(prefix(t, "prefix"), "share/sparseracer/qmake/sparseracer")
	dir := written(t, map[string]string{
		"p.pro": "QT = core\nCONFIG += console\nSOURCES = p.cpp\n",
		"p.cpp": "#include <qplatformdefs.h>\nint main() { QT_STATBUF s; return QT_STAT(\"/\", &s); }\n",
	})
	for name, lib := range map[string]string{"qmake6": "libQt6Core.so.6", "qmake": "libQt5Core.so.5"} {
		needs.Tool(t, name)
		needs.Have(t, lib, install.FindLibrary(lib) != "")
		made := func(project string, args ...string) string {
			build := t.TempDir()
			if out, err := outputOf(build, []string{"QT_SELECT=qt5"}, name, append([]string{"-spec", spec, project}, args...)...); err != nil {
				t.Fatalf("%s: %v\n%s", name, err, out)
			}
			succeeds(t, build, "make", "-s")
			return build
		}
		build := made(project(t, "qmake"), "CONFIG+=sanitizer", "CONFIG+=sanitize_address")
		stdout, stderr, code := command(t, build, built(t, "bin/sparseracer"), "run", "-o", "t.srt", "--", "./reader_race")
		data, err := os.ReadFile(filepath.Join(build, "reader_race"))
		if code != exitRaces || !strings.Contains(stdout, "Reader::read()") || err != nil || !strings.Contains(string(data), "__asan_init") {
			t.Errorf("%s: %v; run ended with %d:\n%s%s", name, err, code, stdout, stderr)
		}
		data, err = os.ReadFile(filepath.Join(made(dir), "p"))
		if err != nil || !strings.Contains(string(data), "sparserec") || strings.Contains(string(data), "__asan_init") {
			t.Errorf("%s, without AddressSanitizer: %v", name, err)
		}
	}
}
