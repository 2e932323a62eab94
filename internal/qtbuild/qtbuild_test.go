package qtbuild

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

func TestPatchesAreSmall(t *testing.T) {
	for _, q := range All {
		data, err := q.patch()
		if err != nil {
			t.Fatal(err)
		}
		added := 0
		for line := range strings.Lines(string(data)) {
			if strings.HasPrefix(line, "+") && !strings.HasPrefix(line, "+++ ") {
				added++
			}
			if strings.HasPrefix(line, "-") && !strings.HasPrefix(line, "--- ") {
				t.Errorf("%s: the patch takes a line away: %s", q.Version, line)
			}
		}
		if added == 0 || added >= 150 {
			t.Errorf("%s: the patch adds %d lines", q.Version, added)
		}
	}
}

func TestSourceLists(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		deb822         bool
	}{
		{"one line form", "# a\ndeb [signed-by=/k] http://d/debian bookworm main\ndeb-src [signed-by=/k] http://d/debian bookworm main\n",
			"deb-src [signed-by=/k] http://d/debian bookworm main\n", false},
		{"deb822", "Types: deb\nURIs: http://d/debian\n\ntypes: deb deb-src\nURIs: http://s\n",
			"Types: deb-src\nURIs: http://d/debian\n\nTypes: deb-src\nURIs: http://s\n", true},
		{"nothing", "# comments only\n", "", false},
	} {
		if got := asSources(c.in, c.deb822); got != c.want {
			t.Errorf("%s: got %q, expected %q", c.name, got, c.want)
		}
	}
	if err := sourceLists(t.TempDir(), t.TempDir()); err == nil || !strings.Contains(err.Error(), "names no archive") {
		t.Errorf("no lists at all: %v", err)
	}
}

func TestChecksums(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.dsc", "Files:\n 0123 3 a.orig.tar.xz\nChecksums-Sha256:\n "+
		"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad 3 a.orig.tar.xz\n 00 3 b\nPackage-List:\n x y z\n")
	sums, err := checksums(filepath.Join(dir, "a.dsc"))
	if err != nil || len(sums) != 2 {
		t.Fatalf("%v, %v", sums, err)
	}
	archive := write(t, dir, "a.orig.tar.xz", "abc")
	if err := matches(archive, sums["a.orig.tar.xz"]); err != nil {
		t.Error(err)
	}
	write(t, dir, "a.orig.tar.xz", "abd")
	if err := matches(archive, sums["a.orig.tar.xz"]); err == nil || !strings.Contains(err.Error(), "the .dsc says") {
		t.Errorf("a changed archive: %v", err)
	}
	if _, err := checksums(write(t, dir, "empty.dsc", "Format: 3.0\n")); err == nil {
		t.Error("a .dsc without sums was taken")
	}
}

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestSameSymbols(t *testing.T) {
	needs.Tool(t, "gcc")
	library := func(name, code, versions string) string {
		dir := t.TempDir()
		source := write(t, dir, "a.c", code)
		script := write(t, dir, "a.version", versions)
		path := filepath.Join(dir, name)
		out, err := exec.Command("gcc", "-shared", "-fPIC", "-Wl,-soname,liba.so.1", "-Wl,--version-script,"+script, "-o", path, source).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return path
	}
	const code = "int f(void) { return 1; }\nint x[2];\n"
	stock := library("stock.so", code, "V1 { *; };")
	for _, c := range []struct{ name, code, versions, want string }{
		{"the patch's own references", "__attribute__((weak)) void sparseqt_enq(void);\n" + code + "void *p(void) __attribute__((visibility(\"hidden\")));" +
			"void *p(void) { return (void *)sparseqt_enq; }\n", "V1 { global: f; x; local: *; };", ""},
		{"a symbol less", "int x[2];\n", "V1 { *; };", "symbol f@V1 STB_GLOBAL STT_FUNC STV_DEFAULT"},
		{"a symbol more", code + "int g;\n", "V1 { *; };", "symbol g@V1"},
		{"another version", code, "V2 { *; };", "symbol f@V2"},
		{"a weak one", "__attribute__((weak)) " + code, "V1 { *; };", "symbol f@V1 STB_WEAK"},
		{"an object of another size", "int f(void) { return 1; }\nint x[3];\n", "V1 { *; };", "STT_OBJECT STV_DEFAULT 12 bytes"},
		{"a reference more", code + "void elsewhere(void);\nvoid *q(void) __attribute__((visibility(\"hidden\")));void *q(void) { return (void *)elsewhere; }\n",
			"V1 { global: f; x; local: *; };", "reference elsewhere"},
	} {
		err := SameSymbols(stock, library("ours.so", c.code, c.versions))
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, expected it to name %s", c.name, err, c.want)
		}
	}
}

