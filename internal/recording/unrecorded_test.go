package recording

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/steering"
)

// Programs are named once, with how often they were started, plainly, and not without end.
func TestSayUnrecorded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "list")
	list := steering.UnrecordedClass + "/a b\n" + steering.UnrecordedFilter + "/a b\n" + steering.UnrecordedClass + "/a b\n" +
		steering.UnrecordedClass + "/\x1b[31mred\n" + "who knows /c\n"
	want := "sparseracer: not recorded, for it is a 32-bit program: /a b, 2 times\n" +
		"sparseracer: not recorded, for it began behind a filter of system calls that may end it (seccomp): /a b\n" +
		"sparseracer: not recorded, for it is a 32-bit program: /\\x1b[31mred\n"
	for n := range mostNamed {
		list += fmt.Sprintf("%s/%d\n", steering.UnrecordedClass, n)
		if n < mostNamed-3 {
			want += fmt.Sprintf("sparseracer: not recorded, for it is a 32-bit program: /%d\n", n)
		}
	}
	want += "sparseracer: not recorded: 3 programs more\n"
	for text, want := range map[string]string{list: want, "": ""} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var said strings.Builder
		sayUnrecorded(&said, path)
		if said.String() != want {
			t.Errorf("said\n%swant\n%s", said.String(), want)
		}
	}
	sayUnrecorded(&strings.Builder{}, filepath.Join(t.TempDir(), "none")) // nothing to say
}
