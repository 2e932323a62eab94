// Package test runs the parts of libsparsestock.so by themselves, and the library in
// programs that know nothing of it.
package test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sparseracer/internal/needs"
)

func compile(t *testing.T, out string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath("cc"); err != nil {
		needs.Missing(t, "no C compiler")
	}
	args = append([]string{"-std=gnu11", "-O2", "-g", "-Wall", "-Wextra", "-Werror", "-I../../tracelib/include", "-pthread", "-o", out}, args...)
	if text, err := exec.Command("cc", args...).CombinedOutput(); err != nil {
		t.Fatalf("cc: %v\n%s", err, text)
	}
}

// TestHeap: random sizes on four threads, blocks freed by others, forks meanwhile.
func TestHeap(t *testing.T) {
	program := filepath.Join(t.TempDir(), "heap")
	compile(t, program, "testdata/heap.c", "../src/blocks.c", "../src/runs.c")
	seed := time.Now().UnixNano() % 1_000_000
	for i := range int64(3) {
		out, err := exec.Command(program, fmt.Sprint(seed+i), "15000").CombinedOutput()
		if err != nil {
			t.Errorf("%v\n%.2000s", err, out)
		}
	}
}

// TestHeapWithoutRoom: where the address space is too small everything comes from
// glibc, and nothing is found.
func TestHeapWithoutRoom(t *testing.T) {
	lib := library(t)
	out, err := exec.Command("sh", "-c", "ulimit -v 400000; LD_PRELOAD="+lib+" sort /etc/services | tail -1").CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) == "" {
		t.Errorf("%v\n%s", err, out)
	}
}

func library(t *testing.T) string {
	t.Helper()
	lib, err := filepath.Abs("../../lib/libsparsestock.so")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(lib); err != nil {
		needs.Missing(t, "lib/libsparsestock.so is not built")
	}
	return lib
}

// TestPrograms: what programs print and how they end is the same with the library.
func TestPrograms(t *testing.T) {
	lib := library(t)
	for _, script := range []string{
		"ls -l /usr/include | head -50",
		"seq 20000 | sort -r | uniq | wc -l",
		"sh -c 'exit 7'",
		"awk 'BEGIN { for (i = 0; i < 20000; i++) a[i] = i \"x\"; n = 0; for (k in a) n += length(a[k]); print n }'",
		"xz -c /etc/services | xz -dc | cksum",
	} {
		plain, plainErr := exec.Command("sh", "-c", script).CombinedOutput()
		cmd := exec.Command("sh", "-c", script)
		cmd.Env = append(os.Environ(), "LD_PRELOAD="+lib)
		with, withErr := cmd.CombinedOutput()
		if string(plain) != string(with) || fmt.Sprint(plainErr) != fmt.Sprint(withErr) {
			t.Errorf("%s: %v %q, with the library %v %q", script, plainErr, plain, withErr, with)
		}
	}
}
