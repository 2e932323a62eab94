package symbols

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/needs"
	"sparseracer/internal/trace"
)

const program = `namespace ns {
struct Widget {
	int v;
	__attribute__((always_inline)) int get(int k) {
		return v + k;
	}
};
}
__attribute__((noinline)) int use(ns::Widget *w, int k) {
	return w->get(k);
}
int main(int c, char **) {
	ns::Widget w{c};
	return use(&w, c);
}
`

// build compiles the program and returns its module, loaded at a made-up bias.
func build(t *testing.T, args ...string) *trace.Module {
	t.Helper()
	clang, err := exec.LookPath("clang++-19")
	if err != nil {
		needs.Missing(t, "clang++-19 is missing")
	}
	dir := t.TempDir()
	src := filepath.Join(dir, "a widget.cpp")
	if err := os.WriteFile(src, []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, "a program")
	cmd := exec.Command(clang, append([]string{"-g", "-O1", "-Wl,--build-id=sha1", src, "-o", bin}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	f, err := elf.Open(bin)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	id := BuildID(f)
	if len(id) != 40 {
		t.Fatalf("build-id %q, want 40 digits", id)
	}
	const bias = 0x5500_0000_0000
	return &trace.Module{Start: bias, End: bias + 1<<20, Bias: bias, Path: bin, BuildID: id}
}

func address(t *testing.T, m *trace.Module, symbol string) uint64 {
	t.Helper()
	for _, f := range readFunctions(m.Path) {
		if f.name == symbol {
			return m.Bias + f.start
		}
	}
	t.Fatalf("no symbol %s in %s", symbol, m.Path)
	return 0
}

func TestInlinedFrames(t *testing.T) {
	m := build(t)
	if findProgram() == "" {
		needs.Missing(t, "llvm-symbolizer is missing")
	}
	r := New(Options{})
	defer r.Close()
	pc := address(t, m, "_Z3usePN2ns6WidgetEi")
	// Which instruction of use is the inlined one is the compiler's choice.
	for end := pc + 64; len(r.Symbolize([]Place{{m, pc}})[0]) < 2; pc++ {
		if pc == end {
			t.Fatal("no instruction of use has an inlined frame")
		}
	}
	outside := Place{nil, 0x1234}
	got := r.Symbolize([]Place{{m, pc}, outside, {m, pc}})
	inner, outer := got[0][0], got[0][1]
	if inner.Function != "ns::Widget::get(int)" || inner.Line != 5 || !inner.Inlined {
		t.Errorf("inner frame %+v", inner)
	}
	if outer.Function != "use(ns::Widget*, int)" || outer.Line != 10 || outer.Inlined {
		t.Errorf("outer frame %+v", outer)
	}
	if filepath.Base(inner.File) != "a widget.cpp" || inner.Column == 0 {
		t.Errorf("file %q column %d", inner.File, inner.Column)
	}
	if got[1][0].Name() != "0x1234" {
		t.Errorf("outside of modules: %q", got[1][0].Name())
	}
	if len(got[2]) != 2 || len(r.Notes()) != 0 {
		t.Errorf("again: %+v, notes %q", got[2], r.Notes())
	}
	// The process lives on: a second batch is answered by the same one.
	pid := r.llvm.cmd.Process.Pid
	if f := r.Symbolize([]Place{{m, address(t, m, "main")}}); f[0][0].Function != "main" {
		t.Errorf("main: %+v", f[0])
	}
	if r.llvm.cmd.Process.Pid != pid {
		t.Error("a second process was started")
	}
}

func TestSymbolTable(t *testing.T) {
	m := build(t)
	r := New(Options{Program: "none"})
	pc := address(t, m, "_Z3usePN2ns6WidgetEi")
	f := r.Symbolize([]Place{{m, pc + 1}, {m, m.Bias + 1}})
	if got := f[0][0]; got.Function != "use(ns::Widget*, int)" || got.File != "" {
		t.Errorf("%+v", got)
	}
	if got := f[1][0].Name(); got != "a program+0x1" {
		t.Errorf("no symbol: %q", got)
	}
}

// A symbolizer that dies or talks nonsense costs lines, not the report.
func TestBrokenProcess(t *testing.T) {
	m := build(t)
	pc := address(t, m, "_Z3usePN2ns6WidgetEi")
	for name, script := range map[string]string{
		"dies":     "#!/bin/sh\nexit 3\n",
		"nonsense": "#!/bin/sh\nwhile read l; do echo nonsense; done\n",
		"endless":  "#!/bin/sh\nexec tr '\\0' x </dev/zero\n",
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "symbolizer")
			if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
				t.Fatal(err)
			}
			r := New(Options{Program: path})
			defer r.Close()
			f := r.Symbolize([]Place{{m, pc}})
			if f[0][0].Function != "use(ns::Widget*, int)" {
				t.Errorf("%+v", f[0])
			}
			if n := r.Notes(); len(n) != 1 || !strings.HasPrefix(n[0], "symbolizer failed (") {
				t.Errorf("notes %q", n)
			}
		})
	}
}

func TestFilesThatAreNotTheRecordedOnes(t *testing.T) {
	m := build(t)
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte("no ELF"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, path, id, note string }{
		{"rebuilt", m.Path, "00ff", "build-id " + m.BuildID + ", the recorded one had 00ff"},
		{"was without", m.Path, "", "the recorded one had none"},
		{"gone", dir + "/gone", "", "no such file"},
		{"directory", dir, "", "not a regular file"},
		{"device", "/dev/zero", "", "not a regular file"},
		{"text", text, "", "not a readable ELF file"},
		{"newline", "/tmp/a\nCODE /etc/passwd 0", "", "quotes or control characters"},
		{"quote", "/tmp/a\" 0x1", "", "quotes or control characters"},
		{"bad UTF-8", "/tmp/\xff", "", "quotes or control characters"},
		{"vdso", "linux-vdso.so.1", "", ""},
		{"empty", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := New(Options{})
			defer r.Close()
			mod := &trace.Module{Start: 0, End: 1 << 20, Path: c.path, BuildID: c.id}
			f := r.Symbolize([]Place{{mod, 0x1130}})
			if len(f[0]) != 1 || f[0][0].Function != "" || f[0][0].Offset != 0x1130 {
				t.Errorf("%+v, want an offset only", f[0])
			}
			notes := strings.Join(r.Notes(), "\n")
			if c.note == "" && notes != "" || !strings.Contains(notes, c.note) || strings.Count(notes, "\n") != 0 {
				t.Errorf("notes %q, want %q", notes, c.note)
			}
			if r.llvm != nil && r.llvm.cmd != nil {
				t.Error("the symbolizer was started for it")
			}
		})
	}
}
