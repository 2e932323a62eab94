package sandbox

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"sparseracer/internal/needs"
)

// The test's own process is what runs inside: with this variable it tries what must not work.
const within = "SANDBOX_TEST"

func TestMain(m *testing.M) {
	env := Enter(os.Environ())
	if what := os.Getenv(within); what != "" && Inside(env) {
		if dir, ok := strings.CutPrefix(what, "use "); ok {
			use(dir)
		} else {
			harm(strings.Split(what, " "))
		}
		os.Exit(7)
	}
	if what := os.Getenv(outside); what != "" {
		runForeign(strings.Split(what, " "))
		os.Exit(0)
	}
	if what := os.Getenv(withinImage); what != "" && Inside(env) {
		look(strings.Split(what, " "))
		os.Exit(7)
	}
	os.Exit(m.Run())
}

// harm says what it could do.
func harm(args []string) {
	keep, elsewhere, parent := args[0], args[1], args[2]
	here, _ := os.Getwd()
	before := Remember(here, keep, filepath.Join(here, "fixed"))
	can := func(what string, err error) { fmt.Println(what+":", err == nil) }
	can("keep", os.WriteFile(filepath.Join(keep, "kept"), []byte("kept"), 0o600))
	can("current", os.WriteFile("scratch", []byte("gone"), 0o600))
	can("change", os.WriteFile("there", []byte("changed"), 0o600))
	can("fixed", os.WriteFile("fixed/file", []byte("changed"), 0o600))
	can("fixed away", os.Remove("fixed/file"))
	can("fixed moved", os.Rename("fixed", "elsewhere-now"))
	_, err := os.Stat("fixed/file")
	can("fixed is there", err)
	can("tmp", os.WriteFile("/tmp/sandbox-scratch", nil, 0o600))
	can("shm", os.WriteFile("/dev/shm/sandbox-scratch", nil, 0o600))
	can("elsewhere", os.WriteFile(filepath.Join(elsewhere, "harm"), nil, 0o600))
	can("remove", os.Remove(filepath.Join(elsewhere, "there")))
	can("etc", os.WriteFile("/etc/sandbox-harm", nil, 0o600))
	_, err = os.ReadFile(filepath.Join(elsewhere, "there"))
	can("read", err)
	can("signal", syscall.Kill(atoi(parent), 0))
	_, err = net.DialTimeout("tcp", args[3], time.Second)
	can("network", err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if can("listen", err); err == nil {
		_, err = net.DialTimeout("tcp", l.Addr().String(), time.Second)
		can("loopback", err)
	}
	_, err = os.Stat("/run/dbus")
	can("bus", err)
	can("session", os.WriteFile(runtimeDir+"/x", nil, 0o600))
	can("shell", exec.Command("/bin/sh", "-c", "test $(ls /proc | grep -c '^[0-9]') -lt 9").Run())
	before.Tidy()
	if text, _ := os.ReadFile("there"); string(text) == "there" {
		can("brought back", nil)
	}
	if err := os.Remove(here); errors.Is(err, syscall.EBUSY) || errors.Is(err, syscall.EROFS) { // before it is asked whether it is empty
		can("current stays", nil)
	}
	can("current moved", os.Rename(here, here+"-moved"))
}

func atoi(s string) (n int) {
	fmt.Sscan(s, &n)
	return n
}

// TestSandbox: what is kept is kept, what is not is gone, and nothing outside is reached.
func TestSandbox(t *testing.T) {
	root, err := Absolute(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	// The current folder has no layer of a temporary one to hide in.
	outer, err := os.MkdirTemp("/var", "sandbox-test-")
	if err != nil {
		outer = root
	}
	defer os.RemoveAll(outer)
	for _, parent := range []string{root, outer} {
		keep, current := filepath.Join(parent, "current", "keep"), filepath.Join(parent, "current")
		elsewhere := "/var/lib"
		if parent == outer {
			elsewhere = filepath.Join(parent, "elsewhere")
		}
		for _, dir := range []string{keep, filepath.Join(parent, "elsewhere")} {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		for _, dir := range []string{current, filepath.Join(parent, "elsewhere")} {
			if err := os.WriteFile(filepath.Join(dir, "there"), []byte("there"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		fixed := filepath.Join(current, "fixed", "file")
		if err := errors.Join(os.Mkdir(filepath.Dir(fixed), 0o755), os.WriteFile(fixed, []byte("fixed"), 0o644)); err != nil {
			t.Fatal(err)
		}
		listener, err := net.Listen("tcp", "127.0.0.1:0") // outside
		if err != nil {
			t.Fatal(err)
		}
		defer listener.Close()
		var out strings.Builder
		cmd := exec.Command("", "-test.run=NONE")
		cmd.Dir = current
		cmd.Env = append(os.Environ(), within+"="+strings.Join([]string{keep, elsewhere, fmt.Sprint(os.Getpid()), listener.Addr().String()}, " "))
		cmd.Stdout, cmd.Stderr = &out, os.Stderr
		status, err := Run(context.Background(), Box{Keep: keep, Current: current, Fixed: []string{fixed, "/bin/sh", current}}, cmd)
		if err != nil {
			needs.Missing(t, err.Error())
		}
		want := map[string]bool{"keep": true, "current": true, "current stays": true, "brought back": true, "current moved": false, "change": true, "fixed": false, "fixed away": false, "fixed moved": false, "fixed is there": true, "tmp": true, "shm": true, "elsewhere": false, "remove": false, "etc": false,
			"read": parent == outer, "signal": false, "network": false, "listen": true, "loopback": true, "bus": false, "session": true, "shell": true}
		for what, can := range want {
			if line := fmt.Sprintf("%s: %v\n", what, can); !strings.Contains(out.String(), line) {
				t.Errorf("in %s expected %q", parent, line)
			}
		}
		if status != 7 || t.Failed() {
			t.Errorf("it ended with %d:\n%s", status, out.String())
		}
		for path, want := range map[string]string{filepath.Join(keep, "kept"): "kept", filepath.Join(current, "scratch"): "", filepath.Join(current, "there"): "there",
			"/tmp/sandbox-scratch": "", "/dev/shm/sandbox-scratch": ""} {
			if got, _ := os.ReadFile(path); string(got) != want {
				t.Errorf("%s holds %q outside, expected %q", path, got, want)
			}
		}
	}
}

// TestNotInside: nothing changes where no sandbox was asked for.
func TestNotInside(t *testing.T) {
	if Inside(os.Environ()) {
		t.Error("a test is no sandbox")
	}
	if env := Enter([]string{"A=1"}); len(env) != 1 {
		t.Errorf("%q", env)
	}
}
