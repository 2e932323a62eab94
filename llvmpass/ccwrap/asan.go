package ccwrap

import (
	"path/filepath"
	"slices"
	"strings"

	"sparseracer/internal/system"
)

// AddressSanitizer and the recorder in one build:
//
//  1. clang would run AddressSanitizer's pass last of all, so that ours would take its
//     accesses to shadow memory for the program's. So clang makes bitcode without any
//     pass, then optimises it without knowing of the sanitizer, and the instrumenter runs the
//     sanitizer's pass behind its own.
//  2. The runtime is the shared one, found by a run path: the heap of the static one would
//     come before the recorder's, which then saw no allocation.

const sanitize = "-fsanitize="

// asksForASan says so of a frontend job, or of the driver's arguments.
func asksForASan(args []string) bool {
	on := false
	for _, a := range args {
		list, is := strings.CutPrefix(a, sanitize)
		without, isNot := strings.CutPrefix(a, "-fno-sanitize=")
		switch {
		case is && slices.Contains(strings.Split(list, ","), "address"):
			on = true
		case isNot && (slices.Contains(strings.Split(without, ","), "address") || without == "all"):
			on = false
		}
	}
	return on
}

// asanOptions are what clang would have told the sanitizer's pass of a frontend job, as
// options of LLVM, which takes each once. What -mllvm says goes before clang's own flags.
func asanOptions(job []string) (options []string) {
	add := func(option string) {
		name, _, _ := strings.Cut(option, "=")
		if !slices.ContainsFunc(options, func(o string) bool { return o == name || strings.HasPrefix(o, name+"=") }) {
			options = append(options, option)
		}
	}
	for i, a := range job {
		if strings.HasPrefix(a, "-asan-") && i > 0 && job[i-1] == "-mllvm" {
			add(a)
		}
	}
	if slices.Contains(job, "-fsanitize-address-use-after-scope") {
		add("-asan-use-after-scope")
	}
	for _, a := range job {
		if list, is := strings.CutPrefix(a, "-fsanitize-recover="); is && slices.Contains(strings.Split(list, ","), "address") {
			add("-asan-recover")
		}
	}
	return options
}

// optimiseApart makes two jobs of the one that makes bitcode; raw is what the first makes.
func (s *Step) optimiseApart(job []string, raw string) {
	s.Optimise = withoutASan(fromBitcode(s.Args, raw))
	s.Args = toBitcode(job, raw)
	s.Args = slices.Insert(s.Args, len(s.Args)-3, "-disable-llvm-passes")
}

// withoutASan is the optimiser's job, to which the sanitizer is nothing.
func withoutASan(args []string) []string {
	var out []string
	for _, a := range args {
		if a == "-disable-llvm-passes" {
			continue
		}
		if list, is := strings.CutPrefix(a, sanitize); is {
			left := slices.DeleteFunc(strings.Split(list, ","), func(name string) bool { return name == "address" })
			if len(left) == 0 {
				continue
			}
			a = sanitize + strings.Join(left, ",")
		}
		out = append(out, a)
	}
	return out
}

// shareASan adds to the driver's arguments that the runtime is the shared one, where they
// link with the sanitizer and do not say which. In a job that does not link it would be an
// argument that nothing uses.
func shareASan(args []string) []string {
	says := func(a string) bool {
		switch a {
		case "-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-emit-llvm", "-r", "-static",
			"-shared-libasan", "-shared-libsan", "-static-libasan", "-static-libsan":
			return true
		}
		return false
	}
	if !asksForASan(args) || slices.ContainsFunc(args, says) {
		return args
	}
	return append(slices.Clone(args), "-shared-libasan")
}

// sharedASan is the shared runtime that a linker job names, "" for none.
func sharedASan(job []string) string {
	for _, a := range job {
		if name := filepath.Base(a); system.OwnerOf(name) == system.ASan && strings.HasSuffix(name, ".so") {
			return a
		}
	}
	return ""
}

// leavesASan: a library's calls of the static AddressSanitizer are for the program to
// answer, which has the whole runtime. A link that forbids open calls (--no-undefined, -z
// defs) forbids these too; the last word counts.
func leavesASan(job []string) bool {
	return slices.Contains(job, "-shared") && sharedASan(job) == "" && slices.ContainsFunc(job, func(a string) bool {
		return strings.HasPrefix(filepath.Base(a), "libclang_rt.asan_static")
	})
}
