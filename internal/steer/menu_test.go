package steer

import (
	"fmt"
	"strings"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// menuRecording: x shows a menu and waits for it; later a key frees what x used.
const menuRecording = `
# loop: batch
alloc(0x1000, 64)
enq(s, kind=env, arms="shown:w")
enterloop
deq(x, kind=input, type=Mouse, needs="shown:w", label=X, input=press, window=W, at="1 1 1 1 1 1 0 0 0")
enq(m, kind=env, arms="shown:m", grabs=keys)
pause(x, v)
deq(y, kind=input, type=Key, needs="shown:m", label=Y, input=keypress, window=M, key="1000000 0 ")
drop(m)
reset(v)
end(y)
resume(x, v)
read(0x1008, 8)
end(x)
deq(k, kind=input, type=KIND, needs="shown:w", label=K, input=keypress, window=W, key="57 4000000 w")
free(0x1000)
end(k)
`

// TestMenuHasTheKeyboard: no schedule types into another window while a menu is open. That the
// key comes before the menu's handler is another matter.
func TestMenuHasTheKeyboard(t *testing.T) {
	for kind, want := range map[string]string{"Key": "K, X after, Y after", "Mouse": "X, K in X, Y after"} {
		res := analyzed(t, strings.Replace(menuRecording, "KIND", kind, 1))
		if len(res.Races) != 1 {
			t.Fatalf("%+v", res)
		}
		s, err := Derive(res, res.Order, Prediction{ID: "a", Race: &res.Races[0], Use: []string{"f"}}, DeriveOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := playedIn(s); got != want {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
	}
}

// popupRecording: the use is late, by a thread that a click asks for; another click opens a menu first, the next one closes it, and
// the last one frees.
const popupRecording = `
# loop: batch
alloc(0x1000, 64)
enq(s, kind=env, arms="shown:w")
enterloop
deq(a, kind=input, type=Mouse, needs="shown:w", label=A, input=press, window=W, which="0 1 - - -", at="1 1 1 1 1 1 0 0 0")
enq(u, kind=env, type=task, label=U)
end(a)
deq(o, kind=input, type=Mouse, needs="shown:w", label=OPENS, input=press, window=W, which="0 1 - - -", at="2 2 2 2 2 2 0 0 0")
enq(m, kind=env, arms="shown:m", grabs=keys)
end(o)
deq(u)
read(0x1008, 8)
end(u)
deq(q, kind=input, type=Mouse, needs="shown:w", label=OTHER, input=press, window=W, which="0 1 - - -", at="3 3 3 3 3 1 0 0 0")
end(q)
deq(c, kind=input, type=Mouse, needs="shown:w", arms="pressed:1", label=CLOSES, input=press, window=W, which="0 1 - - -", at="3 3 3 3 3 1 0 0 0")
drop(m)
end(c)
deq(r, kind=input, type=Mouse, needs="pressed:1 shown:w", label=LETSGO, input=release, window=W, which="0 1 - - -", at="3 3 3 3 3 0 0 0 0")
end(r)
deq(k, kind=input, type=Mouse, needs="shown:w", label=FREES, input=press, window=W, which="0 1 - - -", at="4 4 4 4 4 1 0 0 0")
free(0x1000)
end(k)
`

// TestMenusAreClosed: a menu that is open takes the click that frees. So what closed it is played, too, and no other click between.
func TestMenusAreClosed(t *testing.T) {
	for _, c := range []struct{ without, want string }{
		{"", "A, OPENS, CLOSES, LETSGO, FREES"},
		{", grabs=keys", "A, OPENS, FREES"}, // a window
		{"drop(m)\n", "A, OPENS, FREES"},    // nobody closed it
	} {
		res := analyzed(t, strings.Replace(popupRecording, c.without, "", 1))
		if len(res.Races) != 1 {
			t.Fatalf("%+v", res)
		}
		s, err := Derive(res, res.Order, Prediction{ID: "a", Race: &res.Races[0], Use: []string{"f"}}, DeriveOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := playedIn(s); got != c.want {
			t.Errorf("without %q: %q, want %q", c.without, got, c.want)
		}
	}
}

func analyzed(t *testing.T, text string) *sparsehb.Result {
	t.Helper()
	src, err := trace.ParseText("t", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	res, err := sparsehb.Analyze(src, sparsehb.Options{Rules: sparsehb.Auto})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// playedIn is the inputs of a schedule with the loops that they are played in.
func playedIn(s *Schedule) string {
	var list []string
	for _, d := range s.Directives {
		if d.Input == nil {
			continue
		}
		said := d.Input.Event
		if in := d.Input.InLoop; in != nil && in.Event != startUp {
			said += " in " + in.Event
		}
		if len(d.Input.After) > 0 {
			said = d.Input.Event + " after"
		}
		list = append(list, said)
	}
	return strings.Join(list, ", ")
}

// TestHiddenKeys: what was typed into a password field is known by its asterisks; who types
// one elsewhere holds Shift down.
func TestHiddenKeys(t *testing.T) {
	text := menuRecording
	for i, key := range []string{"2a 0 %2A", "2a 0 %2A", "2a 2000000 %2A", "41 0 a"} {
		text += fmt.Sprintf("deq(p%d, kind=input, type=Key, label=P%d, input=keypress, window=W, key=%q)\nend(p%d)\n", i, i, key, i)
	}
	if n := HiddenKeys(analyzed(t, text)); n != 2 {
		t.Errorf("%d hidden keys, want 2", n)
	}
}
