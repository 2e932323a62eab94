package ccwrap

import (
	"slices"
	"strings"
	"testing"
)

// words splits a job written with blanks between its arguments.
func words(s string) Job { return Job{strings.Fields(s)} }

func TestNewPlan(t *testing.T) {
	cases := []struct {
		name, job  string
		kind       StepKind
		args, emit string // of the step; emit of Compile only
	}{
		{"object", "clang -cc1 -triple t -emit-obj -O2 -o a.o -x c++ a.cpp", Compile,
			"clang -cc1 -triple t -emit-llvm-bc -O2 -o T/0.bc -x c++ a.cpp",
			"clang -cc1 -triple t -emit-obj -O2 -o a.o -disable-llvm-passes -x ir T/0.bc"},
		{"assembly", "clang -cc1 -S -o a.s -x c a.c", Compile,
			"clang -cc1 -emit-llvm-bc -o T/0.bc -x c a.c",
			"clang -cc1 -S -o a.s -disable-llvm-passes -x ir T/0.bc"},
		{"second outputs once", "clang -cc1 -emit-obj -dependency-file a.d -MT a.o -sys-header-deps -serialize-diagnostic-file a.dia -include-pch p.pch -include h.h -v -ftime-trace=t.json -o a.o -x c -", Compile,
			"clang -cc1 -emit-llvm-bc -dependency-file a.d -MT a.o -sys-header-deps -serialize-diagnostic-file a.dia -include-pch p.pch -include h.h -v -ftime-trace=t.json -o T/0.bc -x c -",
			"clang -cc1 -emit-obj -MT a.o -sys-header-deps -o a.o -disable-llvm-passes -x ir T/0.bc"},
		{"preprocess", "clang -cc1 -E -o - -x c a.c", Plain, "clang -cc1 -E -o - -x c a.c", ""},
		{"bitcode", "clang -cc1 -emit-llvm-bc -o a.bc -x c a.c", Compile,
			"clang -cc1 -emit-llvm-bc -o T/0.bc -x c a.c",
			"clang -cc1 -emit-llvm-bc -o a.bc -disable-llvm-passes -x ir T/0.bc"},
		{"thin LTO", "clang -cc1 -emit-llvm-bc -flto=thin -flto-unit -o a.o -x c a.c", Compile,
			"clang -cc1 -emit-llvm-bc -flto=full -flto-unit -o T/0.bc -x c a.c",
			"clang -cc1 -emit-llvm-bc -flto=thin -flto-unit -o a.o -disable-llvm-passes -x ir T/0.bc"},
		{"text of bitcode", "clang -cc1 -emit-llvm -o a.ll -x c a.c", Compile,
			"clang -cc1 -emit-llvm-bc -o T/0.bc -x c a.c",
			"clang -cc1 -emit-llvm -o a.ll -disable-llvm-passes -x ir T/0.bc"},
		{"to be optimised", "clang -cc1 -emit-llvm-bc -disable-llvm-passes -o a.bc -x c a.c", Plain,
			"clang -cc1 -emit-llvm-bc -disable-llvm-passes -o a.bc -x c a.c", ""},
		{"distributed LTO", "clang -cc1 -emit-obj -fthinlto-index=i -o a.o -x ir a.bc", Plain,
			"clang -cc1 -emit-obj -fthinlto-index=i -o a.o -x ir a.bc", ""},
		{"header", "clang -cc1 -emit-pch -o a.pch -x c++-header a.h", Plain, "clang -cc1 -emit-pch -o a.pch -x c++-header a.h", ""},
		{"assembler", "clang -cc1as -filetype obj -o a.o a.s", Plain, "clang -cc1as -filetype obj -o a.o a.s", ""},
		{"other assembler", "as --64 -o a.o a.s", Plain, "as --64 -o a.o a.s", ""},
		{"executable", "ld -m elf_x86_64 -pie -dynamic-linker l -o a a.o -lc", Link,
			"ld --push-state --no-as-needed L/libsparserec.so --pop-state -rpath L -m elf_x86_64 -pie -dynamic-linker l -o a a.o -lc", ""},
		{"library", "/opt/my-linker -m elf_x86_64 -shared -o a.so a.o", Link,
			"/opt/my-linker --push-state --no-as-needed L/libsparserec.so --pop-state -rpath L -m elf_x86_64 -shared -o a.so a.o", ""},
		{"library with AddressSanitizer", "ld -m elf_x86_64 -shared -o a.so a.o /c/libclang_rt.asan_static-x86_64.a --no-undefined", Link,
			"ld --push-state --no-as-needed L/libsparserec.so --pop-state -rpath L -m elf_x86_64 -shared -o a.so a.o " +
				"/c/libclang_rt.asan_static-x86_64.a --no-undefined -z undefs", ""},
		{"program with the shared AddressSanitizer", "ld -m elf_x86_64 -o a /c/libclang_rt.asan-x86_64.so a.o -lc", Link,
			"ld /c/libclang_rt.asan-x86_64.so -rpath /c --push-state --no-as-needed L/libsparserec.so --pop-state -rpath L -m elf_x86_64 -o a " +
				"/c/libclang_rt.asan-x86_64.so a.o -lc", ""},
		{"AddressSanitizer", "clang -cc1 -emit-obj -fsanitize=address,null -O2 -o a.o -x c a.c", Compile,
			"clang -cc1 -emit-llvm-bc -fsanitize=address,null -O2 -o T/0.raw.bc -disable-llvm-passes -x c a.c",
			"clang -cc1 -emit-obj -fsanitize=address,null -O2 -o a.o -disable-llvm-passes -x ir T/0.bc"},
		{"relocatable", "ld -m elf_x86_64 -r -o b.o a.o", Plain, "ld -m elf_x86_64 -r -o b.o a.o", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := NewPlan([]Job{words(c.job)}, "T", Runtime{Dir: "L"})[0]
			if got := strings.Join(s.Args, " "); s.Kind != c.kind || got != c.args {
				t.Errorf("kind %d, expected %d\ngot  %s\nwant %s", s.Kind, c.kind, got, c.args)
			}
			if got := strings.Join(s.Emit, " "); got != c.emit {
				t.Errorf("emit\ngot  %s\nwant %s", got, c.emit)
			}
			if Changes([]Step{s}) != (c.kind != Plain) {
				t.Error("Changes is wrong")
			}
		})
	}
}

