package work

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sparseracer/internal/farm"
)

// layOut puts the files of a program below a folder, each where it was, and gives the folder. The
// folder is made once for the same files: its name is theirs. Nothing outside of it is looked at.
func (w *worker) layOut(ctx context.Context, files farm.Files) (root string, err error) {
	if err := files.Check(); err != nil { // it was checked when it came, and is from the database
		return "", &errTask{err.Error()}
	}
	key, err := files.Key()
	if err != nil {
		return "", err
	}
	root = filepath.Join(w.laidOut(), string(key))
	if err := hold(ctx, root); err == nil {
		if _, err := os.Stat(root); err == nil {
			return root, nil
		}
	} else if !os.IsNotExist(err) && !errors.Is(err, errGone) {
		return "", err
	}
	tmp, err := os.MkdirTemp(w.opt.Cache, "new-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	if err := hold(ctx, tmp); err != nil { // also under its later name
		return "", err
	}
	have, lacks, err := w.store.Known(ctx, files.Files)
	if err != nil {
		return "", err
	}
	if len(lacks) > 0 {
		return "", &errTask{fmt.Sprintf("%s is not in the store: submit the trace again", lacks[0].Path)}
	}
	for _, f := range have {
		blob, err := w.store.Fetch(ctx, f.Sum, w.blobs())
		if err != nil {
			return "", err
		}
		at := filepath.Join(tmp, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			return "", err
		}
		if err := os.Chmod(blob, 0o700); err != nil {
			return "", err
		}
		if err := os.Link(blob, at); err != nil {
			return "", err
		}
	}
	if err := os.MkdirAll(filepath.Dir(root), 0o700); err != nil {
		return "", err
	}
	if err := os.Rename(tmp, root); err != nil {
		if hold(ctx, root) == nil { // another job was faster
			return root, nil
		}
		return "", err
	}
	return root, os.Chmod(root, 0o700)
}

func (w *worker) blobs() string   { return filepath.Join(w.opt.Cache, "blobs") }
func (w *worker) laidOut() string { return filepath.Join(w.opt.Cache, "files") }

// libraryFolder is what the folder of some files has behind its name for that of those that are not here.
const libraryFolder = ".lib"

// fetch gets a blob, which is held while the job goes on.
func (w *worker) fetch(ctx context.Context, sum farm.Sum) (path string, err error) {
	for range 3 {
		if path, err = w.store.Fetch(ctx, sum, w.blobs()); err != nil {
			return "", err
		}
		if err = hold(ctx, path); err == nil {
			break
		}
	}
	return path, err
}

// program is how a build is run here: its argv, and variables.
//
// Where this machine has the same program at the same place, that one is run, for what lies beside
// it. Else it comes out of the store, with those libraries that this machine has not, or has others of.
//
// With an image that is what this machine is for the build; what comes out of the store is shown in it.
func (w *worker) program(ctx context.Context, b *farm.Build) (p started, err error) {
	path := b.Program
	same := true
	if b.Image != "" {
		if p.image, err = w.image(ctx, b.Image); err != nil {
			return p, err
		}
	}
	for _, f := range b.Files.Files {
		here, err := farm.FileAt(filepath.Join(p.image, f.Path), "")
		if err != nil || p.image != "" && hidden(f.Path) || here.BuildID != f.BuildID || f.BuildID == "" && here.Sum != f.Sum {
			same = false
			break
		}
	}
	p.env = append(p.env, b.Env...)
	if !same {
		root, err := w.layOut(ctx, b.Files)
		if err != nil {
			return p, err
		}
		path = filepath.Join(root, filepath.FromSlash(b.Program))
		p.shown = append(p.shown, root)
		libraries, err := w.libraries(root, p.image, b)
		if err != nil {
			return p, err
		}
		if libraries != "" {
			p.env = append(p.env, "LD_LIBRARY_PATH="+libraries)
			p.shown = append(p.shown, libraries)
		}
	}
	p.argv = append([]string{path}, b.Args...)
	return p, nil
}

// started is how a build is run on this machine.
type started struct {
	argv, env []string
	image     string   // folder that is the root, "" for this machine's
	shown     []string // in the image
}

// systemLibrary: of the C library and the loader a process has those of its machine.
func systemLibrary(path string) bool {
	name := filepath.Base(path)
	for _, s := range []string{"ld-linux", "libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libresolv.so.2"} {
		if strings.HasPrefix(name, s) {
			return true
		}
	}
	return false
}

// libraries is a folder with those libraries of a build that this machine, or its image, has not, "" if there are none.
func (w *worker) libraries(root, image string, b *farm.Build) (string, error) {
	dir, whose := root+libraryFolder, "this worker's machine has another one: use workers of the distribution that the build was made on"
	if image != "" {
		dir, whose = root+"."+string(b.Image)+libraryFolder, "its image has another one"
	}
	some := false
	for _, f := range b.Files.Files {
		if f.Path == b.Program || f.BuildID != "" && farm.BuildIDOf(filepath.Join(image, f.Path)) == f.BuildID {
			continue
		}
		if systemLibrary(f.Path) {
			return "", &errTask{fmt.Sprintf("the build needs %s with the build-id %.16s, and %s", f.Path, f.BuildID, whose)}
		}
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return "", err
		}
		err := os.Link(filepath.Join(root, filepath.FromSlash(f.Path)), filepath.Join(dir, filepath.Base(f.Path)))
		if err != nil && !os.IsExist(err) {
			return "", err
		}
		some = true
	}
	if !some {
		return "", nil
	}
	return dir, nil
}

// decode reads a job's arguments out of River's row.
func decode[T any](args []byte) (v T) {
	_ = json.Unmarshal(args, &v) // River has written them
	return v
}
