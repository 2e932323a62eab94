package main

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

// points are libc's functions that act on a pending cancellation.
var points = regexp.MustCompile(`^(open(at)?(64)?|creat(64)?|close|p?readv?(64)?(v2)?|p?writev?(64)?(v2)?|fcntl(64)?|fsync|fdatasync|msync|poll|ppoll|p?select|sleep|usleep|(clock_)?nanosleep|pause|wait(pid|id|3|4)?|sem_(wait|timedwait|clockwait)|pthread_(cond_.*wait|join|testcancel)|recv(from|msg|mmsg)?|send(to|msg|mmsg)?|connect|accept4?|sigsuspend|sigwait(info)?|sigtimedwait|system|popen|pclose|fopen(64)?|fclose|f?puts|fputc|putc|v?f?printf|fwrite|fread|fgets|getline|opendir|readdir|closedir|mkstemp|syslog|posix_fallocate(64)?|perror)$`)

// TestNoCancellationPoints: our libraries run inside functions of the program's and of
// libc that are no cancellation points, malloc for one; so they call none (rawsys.h).
// libsparsenet.so may: it works in connect and send, which are cancellation points. So
// may the session's player: it runs from events of its own, in no function of the program's.
func TestNoCancellationPoints(t *testing.T) {
	nm := needs.Tool(t, "nm")
	libraries, err := filepath.Glob(filepath.Join(filepath.Dir(built(t, "lib/libsparserec.so")), "libsparse*.so"))
	if err != nil || len(libraries) < 5 {
		t.Fatalf("libraries %q, %v", libraries, err)
	}
	for _, library := range libraries {
		if name := filepath.Base(library); name == "libsparsenet.so" || strings.HasPrefix(name, "libsparseplayer") {
			continue
		}
		out, err := exec.Command(nm, "-D", "--undefined-only", library).Output()
		if err != nil {
			t.Fatal(err)
		}
		imports := strings.Fields(string(out))
		for _, name := range imports {
			if name, _, _ = strings.Cut(name, "@"); points.MatchString(name) {
				t.Errorf("%s imports %s: see rawsys.h", filepath.Base(library), name)
			}
		}
		if len(imports) < 20 {
			t.Errorf("%s has only %d imports", library, len(imports)/2)
		}
	}
}
