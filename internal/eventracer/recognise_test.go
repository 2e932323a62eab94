package eventracer

import (
	"bytes"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// TestRecognise: logs are told from traces of both forms, and from what is neither.
func TestRecognise(t *testing.T) {
	text := "# loop: batch\nenterloop\ndeq(a)\nend(a)\nexitloop\n"
	m, err := trace.ParseText("t", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Open()
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "t.srt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := trace.WriteBinary(f, r); err != nil {
		t.Fatal(err)
	}
	binary, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	draft := Draft{Variables: 1, Actions: []Action{{}}}
	for name, c := range map[string]struct {
		data []byte
		is   bool
	}{
		"a log":               {page(), true},
		"a draft":             {draft.Bytes(), true},
		"without variables":   {logOf("", "load\x00", nil, []told{{id: 0}}), true},
		"without strings":     {logOf("", "", nil, []told{{id: 0}}), true},
		"cut off":             {page()[:60], true},
		"nothing":             {nil, false},
		"zeros":               {make([]byte, 4096), false},
		"text":                {[]byte(text), false},
		"a recording":         {binary, false},
		"strings without end": {logOf("x", "", nil, []told{{id: 0}}), false},
		"not text":            {logOf("\x01\x02\x00", "", nil, []told{{id: 0}}), false},
	} {
		if got := Recognise(bytes.NewReader(c.data), int64(len(c.data))); got != c.is {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestWindows: actions longer than a window, with values behind accesses at its edge, come
// out the same one by one and in bulk, however much is asked for at once.
func TestWindows(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	const perWindow = windowSize / commandSize
	for _, n := range []int{0, 1, perWindow - 1, perWindow, perWindow + 1, 3*perWindow + 5} {
		var c, want []byte
		for len(c) < n*commandSize {
			variable := 2 * int32(r.Intn(3))
			what := int32(readMemory + r.Intn(2))
			c, want = append(c, do(what, variable)...), append(want, byte('0'+variable))
			if r.Intn(2) == 0 {
				c, want = append(c, do(memoryValue, 5)...), append(want, 'v')
			}
			if r.Intn(5) == 0 {
				c = append(c, do(enterScope, 0)...)
			}
		}
		l, err := Parse("long", logOf("a\x00b\x00c\x00", "s\x00", []arc{{0, 1, -1}}, []told{{id: 0, commands: c}, {id: 1, commands: c}}, "", "null\x00seven\x00"))
		if err != nil {
			t.Fatal(err)
		}
		all := strings.Repeat(string(want), 2)
		for _, most := range []int{0, 1, 7, 1024} {
			if got := accessesOf(t, l, most); got != all {
				t.Fatalf("%d commands, %d at once: %d accesses and values, expected %d", n, most, len(got), len(all))
			}
		}
	}
}

// accessesOf are the accesses of a log, most of them at once, 0: one by one.
func accessesOf(t *testing.T, l *Log, most int) string {
	var got []byte
	note := func(addr uint64, mode trace.Mode) {
		name := l.tables.Locations[(addr-trace.LocationBase)>>32]
		got = append(got, '0'+2*(name[2]-'a'))
		if mode&trace.ModeVal != 0 {
			got = append(got, 'v')
		}
	}
	r, err := l.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	bulk, buf := trace.BulkOf(r), make([]trace.Access, most)
	for {
		if most > 0 {
			if n, _ := bulk.Accesses(buf); n > 0 {
				for _, a := range buf[:n] {
					note(a.Addr, a.Mode)
				}
				continue
			}
		}
		var op trace.Op
		if err := r.Next(&op); err != nil {
			return string(got)
		}
		if op.IsAccess() {
			note(op.Addr, op.Mode)
		}
	}
}

// TestFileChanges: a file that becomes shorter, or another one, while it is walked is a fault.
func TestFileChanges(t *testing.T) {
	data := page()
	l, err := Parse("page", data)
	if err != nil {
		t.Fatal(err)
	}
	other := bytes.Clone(data)
	copy(other[l.actions[0].at+commandSize:], do(writeMemory, 99))
	for name, in := range map[string][]byte{"shorter": data[:70], "another one": other} {
		l.in = bytes.NewReader(in)
		if err := each(l, func(*trace.Op) {}); err == nil || !strings.Contains(err.Error(), "page: offset ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
