package recorder_test

import (
	"os/exec"
	"path/filepath"
	"testing"

	"sparseracer/internal/needs"
	"sparseracer/internal/trace"
)

// The atomic operations of the __tsan_ interface, from both compilers that
// emit calls of it.
func TestFallbackAtomics(t *testing.T) {
	for _, compiler := range []string{"clang-19", "gcc"} {
		t.Run(compiler, func(t *testing.T) {
			if _, err := exec.LookPath(compiler); err != nil {
				needs.Missing(t, compiler+" is not installed")
			}
			object, exe := filepath.Join(t.TempDir(), "atomics.o"), filepath.Join(t.TempDir(), "atomics")
			err := compile(compiler, "-O1", "-g", "-mcx16", "-fsanitize=thread", "-c", "testdata/atomics.c", "-o", object)
			if err == nil {
				err = compile(compiler, object, "-o", exe, "-pthread", "-L"+filepath.Dir(library), "-Wl,--no-as-needed", "-lsparserec", "-Wl,-rpath,"+filepath.Dir(library))
			}
			if err != nil {
				t.Fatal(err)
			}
			res := record(t, "", exe).ok(t)
			if res.stdout != "80000 1\n" {
				t.Errorf("the program wrote %q", res.stdout)
			}
			rec := decode(t, res.path)
			sizes, was := map[uint64]bool{}, map[uint64]bool{}
			loose := map[bool]int{}
			for _, op := range rec.ops {
				if op.Kind == trace.Write && op.Mode&trace.ModeAtomic != 0 {
					sizes[op.Size] = true
					loose[op.Mode&trace.ModeLoose != 0]++
				}
				if op.Mode&trace.ModeWas != 0 && op.Kind == trace.Write {
					was[op.Size] = true
				}
			}
			if !rec.meta.Fallback || len(sizes) != 5 || len(was) != 4 || was[16] || rec.meta.Lost != 0 || loose[true] == 0 || loose[false] == 0 {
				t.Errorf("atomic writes of sizes %v, of which %v say what was there, additions %v, header %+v", sizes, was, loose, rec.meta)
			}
		})
	}
}
