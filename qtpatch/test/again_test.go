package qtpatch_test

import (
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// posts are the posts of again.cpp: label, type, class, name.
func posts(ops []trace.Op) (list [][4]string) {
	for i := range ops {
		op := &ops[i]
		if kind := op.Attr("type"); op.Kind == trace.Enq && (strings.HasPrefix(kind, "100") || kind == "LayoutRequest") {
			list = append(list, [4]string{op.Attr("label"), kind, op.Attr("class"), op.Attr("name")})
		}
	}
	return list
}

// recorded runs a program with the recorder itself and gives its operations.
func recorded(t *testing.T, program string) ([]trace.Op, string) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "again.srt")
	recorder, err := filepath.Abs("../../lib/libsparserec.so")
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, []string{"LD_PRELOAD=" + recorder + ":" + hookLibrary(t), "SPARSERACER_OPTIONS=trace=" + out}, program)
	if r.code != 0 {
		t.Fatalf("exit code %d\n%s", r.code, r.out)
	}
	src, err := trace.OpenFile(out)
	if err != nil {
		t.Fatal(err)
	}
	reader, err := trace.Checked(src).Open()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	var ops []trace.Op
	for {
		var op trace.Op
		if err := reader.Next(&op); errors.Is(err, io.EOF) {
			return ops, r.out
		} else if err != nil {
			t.Fatal(err)
		}
		op.Attrs = slices.Clone(op.Attrs)
		ops = append(ops, op)
	}
}

// TestPostsAgain: what is kept of a receiver is said of a post only while it is true: in again.cpp
// the name, the object at an address, the type and the thread change between posts. The
// recorder, which is told the same only once, records what the stand-in records, which is
// told everything each time.
func TestPostsAgain(t *testing.T) {
	for _, module := range []string{"Qt5Core", "Qt6Core"} {
		args := []string{"-std=c++17", "-fPIC", "-g", "testdata/again.cpp"}
		program := build(t, "again-"+module, "g++", append(args, flags(t, module)...)...)
		toldOps, _ := record(t, program)
		ops, out := recorded(t, program)
		got, told := posts(ops), posts(toldOps)
		if !slices.Equal(got, told) {
			t.Errorf("%s: the recorder has %d posts, the stand-in %d; the first that differ: %q", module, len(got), len(told), firstDifference(got, told))
		}
		var said, want []string
		for _, p := range got {
			said = append(said, strings.Join(p[1:], " "))
		}
		for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
			want = append(want, strings.TrimSuffix(strings.Replace(line, "76 ", "LayoutRequest ", 1), "-"))
		}
		if !slices.Equal(said, want) {
			t.Errorf("%s: %d posts recorded, the program says %d; the first that differ: %q", module, len(said), len(want), firstDifference(said, want))
		}
		labels := map[string]bool{}
		for _, p := range got {
			if p[0] != "" && labels[p[0]] {
				t.Errorf("%s: label %q twice", module, p[0])
			}
			labels[p[0]] = true
		}
	}
}

func firstDifference[T comparable](a, b []T) (pair [2]T) {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return [2]T{a[i], b[i]}
		}
	}
	return pair
}
