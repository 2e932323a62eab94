package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// namespaces are those of the process inside. A user other than root gets them by a namespace
// of users, in which they stay who they are.
func namespaces() *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWNET | syscall.CLONE_NEWIPC | syscall.CLONE_NEWPID, Pdeathsig: syscall.SIGKILL}
	if uid := os.Getuid(); uid != 0 {
		a.Cloneflags |= syscall.CLONE_NEWUSER
		a.UidMappings = []syscall.SysProcIDMap{{ContainerID: uid, HostID: uid, Size: 1}}
		a.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
		a.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_NET_ADMIN,
			unix.CAP_DAC_OVERRIDE, unix.CAP_FOWNER, unix.CAP_CHOWN, unix.CAP_FSETID} // a layer uses its maker's
	}
	return a
}

// enter makes the mounts, from what is seen to what is hidden:
//  1. no mount reaches the outside any more;
//  2. folders that are handed on are opened, before anything lies over them;
//  3. temporary folders, and the current one, get a layer for changes, or are empty; the current one stays to be seen as it
//     is outside, too;
//  4. everything else becomes read-only;
//  5. fixed files come back as they are, and the kept folder, writable; /proc, shared memory and the session are new.
func (b *Box) enter() error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("mounts of its own: %w", err)
	}
	layers, err := b.layers()
	if err != nil {
		return err
	}
	keep, err := unix.Open(b.Keep, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return &os.PathError{Op: "open", Path: b.Keep, Err: err}
	}
	fixed, err := b.openFixed()
	if err != nil {
		return err
	}
	if err := b.showOriginal(layers); err != nil {
		return err
	}
	var writable []string
	for i, dir := range b.scratch() {
		if err := layer(filepath.Join(layers, strconv.Itoa(i)), dir); err != nil {
			return fmt.Errorf("%s: a layer for its changes: %w", dir, err)
		}
		writable = append(writable, dir)
	}
	readOnly := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}
	if err := unix.MountSetattr(unix.AT_FDCWD, "/", unix.AT_RECURSIVE, &readOnly); err != nil {
		return fmt.Errorf("no changes to the rest: %w", err)
	}
	for _, dir := range writable {
		if err := unix.MountSetattr(unix.AT_FDCWD, dir, 0, &unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY}); err != nil {
			return &os.PathError{Op: "change", Path: dir, Err: err}
		}
	}
	for path, fd := range fixed {
		if err := bind(fd, path, unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}); err != nil {
			return err
		}
	}
	if err := bind(keep, b.Keep, unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY}); err != nil {
		return err
	}
	if err := fresh(); err != nil {
		return err
	}
	if err := loopback(); err != nil {
		return fmt.Errorf("its loopback: %w", err)
	}
	if err := stay(b.Current); err != nil {
		return fmt.Errorf("%s: it cannot be made to stay: %w", b.Current, err)
	}
	return giveUp()
}

// stay enters a folder, and keeps it from being removed or moved: a file manager that is used at random would, and what comes
// after it in the sandbox begins there.
func stay(dir string) error {
	if err := unix.Mount(dir, dir, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return err
	}
	return os.Chdir(dir)
}

// mayHide are folders that every system has and few need: layers lie over the first one that the program is not about.
var mayHide = []string{"/mnt", "/srv", "/media"}

// originalName is where the current folder is seen as it is outside, beside its layer.
const originalName = ".sparseracer-current"

// original is that place, "" for none.
func original() string {
	for _, dir := range mayHide {
		if path := filepath.Join(dir, originalName); isThere(path) {
			return path
		}
	}
	return ""
}

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// showOriginal shows the current folder there, for Scratch.
func (b *Box) showOriginal(layers string) error {
	if isIn(b.Current, b.Keep) {
		return nil // changes stay there
	}
	path := filepath.Join(layers, originalName)
	if err := os.Mkdir(path, 0o700); err != nil {
		return err
	}
	if err := unix.Mount(b.Current, path, "", unix.MS_BIND, ""); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// layersIn is the folder that layers lie over, "" where each holds something that is needed.
func (b *Box) layersIn() string {
	needed := append([]string{b.Current, b.Keep}, b.Fixed...)
	for _, dir := range mayHide {
		if isThere(dir) && !slices.ContainsFunc(needed, func(path string) bool { return isIn(path, dir) }) {
			return dir
		}
	}
	return ""
}

// layers is a folder in memory for the layers of changes.
func (b *Box) layers() (string, error) {
	dir := b.layersIn()
	if dir == "" {
		return "", fmt.Errorf("no folder for changes: what is needed lies in each of %s", strings.Join(mayHide, ", "))
	}
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "mode=0700"); err != nil {
		return "", fmt.Errorf("%s: memory for changes: %w", dir, err)
	}
	return dir, nil
}

