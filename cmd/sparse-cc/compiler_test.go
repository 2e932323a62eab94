//go:build llvm19

package main

// The compiler as build systems use it: the same messages, statuses, outputs
// and dependency files as clang's.

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

// files are the sources of the tests in this file.
var files = map[string]string{
	"ok.c":      "int main(void) { return 0; }\n",
	"warn.c":    "int f(int x) { int unused; if (x = 3) return 1; }\nint main(void) { return f(1); }\n",
	"bad.c":     "int main(void) { return nothing; }\n",
	"nolink.c":  "int absent(void);\nint main(void) { return absent(); }\n",
	"half.h":    "int half(int *p);\n",
	"half.c":    "#include \"half.h\"\nint half(int *p) { return *p / 2; }\n",
	"use.c":     "#include \"half.h\"\n#include <stdio.h>\nint plus(int), minus(int);\nint main(int n, char **v) { n += 41; printf(\"%d\\n\", half(&n) + plus(1) + minus(1)); }\n",
	"plus.s":    "\t.globl plus\nplus:\n\tleal 1(%rdi), %eax\n\tret\n\t.section .note.GNU-stack,\"\",@progbits\n",
	"minus.S":   "#define NAME minus\n\t.globl NAME\nNAME:\n\tleal -1(%rdi), %eax\n\tret\n\t.section .note.GNU-stack,\"\",@progbits\n",
	"odd \"$.c": "int odd;\n",
	"pre.hpp":   "#include <string>\n",
	"pre.cpp":   "std::string s;\nint main() { return s.size(); }\n",
}

func sources(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// temporary are the names of intermediate files, the offsets in them, and
// where they lie: what differs between two runs of clang itself.
var temporary = regexp.MustCompile(`/tmp/\S*?-[0-9a-f]{6}\.o|\(\.text\+0x[0-9a-f]+\)`)

// TestLikeClang: standard output, messages and status are clang's.
func TestLikeClang(t *testing.T) {
	t.Parallel()
	ours := needCompiler(t, "sparse-cc")
	for _, args := range []string{
		"", "--version", "-print-search-dirs", "-dumpmachine", "-E ok.c", "-M use.c", "-fsyntax-only warn.c",
		"-Wall -c warn.c", "-Wall -fcolor-diagnostics -c warn.c", "-Wall -Werror -c warn.c",
		"-Wall warn.c -o warn", "-c bad.c", "bad.c nolink.c", "-c nosuch.c", "-nosuch -c ok.c", "nolink.c",
		"-c ok.c -lunused", "ok.c -lnosuchlibrary", "-c ok.c bad.c", "-Wall -c warn.c -o /dev/null", "ok.c --", "-### ok.c",
		"-v -Wl,-v ok.c -DA=\"q",
	} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			dir, clangs := sources(t), sources(t)
			got := do(t, dir, append([]string{ours}, strings.Fields(args)...)...)
			want := do(t, clangs, append([]string{"clang-19"}, strings.Fields(args)...)...)
			clean := func(s, dir string) string {
				return strings.ReplaceAll(temporary.ReplaceAllString(s, "TEMPORARY"), dir, "DIR")
			}
			if clean(got.stdout, dir) != clean(want.stdout, clangs) || clean(got.stderr, dir) != clean(want.stderr, clangs) {
				t.Errorf("prints\n%s%s\nclang prints\n%s%s", got.stdout, got.stderr, want.stdout, want.stderr)
			}
			if got.status != want.status {
				t.Errorf("status %d, clang's is %d", got.status, want.status)
			}
			if ours, theirs := names(t, dir), names(t, clangs); ours != theirs {
				t.Errorf("leaves %s, clang leaves %s", ours, theirs)
			}
		})
	}
}

// names lists what lies in a folder.
func names(t *testing.T, dir string) string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range list {
		out = append(out, e.Name())
	}
	return strings.Join(out, " ")
}

