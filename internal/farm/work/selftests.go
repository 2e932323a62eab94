package work

import (
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"time"

	"sparseracer/internal/farm"
)

// A job finds out what our hooks see of its program's libraries, by self-tests that take a second or more. It
// may keep the answers for jobs of the same files alone: with whom a library came could make it answer
// anything, under another's build-id.

// A self-test's answer: its name, how large it may be, and how many are kept of a build.
var answerName = regexp.MustCompile(`^[0-9a-f]{32}\.json$`)

const (
	mostAnswer  = 64 << 10
	mostAnswers = 64
)

// run runs a task about a build's program in the folder dir, as do does.
func (w *worker) run(ctx context.Context, dir string, task *farm.Task, b *farm.Build, limit time.Duration, out any) error {
	p, err := w.program(ctx, b)
	if err != nil {
		return err
	}
	key, err := b.Files.Key()
	if err != nil {
		return err
	}
	if b.Image != "" { // other libraries than this machine's
		key = farm.SumOf([]byte(key + b.Image))
	}
	kept := filepath.Join(w.opt.Cache, "selftests", string(key))
	w.recall(kept, dir)
	task.Program, task.Root, task.Show = p.argv, p.image, p.shown
	err = w.do(ctx, dir, task, p.env, limit, out)
	if err == nil {
		remember(dir, kept)
	}
	return err
}

// recall gives a job the answers that are kept. Without them it asks again.
func (w *worker) recall(kept, dir string) {
	list, err := os.ReadDir(kept)
	if err != nil || len(list) == 0 {
		return
	}
	to := filepath.Join(dir, filepath.FromSlash(farm.SelfTests))
	if os.MkdirAll(to, 0o700) != nil {
		return
	}
	for _, e := range list {
		if data, err := left(kept, e.Name()); err == nil && answerName.MatchString(e.Name()) {
			_ = os.WriteFile(filepath.Join(to, e.Name()), data, 0o600)
		}
	}
}

// remember keeps the answers that a job left; those that are kept stay as they are.
func remember(dir, kept string) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return
	}
	defer root.Close()
	list, err := fs.ReadDir(root.FS(), farm.SelfTests)
	if err != nil || os.MkdirAll(kept, 0o700) != nil {
		return
	}
	for _, e := range list[:min(len(list), mostAnswers)] {
		at := filepath.Join(kept, e.Name())
		if _, err := os.Lstat(at); err == nil || !answerName.MatchString(e.Name()) {
			continue
		}
		if data, err := left(dir, path.Join(farm.SelfTests, e.Name())); err == nil && len(data) <= mostAnswer {
			_ = writeWhole(at, data)
		}
	}
}

// writeWhole writes a file, whole or not at all.
func writeWhole(at string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(at), ".new-")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(data)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), at)
}
