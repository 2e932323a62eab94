package work

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/klauspost/compress/zstd"

	"sparseracer/internal/farm"
)

// An image is the root file system that a build is run in: an archive of tar in the store, which is unpacked once. Nothing
// is written in it afterwards: a job has a layer of its own over it.

// Bounds of an image.
const (
	mostImage      = 32 << 30 // bytes of its files
	mostImageFiles = 2_000_000
)

// hidden: what an image has there is not seen by a job, which has folders of its own in its place.
func hidden(path string) bool {
	return slices.ContainsFunc([]string{"/tmp/", "/var/tmp/", "/run/", "/mnt/", "/proc/", "/dev/", "/sys/"}, func(dir string) bool { return strings.HasPrefix(path, dir) })
}

func (w *worker) images() string { return filepath.Join(w.opt.Cache, "images") }

// image is the folder of an image, which is held while the job goes on.
func (w *worker) image(ctx context.Context, sum farm.Sum) (root string, err error) {
	if !w.confine {
		return "", &errTask{"the build comes with an image, which needs namespaces, and this worker has none: its kernel does not allow them, or it was started with --sandbox never"}
	}
	root = filepath.Join(w.images(), string(sum))
	if err := hold(ctx, root); err == nil {
		return root, nil
	} else if !os.IsNotExist(err) && !errors.Is(err, errGone) {
		return "", err
	}
	archive, err := w.fetch(ctx, sum)
	if err != nil {
		return "", err
	}
	tmp, err := os.MkdirTemp(w.opt.Cache, "new-")
	if err != nil {
		return "", err
	}
	defer removeAll(tmp)
	if err := hold(ctx, tmp); err != nil { // also under its later name
		return "", err
	}
	if err := unpack(ctx, archive, tmp); err != nil {
		return "", err
	}
	if err := os.MkdirAll(w.images(), 0o700); err != nil {
		return "", err
	}
	if err := os.Rename(tmp, root); err != nil {
		if hold(ctx, root) == nil { // another job was faster
			return root, nil
		}
		return "", err
	}
	return root, nil
}

// opened is what an archive holds, by what its first bytes say of how it is compressed.
func opened(r io.Reader) (io.Reader, func(), error) {
	in := bufio.NewReader(r)
	head, _ := in.Peek(4) // a shorter file is no archive, which the reader says
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(in)
		return z, func() {}, err
	case bytes.Equal(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(in, zstd.WithDecoderMaxMemory(256<<20), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, nil, err
		}
		return z, z.Close, nil
	}
	return in, func() {}, nil
}

// unpack unpacks an archive into a folder. No name and no link of it leads out; owners, devices and what makes a program
// run as another user are left out.
func unpack(ctx context.Context, archive, dir string) error {
	f, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer f.Close()
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	in, done, err := opened(f)
	if err != nil {
		return &errTask{"the image cannot be read: " + err.Error()}
	}
	defer done()
	left := int64(mostImage)
	n := 0
	for r := tar.NewReader(in); ; n++ {
		h, err := r.Next()
		switch {
		case errors.Is(err, io.EOF) && n > 0:
			return nil
		case err != nil:
			return &errTask{"the image cannot be read: expected an archive of tar, also compressed by gzip or zstd: " + err.Error()}
		case ctx.Err() != nil:
			return ctx.Err()
		case n > mostImageFiles || h.Size > left:
			return &errTask{fmt.Sprintf("the image has more than %d files, or %d GiB", mostImageFiles, mostImage>>30)}
		}
		left -= h.Size
		if err := entryOf(root, h, r); err != nil {
			for _, ours := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EIO, syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM} {
				if errors.Is(err, ours) {
					return err
				}
			}
			return &errTask{fmt.Sprintf("the image: %.200s: %v", h.Name, err)}
		}
	}
}

// entryOf makes a file of an archive.
func entryOf(root *os.Root, h *tar.Header, content io.Reader) error {
	inside := func(name string) string { return strings.TrimPrefix(path.Clean("/"+name), "/") }
	name := inside(h.Name)
	if name == "" {
		return nil
	}
	mode := fs.FileMode(h.Mode).Perm()
	if h.Typeflag == tar.TypeDir {
		if err := root.MkdirAll(name, 0o700); err != nil {
			return err
		}
		return root.Chmod(name, mode|0o700)
	}
	if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	switch h.Typeflag {
	case tar.TypeReg, tar.TypeLink, tar.TypeSymlink:
		if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	switch h.Typeflag {
	case tar.TypeSymlink:
		return root.Symlink(h.Linkname, name)
	case tar.TypeLink:
		return root.Link(inside(h.Linkname), name)
	case tar.TypeReg:
		f, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode|0o400)
		if err != nil {
			return err
		}
		if _, err := io.Copy(f, content); err != nil {
			f.Close()
			return err
		}
		return f.Close()
	}
	return nil
}
