package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

// TestAuditSource: from sources and a trace to the list; what was not read is said, never passed over.
func TestAuditSource(t *testing.T) {
	needs.Tool(t, "clang-19")
	dir := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	commands := func(names ...string) {
		t.Helper()
		var rows []map[string]any
		for _, n := range names {
			rows = append(rows, map[string]any{"directory": dir, "file": n, "arguments": []string{"c++", "-c", n}})
		}
		data, err := json.Marshal(rows)
		if err != nil {
			t.Fatal(err)
		}
		put("compile_commands.json", string(data))
	}
	put("good.cpp", "struct QEventLoop { int exec(); };\nstruct W { int n; void f(); };\nvoid W::f() {\n\tQEventLoop l;\n\tl.exec();\n\tn = 1;\n}\n")
	put("bad.cpp", "#include \"none.h\"\nvoid exec();\n")
	put("plain.cpp", "int n;\n")
	for _, c := range []struct {
		files []string
		args  []string
		code  int
		want  []string
	}{
		{[]string{"good.cpp", "bad.cpp"}, nil, exitClean, []string{"1 file read, 1 failed; 1 call of nested loops, 1 hit, 0 guarded", "failed: bad.cpp: ", "'none.h' file not found", "good.cpp:5: QEventLoop::exec in W::f\n  line 6: this n"}},
		{[]string{"good.cpp"}, []string{"../../internal/report/testdata/held.trace"}, exitClean, []string{"Never run by these recordings: a session should open these", "2 loops of the traces without a line"}},
		{[]string{"bad.cpp"}, nil, exitError, []string{"0 files read, 1 failed", "nothing is known: no file could be read"}},
		{[]string{"plain.cpp"}, nil, exitClean, []string{"1 file read, 0 failed; 0 calls", "none of the calls that are looked for is in what was read"}},
	} {
		commands(c.files...)
		if len(c.args) > 0 {
			data, err := os.ReadFile(c.args[0])
			if err != nil {
				t.Fatal(err)
			}
			put("held.txt", string(data))
			c.args = []string{filepath.Join(dir, "held.txt")}
		}
		stdout, stderr, code := inProcess(t, append([]string{"audit", "--source", dir}, c.args...)...)
		for _, want := range c.want {
			if code != c.code || !strings.Contains(stdout, want) {
				t.Errorf("%v ended with %d, expected %d and %q:\n%s%s", c.files, code, c.code, want, stdout, stderr)
			}
		}
		stdout, _, _ = inProcess(t, append([]string{"audit", "--json", "--all", "--source", dir}, c.args...)...)
		fits(t, "audit-source", []byte(stdout))
	}
	commands("../elsewhere.cpp")
	if _, stderr, code := inProcess(t, "audit", "--source", dir); code != exitError || !strings.Contains(stderr, "names no source in the folder") {
		t.Errorf("ended with %d: %s", code, stderr)
	}
}

// TestSourceByLink: the folder or the commands may go by a symbolic link.
func TestSourceByLink(t *testing.T) {
	needs.Tool(t, "clang-19")
	dir := t.TempDir()
	real, link, build := filepath.Join(dir, "real"), filepath.Join(dir, "link"), filepath.Join(dir, "build")
	for _, d := range []string{filepath.Join(real, "src"), build} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(real, "src", "a.cpp"), []byte("struct QEventLoop { int exec(); };\nstruct W { int n; void f(); };\nvoid W::f() { QEventLoop l; l.exec(); n = 1; }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{{real, link}, {link, real}, {link, link}} {
		file := filepath.Join(c[0], "src", "a.cpp")
		data, err := json.Marshal([]map[string]any{{"directory": build, "file": file, "arguments": []string{"c++", "-c", file}}})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(build, "compile_commands.json"), data, 0o644); err != nil {
			t.Fatal(err)
		}
		if stdout, stderr, code := inProcess(t, "audit", "--source", c[1], "--build", build); code != exitClean || !strings.Contains(stdout, "src/a.cpp:3: QEventLoop::exec in W::f") {
			t.Errorf("commands of %s, sources of %s: ended with %d:\n%s%s", c[0], c[1], code, stdout, stderr)
		}
	}
}
