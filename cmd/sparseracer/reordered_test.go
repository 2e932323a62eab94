package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/qtbuild"
)

// reordered are members of QtCore's private classes that change places, by file: two lines
// each, known by what they begin with.
var reordered = []struct{ file, one, other string }{
	{"qtimerinfo_unix_p.h", "int id;", "QObject *obj;"},
	{"qeventloop_p.h", "QAtomicInt quitLockRef;", "bool inExec;"},
	{"qtimer.cpp", "int timerId;", "QtPrivate::QSlotObjectBase *slotObj;"},
	{"qsocketnotifier.cpp", "QSocketNotifier::Type sntype;", "bool snenabled"},
}

func reorder(tree string) error {
	for _, r := range reordered {
		path := filepath.Join(tree, "src/corelib/kernel", r.file)
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		lines := strings.Split(string(data), "\n")
		at := func(what string) int {
			for i, line := range lines {
				if strings.HasPrefix(strings.TrimSpace(line), what) {
					return i
				}
			}
			return -1
		}
		one, other := at(r.one), at(r.other)
		if one < 0 || other < 0 {
			return fmt.Errorf("%s has no %q or no %q", path, r.one, r.other)
		}
		lines[one], lines[other] = lines[other], lines[one]
		if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// TestReorderedQt: on a QtCore in which members of four private classes have changed places,
// the hooks see all that they see on the stock one, and a race has its id and its proof.
func TestReorderedQt(t *testing.T) {
	if os.Getenv("CROSSCHECK") != "reordered" {
		t.Skip("builds two QtCores: CROSSCHECK=reordered go test -tags=llvm19 ./cmd/sparseracer -run TestReorderedQt -timeout 2h")
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	for _, major := range []int{5, 6} {
		t.Run(fmt.Sprintf("qt%d", major), func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			qt, err := qtbuild.Find(ctx, major)
			if err != nil {
				missing(t, err.Error())
			}
			builder := &qtbuild.Builder{Cache: filepath.Join(cache, "sparseracer/reordered"), Change: &qtbuild.Change{Name: "reordered 1", Make: reorder}}
			core, err := builder.Build(ctx, qt)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			if err := os.Symlink(core, filepath.Join(dir, qt.Library)); err != nil {
				t.Fatal(err)
			}
			b, tool := buildSamples(t, fmt.Sprint(major)), built(t, "bin/sparseracer")
			there := withEnvironment(t, tool, []string{"LD_LIBRARY_PATH=" + dir})
			for _, sample := range []string{"viewer", "socket", "due"} {
				path := record(t, there, filepath.Join(b.recorded, sample+"_race"))
				info, _, _ := command(t, "", tool, "info", path)
				if !strings.Contains(info, filepath.Dir(core)) && !strings.Contains(info, dir) || strings.Contains(info, "missing") {
					t.Errorf("%s: the trace has\n%s", sample, info)
				}
				a, code := analyzeJSON(t, tool, path)
				if want := b.expectation(t, sample+"_race").id; code != exitRaces || len(a.Races) == 0 || a.Races[0].ID != want {
					t.Fatalf("%s: analyze ended with %d: %+v, expected %s", sample, code, a, want)
				}
				stdout, stderr, code := command(t, "", there, "confirm", "-o", t.TempDir(), path, "--", filepath.Join(b.asan, sample+"_race"))
				if code != exitRaces || !strings.Contains(stdout, "confirmed, 1 of 1 runs") || strings.Contains(stderr, "missing") {
					t.Errorf("%s: confirm ended with %d:\n%s%s", sample, code, stdout, stderr)
				}
			}
		})
	}
}
