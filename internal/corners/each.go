package corners

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"sparseracer/internal/system"
	"sparseracer/internal/trace"
)

// Each records a program under the libraries of a folder and goes through what was recorded, each operation with the type of the
// event whose handler runs in its thread, "" if none does.
func Each(t *testing.T, library, program, word string, each func(op *trace.Op, running string)) {
	t.Helper()
	dir := t.TempDir()
	lib, err := filepath.Abs(library)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "t.srt")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // a hang is a failure
	defer cancel()
	cmd := exec.CommandContext(ctx, program, word)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "SPARSERACER_OPTIONS=trace='"+path+"'",
		"LD_PRELOAD="+filepath.Join(lib, system.RecorderLibrary)+":"+filepath.Join(lib, system.HooksLibrary))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", word, err, out)
	}
	types, running := map[trace.EventID]string{}, map[trace.ThreadID][]string{}
	operations(t, path, func(op *trace.Op) {
		open := running[op.Thread]
		switch op.Kind {
		case trace.Enq:
			types[op.Event] = op.Attr("type")
		case trace.Deq:
			running[op.Thread] = append(open, types[op.Event])
			return
		case trace.End:
			running[op.Thread] = open[:max(len(open)-1, 0)]
			return
		}
		top := ""
		if len(open) > 0 {
			top = open[len(open)-1]
		}
		each(op, top)
	})
}
