package sandbox

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// unmapped is the number that Linux shows for a user or group who has none in a namespace.
const unmapped = 65534

// Of what a layer is given before, more is left out: it stays as it is, and cannot be changed.
const (
	mostSeededFile = 4 << 20
	mostSeeded     = 64 << 20
)

// seed gives a layer over dir what it could not take up when it changes: what may be changed and belongs to
// another user or group, who has no number in a namespace of one user. That is /tmp/.X11-unix, where each X server
// makes its socket, or a folder that is shared by a group. In the layer it belongs to who uses it.
func seed(upper, dir string) {
	top, err := os.Stat(dir)
	if err != nil {
		return
	}
	looked, room := 0, int64(mostSeeded)
	for queue := []string{"."}; len(queue) > 0; queue = queue[1:] { // what lies deep comes last
		entries, _ := os.ReadDir(filepath.Join(dir, queue[0])) // in one that cannot be read nothing is found by chance
		for _, e := range entries {
			if looked++; looked > mostHeld {
				return
			}
			name := filepath.Join(queue[0], e.Name())
			info, err := e.Info()
			if err != nil || !info.IsDir() && !info.Mode().IsRegular() {
				continue
			}
			st := info.Sys().(*syscall.Stat_t)
			if (st.Uid == unmapped || st.Gid == unmapped) && unix.Access(filepath.Join(dir, name), unix.W_OK) == nil {
				_ = seedOne(upper, dir, name, info, &room) // else it cannot be changed
			}
			if info.IsDir() && st.Dev == top.Sys().(*syscall.Stat_t).Dev { // a layer shows no other mounts
				queue = append(queue, name)
			}
		}
	}
}

// seedOne makes a file or folder of the layer, and the folders above it.
func seedOne(upper, dir, name string, info fs.FileInfo, room *int64) error {
	to := filepath.Join(upper, name)
	if above := filepath.Dir(name); above != "." {
		if _, err := os.Stat(filepath.Join(upper, above)); err != nil {
			parent, err := os.Stat(filepath.Join(dir, above))
			if err != nil {
				return err
			}
			if err := seedOne(upper, dir, above, parent, room); err != nil {
				return err
			}
		}
	}
	mode := info.Mode().Perm() | info.Mode()&os.ModeSticky
	if unix.Access(filepath.Join(dir, name), unix.W_OK) != nil {
		mode &^= 0o222 // it stays what nobody here can change
	}
	if info.IsDir() {
		if err := os.Mkdir(to, 0o700); err != nil {
			return err
		}
		return os.Chmod(to, mode)
	}
	if *room -= info.Size(); info.Size() > mostSeededFile || *room < 0 {
		*room += info.Size()
		return nil
	}
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return err
	}
	if err := os.WriteFile(to, data, 0o600); err != nil {
		return err
	}
	if err := os.Chmod(to, mode); err != nil {
		return err
	}
	return os.Chtimes(to, info.ModTime(), info.ModTime())
}
