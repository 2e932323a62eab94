package recording

import (
	"debug/elf"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
)

// pageOut is Linux's MADV_PAGEOUT: pages that no other process has mapped leave memory.
const pageOut = 21

// giveBack makes this process small. Under a ring it only waits, for a day perhaps, and has by
// then what it needed to look at the program and its libraries: its heap, and what was read of
// its own file, which is read again where it is needed. Of that, constants may have been
// changed as the file was loaded, but in one that is loaded where it was linked for.
func giveBack() {
	debug.FreeOSMemory()
	exe, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	f, err := elf.Open(exe)
	if err != nil {
		return
	}
	fixed := f.Type == elf.ET_EXEC
	f.Close()
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return
	}
	for line := range strings.Lines(string(maps)) {
		f := strings.Fields(line)
		if len(f) < 6 || f[5] != exe || strings.Contains(f[1], "w") {
			continue
		}
		from, to, ok := stretch(f[0])
		if !ok {
			continue
		}
		syscall.Syscall(syscall.SYS_MADVISE, uintptr(from), uintptr(to-from), pageOut)
		if fixed || strings.Contains(f[1], "x") {
			syscall.Syscall(syscall.SYS_MADVISE, uintptr(from), uintptr(to-from), syscall.MADV_DONTNEED)
		}
	}
}

// stretch is FROM-TO, in hexadecimal.
func stretch(text string) (from, to uint64, ok bool) {
	a, b, _ := strings.Cut(text, "-")
	from, err := strconv.ParseUint(a, 16, 64)
	if err != nil {
		return 0, 0, false
	}
	to, err = strconv.ParseUint(b, 16, 64)
	return from, to, err == nil && to > from
}
