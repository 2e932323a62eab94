package main

// What doctor asks about our own files and about compilers.

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

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

// examineCompiler also starts the step that loads LLVM: without the library the
// dynamic linker ends it.
func examineCompiler(ctx context.Context) finding {
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
		step := filepath.Join(dir, "sparse-instrument")
		if !fileExists(step) {
			continue
		}
		f.detail, f.fix = filepath.Join(bin, "sparse-c++"), ""
		if why := cannotStart(ctx, step); why != "" {
			f.detail, f.fix = why, "apt-get install libllvm19"
		}
		return f
	}
	f.detail = "sparse-instrument, which they run, is neither in " + lib + " nor in its folder sparseracer"
	return f
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

func examineLinker() finding {
	f := finding{what: "lld 19", fix: "apt-get install lld-19 (only for programs that are linked with -flto)"}
	for _, name := range []string{"ld.lld-19", "ld.lld"} {
		if path, err := exec.LookPath(name); err == nil {
			f.detail, f.fix = path, ""
			return f
		}
	}
	f.detail = "not in PATH"
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
