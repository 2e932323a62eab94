//go:build llvm19

package llvmpass

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tinygo.org/x/go-llvm"
)

// parse reads a module in text form.
func parse(t *testing.T, ctx llvm.Context, path string) llvm.Module {
	t.Helper()
	buf, err := llvm.NewMemoryBufferFromFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := ctx.ParseIR(buf) // takes the buffer
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return m
}

// diff shows two texts as a unified diff.
func diff(t *testing.T, want, got string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "got")
	if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("diff", "-u", want, file).CombinedOutput()
	if len(out) == 0 && err != nil {
		return err.Error() + "\n" + got
	}
	return string(out)
}

// TestGolden runs each pass alone over its module, and all of them over
// whole.ll; each result must verify, be the expected one, and stay as it is
// when instrumented again.
func TestGolden(t *testing.T) {
	cases := map[string][]pass{"whole": passes}
	for _, p := range passes {
		cases[p.name] = []pass{p}
	}
	for name, list := range cases {
		t.Run(name, func(t *testing.T) {
			ctx := llvm.NewContext()
			defer ctx.Dispose()
			m := parse(t, ctx, filepath.Join("testdata", name+".ll"))
			defer m.Dispose()
			o := Options{Values: name == "instrument_values", Flow: name == "instrument_flow"}
			if err := instrument(ctx, m, list, o); err != nil {
				t.Fatal(err)
			}
			once := m.String()
			want := filepath.Join("testdata", name+".out.ll")
			if *update {
				if err := os.WriteFile(want, []byte(once), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if d := diff(t, want, once); d != "" {
				t.Errorf("%s (-update rewrites it):\n%s", want, d)
			}
			if err := instrument(ctx, m, list, o); err != nil {
				t.Fatal(err)
			}
			if d := diff(t, want, m.String()); d != "" {
				t.Errorf("instrumented twice:\n%s", d)
			}
		})
	}
}

// TestEveryGoldenIsUsed: a module in testdata without a pass tests nothing.
func TestEveryGoldenIsUsed(t *testing.T) {
	files, err := filepath.Glob("testdata/*.out.ll")
	if err != nil || len(files) != len(passes)+1 {
		t.Errorf("%d expected modules for %d passes (%v)", len(files), len(passes), err)
	}
}

func TestBrokenModuleIsAnError(t *testing.T) {
	ctx := llvm.NewContext()
	defer ctx.Dispose()
	m := parse(t, ctx, filepath.Join("testdata", "whole.ll"))
	defer m.Dispose()
	breaks := pass{"break", func(m *module) {
		for _, f := range m.functions { // a ret of the wrong type
			m.builder.SetInsertPointBefore(f.LastBasicBlock().LastInstruction())
			m.builder.CreateRet(llvm.ConstInt(m.ctx.IntType(7), 1, false))
		}
	}}
	err := instrument(ctx, m, []pass{breaks}, Options{})
	if err == nil {
		t.Fatal("a broken module passed")
	}
	for _, want := range []string{`module "whole.cpp"`, "does not verify"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q does not say %q", err, want)
		}
	}
}

// TestConstantPlacesHaveNoLocation: a hook for a place in a variable of the program, or in what is NULL, gets a constant, and nothing is
// written to that: it would be to memory of others, here often enough to be noticed.
func TestConstantPlacesHaveNoLocation(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "instrument_glib.ll"))
	if err != nil {
		t.Fatal(err)
	}
	const call = "  call void @g_rc_box_release_full(ptr @known, ptr null), !dbg !5\n"
	var variables, calls strings.Builder
	for i := range 500 {
		name := "@known" + strconv.Itoa(i)
		variables.WriteString(name + " = external global [4 x i64]\n")
		calls.WriteString(strings.ReplaceAll(call, "@known", name))
	}
	file := filepath.Join(t.TempDir(), "many.ll")
	many := strings.ReplaceAll(string(text), call, calls.String()) + variables.String()
	if err := os.WriteFile(file, []byte(many), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx := llvm.NewContext()
	defer ctx.Dispose()
	m := parse(t, ctx, file)
	defer m.Dispose()
	if err := instrument(ctx, m, passes, Options{}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(m.String(), "@__sparse_unref(ptr getelementptr"); n < 500 {
		t.Errorf("%d hooks, expected 500", n)
	}
}
