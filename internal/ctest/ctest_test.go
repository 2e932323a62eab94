package ctest

import (
	"cmp"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
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
add_test(NAME says COMMAND sh -c "echo says")
set_tests_properties(says PROPERTIES PASS_REGULAR_EXPRESSION "^no;sa[xy]s" FAIL_REGULAR_EXPRESSION "never" SKIP_REGULAR_EXPRESSION "not here" SKIP_RETURN_CODE 77)
set_tests_properties(says PROPERTIES ENVIRONMENT_MODIFICATION "P=path_list_prepend:/x;A=unset:" FIXTURES_REQUIRED server DEPENDS late)
add_test(NAME late COMMAND sh -c "exit 0")
add_test(NAME begin COMMAND sh -c "exit 1")
set_tests_properties(begin PROPERTIES FIXTURES_SETUP server)
add_test(NAME off COMMAND /bin/true)
set_tests_properties(off PROPERTIES DISABLED true)
add_test(NAME unbuilt COMMAND ${CMAKE_CURRENT_BINARY_DIR}/none)
`

func expressions(texts ...string) (out []*regexp.Regexp) {
	for _, text := range texts {
		out = append(out, regexp.MustCompile(text))
	}
	return out
}

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
	tests, missing, err := List(context.Background(), []string{"ctest", "--test-dir", build, "-R", "passes|fails|says|late|off|unbuilt", "--timeout", "90"}, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	sh, _ := exec.LookPath("sh")
	no, _ := exec.LookPath("false")
	skips := 77
	want := []Test{
		{Name: "passes", Command: []string{sh, "-c", "exit 0"}, Dir: build},
		{Name: "fails", Command: []string{no}, Dir: "/tmp", Env: []string{"A=1", "B=2"}, Timeout: 1500 * time.Millisecond, WillFail: true},
		{Name: "late", Command: []string{sh, "-c", "exit 0"}, Dir: build},
		{Name: "begin", Command: []string{sh, "-c", "exit 1"}, Dir: build},
		{Name: "says", Command: []string{sh, "-c", "echo says"}, Dir: build, Pass: expressions("^no", "sa[xy]s"), Fail: expressions("never"), Skip: expressions("not here"),
			SkipCode: &skips, Modify: []Change{{"P", "path_list_prepend", "/x"}, {"A", "unset", ""}}, Depends: []string{"late", "begin"}},
	}
	for i := range want {
		want[i].Timeout = cmp.Or(want[i].Timeout, 90*time.Second)
	}
	if len(tests) == 6 { // a path, so CTest believes that it is there
		tests = tests[:5]
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
		`{"tests":[{"name":"a","command":["x"],"properties":[{"name":"TIMEOUT","value":"long"}]}]}`:                               `test "a": TIMEOUT`,
		`{"tests":[{"name":"a","command":["x"],"properties":[{"name":"ENVIRONMENT","value":3}]}]}`:                                `test "a": ENVIRONMENT`,
		`{"tests":[{"name":"a","command":["x"],"properties":[{"name":"PASS_REGULAR_EXPRESSION","value":["("]}]}]}`:                `test "a": PASS_REGULAR_EXPRESSION`,
		`{"tests":[{"name":"a","command":["x"],"properties":[{"name":"ENVIRONMENT_MODIFICATION","value":["A=list_append:b"]}]}]}`: `test "a": ENVIRONMENT_MODIFICATION: "A=list_append:b" is not`,
	} {
		_, _, err := parse([]byte(text))
		if says == "" && err != nil || says != "" && (err == nil || !strings.Contains(err.Error(), says)) {
			t.Errorf("%s: %v, expected %q", text, err, says)
		}
	}
}
