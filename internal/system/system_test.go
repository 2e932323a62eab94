package system

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

func TestPaths(t *testing.T) {
	for path, want := range map[string][2]bool{ // the system's, installed
		"/usr/lib/x86_64-linux-gnu/libQt5Core.so.5":                     {true, true},
		"/usr/lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/x": {true, true},
		"/lib64/ld-linux-x86-64.so.2":                                   {true, true},
		"/library/app/main.cpp":                                         {false, false},
		"/usr/bin/okular":                                               {false, true},
		"/usr/local/lib/libown.so":                                      {false, true},
		"/usr/src/app/main.cpp":                                         {false, false},
		"/home/me/Qt/5.15/lib/libQt5Core.so.5":                          {true, false},
		"/opt/qt515/include/QtCore/qobject.h":                           {true, true},
		"../../src/libsanitizer/asan/asan_interceptors.cpp":             {true, false},
		"/usr/lib/":           {true, true},
		"":                    {false, false},
		"/home/me/app/main.o": {false, false},
	} {
		if got := [2]bool{IsSystemPath(path), IsInstalled(path)}; got != want {
			t.Errorf("%q: %v, expected %v", path, got, want)
		}
	}
}

func TestOwners(t *testing.T) {
	for path, want := range map[string]Owner{
		"/x/libsparserec.so": Ours, "libQt6Gui.so.6": Qt, "libKF5KIOCore.so.5": KDE, "libasan.so.8": ASan,
		"libclang_rt.asan-x86_64.so": ASan, "libclang_rt.builtins.so": Compiler, "libtsan.so.2": TSan,
		"libc++.so.1": Compiler, "libc.so.6": LibC, "libokularcore.so": Unknown,
	} {
		if got := OwnerOf(path); got != want {
			t.Errorf("%s: %q, expected %q", path, got, want)
		}
	}
}

func TestNames(t *testing.T) {
	for name, is := range map[string]bool{
		"pooled":    PoolThread("Thread (pooled)") && PoolThread("pool-2") && !PoolThread("spool"),
		"service":   ServiceThread("gdbus") && !ServiceThread("worker"),
		"allocator": IsAllocator("free") && !IsAllocator("freeze") && IsIntercepted("free"),
		"libc":      IsIntercepted("memcpy") && !IsIntercepted("memcpyX"),
		"sink":      IsSink("write") && IsSink("sqlite3_bind_int") && !IsSink("writer"),
		"runtime":   IsRuntime("_Znwm") && !IsRuntime("_ZN1aC1Ev"),
		"library":   IsLibraryFunction("std::sort") && !IsLibraryFunction("stdlike"),
		"toolkit":   IsToolkitFunction("QList::at") && IsToolkitFunction("g_free") && !IsToolkitFunction("Queue"),
		"toolkit q": IsToolkitFunction("qMin") && !IsToolkitFunction("quit") && !IsToolkitFunction("Q"),
		"left":      IsLeft("QDialog::exec") && !IsLeft("QDialog::execute") && !IsLeft("QEventLoop::exec"),
		"own":       IsOwnFunction("__sparse_read") && IsOwnLibrary("/a/libsparseqt.so") && RecorderLibrary == "libsparserec.so",
	} {
		if !is {
			t.Error(name)
		}
	}
}

// TestEachRowIsRead: what C includes and Go does not understand would be two tables.
func TestEachRowIsRead(t *testing.T) {
	row := regexp.MustCompile(`(?m)^SYSTEM_(\w+)\("([^"]+)", (\w+)\)$`)
	rows, want := row.FindAllStringSubmatch(definition, -1), map[string]int{}
	for _, m := range rows {
		if want[m[1]+" "+m[3]]++; m[1] == "SYMBOLS" {
			want[m[1]+" "+m[3]] += len(strings.Fields(m[2])) - 1
		}
	}
	if lines := strings.Count(definition, "\nSYSTEM_"); len(rows) != lines {
		t.Errorf("%d of %d lines are rows", len(rows), lines)
	}
	if len(table) != len(want) {
		t.Errorf("%d keys, expected %d", len(table), len(want))
	}
	for key, n := range want {
		if len(table[key]) != n {
			t.Errorf("%s: %d names, expected %d", key, len(table[key]), n)
		}
	}
}

// telltale are literals that make a list of what belongs to the system. The name of one
// library or function, written out, is none.
var telltale = regexp.MustCompile(`"(/usr/|/usr/lib/?|/lib|/lib64/|/opt/qt|/snap/|/nix/store/|/?libQt[56]?|libKF[56]?|/?libsparse|libstdc\+\+|` +
	`libasan(\.so)?|libtsan(\.so)?|libclang_rt(\.asan)?|Thread \(pooled\)|pool-|gdbus|gmain|QDBusConnection|std::|__interceptor_)"|` +
	`"(malloc|calloc|memcpy|fwrite|_Z[^"]*)":\s*true`)

// single are C files that ask for one library by a part of its path, where the table
// would have one row.
var single = map[string]bool{"glibpatch/src/glibhooks.c": true, "qtpatch/src/loops.c": true, "qtpatch/src/qtabi.c": true, "stocklib/src/fault.c": true, "stocklib/src/start.c": true}

func TestNoOtherTable(t *testing.T) {
	out, err := exec.Command("git", "-C", "../..", "ls-files", "*.go", "*.c", "*.h", "*.cpp").Output()
	if err != nil {
		needs.Missing(t, "not a checkout: "+err.Error())
	}
	for _, file := range strings.Fields(string(out)) {
		if strings.HasSuffix(file, "_test.go") || strings.HasPrefix(file, "internal/system/") || strings.HasPrefix(file, "samples/") || single[file] ||
			strings.Contains(file, "/test/") || strings.Contains(file, "testdata/") {
			continue
		}
		src, err := os.ReadFile(filepath.Join("../..", file))
		if err != nil {
			continue // deleted, not committed yet
		}
		for i, line := range strings.Split(string(src), "\n") {
			if m := telltale.FindString(line); m != "" {
				t.Errorf("%s:%d: %s belongs into internal/system/system.def", file, i+1, m)
			}
		}
	}
}
