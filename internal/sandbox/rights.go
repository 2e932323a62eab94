package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// lastCapability is the highest that any kernel has had so far; those that this one does not know are refused.
const lastCapability = 63

// GiveUpRights makes root a user like any other for this process and all that it will start: it keeps root's files,
// and has no capabilities, nor gets them by starting a program. Another user has none.
func GiveUpRights() error {
	if os.Geteuid() != 0 {
		return nil
	}
	for c := uintptr(0); c <= lastCapability; c++ {
		// For what could still raise them. Not every root may: what follows is enough for programs that are started.
		_, _, _ = syscall.AllThreadsSyscall6(unix.SYS_PRCTL, unix.PR_CAPBSET_DROP, c, 0, 0, 0, 0)
	}
	if _, _, e := syscall.AllThreadsSyscall6(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0); e != 0 {
		return fmt.Errorf("giving up rights: %w", e)
	}
	return dropCapabilities()
}

// dropCapabilities drops those of all threads.
func dropCapabilities() error {
	if _, _, e := syscall.AllThreadsSyscall6(unix.SYS_PRCTL, unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0, 0); e != 0 {
		return fmt.Errorf("giving up rights: %w", e)
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	if _, _, e := syscall.AllThreadsSyscall(unix.SYS_CAPSET, uintptr(unsafe.Pointer(&header)), uintptr(unsafe.Pointer(&none[0])), 0); e != 0 {
		return fmt.Errorf("giving up rights: %w", e)
	}
	return nil
}

// Rights are the capabilities that a program has which is started now, as a set of bits.
func Rights() (uint64, error) {
	out, err := exec.Command("cat", "/proc/self/status").Output()
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(out), "\nCapEff:")
	bits, _, _ := strings.Cut(rest, "\n")
	return strconv.ParseUint(strings.TrimSpace(bits), 16, 64)
}
