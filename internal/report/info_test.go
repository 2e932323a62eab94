package report

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

func stats(t *testing.T, name string) *Stats {
	t.Helper()
	path := filepath.Join("testdata", name+".trace")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return statsOf(t, name+".trace", data)
}

func statsOf(t *testing.T, name string, data []byte) *Stats {
	t.Helper()
	src, err := trace.ParseText(name, data)
	if err != nil {
		t.Fatal(err)
	}
	r, err := src.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	s, err := CollectStats(t.Context(), name, r)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestStats(t *testing.T) {
	s := stats(t, "nested")
	if s.Operations != 18 || s.Kinds["enq"] != 3 || s.Kinds["read"] != 2 || s.Accesses != 2 || s.Bytes != 16 {
		t.Errorf("%+v", s)
	}
	if s.Queued["posted"] != 2 || s.Queued["timer"] != 1 || s.Queued["env"] != 1 || len(s.Queued) != 3 {
		t.Errorf("events %v", s.Queued)
	}
	if len(s.Threads) != 1 || s.Threads[0].Operations != 18 || len(s.Modules) != 3 || s.Stacks != 12 {
		t.Errorf("%+v", s)
	}
	if !s.Complete || s.Loop != "exact" || len(s.Command) != 2 || s.Command[1] != "my file.txt" {
		t.Errorf("%+v", s)
	}
}

func TestRecordedSaysWhatIsLacking(t *testing.T) {
	for text, want := range map[string]string{
		"deq(a)\nread(x)\nend(a)\n": "my trace: 3 operations, 1 event, complete\n",
		"# lost: 2\n# complete: no\ndeq(a)\nread(x)\n": "my trace: 2 operations, 1 event, incomplete: the program crashed, was killed or\ncalled _exit\n" +
			"warning: 2 operations were lost while recording.\n",
		"deq(a)\nend(a)\n": "my trace: 2 operations, 1 event, complete\n" +
			"warning: no memory access was recorded: build the program with sparse-cc or\nsparse-c++.\n",
		"# stopped: size\n# lost: 7 read=3 write=4\ndeq(a)\nread(x)\nend(a)\n": "my trace: 3 operations, 1 event, complete but for memory accesses: the size\nlimit was reached\n" +
			"warning: 7 operations were lost while recording (3 reads, 4 writes).\n",
		"# stopped: size\n# lost: 3 read=3\n# complete: no\ndeq(a)\nread(x)\n": "my trace: 2 operations, 1 event, incomplete: the program crashed, was killed or\ncalled _exit; before that the size limit was reached\n" +
			"warning: 3 operations were lost while recording (3 reads).\n",
		"# stopped: disk\n# lost: 3 read=1 deq=1\ndeq(a)\nread(x)\n": "my trace: 2 operations, 1 event, stopped early: the disk was full or could not\nbe written\n" +
			"warning: 3 operations were lost while recording (1 start of a handler, 1 read).\n",
		"# instrumented: yes\ndeq(a)\nend(a)\n": "my trace: 2 operations, 1 event, complete\n",
		"read(x)\n": "my trace: 1 operation, 0 events, complete\n" +
			"warning: no event loop was seen: no event was delivered while recording.\n",
	} {
		var b bytes.Buffer
		if err := WriteRecorded(&b, "my trace", statsOf(t, "t", []byte(text))); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("got\n%s\nwant\n%s", b.String(), want)
		}
	}
}

// The first lines of a report say what its trace lacks, and what that means.
func TestWarningsOfLoss(t *testing.T) {
	const (
		accesses   = "7 operations were lost while recording (3 reads, 4 writes): races may be missing"
		all        = "9 operations were lost while recording (3 reads, 4 writes): races may be missing, and some may be false"
		reached    = "the size limit was reached: from there on events, allocations and frees were recorded, memory accesses were not"
		stopped    = "the recording stopped before the program did: the size limit was reached; analysed up to there"
		incomplete = "the recording is incomplete (the program crashed, was killed or called _exit); analysed up to there"
	)
	for head, want := range map[string][]string{
		"":                 nil,
		"# complete: no\n": {incomplete},
		"# stopped: size\n# lost: 7 read=3 write=4\n":                 {accesses, reached},
		"# stopped: size\n# lost: 7 read=3 write=4\n# complete: no\n": {accesses, reached, incomplete},
		"# stopped: size\n# lost: 9 read=3 write=4\n# complete: no\n": {all, stopped},
		"# lost: 9 read=3 write=4\n":                                  {all},
		"# lost: 3 read=2 alloc=1\n": {"3 operations were lost while recording (2 reads, 1 allocation): " +
			"races may be missing, and one whose memory was freed or given out in a lost operation may be false"},
	} {
		src, err := trace.ParseText("t", []byte(head+"deq(a)\nend(a)\n"))
		if err != nil {
			t.Fatal(err)
		}
		result, err := sparsehb.Analyze(src, sparsehb.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := warnings(result); !slices.Equal(got, want) {
			t.Errorf("%q:\n%q, expected\n%q", head, got, want)
		}
	}
}
