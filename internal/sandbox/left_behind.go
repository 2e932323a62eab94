package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
)

// In a sandbox the command that entered it is the parent of whatever a program leaves behind:
// viewers that it has started, shells, daemons.

// Children are the processes whose parent is this one.
func Children() (pids []int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		rest := string(text[bytes.LastIndexByte(text, ')')+1:]) // behind the name, which may have anything in it
		var state string
		var parent int
		if _, err := fmt.Sscan(rest, &state, &parent); err != nil || parent != os.Getpid() {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// sweeps is how often it is looked again: what is ended leaves its own children behind.
const sweeps = 20

// EndLeftBehind ends all children but those that are to stay.
func EndLeftBehind(stay []int) {
	for range sweeps {
		left := slices.DeleteFunc(Children(), func(pid int) bool { return slices.Contains(stay, pid) })
		if len(left) == 0 {
			return
		}
		for _, pid := range left {
			syscall.Kill(pid, syscall.SIGKILL)
			for {
				if _, err := syscall.Wait4(pid, nil, 0, nil); err != syscall.EINTR {
					break
				}
			}
		}
	}
}
