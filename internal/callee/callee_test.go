package callee

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

// libraries compiles the two of testdata.
func libraries(t *testing.T, compiler, level string) []*File {
	t.Helper()
	if _, err := exec.LookPath(compiler); err != nil {
		needs.Missing(t, compiler+" is not installed")
	}
	dir := t.TempDir()
	var files []*File
	for _, name := range []string{"other", "library"} {
		out := filepath.Join(dir, "lib"+name+".so")
		args := []string{"-w", "-shared", "-fPIC", level, "-o", out, "testdata/" + name + ".c"}
		if name == "library" {
			args = append(args, files[0].Path)
		}
		if text, err := exec.Command(compiler, args...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", compiler, err, text)
		}
		files = append(files, &File{Path: out})
	}
	libc, _ := filepath.Glob("/lib/*/libc.so.6")
	for _, path := range libc {
		files = append(files, &File{Path: path})
	}
	return files
}

// registers are where the pointer is, where it is not in the second one.
var registers = map[string]int{"looks_plain": 0, "looks_virtual": 0, "looks_other": 0, "leaves_null": 0, "leaves_by_call": 2}

// TestVerdicts: what the name of a function says, by two compilers.
func TestVerdicts(t *testing.T) {
	for _, compiler := range []string{"gcc", "clang-19"} {
		for _, level := range []string{"-O0", "-O1", "-O2", "-O3"} {
			t.Run(compiler+level, func(t *testing.T) {
				files := libraries(t, compiler, level)
				p := New(files)
				for _, f := range files[:2] {
					f.open()
					for name, addr := range f.symbols {
						what, _, named := strings.Cut(name, "_")
						want, is := map[string]Verdict{"looks": Looks, "leaves": Leaves, "unknown": Unknown}[what]
						if !named || !is {
							continue
						}
						register, other := registers[name]
						if !other {
							register = 1
						}
						got := p.verdict(key{function{f, addr}, register}, depthMax)
						// A memcpy may be chosen when the program starts.
						if got != want && !(name == "looks_in_memcpy" && got == Unknown) {
							t.Errorf("%s: %d, expected %d", name, got, want)
						}
					}
				}
			})
		}
	}
}

// TestIsOwn: who compiled the function that is called next, hooks of the recorder aside.
func TestIsOwn(t *testing.T) {
	for _, compiler := range []string{"gcc", "clang-19"} {
		files := libraries(t, compiler, "-O0")
		p := New(files)
		files[1].open()
		files[0].Recorded = true
		at := files[1].symbols["unknown_behind_hook"]
		if file, addr, ok := p.Called(1, at); !ok || file != 0 || addr != files[0].symbols["looks_other"] {
			t.Errorf("%s: behind a hook, %#x of file %d is called, %v", compiler, addr, file, ok)
		}
	}
	files := libraries(t, "gcc", "-O0")
	p := New(files)
	files[1].open()
	at := files[1].symbols["looks_by_call"]
	if at == 0 || p.IsOwn(1, at) || p.IsOwn(1, 0) || p.IsOwn(7, at) {
		t.Errorf("at %#x: a function of the program's own", at)
	}
	if _, _, ok := p.Called(1, at); ok {
		t.Errorf("at %#x: what is called is of a file of ours", at)
	}
	if files[0].Recorded = true; !p.IsOwn(1, at) {
		t.Errorf("at %#x: a library's function", at)
	}
	if file, addr, ok := p.Called(1, at); !ok || file != 0 || addr == 0 {
		t.Errorf("at %#x: calls %#x of file %d, %v", at, addr, file, ok)
	}
}

// TestBrokenFiles: whatever a file holds, the answer is a verdict.
func TestBrokenFiles(t *testing.T) {
	files := libraries(t, "gcc", "-O2")
	whole, err := os.ReadFile(files[1].Path)
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; n < len(whole); n += len(whole)/64 + 1 {
		broken := append([]byte(nil), whole...)
		for i := n; i < min(n+97, len(broken)); i += 3 {
			broken[i] ^= byte(0x5a + i)
		}
		path := filepath.Join(t.TempDir(), "lib.so")
		for _, data := range [][]byte{broken, whole[:n]} {
			if err := os.WriteFile(path, data, 0o666); err != nil {
				t.Fatal(err)
			}
			f := &File{Path: path}
			p := New([]*File{f})
			if f.open(); f.image != nil {
				for _, addr := range f.symbols {
					p.verdict(key{function{f, addr}, 1}, depthMax)
					p.Call(0, addr, 1)
				}
			}
		}
	}
}
