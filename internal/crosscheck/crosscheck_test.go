package crosscheck

import (
	"os"
	"path/filepath"
	"testing"

	"sparseracer/internal/qtbuild"
)

func example(t *testing.T) *Qt {
	t.Helper()
	root := t.TempDir()
	for _, room := range append([]string{"extra"}, hooks...) {
		if err := os.MkdirAll(filepath.Join(root, room), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	builder := &qtbuild.Builder{Cache: t.TempDir()}
	in := &qtbuild.Installed{Qt: qtbuild.All[0], Package: "1", Stock: "/usr/lib/libQt5Core.so.5.15.8"}
	library, err := builder.Path(in)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(library), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(library, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	return &Qt{in, builder, root, filepath.Join(t.TempDir(), "passes")}
}

// TestPassIsKept: a test that has passed does not run again until something changes that
// it depends on; one that fails or is skipped leaves no pass.
func TestPassIsKept(t *testing.T) {
	t.Setenv("CROSSCHECK", "")
	q, test := example(t), Test{"TestX", []string{"extra"}}
	ran := 0
	run := func(body func(*testing.T)) (again bool) {
		before := ran
		t.Run("X", func(t *testing.T) {
			q.once(t, test, func(t *testing.T, _ int, core string) {
				ran++
				if _, err := os.Stat(core); err != nil {
					t.Error(err)
				}
				body(t)
			})
		})
		return ran > before
	}
	nothing := func(*testing.T) {}
	if !run(func(t *testing.T) { t.Skip() }) || !run(nothing) {
		t.Error("a skipped test left a pass")
	}
	if run(nothing) {
		t.Error("it ran again, and nothing had changed")
	}
	for _, path := range []string{"extra/a.go", "loopcore/a.c"} {
		if err := os.WriteFile(filepath.Join(q.root, path), []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
		if !run(nothing) || run(nothing) {
			t.Errorf("%s changed: it is to run once", path)
		}
	}
	t.Setenv("CROSSCHECK", "always")
	if !run(nothing) {
		t.Error("it did not run, though that was asked for")
	}
}

// TestWaiting: what has no pass is waited for.
func TestWaiting(t *testing.T) {
	t.Setenv("CROSSCHECK", "")
	q := example(t)
	for _, test := range Tests {
		for _, room := range test.Rooms {
			if err := os.MkdirAll(filepath.Join(q.root, room), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	names, err := q.Waiting()
	if err != nil || len(names) != len(Tests) {
		t.Fatalf("waiting: %q, %v", names, err)
	}
	pass, err := q.passOf(Tests[0])
	if err != nil {
		t.Fatal(err)
	}
	q.keep(t, pass)
	if names, err = q.Waiting(); err != nil || len(names) != len(Tests)-1 {
		t.Errorf("after one passed: %q, %v", names, err)
	}
}

// TestRoomsAreThere: what keys are made of exists.
func TestRoomsAreThere(t *testing.T) {
	for _, test := range Tests {
		for _, room := range append(test.Rooms, hooks...) {
			if st, err := os.Stat(filepath.Join("../..", room)); err != nil || !st.IsDir() {
				t.Errorf("%s: %v", room, err)
			}
		}
	}
}
