//go:build llvm19

package main

import (
	"fmt"
	"regexp"
	"strconv"
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
int sum(int *p) { int s = 0; for (other(p); *p; p++) s ^= *p; return s; }
`

// TestHotPath: an access that the filter knows runs no push, pop or call, and
// writes nothing but what the program does; so it is in a loop of a function that calls
// others. Outside of loops, such a function asks elsewhere. A call between functions pushes a
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
	if loop := loopOf(t, dir, "sum"); costly.MatchString(loop) || !strings.Contains(loop, "%fs:") {
		t.Errorf("sum's loop is not as it should be:\n%s", loop)
	}
	// other's own, one that says so, and one that asks. (A tail call it cannot be: something is read after.)
	if hot := untilReturn(t, dir, "around"); strings.Count(hot, "\tcall") != 3 {
		t.Errorf("around does not call three times:\n%s", hot)
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

var jump = regexp.MustCompile(`(?m)^ *([0-9a-f]+):\tj[a-z]+ +([0-9a-f]+) `)

// loopOf is the machine code between a jump back and where it goes.
func loopOf(t *testing.T, dir, function string) string {
	t.Helper()
	hot := untilReturn(t, dir, function)
	for _, at := range jump.FindAllStringSubmatchIndex(hot, -1) {
		from, err := strconv.ParseUint(hot[at[2]:at[3]], 16, 64)
		to, err2 := strconv.ParseUint(hot[at[4]:at[5]], 16, 64)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		start := strings.Index(hot, fmt.Sprintf(" %x:\t", to))
		if to < from && start >= 0 && start < at[0] && strings.Contains(hot[start:at[0]], "%fs:") {
			return hot[start:at[1]]
		}
	}
	t.Fatalf("no loop in\n%s", hot)
	return ""
}
