package recording

import (
	"debug/elf"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"sparseracer/internal/system"
)

// linkedIn are loops that are looked at in shared libraries alone, whose names begin so.
var linkedIn = []struct{ function, library, name string }{
	{"uv_run", "libuv.so", "libuv"},
	{"g_main_context_iteration", "libglib-2.0.so", "GLib"},
}

// others are functions of loops that are not looked at.
var others = []struct{ function, name string }{
	{"event_base_dispatch", "libevent"}, {"event_base_loop", "libevent"}, {"ev_run", "libev"}, {"sd_event_loop", "libsystemd"},
}

// UnseenLoop says of a process without a recorded event which loop its modules, the program
// first, have that is not looked at; "" if none is known. A stripped program may hide one.
func UnseenLoop(modules []string) string {
	for i, path := range modules {
		if system.IsOwnLibrary(path) {
			continue // has the hooks, by the same names
		}
		f, err := elf.Open(path)
		if err != nil {
			continue // the vdso, or gone
		}
		defined, called := functionsOf(f)
		f.Close()
		for _, l := range linkedIn {
			if slices.Contains(defined, l.function) && !strings.HasPrefix(filepath.Base(path), l.library) {
				return fmt.Sprintf("%s has %s linked into it: the hooks stand before the functions of the shared library", path, l.name)
			}
		}
		for _, l := range others {
			if i == 0 && slices.Contains(called, l.function) {
				return fmt.Sprintf("%s runs the event loop of %s, which is not looked at: those of Qt, GLib and libuv are", path, l.name)
			}
		}
	}
	return ""
}

// functionsOf are the functions that a module names, its own and those of others that it calls.
func functionsOf(f *elf.File) (defined, called []string) {
	for _, list := range []func() ([]elf.Symbol, error){f.Symbols, f.DynamicSymbols} {
		symbols, _ := list() // none, if it is stripped
		for _, s := range symbols {
			switch {
			case s.Section == elf.SHN_UNDEF:
				called = append(called, s.Name)
			case elf.ST_TYPE(s.Info) == elf.STT_FUNC:
				defined = append(defined, s.Name)
			}
		}
	}
	return defined, called
}