// TestWaysToBuild builds one program in many ways; each must record and print
// the same. A line is a command of its own; % is the compiler.
func TestWaysToBuild(t *testing.T) {
	t.Parallel()
	for name, script := range map[string][]string{
		"one step":          {"% use.c half.c plus.s minus.S -o prog"},
		"several -c":        {"% -O2 -c use.c half.c plus.s minus.S", "% use.o half.o plus.o minus.o -o prog"},
		"response file":     {"% @args -o prog"},
		"by assembly":       {"% -S use.c half.c", "% use.s half.s plus.s minus.S -o prog"},
		"save-temps":        {"% -save-temps use.c half.c plus.s minus.S -o prog"},
		"relocatable":       {"% -c use.c half.c plus.s minus.S", "% -r use.o half.o plus.o minus.o -o all.o", "% all.o -o prog"},
		"shared library":    {"% -shared -fPIC -Wl,-z,defs half.c -o libhalf.so", "% use.c plus.s minus.S -L. -lhalf -Wl,-rpath,. -o prog"},
		"archive":           {"% -c half.c plus.s minus.S", "ar rc libhalf.a half.o plus.o minus.o", "% use.c libhalf.a -Wl,--as-needed -Wl,-Bstatic -o prog -Wl,-Bdynamic"},
		"full lto":          {"% -flto -O2 -c use.c half.c plus.s minus.S", "% -flto -O2 use.o half.o plus.o minus.o -o prog"},
		"thin lto":          {"% -flto=thin -g -O2 -c use.c half.c plus.s minus.S", "% -flto=thin -O2 use.o half.o plus.o minus.o -o prog"},
		"lto in one step":   {"% -flto -save-temps use.c half.c plus.s minus.S -o prog"},
		"fat lto objects":   {"% -flto -ffat-lto-objects -O2 -c use.c half.c", "% use.o half.o plus.s minus.S -o prog"},
		"bitcode":           {"% -O2 -emit-llvm -c use.c half.c", "% use.bc half.bc plus.s minus.S -o prog"},
		"text of bitcode":   {"% -O1 -emit-llvm -S use.c half.c", "% -c use.ll half.ll", "% use.o half.o plus.s minus.S -o prog"},
		"no-integrated-as":  {"% -fno-integrated-as use.c half.c plus.s minus.S -o prog"},
		"static at the end": {"% use.c half.c plus.s minus.S -o prog -Wl,-Bstatic -Wl,-Bdynamic"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ours, dir := needCompiler(t, "sparse-cc"), sources(t)
			if err := os.WriteFile(filepath.Join(dir, "args"), []byte("-O1 'use.c' half.c\n\"plus.s\" minus.S"), 0o666); err != nil {
				t.Fatal(err)
			}
			for _, line := range script {
				must(t, dir, strings.Fields(strings.ReplaceAll(line, "%", ours))...)
			}
			o := must(t, dir, "./prog")
			if o.stdout != "23\n" {
				t.Errorf("prints %q", o.stdout)
			}
			if n := counted(t, o); n[0] < 1 || n[4] < 1 || n[5] != 0 || n[6] != 0 {
				t.Errorf("recorded too little: %s", o.stderr)
			}
		})
	}
}

func TestDependencyFiles(t *testing.T) {
	t.Parallel()
	ours := needCompiler(t, "sparse-cc")
	for _, flags := range []string{"-MD", "-MMD", "-MD -MF x.d -MT target -MP", "-Wp,-MD,y.d"} {
		dir, clangs := sources(t), sources(t)
		for _, c := range [][2]string{{ours, dir}, {"clang-19", clangs}} {
			must(t, c[1], append([]string{c[0], "-c", "use.c"}, strings.Fields(flags)...)...)
		}
		found, err := filepath.Glob(filepath.Join(clangs, "*.d"))
		if err != nil || len(found) != 1 {
			t.Fatalf("%s: clang wrote %v", flags, found)
		}
		want, _ := os.ReadFile(found[0])
		got, err := os.ReadFile(filepath.Join(dir, filepath.Base(found[0])))
		if err != nil || string(got) != string(want) {
			t.Errorf("%s: %v\n%s\nclang's:\n%s", flags, err, got, want)
		}
	}
}

func TestOddInputs(t *testing.T) {
	t.Parallel()
	cc, cxx := needCompiler(t, "sparse-cc"), needCompiler(t, "sparse-c++")
	dir := sources(t)
	must(t, dir, cc, "-c", "odd \"$.c", "-DX=\"a \\b $c\n\"", "-o", "out \"$.o")
	must(t, dir, "sh", "-c", "'"+cc+"' -x c - -x none -o piped half.c plus.s minus.S < use.c && ./piped")
	must(t, dir, cxx, "-x", "c++-header", "pre.hpp", "-o", "pre.hpp.pch")
	must(t, dir, cxx, "-include-pch", "pre.hpp.pch", "pre.cpp", "-o", "prog")
	if n := counted(t, must(t, dir, "./prog")); n[4] == 0 {
		t.Error("a program with a precompiled header records nothing")
	}
	o := must(t, dir, cc, "-c", "half.c", "-o", "-")
	if !strings.HasPrefix(o.stdout, "\x7fELF") {
		t.Errorf("no object on standard output, but %.40q", o.stdout)
	}
}

