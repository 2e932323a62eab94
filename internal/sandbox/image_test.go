package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

// withinImage has the folders of TestImage, for the process inside.
const withinImage = "SANDBOX_TEST_IMAGE"

// look says what is there in an image, and what could be done.
func look(args []string) {
	keep, shown, fixed := args[0], args[1], args[2]
	can := func(what string, err error) { fmt.Println(what+":", err == nil) }
	read := func(what, path, want string) {
		data, err := os.ReadFile(path)
		if err == nil && string(data) != want {
			err = errors.New(string(data))
		}
		can(what, err)
	}
	read("image", "/marker", "image")
	read("shown", filepath.Join(shown, "file"), "shown")
	read("fixed", fixed, "fixed")
	_, err := os.Stat("/etc/passwd")
	can("machine", err)
	_, err = os.Stat("/out/etc/passwd")
	can("machine by a link", err)
	out, err := exec.Command("/bin/sh", "-c", "echo program").Output()
	can("program", errors.Join(err, map[bool]error{false: errors.New(string(out))}[string(out) == "program\n"]))
	can("keep", os.WriteFile(filepath.Join(keep, "kept"), []byte("kept"), 0o600))
	can("tmp", os.WriteFile("/tmp/x", nil, 0o600))
	can("change image", os.WriteFile("/marker", []byte("changed"), 0o600))
	can("change shown", os.WriteFile(filepath.Join(shown, "file"), []byte("changed"), 0o600))
	can("remove fixed", os.Remove(fixed))
	can("null", os.WriteFile("/dev/null", []byte("x"), 0o600))
	can("session", os.WriteFile(runtimeDir+"/x", nil, 0o600))
	can("mount", exec.Command("/bin/sh", "-c", "test -e /proc/self/exe && test $(echo /proc/[0-9]* | wc -w 2>/dev/null || echo 2) -lt 9").Run())
}

// TestImage: the image is the root, with what is shown in it, and stays as it is.
func TestImage(t *testing.T) {
	dir, err := Absolute(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	image, keep, shown, fixed := filepath.Join(dir, "image"), filepath.Join(dir, "keep"), filepath.Join(dir, "shown"), filepath.Join(dir, "fixed")
	for _, d := range []string{image, keep, shown} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for path, text := range map[string]string{filepath.Join(image, "marker"): "image", filepath.Join(shown, "file"): "shown", fixed: "fixed"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/../../..", filepath.Join(image, "out")); err != nil {
		t.Fatal(err)
	}
	libraries, err := exec.Command("ldd", "/bin/sh").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(regexp.MustCompile(`/\S+`).FindAllString(string(libraries), -1), "/bin/sh") {
		data, err := os.ReadFile(path)
		if err == nil {
			err = os.MkdirAll(filepath.Join(image, filepath.Dir(path)), 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(image, path), data, 0o755)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	before, err := exec.Command("find", image).Output()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	cmd := exec.Command("", "-test.run=NONE")
	cmd.Env = append(os.Environ(), withinImage+"="+strings.Join([]string{keep, shown, fixed}, " "))
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	status, err := Run(context.Background(), Box{Keep: keep, Current: keep, Root: image, Show: []string{shown, filepath.Join(dir, "nowhere"), shown}, Fixed: []string{fixed}}, cmd)
	if errors.Is(err, ErrNone) {
		needs.Missing(t, err.Error())
	}
	want := `image: true
shown: true
fixed: true
machine: false
machine by a link: false
program: true
keep: true
tmp: true
change image: false
change shown: false
remove fixed: false
null: true
session: true
mount: true
`
	if err != nil || status != 7 || out.String() != want {
		t.Errorf("%v, status %d\n%s", err, status, out.String())
	}
	if after, err := exec.Command("find", image).Output(); err != nil || string(after) != string(before) {
		t.Errorf("the image has changed: %v\n%s", err, after)
	}
	if data, err := os.ReadFile(filepath.Join(keep, "kept")); err != nil || string(data) != "kept" {
		t.Errorf("%q, %v", data, err)
	}
}
