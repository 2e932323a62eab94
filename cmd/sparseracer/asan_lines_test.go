package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// linesOf are the command lines of a document's block that has all of words.
func linesOf(t *testing.T, path string, words ...string) []string {
	t.Helper()
	for _, f := range fences(t, path) {
		text := strings.Join(f.lines, "\n")
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
			return f.lines
		}
	}
	t.Fatalf("%s has no block with %q", path, words)
	return nil
}

// inShell runs command lines of a document in a folder, with our programs in the PATH.
func inShell(t *testing.T, dir string, lines ...string) (string, int) {
	t.Helper()
	cmd := exec.Command("sh", "-c", strings.Join(lines, "\n"))
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(built(t, "bin/sparse-c++"))+":"+os.Getenv("PATH"), "QT_QPA_PLATFORM=offscreen",
		"ASAN_OPTIONS=detect_leaks=0")
	out, _ := cmd.CombinedOutput()
	return string(out), cmd.ProcessState.ExitCode()
}

// TestReadmeOnAStrictLibrary: the commands of README, as they stand there, on an
// application whose library is linked as KDE's are.
func TestReadmeOnAStrictLibrary(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("clang++-19"); err != nil {
		missing(t, "clang 19 is not installed")
	}
	pkgConfig(t, "Qt5Widgets")
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/kde")); err != nil {
		t.Fatal(err)
	}
	samples, _ := filepath.Abs("../../samples")
	var lines []string
	for _, line := range linesOf(t, "../../README.md", "make install", "sparseracer confirm") {
		if !strings.Contains(line, "make install") {
			lines = append(lines, strings.ReplaceAll(line, "cmake -S . ", "cmake -S . -DSAMPLES="+samples+" "))
		}
	}
	out, code := inShell(t, dir, lines...)
	if code != exitRaces || !strings.Contains(out, "confirmed, 1 of 1 runs") {
		t.Errorf("ended with %d:\n%s", code, out)
	}
}

// TestStrictLibraries: libraries that may leave nothing undefined link with
// AddressSanitizer, by our compilers, by g++, and by clang with the flags that the
// documents name, wherever the strict flags stand; and the sanitizer reports.
func TestStrictLibraries(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"library.c":   "#include <stdlib.h>\nint use(int *p) { free(p); return *p; }\n",
		"library.cpp": "extern \"C\" int use(int *p) { delete p; return *p; }\n",
		"main.c":      "#include <stdlib.h>\nint use(int *);\nint main(void) { return use(malloc(4)); }\n",
		"main.cpp":    "extern \"C\" int use(int *);\nint main() { return use(new int(3)); }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	shared := "-shared-libasan -Wl,-rpath,$(dirname \"$(clang-19 -print-file-name=libclang_rt.asan-x86_64.so)\")"
	if guide := strings.Join(linesOf(t, "../../docs/compilers.md", "-shared-libasan"), "\n"); !strings.Contains(guide,
		`LDFLAGS="-shared-libasan -Wl,-rpath,$ASAN"`) || !strings.Contains(guide, "ASAN="+strings.TrimPrefix(shared, "-shared-libasan -Wl,-rpath,")) {
		t.Errorf("the document names other flags:\n%s", guide)
	}
	for _, c := range []struct{ compiler, suffix, flags string }{
		{built(t, "bin/sparse-cc"), "c", ""}, {built(t, "bin/sparse-c++"), "cpp", ""},
		{"gcc", "c", ""}, {"g++", "cpp", ""}, {"clang-19", "c", shared}, {"clang++-19", "cpp", shared},
	} {
		for _, strict := range []string{"-Wl,--no-undefined", "-Wl,-z,defs", "-Wl,-z,defs -Wl,--no-undefined -Wl,--fatal-warnings"} {
			for _, link := range []string{strict + " " + c.flags, c.flags + " " + strict} {
				name := filepath.Base(c.compiler) + "-" + strings.NewReplacer(" ", "", ",", "", "/", "", "$", "", "\"", "").Replace(link)
				if len(name) > 60 {
					name = name[:60]
				}
				out, code := inShell(t, dir, "set -e; mkdir -p '"+name+"'; cd '"+name+"'",
					c.compiler+" -g -fPIC -fsanitize=address -shared ../library."+c.suffix+" "+link+" -o libx.so",
					c.compiler+" -g -fsanitize=address ../main."+c.suffix+" "+c.flags+" -L. -lx -Wl,-rpath,. -o main", "./main")
				if code == 0 || !strings.Contains(out, "heap-use-after-free") {
					t.Errorf("%s with %s: ended with %d:\n%s", c.compiler, link, code, out)
				}
			}
		}
	}
}

// TestSanitizersOwnOptions: what tells clang how to look tells our compilers, too: for
// uses after the end of a scope, and whether a program goes on after a report.
func TestSanitizersOwnOptions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const text = `#include <stdio.h>
static int *kept;
static void keep(int *p) { kept = p; __asm__ volatile("" ::: "memory"); }
int main(void)
{
	{
		int gone[8] = {3};
		keep(gone);
	}
	int read = *(volatile int *)kept;
	puts("went on");
	return read == 4;
}
`
	if err := os.WriteFile(filepath.Join(dir, "scope.c"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for flags, want := range map[string][2]bool{ // whether it reports, and goes on
		"":                                      {true, false},
		"-fno-sanitize-address-use-after-scope": {false, true},
		"-mllvm -asan-use-after-scope=0":        {false, true},
		"-fsanitize-recover=address":            {true, true},
		"-fno-sanitize-address-use-after-scope -O0": {false, true},
	} {
		out, _ := inShell(t, dir, "sparse-cc -g -O1 -fsanitize=address "+flags+" scope.c -o scope && ASAN_OPTIONS=halt_on_error=0:detect_leaks=0 ./scope")
		if got := [2]bool{strings.Contains(out, "stack-use-after-scope"), strings.Contains(out, "went on")}; got != want {
			t.Errorf("%q: reports, goes on: %v, expected %v:\n%s", flags, got, want, out)
		}
	}
}
