package symbols

import (
	"debug/elf"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"sparseracer/internal/needs"
	"sparseracer/internal/sites"
	"sparseracer/internal/trace"
)

// TestStripped: a file with a table of places gives the same frames at every
// instruction, stripped, as debug information does; with no debug information
// it gives the functions.
func TestStripped(t *testing.T) {
	if findProgram() == "" {
		needs.Missing(t, "llvm-symbolizer is missing")
	}
	for _, flags := range []string{"-g -O2", "-g -O0", "-g -gdwarf-4 -O2", "-g -O2 -gz=zlib", "-g -O2 -ffunction-sections -Wl,--gc-sections", "-g1 -O2", "-g0 -O2"} {
		t.Run(flags, func(t *testing.T) {
			whole := build(t, strings.Fields("-g0 "+flags)...)
			if err := sites.Attach(whole.Path); err != nil {
				t.Fatal(err)
			}
			for _, tool := range []string{"strip -s", "llvm-strip-19 -s --keep-section=" + sites.SectionName, "llvm-strip-19 -g"} {
				stripped := *whole
				stripped.Path = filepath.Join(t.TempDir(), "stripped")
				put(t, whole.Path, filepath.Dir(stripped.Path), "stripped")
				strip(t, tool, stripped.Path)
				compareFrames(t, whole, &stripped, 1)
			}
		})
	}
}

func strip(t *testing.T, command, path string) {
	t.Helper()
	tool, args, _ := strings.Cut(command, " ")
	if _, err := exec.LookPath(tool); err != nil {
		needs.Missing(t, tool)
	}
	if out, err := exec.Command(tool, append(strings.Fields(args), path)...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", tool, err, out)
	}
}

// compareFrames asks about every address of the program's own functions: those of
// the C library's start-up code have neither lines nor sizes.
func compareFrames(t *testing.T, whole, stripped *trace.Module, step uint64) {
	t.Helper()
	f, err := elf.Open(whole.Path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text := f.Section(".text")
	var a, b []Place
	for pc := text.Addr; pc < text.Addr+text.Size; pc += step {
		a = append(a, Place{whole, whole.Bias + pc})
		b = append(b, Place{stripped, stripped.Bias + pc})
	}
	llvm, table := New(Options{}), New(Options{})
	defer llvm.Close()
	defer table.Close()
	want, got := llvm.Symbolize(a), table.Symbolize(b)
	wrong, known := 0, 0
	for i := range want {
		if outer := want[i][len(want[i])-1]; outer.Function != "main" && outer.Function != "use(ns::Widget*, int)" {
			continue
		} else if outer.Line == 0 {
			want[i][0].File = "" // a guess by what the symbol table says of files
		}
		known++
		if w, g := framesText(want[i]), framesText(got[i]); w != g {
			if wrong++; wrong <= 5 {
				t.Errorf("%#x:\n%sby the table:\n%s", a[i].PC-whole.Bias, w, g)
			}
		}
	}
	if known < 20 || len(table.Notes()) > 0 {
		t.Errorf("%d addresses known; notes %q", known, table.Notes())
	}
	if wrong > 0 {
		t.Errorf("%d of %d addresses differ", wrong, known)
	}
}

func framesText(frames []Frame) string {
	var b strings.Builder
	for _, f := range frames {
		b.WriteString("  " + f.Function + " " + f.File + " ")
		for _, n := range []int{f.Line, f.Column} {
			b.WriteString(" " + strconv.Itoa(n))
		}
		b.WriteString("\n")
	}
	return b.String()
}
