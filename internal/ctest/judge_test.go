package ctest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

// judged are tests by what they print, their status and their properties.
var judged = []struct{ name, script, properties string }{
	{"passes", "exit 0", ""},
	{"fails", "exit 3", ""},
	{"inverted", "exit 3", "WILL_FAIL true"},
	{"inverted-passes", "exit 0", "WILL_FAIL true"},
	{"printed", "echo all is well; exit 3", `PASS_REGULAR_EXPRESSION "none;is wel+"`},
	{"not-printed", "exit 0", `PASS_REGULAR_EXPRESSION well`},
	{"error-printed", "echo ERROR 7", `FAIL_REGULAR_EXPRESSION "ERROR [0-9]"`},
	{"both-printed", "echo ERROR well", `PASS_REGULAR_EXPRESSION well FAIL_REGULAR_EXPRESSION ERROR`},
	{"error-inverted", "echo ERROR", `FAIL_REGULAR_EXPRESSION ERROR WILL_FAIL true`},
	{"not-printed-inverted", "exit 0", `PASS_REGULAR_EXPRESSION well WILL_FAIL true`},
	{"skips", "exit 77", "SKIP_RETURN_CODE 77"},
	{"skips-not", "exit 76", "SKIP_RETURN_CODE 77"},
	{"skips-inverted", "exit 77", "SKIP_RETURN_CODE 77 WILL_FAIL true"},
	{"skip-printed", "echo no display; exit 1", `SKIP_REGULAR_EXPRESSION "no display"`},
	{"skip-and-error", "echo no display ERROR", `SKIP_REGULAR_EXPRESSION "no display" FAIL_REGULAR_EXPRESSION ERROR`},
	{"modified", "test \\\"$A:$B:$C-$D\\\" = x1:0y:-3", `ENVIRONMENT "A=1;B=0;C=2;D=3" ENVIRONMENT_MODIFICATION "A=string_prepend:x;B=string_append:y;C=unset:;D=set:4;D=reset:"`},
	{"paths", "test \\\"$D=$N=$L\\\" = a:kept=new=1\\;2", `ENVIRONMENT_MODIFICATION "D=path_list_prepend:a;N=path_list_append:new;L=cmake_list_append:1;L=cmake_list_append:2"`},
}

// TestAsCTest: each test is judged as CTest itself does.
func TestAsCTest(t *testing.T) {
	for _, tool := range []string{"cmake", "ctest"} {
		_, err := exec.LookPath(tool)
		needs.Have(t, tool, err == nil)
	}
	dir := t.TempDir()
	text := "cmake_minimum_required(VERSION 3.22)\nproject(x NONE)\nenable_testing()\n"
	for _, j := range judged {
		text += fmt.Sprintf("add_test(NAME %s COMMAND sh -c \"%s\")\n", j.name, j.script)
		if j.properties != "" {
			text += fmt.Sprintf("set_tests_properties(%s PROPERTIES %s)\n", j.name, j.properties)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "CMakeLists.txt"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	build := filepath.Join(dir, "build")
	if out, err := exec.Command("cmake", "-S", dir, "-B", build).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	env := append(os.Environ(), "D=kept")
	cmd := exec.Command("ctest", "--test-dir", build)
	cmd.Env = env
	said, _ := cmd.CombinedOutput() // it fails where a test does
	tests, _, err := List(context.Background(), []string{"ctest", "--test-dir", build}, env)
	if err != nil || len(tests) != len(judged) {
		t.Fatalf("%d tests: %v", len(tests), err)
	}
	for _, one := range tests {
		run := exec.Command(one.Command[0], one.Command[1:]...)
		run.Env = one.Environ(env)
		out, _ := run.CombinedOutput()
		how := one.Judge(run.ProcessState.ExitCode(), out)
		line := lineOf(string(said), one.Name)
		if (how == "") != strings.Contains(line, "Passed") || (how == Skipped) != strings.Contains(line, "Skipped") {
			t.Errorf("%q is %q; CTest says %s", one.Name, how, line)
		}
	}
}

func lineOf(said, name string) string {
	for _, line := range strings.Split(said, "\n") {
		if strings.Contains(line, ": "+name+" .") {
			return line
		}
	}
	return "nothing"
}

// TestOrder: what a test depends on comes first; a circle ends.
func TestOrder(t *testing.T) {
	names := func(tests []Test) (out []string) {
		for _, one := range order(tests) {
			out = append(out, one.Name)
		}
		return out
	}
	for _, c := range []struct {
		tests []Test
		want  []string
	}{
		{[]Test{{Name: "stop", Depends: []string{"c", "b"}}, {Name: "b", Depends: []string{"a"}}, {Name: "c"}, {Name: "a"}, {Name: "d"}},
			[]string{"a", "b", "c", "stop", "d"}},
		{[]Test{{Name: "a", Depends: []string{"b", "gone"}}, {Name: "b", Depends: []string{"a"}}}, []string{"b", "a"}},
	} {
		if got := names(c.tests); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q, expected %q", got, c.want)
		}
	}
}
