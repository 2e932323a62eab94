package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
	"sparseracer/internal/needs"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
	"sparseracer/sparsehb/flow"
)

// leavesProgram is one of samples/state: what its worst race must rank as, and what
// both orders leave.
type leavesProgram struct{ name, rank, left string }

// leavesBuilt builds samples/state, with flags, and lists its programs.
func leavesBuilt(t *testing.T, major int, flags ...string) (exe string, list []leavesProgram) {
	t.Helper()
	libraries := pkgConfig(t, fmt.Sprintf("Qt%dCore", major), fmt.Sprintf("Qt%dNetwork", major), fmt.Sprintf("Qt%dDBus", major), "sqlite3")
	args := append([]string{"-std=c++17", "-g", "-O1", "-fPIC", "-pthread", "-o", "{out}", "../../samples/state/leaves.cpp", "../../samples/state/programs.cpp"}, flags...)
	exe = builds.Program(t, "leaves", built(t, "bin/sparse-c++"), append(args, libraries...)...)
	out, err := exec.Command(exe).Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		if w := strings.Fields(line); len(w) == 3 {
			list = append(list, leavesProgram{w[0], w[1], w[2]})
		}
	}
	if len(list) < 20 {
		t.Fatalf("%d programs: %s", len(list), out)
	}
	return exe, list
}

// swallow is a server that takes what is sent to it; its port.
func swallow(t *testing.T) string {
	t.Helper()
	server, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	go func() {
		for {
			c, err := server.Accept()
			if err != nil {
				return
			}
			go func() {
				io.Copy(io.Discard, c)
				c.Close()
			}()
		}
	}()
	return fmt.Sprint(server.Addr().(*net.TCPAddr).Port)
}

// recordLeaves records one order of a program.
func recordLeaves(t *testing.T, exe, name, order, port string, flags ...string) (recording string) {
	t.Helper()
	dir := t.TempDir()
	recording = filepath.Join(dir, "a.srt")
	cmd := exec.Command(needs.Tool(t, "dbus-run-session"), append(append([]string{"--", built(t, "bin/sparseracer"), "record", "-o", recording}, flags...), "--", exe, name, order, port)...)
	cmd.Env = append(os.Environ(), "HOME="+dir)
	if out, err := cmd.CombinedOutput(); err != nil || strings.Contains(string(out), "warning") {
		t.Fatalf("record: %v\n%s", err, out)
	}
	return recording
}

// paperRank is the worst of the read-write races by the paper's own rule.
func paperRank(t *testing.T, recording string) flow.Rank {
	t.Helper()
	src, err := trace.OpenFile(recording)
	if err != nil {
		t.Fatal(err)
	}
	res, err := sparsehb.Analyze(src, sparsehb.Options{Rules: sparsehb.Auto, Context: t.Context(), Flow: flow.Options{PaperRule: true}})
	if err != nil {
		t.Fatal(err)
	}
	worst := flow.Benign
	for i := range res.Races {
		if r := &res.Races[i]; r.Kind == sparsehb.ReadWrite && r.Matters != flow.Unranked {
			worst = min(worst, r.Matters)
		}
	}
	return worst
}

// paperDiffers are the programs of which the paper's own rule says another thing than
// both orders do, in a recorded order, and why.
var paperDiffers = map[string]string{
	// It says harmful of what only adds, which is the same either way, or in another order.
	"sum ab": "adds", "sum ba": "adds", "bits ab": "adds", "bits ba": "adds", "list ab": "adds", "list ba": "adds",
	// It looks at memory alone: of two handlers that write one file or key neither reads
	// what the other one wrote.
	"group ab": "no memory", "group ba": "no memory", "cleared ab": "no memory", "cleared ba": "no memory",
	"whole ab": "no memory", "whole ba": "no memory", "key ab": "no memory", "key ba": "no memory",
	"replaced ab": "no memory", "replaced ba": "no memory", "storage ab": "no memory", "storage ba": "no memory",
	// The value from before the only write does not count, nor does a write that came
	// after the read in the recorded run.
	"setting ab": "start-up value", "setting ba": "start-up value", "omitted ab": "start-up value", "unsaid ab": "start-up value", "unsaid ba": "start-up value", "omitted ba": "start-up value",
	"cookie ba": "later write",
}

