package work

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"sparseracer/internal/farm"
	"sparseracer/internal/farm/farmtest"
)

// TestLeft: links, pipes, folders and files without an end, in place of what a job leaves, give one message, in no
// time, and nothing of another file.
func TestLeft(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte(`"secret"`), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ script, want string }{
		"a link for the result":     {`rm "$1/result.json"; ln -s ` + secret + ` "$1/result.json"; `, "escapes"},
		"a pipe for the result":     {`rm "$1/result.json"; mkfifo "$1/result.json"`, "is no file"},
		"a folder for the result":   {`rm "$1/result.json"; mkdir "$1/result.json"`, "is no file"},
		"a result without an end":   {`truncate -s 1T "$1/result.json"`, "more than"},
		"a link for what was said":  {`echo said >&2; rm "$1/said.txt"; ln -s ` + secret + ` "$1/said.txt"; exit 1`, "said"},
		"a pipe for what was said":  {`echo said >&2; rm "$1/said.txt"; mkfifo "$1/said.txt"; exit 1`, "said"},
		"much is said":              {`truncate -s 1T "$1/said.txt"; echo said >>"$1/said.txt"; exit 1`, "said"},
		"a result that is no JSON":  {`echo '{'`, "its result cannot be read"},
		"a result of another shape": {`echo '{}'`, "its result cannot be read"},
	} {
		w := &worker{opt: Options{Tool: farmtest.Tool(t, c.script)}}
		got := ""
		err := w.do(t.Context(), t.TempDir(), &farm.Task{Kind: farm.Verify}, nil, 20*time.Second, &got)
		if !isTask(err) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error()+got, "secret") && !strings.Contains(c.want, "escapes") || got != "" {
			t.Errorf("%s: %v, %q", name, err, got)
		}
	}
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"pipe", "link", "nothing", "../x"} {
		if sum, err := (&worker{}).keep(t.Context(), dir, name); !isTask(err) {
			t.Errorf("%s: %s, %v", name, sum, err)
		}
	}
}
