package recording

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

// TestNamespacedQt: a program whose Qt is in a namespace is refused by its name; one with
// a class of its own that is called alike, or the usual Qt, is not.
func TestNamespacedQt(t *testing.T) {
	cxx, dir := needs.Tool(t, "c++"), t.TempDir()
	compile := func(code string, args ...string) {
		t.Helper()
		cmd := exec.Command(cxx, append([]string{"-xc++", "-"}, args...)...)
		cmd.Stdin = strings.NewReader(code)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	for name, c := range map[string]struct{ class, want string }{
		"namespaced":        {"namespace Own2 { struct QApplication { static int exec(); }; }", "in the namespace Own2 "},
		"usual":             {"struct QCoreApplication { static int exec(); };", ""},
		"of another length": {"struct Q16QCoreApplication { static int exec(); };", ""},
	} {
		_, rest, _ := strings.Cut(strings.ReplaceAll(c.class, "namespace Own2 {", ""), "struct ")
		class, _, _ := strings.Cut(rest, " ")
		if strings.Contains(c.class, "Own2") {
			class = "Own2::" + class
		}
		library, exe := filepath.Join(dir, "lib"+name[:2]+".so"), filepath.Join(dir, name[:2])
		compile(c.class+" int "+class+"::exec() { return 0; }", "-shared", "-fPIC", "-o", library)
		compile(c.class+" int main() { return "+class+"::exec(); }", "-o", exe, "-L"+dir, "-Wl,-rpath,"+dir, "-l:"+filepath.Base(library))
		err := recordable(exe, false)
		if (err != nil) != (c.want != "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
