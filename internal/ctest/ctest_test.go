package ctest

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"sparseracer/internal/needs"
)

const lists = `cmake_minimum_required(VERSION 3.16)
project(x NONE)
enable_testing()
add_test(NAME passes COMMAND sh -c "exit 0")
add_test(NAME fails COMMAND false)
set_tests_properties(fails PROPERTIES WILL_FAIL true ENVIRONMENT "A=1;B=2" WORKING_DIRECTORY /tmp TIMEOUT 1.5 LABELS "x;y")
add_test(NAME off COMMAND /bin/true)
set_tests_properties(off PROPERTIES DISABLED true)
add_test(NAME unbuilt COMMAND ${CMAKE_CURRENT_BINARY_DIR}/none)
`

// TestList asks a real CTest.
func TestList(t *testing.T) {
	for _, tool := range []string{"cmake", "ctest"} {
		_, err := exec.LookPath(tool)
		needs.Have(t, tool, err == nil)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "CMakeLists.txt"), []byte(lists), 0o600); err != nil {
		t.Fatal(err)
	}
	build := filepath.Join(dir, "build")
	if out, err := exec.Command("cmake", "-S", dir, "-B", build).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	tests, missing, err := List(context.Background(), []string{"ctest", "--test-dir", build, "-R", "passes|fails|off|unbuilt"}, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	sh, _ := exec.LookPath("sh")
	no, _ := exec.LookPath("false")
	want := []Test{
		{Name: "passes", Command: []string{sh, "-c", "exit 0"}, Dir: build},
		{Name: "fails", Command: []string{no}, Dir: "/tmp", Env: []string{"A=1", "B=2"}, Timeout: 1500 * time.Millisecond, WillFail: true},
	}
	if len(tests) == 3 { // a path, so CTest believes that it is there
		tests = tests[:2]
	} else if len(missing) != 1 {
		t.Errorf("missing: %q", missing)
	}
	if !reflect.DeepEqual(tests, want) {
		t.Errorf("%+v\nexpected\n%+v", tests, want)
	}
	if _, _, err := List(context.Background(), []string{"ctest", "--test-dir", build, "-R", "nothing"}, os.Environ()); !errors.Is(err, ErrNone) {
		t.Errorf("no test: %v", err)
	}
	if _, _, err := List(context.Background(), []string{"ctest", "--test-dir", "/nowhere"}, os.Environ()); err == nil {
		t.Error("a folder that is not there passes")
	}
}

// TestParse: what is no listing is one error, with the test it is about.
func TestParse(t *testing.T) {
	for text, says := range map[string]string{
		"":               "json-v1",
		"{}":             "no test",
		`{"tests":[{}]}`: "",
		`{"tests":[{"name":"a","command":["x"],"properties":[{"name":"TIMEOUT","value":"long"}]}]}`: `test "a": TIMEOUT`,
		`{"tests":[{"name":"a","command":["x"],"properties":[{"name":"ENVIRONMENT","value":3}]}]}`:  `test "a": ENVIRONMENT`,
	} {
		_, _, err := parse([]byte(text))
		if says == "" && err != nil || says != "" && (err == nil || !strings.Contains(err.Error(), says)) {
			t.Errorf("%s: %v, expected %q", text, err, says)
		}
	}
}