// scratch are the folders whose changes go with the sandbox, outer ones first. The current folder needs
// no layer of its own in a temporary one, or in the kept one.
func (b *Box) scratch() []string {
	list := []string{"/tmp", "/var/tmp"}
	for _, dir := range list {
		if isIn(b.Current, dir) {
			return list
		}
	}
	if isIn(b.Current, b.Keep) || b.Current == "/" {
		return list
	}
	return append(list, b.Current)
}

func isIn(path, dir string) bool { return path == dir || strings.HasPrefix(path, dir+"/") }

// layer lays a writable layer over a folder.
func layer(at, dir string) error {
	upper, work := filepath.Join(at, "changes"), filepath.Join(at, "work")
	st, err := os.Stat(dir)
	if err != nil {
		return err
	}
	for _, d := range []string{upper, work} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			return err
		}
	}
	if err := os.Chmod(upper, st.Mode().Perm()|st.Mode()&os.ModeSticky); err != nil {
		return err
	}
	if os.Getuid() != 0 { // in a namespace of users
		seed(upper, dir)
	}
	fs, err := unix.Fsopen("overlay", unix.FSOPEN_CLOEXEC)
	if err != nil {
		return err
	}
	defer unix.Close(fs)
	options := [][2]string{{"lowerdir", strings.NewReplacer(`\`, `\\`, ":", `\:`, ",", `\,`).Replace(dir)}, {"upperdir", upper}, {"workdir", work}}
	for _, o := range options {
		if err := unix.FsconfigSetString(fs, o[0], o[1]); err != nil {
			return err
		}
	}
	if os.Getuid() != 0 {
		if err := unix.FsconfigSetFlag(fs, "userxattr"); err != nil {
			return err
		}
	}
	if err := unix.FsconfigCreate(fs); err != nil {
		return err
	}
	mount, err := unix.Fsmount(fs, unix.FSMOUNT_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(mount)
	return unix.MoveMount(mount, "", unix.AT_FDCWD, dir, unix.MOVE_MOUNT_F_EMPTY_PATH)
}

// openFixed opens what is fixed, if it lies where changes can be made.
func (b *Box) openFixed() (map[string]int, error) {
	fixed := map[string]int{}
	for _, path := range b.Fixed {
		scratch := slices.ContainsFunc(b.scratch(), func(dir string) bool { return isIn(path, dir) })
		if !scratch || isIn(b.Current, path) || isIn(b.Keep, path) {
			continue
		}
		fd, err := unix.Open(path, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
		if err != nil {
			return nil, &os.PathError{Op: "open", Path: path, Err: err}
		}
		fixed[path] = fd
	}
	return fixed, nil
}

// bind shows an opened file or folder at a path.
func bind(fd int, path string, how unix.MountAttr) error {
	if err := unix.Mount(fmt.Sprintf("/proc/self/fd/%d", fd), path, "", unix.MS_BIND, ""); err != nil {
		return fmt.Errorf("%s: it cannot be kept: %w", path, err)
	}
	if err := unix.MountSetattr(unix.AT_FDCWD, path, 0, &how); err != nil {
		return fmt.Errorf("%s: it cannot be kept: %w", path, err)
	}
	return unix.Close(fd)
}

// fresh are the parts that are new: processes, shared memory, the session's folder. /run has the system's
// bus and everybody's sockets; it is empty here.
func fresh() error {
	for _, m := range []struct{ what, at, options string }{
		{"proc", "/proc", ""},
		{"tmpfs", "/dev/shm", "mode=1777"},
		{"tmpfs", "/run", "mode=0755"},
	} {
		if err := unix.Mount(m.what, m.at, m.what, unix.MS_NOSUID|unix.MS_NODEV, m.options); err != nil {
			return fmt.Errorf("%s of its own: %w", m.at, err)
		}
	}
	return os.Mkdir(runtimeDir, 0o700)
}

// loopback lets programs reach themselves at 127.0.0.1.
func loopback() error {
	s, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(s)
	request, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	request.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	return unix.IoctlIfreq(s, unix.SIOCSIFFLAGS, request)
}

// giveUp drops the rights that the mounts took, in all threads, so that no program gets them.
func giveUp() error {
	if os.Getuid() == 0 {
		return nil // as it was before
	}
	return dropCapabilities()
}
