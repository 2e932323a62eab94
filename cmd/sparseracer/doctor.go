package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// finding is the answer to one of doctor's questions.
type finding struct {
	what   string
	detail string // where it is, or what is wrong
	fix    string // how to get it, "" if it is there
	needed bool   // the main job fails without it
}

func (t *tool) doctorCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "What is missing on this machine and how to get it",
		Args:  exactArgs(0, "none"),
		RunE: func(c *cobra.Command, args []string) error {
			missing := 0
			for _, f := range t.examine(c.Context()) {
				mark := "ok     "
				if f.fix != "" {
					mark = "missing"
					if f.needed {
						missing++
					} else {
						mark = "no     "
					}
				}
				fmt.Fprintf(t.stdout, "%s  %-22s %s\n", mark, f.what, f.detail)
				if f.fix != "" {
					fmt.Fprintf(t.stdout, "         %-22s -> %s\n", "", f.fix)
				}
			}
			if missing > 0 {
				fmt.Fprintf(t.stdout, "%d needed things are missing\nnext: install them, then sparseracer doctor\n", missing)
				t.code = exitError
				return nil
			}
			fmt.Fprintln(t.stdout, "next: CXX=sparse-c++ cmake …, then sparseracer record -- ./app")
			return nil
		},
	}
}

func (t *tool) examine(ctx context.Context) []finding {
	clang := t.getenv("SPARSE_CLANG")
	if clang == "" {
		clang = "clang-19"
	}
	return []finding{
		examineLibrary(recorderLibrary), examineLibrary(qtLibrary), examineCompiler(),
		examineClang(ctx, clang), examineASan(ctx, clang), examineSymbolizer(),
		examineQt(), examineOffscreen(), examineASLR(),
	}
}

func examineLibrary(name string) finding {
	f := finding{what: name, needed: true}
	dir, err := libraryDir()
	if err == nil && fileExists(filepath.Join(dir, name)) {
		f.detail = filepath.Join(dir, name)
		return f
	}
	f.detail, f.fix = "not beside this program", "make, or make install"
	return f
}

func examineCompiler() finding {
	f := finding{what: "sparse-cc, sparse-c++", needed: true}
	f.detail, f.fix = "not beside this program", "make, or make install"
	self, err := os.Executable()
	if err != nil {
		return f
	}
	if self, err = filepath.EvalSymlinks(self); err != nil {
		return f
	}
	bin := filepath.Dir(self)
	for _, name := range []string{"sparse-cc", "sparse-c++"} {
		if !fileExists(filepath.Join(bin, name)) {
			return f
		}
	}
	lib := filepath.Join(filepath.Dir(bin), "lib")
	for _, dir := range []string{lib, filepath.Join(lib, "sparseracer")} {
		if fileExists(filepath.Join(dir, "sparse-instrument")) {
			f.detail, f.fix = filepath.Join(bin, "sparse-c++"), ""
			return f
		}
	}
	f.detail = "sparse-instrument, which they run, is neither in " + lib + " nor in its folder sparseracer"
	return f
}

// output runs a short command and returns the first line that it prints.
func output(ctx context.Context, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, name, args...).Output()
	line, _, _ := strings.Cut(string(out), "\n")
	return line, err
}

func examineClang(ctx context.Context, clang string) finding {
	f := finding{what: "clang 19", needed: true, fix: "apt-get install clang-19 (or set SPARSE_CLANG)"}
	line, err := output(ctx, clang, "--version")
	switch {
	case err != nil:
		f.detail = fmt.Sprintf("%s: %v", clang, unwrapExec(err))
	case !strings.Contains(line, "version 19."):
		f.detail = fmt.Sprintf("%s is %q", clang, line)
	default:
		f.detail, f.fix = line, ""
	}
	return f
}

func examineASan(ctx context.Context, clang string) finding {
	f := finding{what: "AddressSanitizer", needed: true, fix: "apt-get install libclang-rt-19-dev"}
	path, err := output(ctx, clang, "--print-file-name=libclang_rt.asan-x86_64.a")
	if err != nil || !filepath.IsAbs(path) || !fileExists(path) {
		// Newer layouts name the architecture by folder.
		path, err = output(ctx, clang, "--print-file-name=libclang_rt.asan.a")
	}
	if err != nil || !filepath.IsAbs(path) || !fileExists(path) {
		f.detail = "clang has no runtime for -fsanitize=address"
		return f
	}
	f.detail, f.fix = path, ""
	return f
}

func examineSymbolizer() finding {
	f := finding{what: "llvm-symbolizer", fix: "apt-get install llvm-19 (without it: function names, no lines)"}
	for _, name := range []string{"llvm-symbolizer-19", "llvm-symbolizer"} {
		if path, err := exec.LookPath(name); err == nil {
			f.detail, f.fix = path, ""
			return f
		}
	}
	f.detail = "not in PATH"
	return f
}

// libraryFolders are where Debian and others keep shared libraries.
var libraryFolders = []string{"/usr/lib/x86_64-linux-gnu", "/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/local/lib"}

func findLibrary(name string) string {
	for _, dir := range libraryFolders {
		if p := filepath.Join(dir, name); fileExists(p) {
			return p
		}
	}
	return ""
}

func examineQt() finding {
	f := finding{what: "Qt 5 Core", fix: "apt-get install libqt5core5a (only for programs that use Qt)"}
	if p := findLibrary("libQt5Core.so.5"); p != "" {
		if real, err := filepath.EvalSymlinks(p); err == nil {
			p = real
		}
		f.detail, f.fix = p+" (hooks: sparseracer qt status)", ""
		return f
	}
	f.detail = "libQt5Core.so.5 not found"
	return f
}

func examineOffscreen() finding {
	f := finding{what: "offscreen platform", fix: "apt-get install libqt5gui5 (to run Qt programs without a screen)"}
	if p := findLibrary("qt5/plugins/platforms/libqoffscreen.so"); p != "" {
		f.detail, f.fix = p, ""
		return f
	}
	f.detail = "Qt's plugin libqoffscreen.so not found"
	return f
}

// examineASLR: sanitizers need room for their shadow; with more than 28 bits
// of randomisation older runtimes fail now and then. Clang 19 restarts itself
// without it where it must.
func examineASLR() finding {
	f := finding{what: "address randomisation"}
	b, err := os.ReadFile("/proc/sys/vm/mmap_rnd_bits")
	bits, perr := strconv.Atoi(strings.TrimSpace(string(b)))
	switch {
	case err != nil || perr != nil:
		f.detail = "not readable on this kernel"
	case bits > 28:
		f.detail = fmt.Sprintf("%d bits: fine for clang 19, gcc's sanitizers may fail now and then", bits)
	default:
		f.detail = fmt.Sprintf("%d bits", bits)
	}
	return f
}