func TestWithoutRuntime(t *testing.T) {
	t.Parallel()
	cc, dir := needCompiler(t, "sparse-cc"), sources(t)
	alone := filepath.Join(dir, "bin", "sparse-cc")
	must(t, dir, "mkdir", "bin")
	must(t, dir, "cp", cc, alone)
	must(t, dir, cc, "-c", "ok.c")
	for _, c := range []struct {
		missing string
		args    []string
	}{
		{"libsparserec.so", []string{"ok.o", "-o", "prog"}}, {"ok.o: sparse-instrument", []string{"-c", "ok.c"}},
	} { // in this order: a compilation that fails leaves no object, as clang's
		o := do(t, dir, append([]string{alone}, c.args...)...)
		if o.status != 1 || strings.Count(o.stderr, "\n") != 1 || !strings.Contains(o.stderr, c.missing+" not found in "+filepath.Join(dir, "lib")) {
			t.Errorf("status %d: %s", o.status, o.stderr)
		}
	}
}

const cmakeLists = `cmake_minimum_required(VERSION 3.16)
project(half C CXX ASM)
include(CheckCXXSourceCompiles)
check_cxx_source_compiles("#include <vector>
int main() { return std::vector<int>().size(); }" HAVE_VECTOR)
if(NOT HAVE_VECTOR OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "compiler not recognised: ${CMAKE_CXX_COMPILER_ID}")
endif()
add_library(half SHARED half.c)
add_executable(prog use.c plus.s minus.S)
set_property(SOURCE plus.s PROPERTY LANGUAGE ASM)
target_link_libraries(prog half)
install(TARGETS prog half RUNTIME DESTINATION bin LIBRARY DESTINATION lib)
`

func TestCMake(t *testing.T) {
	t.Parallel()
	cc, cxx, dir := needCompiler(t, "sparse-cc"), needCompiler(t, "sparse-c++"), sources(t)
	needs.Tool(t, "cmake")
	if err := os.WriteFile(filepath.Join(dir, "CMakeLists.txt"), []byte(cmakeLists), 0o666); err != nil {
		t.Fatal(err)
	}
	must(t, dir, "cmake", "-B", "build", "-DCMAKE_C_COMPILER="+cc, "-DCMAKE_CXX_COMPILER="+cxx, "-DCMAKE_BUILD_TYPE=RelWithDebInfo")
	must(t, dir, "cmake", "--build", "build", "-j2")
	o := must(t, dir, "build/prog")
	if n := counted(t, o); o.stdout != "23\n" || n[0] == 0 || n[4] == 0 {
		t.Errorf("prints %q, counts %s", o.stdout, o.stderr)
	}
	must(t, dir, "cmake", "--install", "build", "--prefix", "installed")
	must(t, dir, "env", "LD_LIBRARY_PATH=installed/lib", "installed/bin/prog")
}

const qmakeProject = `CONFIG -= qt
CONFIG += debug
TEMPLATE = app
TARGET = prog
SOURCES = use.c half.c
OBJECTS += plus.o minus.o
`

func TestQMake(t *testing.T) {
	t.Parallel()
	cc, cxx, dir := needCompiler(t, "sparse-cc"), needCompiler(t, "sparse-c++"), sources(t)
	needs.Tool(t, "qmake")
	if err := os.WriteFile(filepath.Join(dir, "prog.pro"), []byte(qmakeProject), 0o666); err != nil {
		t.Fatal(err)
	}
	must(t, dir, cc, "-c", "plus.s", "minus.S")
	must(t, dir, "qmake", "QMAKE_CC="+cc, "QMAKE_CXX="+cxx, "QMAKE_LINK="+cxx)
	must(t, dir, "make")
	o := must(t, dir, "./prog")
	if n := counted(t, o); o.stdout != "23\n" || n[0] == 0 || n[4] == 0 {
		t.Errorf("prints %q, counts %s", o.stdout, o.stderr)
	}
}
