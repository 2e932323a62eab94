package symbols

import (
	"debug/elf"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/needs"
	"sparseracer/internal/trace"
)

// TestSlots: a stripped program's slot has its name.
func TestSlots(t *testing.T) {
	flags, err := exec.Command("pkg-config", "--cflags", "--libs", "Qt5Core").Output()
	if err != nil {
		needs.Missing(t, "Qt 5 is not installed")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "slots")
	args := append([]string{"-fPIC", "-pie", "-DQT_NO_DEBUG", "-O2", "-I" + dir, "-o", program, "../moc/testdata/slots.cpp"}, strings.Fields(string(flags))...)
	for _, command := range [][]string{{"/usr/lib/qt5/bin/moc", "-o", filepath.Join(dir, "slots.moc"), "../moc/testdata/slots.cpp"}, append([]string{"g++"}, args...)} {
		if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", command[0], err, out)
		}
	}
	at, id := addressOf(t, program, "hiddenEv")
	module := &trace.Module{Path: program, End: 1 << 30, BuildID: id}
	if out, err := exec.Command("strip", program).CombinedOutput(); err != nil {
		t.Fatalf("strip: %v\n%s", err, out)
	}
	for _, symbolizer := range []string{"", "none"} {
		r := New(Options{Program: symbolizer})
		frames := r.Symbolize([]Place{{Module: module, PC: at + 1}, {Module: module, PC: 1}})
		r.Close()
		if got := frames[0][0].Name(); got != "people::Person::hidden()" {
			t.Errorf("symbolizer %q: %s, %v", symbolizer, got, r.Notes())
		}
		if got := frames[1][0].Name(); got != "slots+0x1" {
			t.Errorf("no function: %s", got)
		}
	}
}

func addressOf(t *testing.T, program, end string) (address uint64, buildID string) {
	t.Helper()
	f, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	symbols, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range symbols {
		if strings.HasSuffix(s.Name, end) {
			return s.Value, BuildID(f)
		}
	}
	t.Fatalf("no function ends with %s", end)
	return 0, ""
}
