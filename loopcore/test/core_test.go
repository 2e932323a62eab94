// Package test holds the loop core to what it promises without any event loop: it
// rewrites functions' entries, and it is a room of its own.
package test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

func TestEntries(t *testing.T) { decoderHolds(t, "entry") }

func TestFirstLoad(t *testing.T) { decoderHolds(t, "first_load") }

// decoderHolds: a file that decodes instructions does what its program in testdata expects.
func decoderHolds(t *testing.T, name string) {
	needs.Tool(t, "gcc")
	_, err := os.Stat("/usr/include/Zydis/Zydis.h")
	needs.Have(t, "libzydis-dev", err == nil)
	program := filepath.Join(t.TempDir(), name)
	if out, err := exec.Command("gcc", "-std=gnu11", "-D_GNU_SOURCE", "-O1", "-no-pie", "-Wall", "-Wextra", "-Werror",
		"-I../include", "testdata/"+name+".c", "../src/"+name+"_x86_64.c", "-lZydis", "-o", program).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(program).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestThreadNames: threads of one name are told apart by who started them, and which one
// says something first makes no difference. Those that serve many are not.
func TestThreadNames(t *testing.T) {
	needs.Tool(t, "gcc")
	_, err := os.Stat("/usr/include/Zydis/Zydis.h")
	needs.Have(t, "libzydis-dev", err == nil)
	sources, err := filepath.Glob("../src/*.c")
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "threads")
	args := append([]string{"-std=gnu11", "-D_GNU_SOURCE", "-O1", "-Wall", "-Wextra", "-Werror", "-fexceptions", "-fvisibility=hidden", "-pthread",
		"-I../include", "-I../../tracelib/include", "-o", program, "testdata/threads.c"}, sources...)
	if out, err := exec.Command("gcc", append(args, "-lZydis", "-ldl")...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var lines [3][]string
	for i, mode := range []string{"", "swapped", "without"} {
		out, err := exec.Command(program, mode).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", mode, err, out)
		}
		lines[i] = strings.Split(strings.TrimSpace(string(out)), "\n")
	}
	if !slices.Equal(lines[0], lines[2]) {
		t.Errorf("without one of our own\n%q\nwith it\n%q", lines[2], lines[0])
	}
	seen := map[string]string{}
	for i, line := range lines[0] {
		what, label, _ := strings.Cut(line, ": ")
		if other := lines[1][i]; (line == other) == strings.HasPrefix(line, "Thread (pooled)") {
			t.Errorf("%s\nin the other order\n%s", line, other)
		}
		if seen[label] != "" {
			t.Errorf("%s has the name of %s", what, seen[label])
		}
		seen[label] = what
	}
	if len(seen) != 6 {
		t.Errorf("%d names of 6 threads", len(seen))
	}
}

// TestRoomsBuildAlone: the core needs no backend, and no backend another one: each has
// a library of its own, which a program can be started with.
func TestRoomsBuildAlone(t *testing.T) {
	needs.Tool(t, "cmake")
	for room, library := range map[string]string{
		"loopcore": "libloopcore_alone.so", "qtpatch": "libsparseqt.so", "uvpatch": "libsparseuv.so", "glibpatch": "libsparseglib.so",
	} {
		t.Run(room, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for _, args := range [][]string{{"-S", "../../" + room, "-B", dir}, {"--build", dir}} {
				if out, err := exec.Command("cmake", args...).CombinedOutput(); err != nil {
					t.Fatalf("cmake %s: %v\n%s", strings.Join(args, " "), err, out)
				}
			}
			program := exec.Command("/bin/true")
			program.Env = []string{"LD_PRELOAD=" + filepath.Join(dir, library), "LD_BIND_NOW=1", "SPARSERACER_OPTIONS=qt_status=1"}
			out, err := program.CombinedOutput()
			hooks := strings.Contains(string(out), "QEventLoop::exec waits")
			if err != nil || strings.Contains(string(out), "LD_PRELOAD") || hooks != (room == "qtpatch") {
				t.Errorf("%v, hooks on Qt: %v\n%s", err, hooks, out)
			}
		})
	}
}

// TestOnce: what begins at its first use is begun for all threads that come meanwhile.
func TestOnce(t *testing.T) {
	needs.Tool(t, "gcc")
	exe := filepath.Join(t.TempDir(), "once")
	if out, err := exec.Command("gcc", "-std=gnu11", "-D_GNU_SOURCE", "-O1", "-Wall", "-Wextra", "-Werror", "-I", "../include", "-I", "../../tracelib/include",
		"-o", exe, "testdata/once.c", "../src/once.c", "-lpthread").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const want = "calls 1, yes 5 of 5, again 0, child 0\n"
	if out, err := exec.Command(exe).CombinedOutput(); err != nil || string(out) != want {
		t.Errorf("%v, %q, expected %q", err, out, want)
	}
}

// TestForkedTable: a child does not wait for what another thread of its parent had locked.
func TestForkedTable(t *testing.T) {
	needs.Tool(t, "gcc")
	exe := filepath.Join(t.TempDir(), "forked")
	if out, err := exec.Command("gcc", "-std=gnu11", "-D_GNU_SOURCE", "-O1", "-Wall", "-Wextra", "-Werror", "-I", "../include", "-I", "../../tracelib/include",
		"-o", exe, "testdata/forked.c", "../src/arena.c", "../src/shared_lock.c", "-lpthread").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const want = "free 12, taken 0, parent 1\n"
	if out, err := exec.Command(exe).CombinedOutput(); err != nil || string(out) != want {
		t.Errorf("%v, %q, expected %q", err, out, want)
	}
}
