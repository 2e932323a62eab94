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

// faked are libc's functions that other libraries stand before, to give a program another
// time, user, process or file system.
var faked = regexp.MustCompile(`^([lf]?stat(64)?|fstatat(64)?|statx|time|gettimeofday|clock_gettime|getpid|gete?[ug]id)$`)

// asksQtsClock: Qt's own times are told by that clock, whoever gives it.
const asksQtsClock = "libsparseqt.so imports clock_gettime"

// TestNoCancellationPoints: our libraries run inside functions of the program's and of
// libc that are no cancellation points, malloc for one; so they call none (rawsys.h), and
// nothing that others have stand before libc and that may not be ready in malloc.
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
			name, _, _ = strings.Cut(name, "@")
			said := filepath.Base(library) + " imports " + name
			if points.MatchString(name) || faked.MatchString(name) && said != asksQtsClock {
				t.Errorf("%s: see rawsys.h", said)
			}
		}
		if len(imports) < 20 {
			t.Errorf("%s has only %d imports", library, len(imports)/2)
		}
	}
}
