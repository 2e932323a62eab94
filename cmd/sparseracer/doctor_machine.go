package main

// What doctor asks about the kernel's limits and about room.

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// kernelNumber reads a setting of the kernel's.
func kernelNumber(path string) (int, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(string(b)))
}

// examineASLR: sanitizers need room for their shadow; with more than 28 bits
// of randomisation older runtimes fail now and then. Clang 19 restarts itself
// without it where it must.
func examineASLR() finding {
	f := finding{what: "address randomisation"}
	bits, err := kernelNumber("/proc/sys/vm/mmap_rnd_bits")
	switch {
	case err != nil:
		f.detail = "not readable on this kernel"
	case bits > 28:
		f.detail = fmt.Sprintf("%d bits: fine for clang 19, gcc's sanitizers may fail now and then", bits)
	default:
		f.detail = fmt.Sprintf("%d bits", bits)
	}
	return f
}

// examineOvercommit: AddressSanitizer reserves 20 TB of addresses, which a kernel
// that never overcommits refuses.
func examineOvercommit() finding {
	f := finding{what: "memory overcommit", needed: true}
	switch mode, err := kernelNumber("/proc/sys/vm/overcommit_memory"); {
	case err != nil:
		f.detail = "not readable on this kernel"
	case mode == 2:
		f.detail, f.fix = "never: AddressSanitizer cannot reserve its shadow", "sysctl vm.overcommit_memory=0"
	default:
		f.detail = fmt.Sprintf("mode %d", mode)
	}
	return f
}

// examineAddressSpace: the same for a limit of the shell's.
func examineAddressSpace() finding {
	f := finding{what: "address space", needed: true}
	var limit unix.Rlimit
	switch err := unix.Getrlimit(unix.RLIMIT_AS, &limit); {
	case err != nil:
		f.detail = err.Error()
	case limit.Cur != unix.RLIM_INFINITY:
		f.detail, f.fix = fmt.Sprintf("limited to %s: AddressSanitizer cannot reserve its shadow", roughSize(limit.Cur)), "ulimit -v unlimited"
	default:
		f.detail = "not limited"
	}
	return f
}

// examinePtrace: nothing of ours traces another process, so its limits do no harm;
// debuggers that somebody attaches to a recorded program are another matter.
func examinePtrace() finding {
	f := finding{what: "ptrace"}
	switch scope, err := kernelNumber("/proc/sys/kernel/yama/ptrace_scope"); {
	case err != nil:
		f.detail = "not limited, and not needed"
	case scope == 0:
		f.detail = "not limited, and not needed"
	default:
		f.detail = fmt.Sprintf("scope %d: not needed, but gdb -p may be refused", scope)
	}
	return f
}

// lowDisk is a recording of some minutes, lowMemory the analysis of one.
const (
	lowDisk   = 2 << 30
	lowMemory = 1 << 30
)

func (t *tool) tempDir() string {
	if dir := t.getenv("TMPDIR"); dir != "" {
		return dir
	}
	return "/tmp"
}

func (t *tool) examineDisk(what, dir string) finding {
	f := finding{what: what}
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		f.detail, f.fix = fmt.Sprintf("%s: %v", dir, err), "make the folder, or name another one in TMPDIR"
		return f
	}
	free := st.Bavail * uint64(st.Bsize)
	f.detail = fmt.Sprintf("%s free in %s", roughSize(free), dir)
	if free < lowDisk {
		f.fix = "record --compress --max-size SIZE, or -o in another folder (TMPDIR for traces from pipes)"
	}
	return f
}

func examineMemory() finding {
	f := finding{what: "memory", detail: "not known"}
	file, err := os.Open("/proc/meminfo")
	if err != nil {
		return f
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if len(words) < 2 || words[0] != "MemAvailable:" {
			continue
		}
		kib, err := strconv.ParseUint(words[1], 10, 64)
		if err != nil {
			return f
		}
		f.detail = roughSize(kib<<10) + " available"
		if kib<<10 < lowMemory {
			f.fix = "analyze --max-memory SIZE looks at a long trace in rounds"
		}
	}
	return f
}

func roughSize(n uint64) string {
	switch {
	case n >= 1<<30:
		return fmt.Sprintf("%.1f GB", float64(n)/(1<<30))
	default:
		return fmt.Sprintf("%d MB", n>>20)
	}
}