// TestPlanASan: the optimiser knows nothing of the sanitizer, whose pass the instrumenter runs.
func TestPlanASan(t *testing.T) {
	for job, want := range map[string]string{
		"clang -cc1 -emit-obj -fsanitize=address -dependency-file d -O2 -o a.o -x c a.c": "clang -cc1 -emit-llvm-bc -O2 -o T/0.bc -x ir T/0.raw.bc",
		"clang -cc1 -S -fsanitize=null,address,bool -o a.s -x c++ a.cpp":                 "clang -cc1 -emit-llvm-bc -fsanitize=null,bool -o T/0.bc -x ir T/0.raw.bc",
		"clang -cc1 -emit-obj -fsanitize=null -o a.o -x c a.c":                           "",
	} {
		s := NewPlan([]Job{words(job)}, "T", Runtime{})[0]
		if got := strings.Join(s.Optimise, " "); got != want || s.ASan != (want != "") {
			t.Errorf("%s\nASan %v, optimise\ngot  %s\nwant %s", job, s.ASan, got, want)
		}
	}
}

// TestASanOptions: the sanitizer's pass is told what clang would have told it.
func TestASanOptions(t *testing.T) {
	for flags, want := range map[string]string{
		"":                                   "",
		"-fsanitize-address-use-after-scope": "-asan-use-after-scope",
		"-fsanitize-recover=null,address -fsanitize-address-use-after-scope":                 "-asan-use-after-scope -asan-recover",
		"-fsanitize-recover=null -mllvm -asan-stack=0":                                       "-asan-stack=0",
		"-fsanitize-address-use-after-scope -mllvm -asan-use-after-scope=0 -mllvm -inline=1": "-asan-use-after-scope=0",
	} {
		s := NewPlan([]Job{words("clang -cc1 -emit-obj -fsanitize=address " + flags + " -o a.o -x c a.c")}, "T", Runtime{})[0]
		if got := strings.Join(s.ASanWith, " "); got != want {
			t.Errorf("%s: %q, expected %q", flags, got, want)
		}
	}
}

