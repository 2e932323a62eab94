package main

import (
	"testing"

	"sparseracer/internal/steer"
)

// TestFirstNamed: a failure is named by the program's code, else by the innermost function; by
// none of ours nor of headers.
func TestFirstNamed(t *testing.T) {
	qt := steer.Frame{Function: "QObject::installEventFilter(QObject*)", Module: "/lib/libQt5Core.so.5"}
	hook := steer.Frame{Function: "on_notify", File: "/usr/lib/sparseracer/source/qtpatch/src/events.c", Line: 228}
	moved := steer.Frame{Function: "on_notify", File: "/home/me/events.c", Line: 228, Module: "/opt/lib/libsparseqt.so"}
	header := steer.Frame{Function: "qDeleteAll<int>()", File: "/usr/include/qt5/QtCore/qalgorithms.h", Line: 320}
	load := steer.Frame{Function: "Tree::load()", File: "/home/me/ledger.cpp", Line: 13}
	start := steer.Frame{Function: "main", File: "/home/me/ledger.cpp", Line: 79}
	for want, stack := range map[string][]steer.Frame{
		"QObject::installEventFilter(QObject*)": {qt, hook, moved, start},
		"Tree::load() (ledger.cpp:13)":          {header, hook, load, start},
		"main":                                  {start},
		"QObject::installEventFilter(QObject*), below Tree::load() (ledger.cpp:13)": {qt, hook, load, start},
		"operator delete(void*)": {{Function: "operator delete(void*)", Module: "/lib/libasan.so"}, {Function: "strcpy", Module: "/lib/libc.so.6"}},
		"an unknown function":    {{Module: "/lib/libc.so.6"}},
	} {
		if got := firstNamed(stack); got != want {
			t.Errorf("%v is named %q, want %q", stack, got, want)
		}
	}
}
