package test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestAlikeGlibc: limits, refusals and misuse of the heap end as they do with glibc's,
// whether the program is position independent or not.
func TestAlikeGlibc(t *testing.T) {
	lib, dir := library(t), t.TempDir()
	for _, how := range []string{"-pie", "-no-pie"} {
		program := filepath.Join(dir, "alike"+how)
		compile(t, program, "testdata/alike.c", "-ldl", "-pthread", "-fno-builtin", "-w", how)
		run := func(what string, env ...string) (out, end string) {
			cmd := exec.Command(program, what)
			cmd.Env = append(os.Environ(), env...)
			text, err := cmd.CombinedOutput()
			if err != nil {
				end = err.Error()
			}
			return string(text), end
		}
		for _, what := range []string{"", "limited", "refused", "double", "inside"} {
			want, wantEnd := run(what)
			got, end := run(what, "LD_PRELOAD="+lib, "SPARSERACER_OPTIONS=x")
			// Which fault of such a pointer glibc finds first depends on its release.
			if what == "inside" {
				want = strings.Replace(want, "invalid size", "invalid pointer", 1)
			}
			// Of a double free glibc says where it was found, too.
			if end != wantEnd || got != want && !strings.HasPrefix(want, strings.TrimSuffix(got, "\n")) {
				t.Errorf("%s %s: %q, %q, expected %q, %q", how, what, got, end, want, wantEnd)
			}
		}
	}
}
