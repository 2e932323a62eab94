package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// imageOf makes an archive of a root file system in which a program of Qt can start, with a marker.
func imageOf(t *testing.T, program string) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "root")
	copied := map[string]bool{}
	var need func(path string)
	need = func(path string) {
		if copied[path] || !exists(path) {
			return
		}
		copied[path] = true
		must(t, os.MkdirAll(filepath.Join(root, filepath.Dir(path)), 0o755))
		if out, err := exec.Command("cp", "-L", path, filepath.Join(root, path)).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v %s", path, err, out)
		}
		libraries, _ := exec.Command("ldd", path).Output() // a script has none
		for _, l := range regexp.MustCompile(`/\S+`).FindAllString(string(libraries), -1) {
			need(strings.Trim(l, "():"))
		}
	}
	plugins, _ := filepath.Glob("/usr/lib/*/qt5/plugins/platforms/libqoffscreen.so")
	for _, path := range append(plugins, "/bin/sh", "/bin/bash", "/usr/bin/ldd", "/usr/bin/cat", "/etc/passwd", "/etc/fonts/fonts.conf") {
		need(path)
	}
	need(program) // its libraries; the program itself is taken away again
	must(t, os.Remove(filepath.Join(root, program)))
	must(t, os.WriteFile(filepath.Join(root, "etc", "image-marker"), []byte("x"), 0o644))
	archive := root + ".tar"
	if out, err := exec.Command("tar", "-C", root, "-cf", archive, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	return archive
}

// TestFarmImage: a program that does no harm where a marker lies is run in the image, where one lies, and here, where none
// does.
func TestFarmImage(t *testing.T) {
	t.Parallel()
	tool, b, dir := built(t, "bin/sparseracer"), buildSamples(t, "5"), t.TempDir()
	built(t, "lib/sparse-farm")
	_, stderr, _ := rightsOf(t, tool, true)
	if strings.Contains(stderr, "no sandbox can be made here") {
		missing(t, stderr)
	}
	want := b.expectation(t, "viewer_race")
	exe := variant(t, "viewer_marked", "viewer_race", func(s string) string {
		changed := strings.Replace(s, "    delete box.data();\n", "    delete box.data();\n    if (QFile::exists(QStringLiteral(\"/etc/image-marker\")))\n        return;\n", 1)
		if changed == s {
			t.Fatal("viewer_race is another one")
		}
		return changed
	})
	trace := filepath.Join(dir, "v.srt")
	if out, stderr, code := command(t, dir, tool, "record", "-o", trace, "--", filepath.Join(b.recorded, "viewer_race")); code != 0 {
		t.Fatalf("%d\n%s%s", code, out, stderr)
	}
	image := imageOf(t, exe)
	address := startFarm(t, tool, filepath.Join(dir, "farm"))
	for _, c := range []struct {
		code int
		says string
		args []string
	}{
		{exitRaces, "race " + want.id + ": confirmed, 1 of 1 run", nil},
		{exitClean, "race " + want.id + ": feasible, 0 of 1 run", []string{"--image", image}},
	} {
		args := append(append([]string{"confirm", "--farm", address, trace}, c.args...), "--", exe)
		if out, stderr, code := command(t, dir, tool, args...); code != c.code || !strings.Contains(out, c.says) {
			t.Errorf("%v: %d, expected %d, %s\n%s%s", args, code, c.code, c.says, out, stderr)
		}
	}
	for says, args := range map[string][]string{
		"--image nowhere: no such file or directory":             {"confirm", "--farm", address, "--image", "nowhere", trace, "--", exe},
		"a program; expected an archive of a root file system":   {"confirm", "--farm", address, "--image", exe, trace, "--", exe},
		"--image is for runs on a farm (--farm URL)":             {"explore", "--image", image, "--", exe},
		"--image without --build: a recording is analyzed":       {"farm", "submit", trace, "--farm", address, "--image", image},
		"--image x: no such file or directory":                   {"farm", "submit", trace, "--farm", address, "--image", "x", "--build", exe},
		"not run, 0 of 0 runs: the image cannot be read: expect": {"confirm", "--farm", address, "--image", trace, trace, "--", exe},
	} {
		if out, stderr, code := command(t, dir, tool, args...); code != exitError || !strings.Contains(out+stderr, says) {
			t.Errorf("%v: %d, expected %s\n%s%s", args, code, says, out, stderr)
		}
	}
}
