package regular

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// read is ReadFile, which must not block.
func read(t *testing.T, path string) (string, error) {
	t.Helper()
	type result struct {
		data []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		data, err := ReadFile(path)
		done <- result{data, err}
	}()
	select {
	case r := <-done:
		return string(r.data), r.err
	case <-time.After(30 * time.Second):
		t.Fatalf("%s: it blocks", path)
		return "", nil
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := read(t, file); err != nil || got != "text" {
		t.Errorf("a file: %q, %v", got, err)
	}
	if err := os.Symlink(file, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if got, err := read(t, filepath.Join(dir, "link")); err != nil || got != "text" {
		t.Errorf("a link to it: %q, %v", got, err)
	}
	if got, err := read(t, "/dev/null"); err != nil || got != "" {
		t.Errorf("the null device: %q, %v", got, err)
	}
	if _, err := read(t, filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("none: %v", err)
	}
	if _, err := read(t, dir); !errors.Is(err, unix.EISDIR) {
		t.Errorf("a folder: %v", err)
	}
}

// A shell hands a command's output over as /dev/fd/N. What is written late counts, too.
func TestPipeOfAShell(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	go func() {
		time.Sleep(20 * time.Millisecond)
		io.WriteString(w, "late")
		w.Close()
	}()
	if got, err := read(t, fmt.Sprintf("/dev/fd/%d", r.Fd())); err != nil || got != "late" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestRefused(t *testing.T) {
	dir := t.TempDir()
	pipe, socket := filepath.Join(dir, "pipe"), filepath.Join(dir, "socket")
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for path, what := range map[string]string{pipe: "a named pipe", socket: "a socket or a device", "/dev/zero": "a device"} {
		if _, err := read(t, path); !errors.Is(err, ErrNot) || !strings.HasPrefix(err.Error(), path+" is "+what) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
