package recording

import (
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"sparseracer/internal/install"
	"sparseracer/internal/system"
)

// What can be known to go wrong is said before the program starts: its session
// may be long, and a recorder that finds out can only complain from within.

// TraceWritable makes sure that a trace can be made under a name, in which %p
// stands for a process id not yet known. Nothing is left behind.
func TraceWritable(pattern string) error {
	dir := filepath.Dir(pattern)
	if strings.Contains(dir, "%p") {
		return fmt.Errorf("%s: %%p may stand in the name of the file only, not of a folder", pattern)
	}
	if strings.Contains(pattern, "%p") {
		f, err := os.CreateTemp(dir, ".sparseracer-*")
		if err != nil {
			return fmt.Errorf("%s: no trace can be written: %w; name another file (-o)", pattern, install.Reason(err))
		}
		f.Close()
		return os.Remove(f.Name())
	}
	_, before := os.Lstat(pattern)
	f, err := os.OpenFile(pattern, os.O_RDWR|os.O_CREATE|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0o600)
	if errors.Is(err, syscall.ELOOP) {
		return fmt.Errorf("%s: no trace can be written: it is a symbolic link; remove it, or name the file itself", pattern)
	}
	if err != nil {
		return fmt.Errorf("%s: no trace can be written: %w; name another file (-o)", pattern, install.Reason(err))
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil || !st.Mode().IsRegular() {
		return fmt.Errorf("%s: no trace can be written: not a regular file; name another (-o)", pattern)
	}
	if sys, ok := st.Sys().(*syscall.Stat_t); ok && (int(sys.Uid) != os.Geteuid() || sys.Nlink > 1) {
		return fmt.Errorf("%s: no trace can be written: the file is another user's, or has a second name; remove it, or name another", pattern)
	}
	if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == syscall.EWOULDBLOCK {
		return fmt.Errorf("%s: another recorder writes to it", pattern)
	}
	if os.IsNotExist(before) { // and nobody else's: the lock is ours
		return os.Remove(pattern)
	}
	return nil
}

// recordable refuses programs that no library of ours can be loaded into, and those whose
// own runtime cannot share a process with the recorder. What is no ELF file, a script say,
// passes; so does a static program whose children are to be recorded.
func recordable(exe string, follow bool) error {
	f, err := elf.Open(exe)
	if err != nil {
		return nil
	}
	defer f.Close()
	if f.Class != elf.ELFCLASS64 {
		return fmt.Errorf("%s is a 32-bit program: only 64-bit ones are recorded", exe)
	}
	if f.Machine != machines[runtime.GOARCH] {
		return fmt.Errorf("%s is a program for another machine (%v): only those for this one are recorded", exe, f.Machine)
	}
	if isStatic(exe, f) && !follow {
		return fmt.Errorf("%s is linked statically, so nothing can be loaded into it: record the program that it starts, or use --follow", exe)
	}
	libs, _ := f.ImportedLibraries() // none, if it is static
	for _, lib := range libs {
		switch {
		case system.OwnerOf(lib) == system.TSan:
			return threadSanitized(exe, lib)
		case system.OwnerOf(lib) == system.ASan && !isInstrumented(exe):
			return fmt.Errorf("%s has AddressSanitizer (%s), but was not built by sparse-cc or sparse-c++: "+
				"record a build of theirs, which may have it too (sparse-c++ -fsanitize=address), and keep this one for confirm", exe, lib)
		}
	}
	symbols, _ := f.DynamicSymbols()
	for _, s := range symbols {
		if s.Name == "__tsan_java_init" && s.Section != elf.SHN_UNDEF {
			return threadSanitized(exe, "part of it")
		}
	}
	if err := namespacedQt(exe, f); err != nil {
		return err
	}
	return staticQt(exe, f, libs)
}

// machines are what executables are for, by Go's name of the machine.
var machines = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}

// isStatic: no dynamic linker is asked for. One that is started by hand, with a program as
// its argument, needs none.
func isStatic(exe string, f *elf.File) bool {
	base := filepath.Base(exe)
	if real, err := filepath.EvalSymlinks(exe); err == nil {
		base = filepath.Base(real)
	}
	return f.Type != elf.ET_REL && !strings.HasPrefix(base, "ld-linux") && !strings.HasPrefix(base, "ld.so") &&
		!slices.ContainsFunc(f.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP })
}

func threadSanitized(exe, lib string) error {
	return fmt.Errorf("%s is linked with ThreadSanitizer's own runtime (%s), in whose place the recorder must be: "+
		"keep -fsanitize=thread for compiling, link with -fno-sanitize=thread and -lsparserec (docs/compilers.md, without our compilers)", exe, lib)
}

// MayStartAnother: the program is a script, or one that nobody instrumented and that can be
// looked into no further: what is to be recorded may be what it starts.
func MayStartAnother(prog []string) bool {
	exe, err := exec.LookPath(prog[0])
	return err == nil && !isInstrumented(exe) && !linksRecorder(exe)
}

// linksRecorder: the executable reports a loop of its own (sparserec.h).
func linksRecorder(exe string) bool {
	f, err := elf.Open(exe)
	if err != nil {
		return false
	}
	defer f.Close()
	needed, _ := f.ImportedLibraries()
	return slices.Contains(needed, system.RecorderLibrary)
}
