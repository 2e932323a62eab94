// Package suites holds the tests of the scripts that know Debian's suites:
// tools/install-packages and tools/suite. Nothing is installed by them.
package suites

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// fake puts commands into a folder that say what a machine with these packages would, and
// write down what they are asked to install.
func fake(t *testing.T, installed, archive []string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, body := range map[string]string{
		"dpkg-query": "for p in " + strings.Join(installed, " ") + `; do printf "<$p install ok installed>"; done; printf '<removed deinstall ok config-files>'`,
		"apt-cache": "for p in " + strings.Join(archive, " ") + `; do [ "$p" != "$2" ] || { printf "$p:\n  Installed: (none)\n  Candidate: 1.0\n"; exit; }; done
case $2 in virtual*) printf "$2:\n  Installed: (none)\n  Candidate: (none)\n" ;; esac`,
		"apt-get": `echo "$@" >>"$(dirname "$0")/asked"`,
		"id":      "echo 0",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+body+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// words of a text, for lists in one line.
func words(s string) []string { return strings.Fields(s) }

func TestInstallPackages(t *testing.T) {
	script, err := filepath.Abs("../install-packages")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, list, installed, archive string
		want                           string // what apt-get is asked to install; "-": it is not asked
		fault                          string
	}{
		{name: "all there", list: "a\nb # with a word\n\n# a line of words", installed: "a b", want: "-"},
		{name: "another name is there", list: "new|old", installed: "old", archive: "new", want: "-"},
		{name: "the last of three is there", list: "x|y|z", installed: "z", want: "-"},
		{name: "one is missing", list: "a\nb", installed: "a", archive: "a b", want: "b"},
		{name: "the first that the archive has", list: "new|old", archive: "new old", want: "new"},
		{name: "an older archive", list: "c\nnew|old", archive: "c old", want: "c old"},
		{name: "a virtual name is none", list: "virtual-x|x", archive: "x", want: "x"},
		{name: "configuration files alone are none", list: "removed", archive: "removed", want: "removed"},
		{name: "part of a name", list: "lib\nlib-dev", installed: "libs mylib", archive: "lib lib-dev", want: "lib lib-dev"},
		{name: "in no archive", list: "a\nx|y\nz", archive: "a", want: "-", fault: "has x|y z"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := fake(t, words(c.installed), words(c.archive))
			list := filepath.Join(dir, "list.txt")
			if err := os.WriteFile(list, []byte(c.list+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(script, list)
			cmd.Env = append(os.Environ(), "PATH="+dir+":/usr/bin:/bin")
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			stdout, err := cmd.Output()
			if (err != nil) != (c.fault != "") || !strings.Contains(stderr.String(), c.fault) {
				t.Fatalf("%v, %q, expected it to say %q", err, &stderr, c.fault)
			}
			if got := asked(t, dir); got != c.want {
				t.Errorf("it installs %q, expected %q", got, c.want)
			}
			if said := string(stdout); (c.want == "-") != (said == "") {
				t.Errorf("it says %q", said)
			}
		})
	}
}

// asked is what apt-get was to install, without its options.
func asked(t *testing.T, dir string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "asked"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if rest, is := strings.CutPrefix(strings.TrimSpace(line), "install "); is {
			return strings.Join(names(rest), " ")
		}
	}
	return "-"
}

func names(arguments string) (out []string) {
	for _, w := range words(arguments) {
		if !strings.HasPrefix(w, "-") {
			out = append(out, w)
		}
	}
	return out
}
