package recorder_test

import (
	"encoding/binary"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"sparseracer/internal/trace"
)

// Killed in the middle of recording, at a moment nobody chose: what the program
// had recorded by then is in the trace, without a gap, and the trace can be read.
func TestKilledInTheMiddle(t *testing.T) {
	exe := program(t, "forever.c")
	seed := time.Now().UnixNano()
	rnd := rand.New(rand.NewSource(seed))
	for round := 0; round < 8; round++ {
		options := []string{"compress=0", "compress=1"}[round%2]
		after := time.Duration(rnd.Intn(25)) * time.Millisecond
		several := round >= 4 // killed once threads run beside each other, else early as well
		dir := t.TempDir()
		path, progress := filepath.Join(dir, "t.srt"), filepath.Join(dir, "progress")
		killAfter(t, func() bool { return !several || threadsIn(progress) >= 3 }, after, options+":trace="+path, exe, progress)
		done, err := os.ReadFile(progress)
		if err != nil {
			t.Fatal(err)
		}
		rec := decode(t, path)
		written := map[uint64]uint64{}
		for _, op := range rec.ops {
			if op.Kind != trace.Write {
				continue
			}
			who := op.Addr>>32 - 1
			if written[who]++; op.Size != written[who] {
				t.Fatalf("seed %d, %s, killed after %v: write %d of thread %d comes after %d", seed, options, after, op.Size, who, written[who]-1)
			}
		}
		for who := uint64(0); who < uint64(len(done)/8); who++ {
			if n := binary.LittleEndian.Uint64(done[8*who:]); n > written[who] || n+1 < written[who] {
				t.Fatalf("seed %d, %s, killed after %v: %d writes of thread %d, it had recorded %d", seed, options, after, written[who], who, n)
			}
		}
		if several && len(written) < 3 || rec.meta.Complete || rec.meta.Lost != 0 {
			t.Errorf("seed %d: %d threads, header %+v", seed, len(written), rec.meta)
		}
	}
}

// threadsIn counts the threads that have written something.
func threadsIn(progress string) (n int) {
	done, _ := os.ReadFile(progress)
	for ; len(done) >= 8; done = done[8:] {
		if binary.LittleEndian.Uint64(done) > 0 {
			n++
		}
	}
	return n
}

// killAfter lets a program run for a time after its first line of output, and after it is
// ready.
func killAfter(t *testing.T, ready func() bool, after time.Duration, options string, argv ...string) {
	t.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), "SPARSERACER_OPTIONS="+options)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 8)); err != nil {
		t.Error(err)
	}
	for begun := time.Now(); !ready() && time.Since(begun) < time.Minute; {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(after)
	if err := cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	_ = cmd.Wait() // killed, that is known
}
