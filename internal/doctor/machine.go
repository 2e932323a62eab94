package doctor

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

// randomisation: sanitizers need room for their shadow; with more than 28 bits of it
// older runtimes fail now and then. Clang 19 restarts itself without it where it must.
func randomisation() Finding {
	f := Finding{What: "address randomisation"}
	bits, err := kernelNumber("/proc/sys/vm/mmap_rnd_bits")
	switch {
	case err != nil:
		return f.is("not readable on this kernel")
	case bits > 28:
		return f.is("%d bits: fine for clang 19, gcc's sanitizers may fail now and then", bits)
	}
	return f.is("%d bits", bits)
}

// overcommit: AddressSanitizer reserves 20 TB of addresses, which a kernel that never
// overcommits refuses.
func overcommit() Finding {
	f := Finding{What: "memory overcommit", needed: true, Fix: "sysctl vm.overcommit_memory=0"}
	switch mode, err := kernelNumber("/proc/sys/vm/overcommit_memory"); {
	case err != nil:
		return f.is("not readable on this kernel")
	case mode == 2:
		return f.but("never: AddressSanitizer cannot reserve its shadow")
	default:
		return f.is("mode %d", mode)
	}
}

// addressSpace: the same for a limit of the shell's.
func addressSpace() Finding {
	f := Finding{What: "address space", needed: true, Fix: "ulimit -v unlimited"}
	var limit unix.Rlimit
	switch err := unix.Getrlimit(unix.RLIMIT_AS, &limit); {
	case err != nil:
		return f.is("%v", err)
	case limit.Cur != unix.RLIM_INFINITY:
		return f.but("limited to %s: AddressSanitizer cannot reserve its shadow", roughSize(limit.Cur))
	}
	return f.is("not limited")
}

// ptrace: nothing of ours traces another process, so its limits do no harm; debuggers
// that somebody attaches to a recorded program are another matter.
func ptrace() Finding {
	f := Finding{What: "ptrace"}
	if scope, err := kernelNumber("/proc/sys/kernel/yama/ptrace_scope"); err == nil && scope > 0 {
		return f.is("scope %d: not needed, but gdb -p may be refused", scope)
	}
	return f.is("not limited, and not needed")
}

// lowDisk is a recording of some minutes, lowMemory the analysis of one.
const (
	lowDisk   = 2 << 30
	lowMemory = 1 << 30
)

func disk(what, dir string) Finding {
	f := Finding{What: what}
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		f.Fix = "make the folder, or name another one in TMPDIR"
		return f.but("%s: %v", dir, err)
	}
	free := st.Bavail * uint64(st.Bsize)
	if free < lowDisk {
		f.Fix = "record --compress --max-size SIZE, or -o in another folder (TMPDIR for traces from pipes)"
	}
	return f.but("%s free in %s", roughSize(free), dir)
}

func memory() Finding {
	f := Finding{What: "memory", Detail: "not known"}
	free, known := FreeMemory()
	if !known {
		return f
	}
	if free < lowMemory {
		f.Fix = "analyze --max-memory SIZE looks at a long trace in rounds"
	}
	return f.but("%s available", roughSize(free))
}

// FreeMemory is what new programs can get without swapping, in bytes.
func FreeMemory() (n uint64, known bool) {
	file, err := os.Open("/proc/meminfo")
	if err != nil {
		return 0, false
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var kib uint64
		if n, _ := fmt.Sscanf(lines.Text(), "MemAvailable: %d kB", &kib); n == 1 {
			return kib << 10, true
		}
	}
	return 0, false
}

func roughSize(n uint64) string {
	if n >= 1<<30 {
		return fmt.Sprintf("%.1f GB", float64(n)/(1<<30))
	}
	return fmt.Sprintf("%d MB", n>>20)
}
