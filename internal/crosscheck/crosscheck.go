// Package crosscheck remembers which tests have passed on the patched QtCores. Such a
// library takes minutes to build, and the tests on it can change their result only when
// something changes that is part of the key: the C rooms and tests that the hooks are
// made of and the version of the library.
//
// The rules it keeps:
//   - A pass is kept by the hash of everything that the test depends on, never by time.
//   - A test that does not run because of a pass says so: its log begins with "cached
//     pass", which tools/countests shows.
//   - Only a test that ran whole leaves a pass, with all its subtests.
//   - A library is built by a test only where that was asked for (BUILD_PATCHED_QT, as
//     `make test` does) or in CI; elsewhere the test is skipped with the reason.
//
// CROSSCHECK=always runs the tests whether or not they have passed.
package crosscheck

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sparseracer/internal/needs"
	"sparseracer/internal/qtbuild"
)

// Test is one that needs a patched QtCore.
type Test struct {
	Name  string
	Rooms []string // what its result depends on beside the hooks
}

// Tests are all of them.
var Tests = []Test{
	{"TestBothWaysAgree", nil},
	{"TestScenariosOnPatchedQt", nil},
	{"TestQueueOrder", nil},
	{"TestPatchedQtAlone", nil},
	{"TestPatchOrHook", nil},
	{"TestSteeringHooksThePatchedQt", nil},
	{"TestRecordWithPatchedQt", []string{"cmd/sparseracer", "internal/install", "internal/recording", "internal/qtbuild", "tracelib/src"}},
}

// hooks are the rooms that every key has.
var hooks = []string{"qtpatch/src", "qtpatch/patches", "qtpatch/test", "loopcore", "uvpatch/src", "glibpatch/src",
	"tracelib/include", "internal/system", "internal/trace", "internal/crosscheck"}

// Qt is an installed Qt, with the place of its patched QtCore and of the passes on it.
type Qt struct {
	Installed *qtbuild.Installed
	builder   *qtbuild.Builder
	root      string // the project's folder
	passes    string
}

// Open finds the installed Qt of a major version; root is the project's folder.
func Open(ctx context.Context, root string, major int) (*Qt, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	in, err := qtbuild.Find(ctx, major)
	if err != nil {
		return nil, err
	}
	cache = filepath.Join(cache, "sparseracer")
	return &Qt{in, &qtbuild.Builder{Cache: filepath.Join(cache, "qt")}, root, filepath.Join(cache, "crosscheck")}, nil
}

// Build gives the patched QtCore, building it unless it is there.
func (q *Qt) Build(ctx context.Context) (path string, err error) {
	return q.builder.Build(ctx, q.Installed)
}

// Waiting are the tests without a pass.
func (q *Qt) Waiting() (names []string, err error) {
	for _, test := range Tests {
		path, err := q.passOf(test)
		if err != nil {
			return nil, err
		}
		if _, err := os.Stat(path); err != nil || always() {
			names = append(names, test.Name)
		}
	}
	return names, nil
}

func always() bool { return os.Getenv("CROSSCHECK") == "always" }

// passOf is the file that says that a test has passed.
func (q *Qt) passOf(test Test) (string, error) {
	library, err := q.builder.Path(q.Installed)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintf(h, "crosscheck 1\n%s\n", filepath.Base(filepath.Dir(library)))
	for _, room := range append(slices.Clone(hooks), test.Rooms...) {
		if err := addTree(h, q.root, room); err != nil {
			return "", err
		}
	}
	return filepath.Join(q.passes, fmt.Sprintf("%s-qt%d-%s", test.Name, q.Installed.Major, hex.EncodeToString(h.Sum(nil))[:16])), nil
}

// addTree adds the names and contents of a room's files to a hash.
func addTree(h io.Writer, root, room string) error {
	return filepath.WalkDir(filepath.Join(root, room), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(h, "%s %x\n", name, sha256.Sum256(data))
		return err
	})
}

// Each runs a test on every Qt that there is a patch for, as a subtest, unless it has
// passed before with the same key.
func Each(t *testing.T, root string, run func(t *testing.T, major int, core string)) {
	i := slices.IndexFunc(Tests, func(one Test) bool { return one.Name == t.Name() })
	if i < 0 {
		t.Fatalf("%s is not in the table of package crosscheck", t.Name())
	}
	for _, q := range qtbuild.All {
		t.Run(fmt.Sprintf("Qt%d", q.Major), func(t *testing.T) {
			qt, err := Open(t.Context(), root, q.Major)
			if err != nil {
				needs.Missing(t, err.Error())
			}
			if pass := qt.once(t, Tests[i], run); pass != "" {
				t.Log("cached pass:", pass)
			}
		})
	}
}

// once runs a test unless it has passed before: then it gives which pass that is.
func (q *Qt) once(t *testing.T, test Test, run func(t *testing.T, major int, core string)) (earlier string) {
	pass, err := q.passOf(test)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(pass); err == nil && !always() {
		return fmt.Sprintf("%s of %s", filepath.Base(pass), text)
	}
	core, there := q.builder.Cached(q.Installed)
	if !there {
		if os.Getenv("BUILD_PATCHED_QT") == "" && os.Getenv("CI") == "" {
			needs.Missing(t, fmt.Sprintf("the patched QtCore has not been built (sparseracer qt build --qt %d)", q.Installed.Major))
		}
		if core, err = q.Build(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { // after the subtests, those that run in parallel too
		if !t.Failed() && !t.Skipped() && ranWhole() {
			q.keep(t, pass)
		}
	})
	run(t, q.Installed.Major, core)
	return ""
}

// ranWhole says that no flag left out subtests.
func ranWhole() bool {
	run, skip := flag.Lookup("test.run"), flag.Lookup("test.skip")
	return (run == nil || !strings.Contains(run.Value.String(), "/")) && (skip == nil || skip.Value.String() == "")
}

func (q *Qt) keep(t *testing.T, pass string) {
	if err := os.MkdirAll(q.passes, 0o755); err != nil {
		t.Error(err)
		return
	}
	if err := os.WriteFile(pass, []byte(time.Now().UTC().Format(time.DateOnly)), 0o644); err != nil {
		t.Error(err)
	}
}
