package llvmpass

import (
	"flag"
	"os"
	"os/exec"
	"regexp"
	"testing"

	"sparseracer/internal/needs"
)

var update = flag.Bool("update", false, "rewrite the expected files")

// What a link would have to agree about with the program's modules is left out
// of hooks.ll: flags of the module, features of the processor.
var moduleWide = regexp.MustCompile(`(?m)^(!llvm\..*|!\d+ = !\{(i32 \d+, !"[^"]*", i32 \d+|!"[^"]*clang version.*)\}|; ModuleID.*|source_filename.*|!\d+ = !\{i64 [^!]*\})\n|, !srcloc !\d+|"[a-z0-9-]+"="[^"]*" ?|"no-[a-z-]+" ?`)

// TestHooksAreCurrent: hooks.ll and hooks_asan.ll are what clang makes of tracelib's hooks.h.
func TestHooksAreCurrent(t *testing.T) {
	clang := needs.Tool(t, "clang-19")
	for file, defined := range map[string]string{"hooks.ll": "-USPARSE_FAR", "hooks_asan.ll": "-DSPARSE_FAR"} {
		out, err := exec.Command(clang, "-std=gnu11", "-O2", "-fPIC", "-fno-plt", "-fno-unwind-tables", "-fno-asynchronous-unwind-tables",
			"-Wall", "-Wextra", "-Werror", "-S", "-emit-llvm", "-o", "-", defined, "-x", "c", "../tracelib/include/sparserec/hooks.h").Output()
		if err != nil {
			t.Fatal(err)
		}
		got := moduleWide.ReplaceAllString(string(out), "")
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s is not what hooks.h says; go test ./llvmpass -run TestHooksAreCurrent -update", file)
		}
	}
}
