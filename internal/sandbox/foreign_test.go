package sandbox

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"sparseracer/internal/needs"
)

// use makes a socket and a file in a folder, inside, and says what it could do.
func use(dir string) {
	can := func(what string, err error) { fmt.Println(what+":", err == nil) }
	_, err := net.Listen("unix", filepath.Join(dir, "X9"))
	can("socket", err)
	can("file", os.WriteFile(filepath.Join(dir, "scratch"), []byte("gone"), 0o600))
	_, err = os.Stat(filepath.Join(dir, "there"))
	can("there", err)
	can("remove", os.Remove(filepath.Join(dir, "there")))
	can("closed", os.WriteFile("new", nil, 0o600))
	can("shared file", os.WriteFile("shared/deep/file", []byte("changed"), 0o600))
	can("shared folder", os.WriteFile("shared/deep/new", nil, 0o600))
	got, err := os.ReadFile("shared/deep/other")
	can("shared", errors.Join(err, map[bool]error{false: errors.New("other")}[string(got) == "other"]))
}

// TestForeignFolder: a user who is not root makes files in a temporary folder that belongs to root and is
// everybody's, as an X server makes its socket in /tmp/.X11-unix, and changes files of a folder that a group shares.
// Outside all stays as it is.
func TestForeignFolder(t *testing.T) {
	if os.Getuid() != 0 {
		needs.Missing(t, "a folder of another user can be made by root alone")
	}
	exe, err := os.MkdirTemp("/tmp", "sandbox-test-") // the test's own folders are closed to others
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(exe)
	foreign, err := os.MkdirTemp("/tmp", "sandbox-foreign-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(foreign)
	keep, mine := filepath.Join(exe, "keep"), filepath.Join(exe, "mine")
	build := exec.Command("go", "test", "-c", "-o", mine, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as the tool is built: with cgo no rights are given up
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := errors.Join(os.Mkdir(keep, 0o755), os.Chmod(exe, 0o755),
		os.WriteFile(filepath.Join(foreign, "there"), nil, 0o644), os.Chmod(foreign, 0o777|os.ModeSticky)); err != nil {
		t.Fatal(err)
	}
	for _, user := range []int{1, unmapped} {
		if err := os.Chown(keep, user, user); err != nil {
			t.Fatal(err)
		}
		shared := filepath.Join(exe, "shared", "deep")
		if err := errors.Join(os.RemoveAll(filepath.Dir(shared)), os.MkdirAll(shared, 0o755), os.WriteFile(filepath.Join(shared, "file"), []byte("file"), 0o644),
			os.WriteFile(filepath.Join(shared, "other"), []byte("other"), 0o644)); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{filepath.Dir(shared), shared, filepath.Join(shared, "file"), filepath.Join(shared, "other")} {
			if err := os.Chown(path, user, 0); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command(mine, "-test.run=NONE")
		cmd.Dir, cmd.Env = exe, append(os.Environ(), outside+"="+keep+" "+foreign)
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(user), Gid: uint32(user)}}
		out, err := cmd.CombinedOutput()
		if err != nil || string(out) != "socket: true\nfile: true\nthere: true\nremove: true\nclosed: false\nshared file: true\nshared folder: true\nshared: true\n" {
			t.Errorf("as %d: %v\n%s", user, err, out)
		}
		if data, err := os.ReadFile(filepath.Join(shared, "file")); string(data) != "file" || exists(filepath.Join(shared, "new")) {
			t.Errorf("as %d, outside: %q, %v", user, data, err)
		}
	}
	left, err := os.ReadDir(foreign)
	if err != nil || len(left) != 1 || left[0].Name() != "there" {
		t.Errorf("outside are %v, %v", left, err)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// With this variable the test's own process makes a sandbox, as a user other than root.
const outside = "SANDBOX_TEST_OUTSIDE"

func runForeign(args []string) {
	cmd := exec.Command("", "-test.run=NONE")
	cmd.Env = append(os.Environ(), within+"=use "+args[1])
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if status, err := Run(context.Background(), Box{Keep: args[0], Current: filepath.Dir(args[0])}, cmd); err != nil || status != 7 {
		fmt.Println(status, err)
	}
}
