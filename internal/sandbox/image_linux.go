package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sys/unix"
)

// enterImage makes another folder the root, with what of this machine is shown in it:
//  1. no mount reaches the outside any more, and a layer in memory lies over the image: it stays as it is;
//  2. what is shown is copied as mounts, before it can no longer be named;
//  3. the image becomes the root, so that none of its links leads out of it;
//  4. what is shown comes to its place, over temporary folders in memory; all but these and the kept folder becomes read-only;
//  5. /proc, shared memory and the session are new.
func (b *Box) enterImage() error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("mounts of its own: %w", err)
	}
	shown := []string{"/proc", "/dev", "/sys"}
	for _, path := range append(append(b.Show, b.Fixed...), b.Keep) {
		if _, err := os.Stat(path); !slices.Contains(shown, path) && (err == nil || path == b.Keep) {
			shown = append(shown, path)
		}
	}
	trees := map[string]int{}
	for _, path := range shown {
		fd, err := unix.OpenTree(unix.AT_FDCWD, path, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE)
		if err != nil {
			return fmt.Errorf("%s: it cannot be shown in the image: %w", path, err)
		}
		defer unix.Close(fd)
		trees[path] = fd
	}
	layers, err := b.layers()
	if err != nil {
		return err
	}
	if err := layer(filepath.Join(layers, "image"), b.Root); err != nil {
		return fmt.Errorf("%s: a layer for its changes: %w", b.Root, err)
	}
	if err := pivot(b.Root); err != nil {
		return fmt.Errorf("%s: it cannot become the root: %w", b.Root, err)
	}
	writable := []string{"/tmp", "/var/tmp", b.Keep}
	for _, dir := range []string{"/mnt", "/run", "/tmp", "/var/tmp"} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	for _, dir := range writable[:2] {
		if err := unix.Mount("tmpfs", dir, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "mode=1777"); err != nil {
			return fmt.Errorf("%s of its own: %w", dir, err)
		}
	}
	for _, path := range shown {
		if err := show(trees[path], path); err != nil {
			return fmt.Errorf("%s: it cannot be shown in the image: %w", path, err)
		}
	}
	if err := unix.MountSetattr(unix.AT_FDCWD, "/", unix.AT_RECURSIVE, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}); err != nil {
		return fmt.Errorf("no changes to the rest: %w", err)
	}
	for _, dir := range writable {
		if err := unix.MountSetattr(unix.AT_FDCWD, dir, 0, &unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY}); err != nil {
			return &os.PathError{Op: "change", Path: dir, Err: err}
		}
	}
	if err := errors.Join(fresh(), loopback(), os.Chdir(b.Current)); err != nil {
		return err
	}
	return giveUp()
}

// pivot makes a folder the root; the old one is gone.
func pivot(dir string) error {
	if err := os.Chdir(dir); err != nil {
		return err
	}
	if err := unix.PivotRoot(".", "."); err != nil {
		return err
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return err
	}
	return os.Chdir("/")
}

// show moves a mount to a path, which is made.
func show(tree int, path string) error {
	var st unix.Stat_t
	if err := unix.Fstat(tree, &st); err != nil {
		return err
	}
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if st.Mode&unix.S_IFMT == unix.S_IFDIR {
		err = os.MkdirAll(path, 0o755)
	} else if f, ferr := os.OpenFile(path, os.O_CREATE|os.O_RDONLY, 0o644); err == nil {
		if err = ferr; err == nil {
			f.Close()
		}
	}
	if err != nil {
		return err
	}
	return unix.MoveMount(tree, "", unix.AT_FDCWD, path, unix.MOVE_MOUNT_F_EMPTY_PATH)
}