// TestSameFeatures: a Qt 6 that was configured in another way is not built.
func TestSameFeatures(t *testing.T) {
	dir := t.TempDir()
	installed := write(t, dir, "installed.h", "#define QT_FEATURE_a 1\n\n#define QT_FEATURE_b 1\n")
	for text, want := range map[string]string{
		"#define QT_FEATURE_a 1\n\n#define QT_FEATURE_b 1\n":  "",
		"#define QT_FEATURE_a 1\n\n#define QT_FEATURE_b -1\n": `made.h:3: QtCore is configured differently than the installed one: "#define QT_FEATURE_b -1"`,
		"#define QT_FEATURE_a 1\n\n#define QT_FEATURE_b 1\nx": `made.h:4: `,
		"#define QT_FEATURE_b 1\n":                            `made.h:1: `,
		"#define QT_FEATURE_a 1":                              "it is shorter than " + installed,
	} {
		err := sameFeatures(write(t, dir, "made.h", text), installed)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
	if err := sameFeatures(filepath.Join(dir, "absent.h"), installed); err == nil {
		t.Error("a header that was not made is the same")
	}
}

func TestFindRefuses(t *testing.T) {
	if _, err := exec.LookPath("dpkg-query"); err != nil {
		t.Skip("no packages of Debian here")
	}
	if _, err := Find(t.Context(), 4); err == nil || !strings.Contains(err.Error(), "Qt 4") {
		t.Errorf("Qt 4: %v", err)
	}
	q := All[0]
	q.Library = "libno-such.so.1"
	if _, err := q.find(t.Context()); !errors.Is(err, ErrNoOwner) || !strings.Contains(err.Error(), "libno-such.so.1") {
		t.Errorf("a library that is not there: %v", err)
	}
	q = All[0]
	q.Library = "dpkg-query"
	if _, err := q.find(t.Context()); err == nil || !strings.Contains(err.Error(), "the patch was made for 5.15.8") {
		t.Errorf("another version: %v", err)
	}
}

func TestSteps(t *testing.T) {
	err := run(t.Context(), t.TempDir(), "doing", "sh", "-c", "seq 100; echo x.cpp:3: error: bad; echo more; exit 3")
	if err == nil || !strings.HasPrefix(err.Error(), "doing: sh: exit status 3\nx.cpp:3: error: bad\nmore") {
		t.Errorf("%v", err)
	}
	p := plan{dir: t.TempDir(), command: []string{"true"}, objects: t.TempDir(), library: "/nonexistent"}
	if err := (&Builder{}).compile(t.Context(), p); err == nil || !strings.Contains(err.Error(), "left no library") {
		t.Errorf("a build without a result: %v", err)
	}
	p.command = []string{"sh", "-c", "exit 4"}
	if err := (&Builder{}).compile(t.Context(), p); err == nil || !strings.Contains(err.Error(), "exit status 4") {
		t.Errorf("a build that fails: %v", err)
	}
}

// TestCache: what is in the cache is whole, and a new patch or package is another entry.
func TestCache(t *testing.T) {
	b := &Builder{Cache: t.TempDir()}
	in := &Installed{Qt: All[0], Package: "5.15.8-1", Source: "5.15.8-1", Stock: "/usr/lib/libQt5Core.so.5.15.8"}
	path, there := b.Cached(in)
	if there || !strings.HasSuffix(filepath.Dir(path), folderMark) || filepath.Base(path) != "libQt5Core.so.5.15.8" {
		t.Fatalf("%s, %v", path, there)
	}
	if err := install(write(t, b.Cache, "built", "library"), path); err != nil {
		t.Fatal(err)
	}
	if again, err := b.Build(t.Context(), in); err != nil || again != path {
		t.Errorf("%s, %v", again, err)
	}
	in.Package = "5.15.8-2"
	if other, there := b.Cached(in); there || other == path {
		t.Errorf("another package has %s", other)
	}
}
