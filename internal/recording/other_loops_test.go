package recording

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestUnseenLoop: loops that are not looked at are named, and no other.
func TestUnseenLoop(t *testing.T) {
	dir := t.TempDir()
	build := func(name, source string, flags ...string) string {
		text, out := filepath.Join(dir, name+".c"), filepath.Join(dir, name)
		if err := os.WriteFile(text, []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
		if said, err := exec.Command("cc", append(append([]string{"-w", "-o", out, text}, flags...), "-L"+dir)...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		return out
	}
	const loop = "int uv_run(void) { return 0; } int ev_run(void) { return 0; } int main(void) { return uv_run(); }"
	shared := build("libuv.so.1", loop, "-shared", "-fPIC")
	for name, c := range map[string]struct {
		modules []string
		want    string
	}{
		"shared libuv":   {[]string{build("plain", "int main(void) { return 0; }"), shared}, ""},
		"linked in":      {[]string{build("node", loop)}, "has libuv linked into it"},
		"stripped":       {[]string{build("bare", loop, "-rdynamic", "-s")}, "has libuv linked into it"},
		"another's loop": {[]string{build("ev", "int ev_run(void); int main(void) { return ev_run(); }", "-l:libuv.so.1")}, "runs the event loop of libev,"},
		"no file":        {[]string{"linux-vdso.so.1", filepath.Join(dir, "gone")}, ""},
	} {
		if got := UnseenLoop(c.modules); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, expected %q", name, got, c.want)
		}
	}
}
