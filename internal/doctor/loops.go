package doctor

// What doctor asks about GLib, GTK and libuv.

import (
	"path/filepath"
	"strings"

	"sparseracer/internal/install"
	"sparseracer/internal/selftest"
)

// loops looks at the event loops of C code that are installed; none is needed for programs
// that use Qt alone.
func (m machine) loops() []Finding {
	out := []Finding{}
	for _, l := range selftest.Installed(selftest.GLib, selftest.Libuv) {
		r, err := selftest.Ask(m.ctx, m.env, l)
		out = append(out, Finding{What: l.Family.Name, Detail: release(l.Core())}, tested(l, r, err))
	}
	for _, soname := range []string{"libgtk-3.so.0", "libgtk-4.so.1"} {
		if path := install.FindLibrary(soname); path != "" {
			out = append(out, Finding{What: "GTK", Detail: release(path)})
		}
	}
	if len(out) == 0 {
		return []Finding{{What: "GLib, libuv", Detail: "neither libglib-2.0.so.0 nor libuv.so.1 was found: only for programs that use them"}}
	}
	return out
}

// release is the version that a library's file has in its name, and that file.
func release(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return path
	}
	_, version, _ := strings.Cut(filepath.Base(real), ".so.")
	return version + ", " + real
}

// tested says what came of the self-test.
func tested(l selftest.Library, r *selftest.Result, err error) Finding {
	f := Finding{What: l.Family.Name + " hooks", Fix: "sparseracer selftest " + l.Family.Word + " (names them; races around them are missed)"}
	switch {
	case err != nil:
		return f.but("%v", err)
	case r.Failed != "":
		return f.but("the self-test could not be run: %s", r.Failed)
	case r.AllSeen():
		f.Fix = ""
	}
	return f.but("%d of %d facts seen by the self-test", r.Facts-len(r.Unseen), r.Facts)
}
