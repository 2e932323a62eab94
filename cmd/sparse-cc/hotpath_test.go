//go:build llvm19

package main

import (
	"regexp"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

const hotSource = `int get(const int *p) { return *p; }
char byte(const char *p) { return *p; }
void put(void **p, void *v) { *p = v; }
void add(long *p) { ++*p; }
void swap(long *p, long *q) { long x = *p; *p = *q; *q = x; }
void other(int *p);
int around(int *p) { other(p); return *p; }
`

// TestHotPath: an access that the filter knows runs no push, pop or call, and
// writes nothing but what the program does; a call between functions pushes a
// frame without calling anybody.
func TestHotPath(t *testing.T) {
	t.Parallel()
	needs.Tool(t, "objdump")
	cc, dir := needCompiler(t, "sparse-cc"), t.TempDir()
	put(t, dir, "hot.c", hotSource)
	must(t, dir, cc, "-O2", "-c", "hot.c")
	costly := regexp.MustCompile(`\t(push|pop|call|lock|sub +\$0x[0-9a-f]+,%rsp)`)
	for _, f := range []string{"get", "byte", "put", "add", "swap"} {
		hot := untilReturn(t, dir, f)
		if bad := costly.FindString(hot); bad != "" || !strings.Contains(hot, "%fs:") {
			t.Errorf("%s has%s:\n%s", f, bad, hot)
		}
	}
	// One call: other's own. (A tail call it cannot be: something is read after.)
	if hot := untilReturn(t, dir, "around"); strings.Count(hot, "\tcall") != 1 {
		t.Errorf("around does not call once:\n%s", hot)
	}
}

// untilReturn is the machine code of a function up to its first ret: where
// nothing unusual happens, for what does is moved behind it.
func untilReturn(t *testing.T, dir, function string) string {
	t.Helper()
	out := must(t, dir, "objdump", "-d", "--no-show-raw-insn", "--disassemble="+function, "hot.o").stdout
	_, code, found := strings.Cut(out, "<"+function+">:")
	hot, _, returns := strings.Cut(code, "\tret")
	if !found || !returns {
		t.Fatalf("no code of %s in\n%s", function, out)
	}
	return hot
}
