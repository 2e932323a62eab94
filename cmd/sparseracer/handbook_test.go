package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Every verb has a man page that a formatter takes without a warning, and every
// shell its completions.
func TestHandbook(t *testing.T) {
	t.Parallel()
	share := t.TempDir()
	if out, err := exec.Command("go", "run", "-tags", "man", ".", "handbook", share).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, path := range []string{"bash-completion/completions/sparseracer", "zsh/site-functions/_sparseracer", "fish/vendor_completions.d/sparseracer.fish"} {
		if data, err := os.ReadFile(filepath.Join(share, path)); err != nil || !strings.Contains(string(data), "sparseracer __complete") && !strings.Contains(string(data), "__complete") {
			t.Errorf("%s: %v, %d bytes", path, err, len(data))
		}
	}
	verbs := 0
	for _, c := range new(tool).root(nil).Commands() {
		if !c.IsAvailableCommand() { // hidden, or help
			continue
		}
		verbs++
		page := filepath.Join(share, "man/man1/sparseracer-"+c.Name()+".1")
		data, err := os.ReadFile(page)
		if err != nil {
			t.Error(err)
			continue
		}
		if !strings.Contains(string(data), "sparseracer-"+c.Name()+" - "+c.Short) && !strings.Contains(string(data), c.Short) {
			t.Errorf("%s does not say what the verb does", page)
		}
		warnings(t, page)
	}
	if verbs < 12 {
		t.Errorf("%d verbs", verbs)
	}
	warnings(t, "../../docs/man/sparse-cc.1")
}

// warnings formats a page; without a formatter it looks no further.
func warnings(t *testing.T, page string) {
	t.Helper()
	if _, err := exec.LookPath("groff"); err != nil {
		return
	}
	out, err := exec.Command("groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-z", page).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("%s: %v\n%s", page, err, out)
	}
}

// What shells complete comes from the flags that there are.
func TestCompletion(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"analyze", "--format", ""}, "codequality\ndot\ngithub\nhtml\nissue\njson\nperfetto\nsarif\ntasks\ntext\n:4"},
		{[]string{"audit", "--format", ""}, "text\njson\n:4"},
		{[]string{"explain", "--color", ""}, "auto\nalways\nnever\n:4"},
		{[]string{"analyze", ""}, "srt\ntxt\n:8"},
		{[]string{"replay", ""}, "json\n:8"},
		{[]string{"serve", "a.srt", ""}, "srt\ntxt\n:8"},
		{[]string{"record", "--qt", ""}, "stock\npatched\nauto\n:4"},
		{[]string{"explain", "race.txt", ""}, "RACE\t"},
		{[]string{"confirm", "race.txt", "--race", ""}, "RACE\t"},
		{[]string{"explain", "nowhere.txt", ""}, ":4"},
	} {
		dir := t.TempDir()
		trace := filepath.Join(dir, "race.txt")
		text := "deq(a,kind=input)\nalloc(x)\nend(a)\ndeq(b,kind=input)\nread(x)\nend(b)\ndeq(c,kind=input)\nfree(x)\nend(c)\n"
		if err := os.WriteFile(trace, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		args := append([]string{"__complete"}, c.args...)
		for i := range args {
			args[i] = strings.Replace(args[i], "race.txt", trace, 1)
		}
		stdout, _, code := inProcess(t, args...)
		want := c.want
		if strings.HasPrefix(want, "RACE") {
			found, _, _ := inProcess(t, "analyze", "--json", trace)
			_, id, _ := strings.Cut(found, `"id": "`)
			if len(id) < 12 {
				t.Fatal(found)
			}
			want = id[:12] + "\t"
		}
		if code != 0 || !strings.HasPrefix(stdout, want) {
			t.Errorf("%q completes to %q (%d), expected %q", c.args, stdout, code, want)
		}
	}
}
