package recorder_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/needs"
	"sparseracer/internal/trace"
)

// named are files of one machine alone.
var named = regexp.MustCompile(`_(x86_64|aarch64)\.[cS]$`)

// thisMachine is what the names of such files have.
var thisMachine = map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[runtime.GOARCH]

// sources are the recorder's on a machine.
func sources(machine string) ([]string, error) {
	files, err := filepath.Glob("../src/*.[cS]")
	return slices.DeleteFunc(files, func(f string) bool {
		of := named.FindStringSubmatch(f)
		return of != nil && of[1] != machine
	}), err
}

// TestArm64: the recorder is compiled for aarch64, and a program there is recorded with
// events, accesses and allocations, by an emulator; its system calls do as libc's. Without
// compression, for the library that does it is this machine's.
func TestArm64(t *testing.T) {
	const cc = "aarch64-linux-gnu-gcc"
	run := "qemu-aarch64-static"
	if _, err := exec.LookPath(run); err != nil {
		run = "qemu-aarch64" // of newer packages
	}
	for _, tool := range []string{cc, run} {
		needs.Tool(t, tool)
	}
	list, err := os.ReadFile("../CMakeLists.txt")
	if err != nil {
		t.Fatal(err)
	}
	files, err := sources("aarch64")
	if err != nil {
		t.Fatal(err)
	}
	files = slices.DeleteFunc(files, func(f string) bool { return strings.HasSuffix(f, "/compress.c") })
	out := t.TempDir()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	args := append([]string{"-std=c11", "-I../include", "-shared", "-fPIC"}, strings.Fields(string(flagList.FindSubmatch(list)[1]))...)
	args = append(append(args, "-Wl,-z,defs", "-Wl,-z,nodelete", "-Wl,-z,now"), files...)
	must(compile(cc, append(args, "testdata/no_compression.c", "-o", filepath.Join(out, "libsparserec.so"))...))

	for name, source := range map[string]string{"epoll": "../../samples/own/epoll.c", "machine": "testdata/machine.c"} {
		object, program := filepath.Join(out, name+".o"), filepath.Join(out, name)
		must(compile(cc, "-g", "-O1", "-fsanitize=thread", "-fno-builtin", "-I../include", "-c", source, "-o", object))
		must(compile(cc, object, "-o", program, "-L"+out, "-Wl,--no-as-needed", "-lsparserec"))
		path := filepath.Join(out, name+".srt")
		cmd := exec.Command(run, "-L", "/usr/aarch64-linux-gnu", "-E", "LD_LIBRARY_PATH="+out, "-E", "SPARSERACER_OPTIONS=trace='"+path+"'", program)
		if said, err := cmd.CombinedOutput(); err != nil || len(said) > 0 {
			t.Fatalf("%s: %v\n%s", name, err, said)
		}
		seen, threads := map[trace.Kind]int{}, map[trace.ThreadID]bool{}
		rec := decode(t, path)
		for _, op := range rec.ops {
			seen[op.Kind]++
			threads[op.Thread] = true
		}
		for _, kind := range []trace.Kind{trace.Read, trace.Write, trace.Alloc, trace.Free} {
			if seen[kind] == 0 {
				t.Errorf("%s: nothing of %v was recorded: %v", name, kind, seen)
			}
		}
		if name == "epoll" && (seen[trace.Enq] != 2 || seen[trace.Deq] != 2 || seen[trace.EnterLoop] != 1) {
			t.Errorf("the loop: %v", seen)
		}
		if name == "machine" && len(threads) != 2 {
			t.Errorf("threads: %v", threads)
		}
	}
}
