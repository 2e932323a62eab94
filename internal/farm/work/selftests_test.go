package work

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sparseracer/internal/farm"
	"sparseracer/internal/farm/farmtest"
)

// TestSelfTestsKept: what a job finds out about libraries is there for the next job of the same files, and for
// no other; links, other names and what is too large are not kept.
func TestSelfTestsKept(t *testing.T) {
	dir := t.TempDir()
	s, _ := open(t, "sqlite:"+filepath.Join(dir, "farm.db"), "file://"+filepath.Join(dir, "store"))
	secret := filepath.Join(dir, "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	script := `at="$1/` + farm.SelfTests + `"
mkdir -p "$at"
has=$(cat "$at"/* 2>/dev/null | tr -d '\n') || true
echo answer >"$at/00000000000000000000000000000000.json"
echo other >"$at/other.json"
ln -sf ` + secret + ` "$at/11111111111111111111111111111111.json"
truncate -s 1M "$at/22222222222222222222222222222222.json"
printf '"%s"' "$has"`
	w := &worker{opt: Options{Tool: farmtest.Tool(t, script), Cache: t.TempDir()}, store: s}
	ask := func(b *farm.Build) (got string) {
		t.Helper()
		if err := w.run(t.Context(), t.TempDir(), &farm.Task{Kind: farm.Verify}, b, time.Minute, &got); err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(got)
	}
	one, two := build(t, s, "#!/bin/sh\nexit 0\n"), build(t, s, "#!/bin/sh\nexit 0 # another\n")
	for i, c := range []struct {
		b    *farm.Build
		want string
	}{{one, ""}, {one, "answer"}, {two, ""}, {one, "answer"}} {
		if got := ask(c.b); got != c.want {
			t.Errorf("job %d finds %q, expected %q", i, got, c.want)
		}
	}
}
