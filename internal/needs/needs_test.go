package needs

import (
	"fmt"
	"testing"
)

// ending is a test that shows how it ended.
type ending struct {
	testing.TB
	how string
}

func (e *ending) Helper()           {}
func (e *ending) Skip(args ...any)  { e.end("skipped", args) }
func (e *ending) Fatal(args ...any) { e.end("failed", args) }
func (e *ending) end(h string, a []any) {
	e.how = h + ": " + fmt.Sprint(a...)
	panic(e)
}

func endOf(f func(testing.TB)) (how string) {
	e := &ending{how: "went on"}
	defer func() {
		if r := recover(); r != nil && r != any(e) {
			panic(r)
		}
		how = e.how
	}()
	f(e)
	return e.how
}

func TestMissing(t *testing.T) {
	for ci, want := range map[string]string{"": "skipped: nosuchtool is missing", "true": "failed: nosuchtool is missing"} {
		t.Setenv("CI", ci)
		if how := endOf(func(t testing.TB) { Tool(t, "nosuchtool") }); how != want {
			t.Errorf("with CI=%q the test %s, expected %s", ci, how, want)
		}
	}
	if how := endOf(func(t testing.TB) { Tool(t, "sh") }); how != "went on" {
		t.Errorf("with the tool there the test %s", how)
	}
}
