package doctor

// What doctor asks about our own files and about compilers.

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"sparseracer/internal/install"
)

func library(name string) Finding {
	f := Finding{What: name, needed: true, Detail: "not beside this program", Fix: "make, or make install"}
	if dir, err := install.LibraryDir(); err == nil && install.FileExists(filepath.Join(dir, name)) {
		return f.is("%s", filepath.Join(dir, name))
	}
	return f
}

// unwinder: the library for stock programs loads it by this name, and does without
// live references if it fails.
func unwinder() Finding {
	f := Finding{What: "libunwind", Detail: "not found: record --stock cannot report what handlers keep across loops", Fix: "apt-get install libunwind8"}
	if p := install.FindLibrary("libunwind.so.8"); p != "" {
		return f.is("%s", p)
	}
	return f
}

// compilers are ours; the step that loads LLVM is started too, for without that library
// the dynamic linker ends it.
func (m machine) compilers() Finding {
	f := Finding{What: "sparse-cc, sparse-c++", needed: true, Detail: "not beside this program", Fix: "make, or make install"}
	self, err := os.Executable()
	if err != nil {
		return f
	}
	if self, err = filepath.EvalSymlinks(self); err != nil {
		return f
	}
	bin := filepath.Dir(self)
	if !install.FileExists(filepath.Join(bin, "sparse-cc")) || !install.FileExists(filepath.Join(bin, "sparse-c++")) {
		return f
	}
	lib := filepath.Join(filepath.Dir(bin), "lib")
	for _, dir := range []string{lib, filepath.Join(lib, "sparseracer")} {
		step := filepath.Join(dir, "sparse-instrument")
		if !install.FileExists(step) {
			continue
		}
		if why := cannotStart(m.ctx, step); why != "" {
			f.Fix = "apt-get install libllvm19"
			return f.but("%s", why)
		}
		return f.is("%s", filepath.Join(bin, "sparse-c++"))
	}
	return f.but("sparse-instrument, which they run, is neither in %s nor in its folder sparseracer", lib)
}

// cannotStart is what the dynamic linker has against a program, "" if nothing.
func cannotStart(ctx context.Context, program string) string {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	out, _ := exec.CommandContext(ctx, program).CombinedOutput()
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "error while loading shared libraries") {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// output runs a short command and returns the first line that it prints.
func (m machine) output(name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(m.ctx, 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, name, args...).Output()
	line, _, _ := strings.Cut(string(out), "\n")
	return line, err
}

func (m machine) clang(clang string) Finding {
	f := Finding{What: "clang 19", needed: true, Fix: "apt-get install clang-19 (or set SPARSE_CLANG)"}
	line, err := m.output(clang, "--version")
	switch {
	case err != nil:
		return f.but("%s: %v", clang, install.Reason(err))
	case !strings.Contains(line, "version 19."):
		return f.but("%s is %q; sparse-instrument refuses the bitcode of a newer one", clang, line)
	}
	return f.is("%s", line)
}

func (m machine) asan(clang string) Finding {
	f := Finding{What: "AddressSanitizer", needed: true, Fix: "apt-get install libclang-rt-19-dev"}
	// Newer layouts name the architecture by folder.
	for _, name := range []string{"libclang_rt.asan-x86_64.a", "libclang_rt.asan.a"} {
		if path, err := m.output(clang, "--print-file-name="+name); err == nil && filepath.IsAbs(path) && install.FileExists(path) {
			return f.is("%s", path)
		}
	}
	return f.but("clang has no runtime for -fsanitize=address")
}

// others: what a program can do that another compiler has built.
func (m machine) others() Finding {
	f := Finding{What: "other compilers"}
	const how = "what they build is recorded with -fsanitize=thread (docs/compilers.md, Without our compilers), or unchanged by record --stock"
	if line, err := m.output("gcc", "--version"); err == nil {
		return f.is("%s; %s", line, how)
	}
	return f.is("no gcc here; %s", how)
}

func linker() Finding {
	f := Finding{What: "lld 19", Fix: "apt-get install lld-19 (only for programs that are linked with -flto)"}
	return f.inPath("ld.lld-19", "ld.lld")
}

func symbolizer() Finding {
	f := Finding{What: "llvm-symbolizer", Fix: "apt-get install llvm-19 (without it: function names, no lines)"}
	return f.inPath("llvm-symbolizer-19", "llvm-symbolizer")
}

// inPath looks for a program that goes by one of some names.
func (f Finding) inPath(names ...string) Finding {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return f.is("%s", path)
		}
	}
	return f.but("not in PATH")
}
