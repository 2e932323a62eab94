package steer

import (
	"slices"
	"strings"
	"testing"
)

// TestBrief: what goes into a bug report.
func TestBrief(t *testing.T) {
	const text = `==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x507000001640 at pc 0x1 bp 0x2 sp 0x3
READ of size 4 at 0x507000001640 thread T0
    #0 0x559e2706fd90 in Viewer::openFile() /s/viewer.cpp:59:15 (/b/viewer+0x110d90)
    #1 0x7f0be36ece41  (/lib/libQt5Core.so.5+0x2ece41) (BuildId: c7767acf) (/lib/libQt5Core.so.5+0x2ece41)
    #2 0x7f0be4a07d0f in on_notify /q/events.c:174:53 (/x/lib/libsparseqt.so+0x7d0f)
    #3 0x7f0be36dd54c in QObject::event(QEvent*) (/lib/libQt5Core.so.5+0x2dd54c) (BuildId: c7767acf) (/lib/libQt5Core.so.5+0x2dd54c)

SUMMARY: AddressSanitizer: heap-use-after-free /s/viewer.cpp:59:15 in Viewer::openFile()
Shadow bytes around the buggy address:
  0x507000001380: 00 00 00 00 01 fa fa fa fa fa 00 00 00 00 00 00
==7==ABORTING
`
	const want = `==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x507000001640 at pc 0x1 bp 0x2 sp 0x3
READ of size 4 at 0x507000001640 thread T0
    #0 0x559e2706fd90 in Viewer::openFile() /s/viewer.cpp:59:15 (/b/viewer+0x110d90)
    #1 0x7f0be36ece41 (/lib/libQt5Core.so.5+0x2ece41)
    #3 0x7f0be36dd54c in QObject::event(QEvent*) (/lib/libQt5Core.so.5+0x2dd54c)

SUMMARY: AddressSanitizer: heap-use-after-free /s/viewer.cpp:59:15 in Viewer::openFile()
`
	if got := (&Report{Text: text}).Brief(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestDigest: of each stack the program's own innermost frames, and the library's function that they called; nothing that differs from
// run to run.
func TestDigest(t *testing.T) {
	const text = `==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x507000001640 at pc 0x1 bp 0x2 sp 0x3
READ of size 4 at 0x507000001640 thread T0
    #0 0x7f0be36ece41 in memcpy (/lib/libc.so.6+0x1)
    #1 0x7f0be36ece41 in QString::append(QString const&) (/lib/libQt5Core.so.5+0x2ece41)
    #2 0x559e2706fd90 in Viewer::show() /s/viewer.cpp:59:15 (/b/viewer+0x110d90)
    #3 0x559e2706fd90 in Viewer::one() /s/viewer.cpp:1:1 (/b/viewer+0x110d90)
    #4 0x559e2706fd90 in Viewer::two() /s/viewer.cpp:2:1 (/b/viewer+0x110d90)
    #5 0x559e2706fd90 in Viewer::three() /s/viewer.cpp:3:1 (/b/viewer+0x110d90)
    #6 0x7f0be36dd54c in QObject::event(QEvent*) (/lib/libQt5Core.so.5+0x2dd54c)

0x507000001640 is located 0 bytes inside of 80-byte region
freed by thread T0 here:
    #0 0x559e2706fd90 in operator delete(void*) (/b/viewer+0x1)
    #1 0x559e2706fd90 in Viewer::~Viewer() /s/viewer.cpp:9:1 (/b/viewer+0x110d90)
    #2 0x7f0be36dd54c in QObject::event(QEvent*) (/lib/libQt5Core.so.5+0x2dd54c)
    #3 0x7f0be36dd54c in __libc_start_main (/lib/libc.so.6+0x2)
    #4 0x559e2706fd90 in _start (/b/viewer+0x2)

previously allocated by thread T0 here:
    #0 0x559e2706fd90 in operator new(unsigned long) (/b/viewer+0x1)
    #1 0x7f0be36dd54c in QMenu::QMenu() (/lib/libQt5Widgets.so.5+0x2dd54c)

SUMMARY: AddressSanitizer: heap-use-after-free /s/viewer.cpp:59:15 in Viewer::show()
==7==ABORTING
`
	const want = `  heap-use-after-free, read of 4 bytes
    in           QString::append(QString const&) (libQt5Core.so.5)
                 Viewer::show() /s/viewer.cpp:59
                 Viewer::one() /s/viewer.cpp:1
                 Viewer::two() /s/viewer.cpp:2
    freed in     Viewer::~Viewer() /s/viewer.cpp:9
    allocated in QMenu::QMenu() (libQt5Widgets.so.5)
`
	if got := ParseReports(text)[0].Digest(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	stripped := Report{Kind: "SEGV", Access: "READ", Use: []Frame{{Module: "/usr/bin/app", Offset: 16}}}
	if got := stripped.Digest(); got != "  SEGV, by a read\n    in           app+0x10\n" {
		t.Errorf("without symbols: %q", got)
	}
}

func TestSteps(t *testing.T) {
	s := &Schedule{Directives: []Directive{
		{Hold: &Hold{About: "timer of Box", Until: []Target{{About: "close"}, {About: "deferred delete of Window"}}}},
		{Linger: &Linger{About: "timer of List", Until: []Target{{About: "timer of Reply"}}}},
		{Input: &Input{Kind: "close", Window: "QWindow:w", InLoop: &InLoop{Event: "timer A #1.1"}}},
		{Input: &Input{Kind: callKind, Path: "/w", Member: "a.b", After: []Target{{About: "close"}}}},
	}}
	want := []string{"hold the timer of Box until the close and the deferred delete of Window has ended",
		"let the handler of the timer of List take its time until the timer of Reply is due",
		`play closing the window "w" (QWindow), in a loop of timer A #1.1`, "call /w a.b, after the close"}
	if got := s.Steps(); !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	s.Directives = slices.Repeat(s.Directives, 3)
	if got := s.Steps(); len(got) != 9 || got[8] != "and 4 more" {
		t.Errorf("got %q", got)
	}
}
