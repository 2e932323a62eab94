package recorder_test

import (
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// betweenMarks are the accesses up to each mark of large.c, and their bytes.
func betweenMarks(t *testing.T, res result) (accesses, bytes []uint64) {
	t.Helper()
	rec := decode(t, res.path)
	mark := address(t, res.stdout)
	var n, size uint64
	started := false
	for _, op := range rec.ops {
		started = started || op.Kind == trace.EnterLoop
		switch {
		case !started || !op.IsAccess():
		case op.Addr == mark:
			accesses, bytes = append(accesses, n), append(bytes, size)
			n, size = 0, 0
		default:
			n, size = n+1, size+op.Size
		}
	}
	return accesses, bytes
}

// Large memory of a block's own is not recorded in that block; what is freed in it is.
func TestLargeOwnMemory(t *testing.T) {
	accesses, _ := betweenMarks(t, record(t, "", program(t, "large.c"), "own").ok(t))
	if want := []uint64{0, 1, 0, 1, 0, 2, 300 - 256}; !reflect.DeepEqual(accesses, want) {
		t.Errorf("accesses between marks: %d, expected %d", accesses, want)
	}
}

// A working set beyond the filter's first table is recorded once a block, not once a pass;
// where the address space is limited the table leaves it to the program.
func TestLargeWorkingSet(t *testing.T) {
	const set = 32 << 20
	exe := program(t, "large.c")
	for _, how := range []string{"earlier", "fork"} {
		_, bytes := betweenMarks(t, record(t, "", exe, how).ok(t))
		if len(bytes) != 3 || bytes[0] < set || bytes[0] > 2*set || bytes[1] != 0 || bytes[2] != set {
			t.Errorf("%s: bytes between marks: %d, of a set of %d", how, bytes, set)
		}
	}
	prlimit, err := exec.LookPath("prlimit")
	if err != nil {
		t.Fatal(err)
	}
	for how, argv := range map[string][]string{"limited": {prlimit, "--as=600000000", exe, "limited"}, "data": {prlimit, "--data=600000000", exe, "limited"}, "itself": {exe, "limits itself"}} {
		res := record(t, "", argv...).ok(t)
		if _, bytes := betweenMarks(t, res); len(bytes) != 3 || bytes[1] != set || !strings.HasSuffix(res.stdout, "\nroom is left\n") {
			t.Errorf("%s: %q, bytes between marks: %d", how, res.stdout, bytes)
		}
	}
}
