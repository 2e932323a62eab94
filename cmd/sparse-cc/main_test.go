package main

import (
	"slices"
	"testing"
)

func TestTakeOurs(t *testing.T) {
	t.Parallel()
	args, ours := takeOurs([]string{"-c", "-fsparse-values", "-fsparse-flow", "-fsparse-ignorelist=a", "x.c", "-fsparse-ignorelist=b c", "--", "-fsparse-ignorelist=file.c"}, "v::w")
	if want := []string{"-c", "x.c", "--", "-fsparse-ignorelist=file.c"}; !slices.Equal(args, want) {
		t.Errorf("clang gets %q, expected %q", args, want)
	}
	if want := []string{"v", "w", "a", "b c"}; !slices.Equal(ours.lists, want) {
		t.Errorf("lists %q, expected %q", ours.lists, want)
	}
	if _, other := takeOurs([]string{"-c", "--", "-fsparse-values", "-fsparse-flow"}, ""); !ours.values || !ours.flow || other.values || other.flow {
		t.Errorf("flags: %v, as files' names: %v", ours, other)
	}
}

func TestChooseClang(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, override, clang, mode string }{
		{"sparse-cc", "", "clang-19", ""},
		{"sparse-c++", "", "clang++-19", ""},
		{"sparse-cc", "/opt/bin/clang", "/opt/bin/clang", ""},
		{"sparse-c++", "/opt/bin/clang", "/opt/bin/clang", "--driver-mode=g++"},
		{"sparse-cc", "/opt/c++/clang++", "/opt/c++/clang++", "--driver-mode=gcc"},
		{"sparse-c++", "/opt/c++/clang++", "/opt/c++/clang++", ""},
		{"sparse-c++", "/opt/c++/clang", "/opt/c++/clang", "--driver-mode=g++"},
	} {
		clang, mode := chooseClang(c.name, c.override)
		if clang != c.clang || mode != c.mode {
			t.Errorf("%s, SPARSE_CLANG=%q: %q %q", c.name, c.override, clang, mode)
		}
	}
}
