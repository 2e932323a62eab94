package steeringtest

import (
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"sparseracer/internal/needs"
	"sparseracer/internal/steering"
)

// Rename changes one word in what was built from the definition, a program or a library,
// as if it had been built with another definition: its last letter is another one. Its
// length stays, for the word lies in the file.
func Rename(t *testing.T, w steering.Word, from, to string) {
	t.Helper()
	if err := rename(w, from, to); err != nil {
		t.Fatalf("%s: %s %s: %v", from, w.Group, w.Name, err)
	}
}

func rename(w steering.Word, from, to string) error {
	f, err := elf.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	symbols, err := f.Symbols()
	if err != nil {
		return err
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	for _, s := range symbols {
		if s.Name != "steering_"+w.Group+"_"+w.Name || int(s.Section) >= len(f.Sections) {
			continue
		}
		section := f.Sections[s.Section]
		at := s.Value - section.Addr + section.Offset
		if string(data[at:at+uint64(len(w.Text))+1]) != w.Text+"\x00" {
			return fmt.Errorf("another word than the tool's: make build")
		}
		last := at + uint64(len(strings.TrimRight(w.Text, " "))) - 1
		if data[last]++; data[last] == 'Z'+1 { // no other word has these
			data[last] = 'Q'
		}
		return os.WriteFile(to, data, 0o700)
	}
	return fmt.Errorf("it has no such word")
}

// built are programs of testdata, compiled once.
var built sync.Map

// Speaker is a program with a toy event loop and the loop core, and says every word
// (testdata/speaker.c).
func Speaker(t *testing.T) string {
	sources, _ := filepath.Glob(root + "loopcore/src/*.c")
	_, err := os.Stat("/usr/include/Zydis/Zydis.h")
	needs.Have(t, "libzydis-dev", err == nil)
	return compile(t, "speaker", append(sources, root+"tracelib/src/options.c", root+"flowlib/net/keep.c", "-lZydis")...)
}

// Guarded is a program for libsparsestock.so (testdata/guarded.c).
func Guarded(t *testing.T) string { return compile(t, "guarded") }

// root is the repository, from the folder of a package's test.
const root = "../../"

func compile(t *testing.T, name string, args ...string) string {
	t.Helper()
	needs.Tool(t, "gcc")
	once, _ := built.LoadOrStore(name, sync.OnceValues(func() (string, error) {
		dir, err := os.MkdirTemp("", "steering-")
		if err != nil {
			return "", err
		}
		path := filepath.Join(dir, name)
		all := append([]string{"-std=gnu11", "-D_GNU_SOURCE=", "-O1", "-Wall", "-Wextra", "-Werror", "-fexceptions", "-fvisibility=hidden", "-pthread",
			"-I" + root + "loopcore/include", "-I" + root + "tracelib/include", "-o", path, root + "internal/steering/steeringtest/testdata/" + name + ".c"}, args...)
		if out, err := exec.Command("gcc", append(all, "-ldl")...).CombinedOutput(); err != nil {
			return "", fmt.Errorf("%w\n%s", err, out)
		}
		return path, nil
	}))
	path, err := once.(func() (string, error))()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Library is one of lib/, which `make build` makes.
func Library(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(root + "lib/" + name)
	if err != nil {
		t.Fatal(err)
	}
	_, err = os.Stat(path)
	needs.Have(t, path+" (make build)", err == nil)
	return path
}
