package recording

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

// Stand-ins for programs with Qt inside, and beside them what looks like one.
func TestStaticQt(t *testing.T) {
	cc, dir := needs.Tool(t, "cc"), t.TempDir()
	const (
		by    = ` build; by GCC 12.2.0)`
		shown = `#include <stdio.h>\nint main(void) { puts(q); return 0; }`
	)
	for name, c := range map[string]struct {
		code  string
		flags []string
		want  string // version that the refusal names, "" for none
	}{
		"described, stripped":           {`const char q[] = "Qt 6.8.2 (x86_64-little_endian-lp64 static release` + by + `";` + "\n" + shown, []string{"-s"}, "Qt 6.8.2 "},
		"an older one":                  {`const char q[] = "Qt 5.15.15 (arm64-little_endian-lp64 static debug` + by + `";` + "\n" + shown, nil, "Qt 5.15.15 "},
		"by its symbols":                {"int loop(void) __asm__(\"" + execLoop + "\"); int loop(void) { return 0; } int main(void) { return loop(); }", nil, " Qt linked"},
		"a description of a shared one": {`const char q[] = "Qt 6.8.2 (x86_64-little_endian-lp64 shared (dynamic) release` + by + `";` + "\n" + shown, nil, ""},
		"words about it":                {`const char q[] = "Qt 6 static build; by us";` + "\n" + shown, nil, ""},
		"a weak reference":              {"__attribute__((weak)) int loop(void) __asm__(\"" + execLoop + "\"); int main(void) { return loop ? loop() : 0; }", nil, ""},
	} {
		exe := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
		cmd := exec.Command(cc, append(c.flags, "-o", exe, "-xc", "-")...)
		cmd.Stdin = strings.NewReader(strings.ReplaceAll(c.code, `\n`, "\n"))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		err := recordable(exe, false)
		if (err != nil) != (c.want != "") || err != nil && (!strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), exe)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