// TestFlowLeaves: every program of samples/state ranks as it was made to, whichever
// order was recorded, and what is harmful above what is not; the paper's own rule
// differs where it is said to.
func TestFlowLeaves(t *testing.T) {
	t.Parallel()
	tool, port := built(t, "bin/sparseracer"), swallow(t)
	exe, list := leavesBuilt(t, 5, "-fsparse-flow")
	least, most := flow.Unranked, flow.Benign
	for _, p := range list {
		t.Run(p.name, func(t *testing.T) {
			for _, order := range []string{"ab", "ba"} {
				recording := recordLeaves(t, exe, p.name, order, port, "--flow")
				rank, _ := worstIn(t, tool, recording)
				if rank.String() != p.rank {
					t.Errorf("%s: ranks as %v, expected %s", order, rank, p.rank)
				}
				if p.left == "harmful" {
					least = max(least, rank)
				} else {
					most = min(most, rank)
				}
				paper := paperRank(t, recording)
				if differs := (paper <= flow.Accumulating) != (p.left == "harmful"); differs != (paperDiffers[p.name+" "+order] != "") {
					t.Errorf("%s: the paper's rule says %v of what is %s", order, paper, p.left)
				}
			}
		})
	}
	if !t.Failed() && (least == flow.Unranked || least >= most) {
		t.Errorf("what is harmful ranks down to %v, what is not up to %v", least, most)
	}
}

// TestFlowLeavesNames: what Qt and SQLite are asked to write has the name that the
// program gave it, on both versions of Qt, and is reported where the program asked.
func TestFlowLeavesNames(t *testing.T) {
	t.Parallel()
	tool, port := built(t, "bin/sparseracer"), swallow(t)
	for _, major := range []int{5, 6} {
		exe, _ := leavesBuilt(t, major, "-fsparse-flow")
		for name, want := range map[string]struct{ rank, sink string }{
			"settings": {"data", "settings:$HOME/app.conf#view/mode"}, "key": {"last-writer", "settings:$HOME/app.conf#theme"},
			"group": {"last-writer", "settings:$HOME/app.conf#view/mode"}, "cleared": {"last-writer", "settings:$HOME/app.conf#view/mode"},
			"keys": {"benign", ""}, "apart": {"benign", ""}, "buffered": {"order-only", "file:$HOME/buffered"}, "lines": {"order-only", "file:$HOME/buffered"},
			"stream": {"data", "file:$HOME/buffered"}, "savefile": {"data", "file:$HOME/saved"}, "replaced": {"last-writer", "file:$HOME/saved"},
			"row": {"data", "sqlite:$HOME/app.db#tokens"}, "request": {"data", "net:127.0.0.1:" + port}, "requests": {"order-only", "net:127.0.0.1:" + port},
			"message": {"data", "dbus:/leaves.said"}, "messages": {"order-only", "dbus:/leaves.said"},
			"started": {"data", "exec:/bin/sh"}, "starts": {"order-only", "exec:/bin/sh"},
		} {
			t.Run(fmt.Sprintf("%s on Qt %d", name, major), func(t *testing.T) {
				t.Parallel()
				rank, report := worstIn(t, tool, recordLeaves(t, exe, name, "ab", port, "--flow"))
				if rank.String() != want.rank {
					t.Errorf("ranks as %v, expected %s", rank, want.rank)
				}
				for _, r := range report.Races {
					if r.Matters != nil && r.Matters.Rank != "benign" && r.Matters.Sink != want.sink {
						t.Errorf("%s: %q, expected %q", r.Matters.Rank, r.Matters.Sink, want.sink)
					}
				}
			})
		}
	}
}

// glibBuilt builds samples/state/glib.c, with flags.
func glibBuilt(t *testing.T, flags ...string) (exe string) {
	t.Helper()
	args := append(append([]string{"-g", "-O1", "-o", "{out}", "../../samples/state/glib.c"}, flags...), pkgConfig(t, "gio-2.0")...)
	return builds.Program(t, "glib", built(t, "bin/sparse-cc"), args...)
}

// TestFlowGLib: so do GLib's own messages on D-Bus; the bytes of one are reported in the
// handler that sends it. Both orders say what it ranks as.
func TestFlowGLib(t *testing.T) {
	t.Parallel()
	tool, exe, plain := built(t, "bin/sparseracer"), glibBuilt(t, "-fsparse-flow"), glibBuilt(t)
	for name, want := range map[string]struct{ rank, left string }{"token": {"data", "harmful"}, "both": {"order-only", "order only"}} {
		for _, order := range []string{"ab", "ba"} {
			recording := recordLeaves(t, exe, name, order, "", "--flow")
			rank, report := worstIn(t, tool, recording)
			if rank.String() != want.rank {
				t.Errorf("%s %s: ranks as %v, expected %s", name, order, rank, want.rank)
			}
			for _, r := range report.Races {
				if r.Matters != nil && r.Matters.Rank == want.rank && r.Matters.Sink != "dbus:/glib.said" {
					t.Errorf("%s %s: %q", name, order, r.Matters.Sink)
				}
			}
		}
		recording := recordLeaves(t, plain, name, "ba", "")
		out, stderr, _ := command(t, "", tool, "confirm", "--state", recording, "--", plain, name, "ba")
		if !strings.Contains(out, ": "+want.left+"\n") || want.left != "harmful" && strings.Contains(out, ": harmful") {
			t.Errorf("%s: expected %s\n%s%s", name, want.left, out, stderr)
		}
	}
}
