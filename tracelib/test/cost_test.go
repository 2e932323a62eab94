package recorder_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

// What runs at every memory access saves no register and calls nothing: its
// slow paths are tail calls.
func TestHotPath(t *testing.T) {
	if _, err := exec.LookPath("objdump"); err != nil {
		needs.Missing(t, "objdump is missing")
	}
	costly := regexp.MustCompile(`\t(push|call|sub\s+\$0x[0-9a-f]+,%rsp|lock)`)
	for _, f := range []string{
		"__sparse_read1", "__sparse_read2", "__sparse_read4", "__sparse_read8", "__sparse_read16",
		"__sparse_write1", "__sparse_write2", "__sparse_write4", "__sparse_write8", "__sparse_write16",
		"__sparse_use", "__sparse_func_entry", "__sparse_func_exit", "__sparse_func_unwind",
	} {
		out, err := exec.Command("objdump", "-d", "--no-show-raw-insn", "--disassemble="+f, library).Output()
		if err != nil {
			t.Fatal(err)
		}
		_, code, found := strings.Cut(string(out), "<"+f+">:")
		if !found || !strings.Contains(code, "ret") {
			t.Fatalf("%s: no code in\n%s", f, out)
		}
		if bad := costly.FindString(code); bad != "" {
			t.Errorf("%s has%s", f, bad)
		}
	}
}

// The library shows its interface, the heap and nothing else.
func TestExports(t *testing.T) {
	out, err := exec.Command("nm", "-D", "--defined-only", library).Output()
	if err != nil {
		needs.Missing(t, "nm is missing: "+err.Error())
	}
	ours := regexp.MustCompile(`^(sparse_|__sparse_|__tsan_|Annotate|pthread_create$|pthread_getattr_np$|prctl$|syscall$|_Zn[wa]|_Zd[la]P|dlclose$|(malloc|calloc|realloc|reallocarray|free|memalign|aligned_alloc|posix_memalign|valloc|pvalloc|malloc_usable_size)$)`)
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	for _, line := range lines {
		if f := strings.Fields(line); !ours.MatchString(f[len(f)-1]) {
			t.Errorf("exports %s", f[len(f)-1])
		}
	}
	if len(lines) < 60 {
		t.Errorf("only %d symbols", len(lines))
	}
}

// BenchmarkHooks measures one operation of each sort: without the recorder's
// work (its no-op build), switched off, and recording.
func BenchmarkHooks(b *testing.B) {
	noop := filepath.Join(dir, "libsparserec_noop.so")
	if err := compile("cc", "-std=c11", "-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-o", noop, "../bench/noop.c"); err != nil {
		b.Fatal(err)
	}
	exe := program(b, "bench.c")
	for _, what := range []string{"access", "first_access", "call", "heap", "event"} {
		for _, how := range []string{"noop", "off", "record"} {
			b.Run(what+"/"+how, func(b *testing.B) {
				cmd := exec.Command(exe, what, fmt.Sprint(b.N))
				cmd.Env = os.Environ()
				switch how {
				case "noop":
					cmd.Env = append(cmd.Env, "LD_PRELOAD="+noop)
				case "record":
					cmd.Env = append(cmd.Env, "SPARSERACER_OPTIONS=trace="+filepath.Join(b.TempDir(), "b.srt"))
				}
				if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
					b.Fatalf("%v: %s", err, out)
				}
			})
		}
	}
}