// TestShareASan: the shared runtime is asked for where a job links and nobody chose one.
func TestShareASan(t *testing.T) {
	for args, want := range map[string]bool{
		"-fsanitize=address a.c":                                  true,
		"-g -fsanitize=undefined,address -shared a.o -o a.so":     true,
		"-fsanitize=address -c a.c":                               false,
		"-fsanitize=address -static-libsan a.c":                   false,
		"-fsanitize=address -shared-libasan a.c":                  false,
		"-fsanitize=address -fno-sanitize=address a.c":            false,
		"-fsanitize=undefined a.c":                                false,
		"-fsanitize=address -fno-sanitize=all -fsanitize=address": true,
	} {
		if got := len(shareASan(strings.Fields(args))) > len(strings.Fields(args)); got != want {
			t.Errorf("%s: %v", args, got)
		}
	}
}

// TestPlanLTO: only what a link will optimise again is told apart.
func TestPlanLTO(t *testing.T) {
	for job, want := range map[string]bool{
		"clang -cc1 -emit-llvm-bc -flto=thin -o a.o -x c a.c": true,
		"clang -cc1 -emit-llvm-bc -flto=full -o a.o -x c a.c": true,
		"clang -cc1 -emit-obj -triple t -o a.o -x c a.c":      false,
		"ld -m elf_x86_64 -flto=x -o a a.o":                   false,
	} {
		if NewPlan([]Job{words(job)}, "T", Runtime{})[0].LTO != want {
			t.Errorf("%s: not %v", job, want)
		}
	}
}

func TestIsStatic(t *testing.T) {
	for job, want := range map[string]bool{
		"ld -m elf_x86_64 -static -o a a.o":                             true,
		"ld -m elf_x86_64 -static -pie --no-dynamic-linker -o a a.o":    true,
		"ld -m elf_x86_64 -dynamic-linker l -o a a.o -static -lz":       false,
		"ld -m elf_x86_64 -shared -o a.so a.o -static -lz":              false,
		"ld -m elf_x86_64 -dynamic-linker l -o a a.o -Bstatic -lsecret": false,
	} {
		if IsStatic(strings.Fields(job)) != want {
			t.Errorf("%s: not %v", job, want)
		}
	}
}

// FuzzNewPlan: jobs of any arguments make a plan; one that makes code says
// where to, and its bitcode passes from one half to the other.
func FuzzNewPlan(f *testing.F) {
	for _, seed := range []string{
		"clang -cc1 -emit-obj -o a.o -x c a.c", "clang -cc1 -emit-obj -x c -o", "clang -cc1 -S -o -x c",
		"ld -m", "ld -m elf_x86_64 -o", "clang -cc1 -emit-obj -dependency-file -o a.o -x c a.c", "",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := NewPlan([]Job{{strings.Split(text, " ")}}, "T", Runtime{})[0]
		if s.Kind != Compile {
			return
		}
		if !slices.Contains(s.Args, s.Bitcode) || s.Emit[len(s.Emit)-1] != s.Bitcode || !slices.Contains(strings.Split(text, " "), s.Output) {
			t.Errorf("%q: %+v", text, s)
		}
	})
}
