package suites

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

// TestSuiteRefuses: what cannot be run ends with 125 and one line that says why, and
// leaves nothing behind.
func TestSuiteRefuses(t *testing.T) {
	for _, c := range []struct {
		name, args, path, want string
	}{
		{"no suite", "", "", "expected SUITE COMMAND"},
		{"no command", "trixie", "", "expected SUITE COMMAND"},
		{"a path", "../etc true", "", "expected SUITE COMMAND"},
		{"an option", "-x true", "", "expected SUITE COMMAND"},
		{"no namespace", "trixie true", "unshare", "no namespace for its mounts can be had here"},
		{"no debootstrap", "trixie true", "debootstrap", "debootstrap of trixie from http://archive.invalid/debian failed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.path == "debootstrap" && os.Getuid() != 0 { // others need it for their namespace
				needs.Tool(t, "newuidmap")
			}
			bin, cache := t.TempDir(), t.TempDir()
			if c.path != "" {
				script := "#!/bin/sh\necho it is broken >&2\nexit 1\n"
				if err := os.WriteFile(bin+"/"+c.path, []byte(script), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command("../suite", strings.Fields(c.args)...)
			cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "XDG_CACHE_HOME="+cache, "SUITE_MIRROR=http://archive.invalid/debian")
			out, err := cmd.CombinedOutput()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 125 || !strings.Contains(string(out), "tools/suite: "+c.want) {
				t.Errorf("%v, expected status 125 and %q:\n%s", err, c.want, out)
			}
			if _, err := os.Stat(cache + "/sparseracer/suites/trixie"); err == nil {
				t.Error("there is a chroot")
			}
		})
	}
}

// event is the part of a test2json event that counts.
type event struct{ Action, Package, Test, Output string }

// TestTrixie runs in Debian 13 what tools/suites/chosen names; each test there is one
// here. In CI always, elsewhere where SUITES=trixie asks for it: the first time it
// fetches a suite.
func TestTrixie(t *testing.T) {
	if os.Getenv("CI") == "" && os.Getenv("SUITES") == "" {
		t.Skip("SUITES=trixie runs it: the first time it makes a chroot and installs packages there")
	}
	t.Parallel()
	cmd := exec.Command("../suite", "trixie", "tools/suites/chosen")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := there(t, stdout)
	if err := cmd.Wait(); err != nil {
		t.Errorf("tools/suite trixie tools/suites/chosen: %v\n%s\n%s", err, said, &stderr)
	} else {
		t.Logf("%s", said)
	}
}

// there gives each test that ran there a test here, and returns what else was said.
func there(t *testing.T, out io.Reader) (said string) {
	t.Helper()
	var rest strings.Builder
	log := map[string]string{}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			rest.WriteString(lines.Text() + "\n")
			continue
		}
		key := strings.TrimPrefix(e.Package, "sparseracer/") + "/" + e.Test
		switch e.Action {
		case "output":
			log[key] += e.Output
		case "pass", "fail", "skip":
			if e.Test == "" && e.Action != "fail" {
				break
			}
			t.Run(key, func(t *testing.T) {
				t.Log(log[key])
				switch e.Action {
				case "fail":
					t.Fail()
				case "skip":
					t.Skip(log[key])
				}
			})
		}
	}
	if err := lines.Err(); err != nil {
		t.Error(err)
	}
	return rest.String()
}

func TestThere(t *testing.T) {
	const out = "versions: x 1\n" +
		`{"Action":"output","Package":"sparseracer/p","Test":"A","Output":"log\n"}` + "\n" +
		`{"Action":"pass","Package":"sparseracer/p","Test":"A"}` + "\n" +
		`{"Action":"pass","Package":"sparseracer/p","Test":"A/b"}` + "\n" +
		`{"Action":"pass","Package":"sparseracer/p"}` + "\nmade\n"
	if said := there(t, strings.NewReader(out)); said != "versions: x 1\nmade\n" {
		t.Errorf("%q", said)
	}
}
