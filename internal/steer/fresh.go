package steer

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

// Programs that run once only look for another instance of themselves: by a lock file, a
// socket, shared memory, a name on D-Bus. An instance that runs beside, or one that crashed
// and left these behind, would end a run at once. So each run starts fresh:
//   - temporary files, where Qt has lock files and sockets, in a folder of its own;
//   - System V and POSIX message queues, semaphores and memory in a namespace of its own,
//     where the system allows that and the program is on no screen (the screen's server
//     shares memory with it);
//   - a D-Bus session of its own, where there is one;
//   - what it leaves in /dev/shm, and System V memory without a namespace, is taken away.

// temporaryFolder is where it is told to have its temporary files.
const temporaryFolder = "TMPDIR"

// busVariable is where it finds its D-Bus session.
const busVariable = "DBUS_SESSION_BUS_ADDRESS"

// fresh is what is to be undone after a run.
type fresh struct {
	shared map[string]bool // in /dev/shm before it
	ipc    bool            // it has a namespace of its own
}

const sharedFolder = "/dev/shm"

// freshly prepares a run.
func freshly(cmd *exec.Cmd, dir string) (*fresh, error) {
	f := &fresh{shared: map[string]bool{}}
	for _, e := range entries(sharedFolder) {
		f.shared[e] = true
	}
	v := parseEnviron(cmd.Env)
	v[temporaryFolder] = filepath.Join(dir, "tmp")
	cmd.Env = v.list()
	if platform := v["QT_QPA_PLATFORM"]; v["DISPLAY"] == "" || strings.HasPrefix(platform, "offscreen") || strings.HasPrefix(platform, "minimal") {
		if a := ownIPC(); a != nil {
			f.ipc = true
			cmd.SysProcAttr.Cloneflags, cmd.SysProcAttr.UidMappings, cmd.SysProcAttr.GidMappings = a.Cloneflags, a.UidMappings, a.GidMappings
		}
	}
	return f, os.Mkdir(v[temporaryFolder], 0o700)
}

// Alone prepares a run that others make: it meets nothing of an instance of its program that runs beside, or that crashed.
// Its environment is set, it has not begun; pid is its process, 0 if there was none.
func Alone(cmd *exec.Cmd) (undo func(pid int), err error) {
	dir, err := os.MkdirTemp("", "sparseracer-run-")
	if err != nil {
		return nil, err
	}
	var b *bus
	if v := parseEnviron(cmd.Env); v[busVariable] != "" {
		if b, err = startBus(dir, cmd.Env); err == nil { // else it gets the user's
			v[busVariable] = b.address
			cmd.Env = v.list()
		}
	}
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	f, err := freshly(cmd, dir)
	undo = func(pid int) {
		if pid != 0 {
			f.undo(pid)
		}
		b.stop()
		os.RemoveAll(dir)
	}
	if err != nil {
		undo(0)
		return nil, err
	}
	return undo, nil
}

func entries(dir string) []string {
	list, _ := os.ReadDir(dir)
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}

// ownIPC is how a process gets a namespace of its own, nil where it cannot.
var ownIPC = sync.OnceValue(func() *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWIPC}
	if uid := os.Getuid(); uid != 0 {
		a.Cloneflags |= syscall.CLONE_NEWUSER
		a.UidMappings = []syscall.SysProcIDMap{{ContainerID: uid, HostID: uid, Size: 1}}
		a.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	}
	try := exec.Command("/bin/true")
	try.SysProcAttr = a
	if try.Run() != nil {
		return nil
	}
	return a
})

// undo takes away what the run of the process left.
func (f *fresh) undo(pid int) {
	if f == nil {
		return
	}
	for _, name := range entries(sharedFolder) {
		path := filepath.Join(sharedFolder, name)
		if f.shared[name] || isMapped(path) {
			continue
		}
		if st, err := os.Lstat(path); err == nil && st.Mode().IsRegular() && st.Sys().(*syscall.Stat_t).Uid == uint32(os.Getuid()) {
			os.Remove(path)
		}
	}
	if !f.ipc {
		removeSegments(pid)
	}
}

// isMapped: some process that lives has that file in its memory.
func isMapped(path string) bool {
	maps, _ := filepath.Glob("/proc/[0-9]*/maps")
	for _, m := range maps {
		if strings.Contains(readSome(m), path) {
			return true
		}
	}
	return false
}

// removeSegments removes the System V memory that the process made and nobody has.
func removeSegments(pid int) {
	list, err := os.Open("/proc/sysvipc/shm")
	if err != nil {
		return
	}
	defer list.Close()
	lines := bufio.NewScanner(list)
	lines.Scan() // key shmid perms size cpid lpid nattch …
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) < 7 || fields[4] != strconv.Itoa(pid) || fields[6] != "0" {
			continue
		}
		if id, err := strconv.Atoi(fields[1]); err == nil {
			const remove = 0 // IPC_RMID
			syscall.Syscall(syscall.SYS_SHMCTL, uintptr(id), remove, 0)
		}
	}
}
