package ccwrap

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sparseracer/internal/system"
)

// StepKind says what a step does with a job.
type StepKind uint8

const (
	Plain   StepKind = iota // run as given
	Compile                 // to bitcode, rewritten, then to the output
	Link                    // run with the runtime added
)

// Step is a job as it will be run.
type Step struct {
	Kind     StepKind
	Args     []string // Compile: makes Bitcode
	Optimise []string // Compile: makes Bitcode of what Args made, see asan.go; nil: Args did
	Emit     []string // Compile: makes the output from Bitcode
	Bitcode  string
	LTO      bool     // Compile: what comes out is optimised again by the linker
	ASan     bool     // Compile: AddressSanitizer's pass comes behind ours
	ASanWith []string // Compile: that pass's options
	Output   string   // what the job was to make, "" if it is not known
	Line     string   // what -v prints
}

// Runtime is what lies beside the compilers: the folder of the recorder's
// library and the program that instruments; empty when not found.
type Runtime struct {
	Dir          string
	Instrumenter string
	Searched     []string
}

// NewPlan turns clang's jobs into steps; bitcode files are put into tmp.
func NewPlan(jobs []Job, tmp string, runtime Runtime) []Step {
	steps := make([]Step, len(jobs))
	for i, job := range jobs {
		s := Step{Args: job.Args, Line: job.Line(), Output: valueOf(job.Args, "-o")}
		switch {
		case makesCode(job.Args):
			s.Kind = Compile
			s.Output = job.Args[outputIndex(job.Args)]
			s.Bitcode = filepath.Join(tmp, strconv.Itoa(i)+".bc")
			s.LTO = usesLTO(job.Args)
			s.Args = toBitcode(job.Args, s.Bitcode)
			s.Emit = fromBitcode(job.Args, s.Bitcode)
			if s.ASan = asksForASan(job.Args); s.ASan {
				s.ASanWith = asanOptions(job.Args)
				s.optimiseApart(job.Args, filepath.Join(tmp, strconv.Itoa(i)+".raw.bc"))
			}
		case links(job.Args):
			s.Kind = Link
			s.Args = withRuntime(job.Args, runtime)
		}
		steps[i] = s
	}
	return steps
}

// Changes says whether any step differs from what clang would do.
func Changes(steps []Step) bool {
	return slices.ContainsFunc(steps, func(s Step) bool { return s.Kind != Plain })
}

// usesLTO says that the linker optimises and generates code once more. The
// bitcode that it reads is instrumented when it is made.
func usesLTO(args []string) bool {
	return slices.ContainsFunc(args, func(a string) bool { return a == "-flto" || strings.HasPrefix(a, "-flto=") })
}

func isFrontend(args []string) bool { return len(args) > 1 && args[1] == "-cc1" }

// makesCode: an object, assembly or bitcode comes out, each instrumented, so
// that -S, -save-temps, -flto and -emit-llvm lead to the same programs. Not so
// what is to be optimised by a later job or what the second half of a
// distributed LTO reads: the one is instrumented by that job, the other was.
func makesCode(args []string) bool {
	if !isFrontend(args) || codeFlag(args) < 0 || len(args) <= 5 || args[len(args)-3] != "-x" || outputIndex(args) == 0 {
		return false
	}
	bitcode := strings.HasPrefix(args[codeFlag(args)], "-emit-llvm")
	return !slices.ContainsFunc(args, func(a string) bool {
		return bitcode && a == "-disable-llvm-passes" || strings.HasPrefix(a, "-fthinlto-index=")
	})
}

// outputIndex is where a frontend job names its output, 0 if it does not; the
// driver puts that last but for the input.
func outputIndex(args []string) int {
	for i := len(args) - 4; i > 2; i-- {
		if args[i-1] == "-o" {
			return i
		}
	}
	return 0
}

func codeFlag(args []string) int {
	return slices.IndexFunc(args, func(a string) bool {
		switch a {
		case "-emit-obj", "-S", "-emit-llvm", "-emit-llvm-bc":
			return true
		}
		return false
	})
}

// links recognises the linker by the -m and emulation that clang hands it,
// whatever it is called. A relocatable output gets no runtime.
func links(args []string) bool {
	if len(args) < 2 || args[1] == "-cc1" || args[1] == "-cc1as" {
		return false
	}
	return strings.HasPrefix(valueOf(args, "-m"), "elf") &&
		!slices.Contains(args, "-r") && !slices.Contains(args, "--relocatable")
}

// IsStatic says that the output of a linker job cannot load the runtime.
func IsStatic(args []string) bool {
	return slices.Contains(args, "-static") && !slices.Contains(args, "-dynamic-linker") && !slices.Contains(args, "-shared")
}

// hasStaticCxx: the C++ runtime's archive is linked in (-static-libstdc++). The recorder's
// operator new takes the place of the archive's, and needs what that throws with.
func hasStaticCxx(args []string) bool {
	i := slices.Index(args, "-lstdc++")
	return i > 0 && args[i-1] == "-Bstatic"
}

func valueOf(args []string, flag string) string {
	if i := slices.Index(args, flag); i >= 0 && i+1 < len(args) {
		return args[i+1]
	}
	return ""
}

// toBitcode makes the job write one module. A thin LTO may want two in its
// file (-fwhole-program-vtables); those are made by the second run, the first
// optimises as a full LTO's does, which is the same list of passes.
func toBitcode(job []string, bitcode string) []string {
	args := slices.Clone(job)
	if i := slices.Index(args, "-flto=thin"); i >= 0 {
		args[i] = "-flto=full"
	}
	args[codeFlag(args)] = "-emit-llvm-bc"
	args[outputIndex(args)] = bitcode
	return args
}

// sideOutputs are the options of cc1 that make it write a second file or print
// something, or that read a header: the first of the two runs has done that.
// The value is whether an argument of its own follows.
var sideOutputs = map[string]bool{
	"-dependency-file":           true,
	"-serialize-diagnostic-file": true,
	"-header-include-file":       true,
	"-opt-record-file":           true,
	"-include":                   true,
	"-include-pch":               true,
	"-coverage-notes-file":       true,
	"-v":                         false,
	"-H":                         false,
	"-ftime-report":              false,
	"-print-stats":               false,
}

func fromBitcode(job []string, bitcode string) []string {
	args := make([]string, 0, len(job)+1)
	options := job[:len(job)-3] // then: -x LANGUAGE INPUT
	for i := 0; i < len(options); i++ {
		if hasValue, drop := sideOutputs[options[i]]; drop {
			if hasValue {
				i++
			}
			continue
		}
		if strings.HasPrefix(options[i], "-ftime-trace") || strings.HasPrefix(options[i], "-stats-file=") {
			continue
		}
		args = append(args, options[i])
	}
	return append(args, "-disable-llvm-passes", "-x", "ir", bitcode)
}

// withRuntime puts the library before everything else, so that its malloc and
// operator new are found before those of libc and libstdc++ also in a program
// that runs without its being preloaded.
func withRuntime(job []string, runtime Runtime) []string {
	first := []string{job[0]}
	if asan := sharedASan(job); asan != "" {
		first = append(first, asan, "-rpath", filepath.Dir(asan)) // which wants to come before every other library
	}
	first = append(first, "--push-state", "--no-as-needed", filepath.Join(runtime.Dir, system.RecorderLibrary),
		"--pop-state", "-rpath", runtime.Dir)
	if hasStaticCxx(job) {
		first = append(first, "-u", "_ZSt17__throw_bad_allocv", "-u", "_ZSt15get_new_handlerv")
	}
	args := append(first, job[1:]...)
	if leavesASan(job) {
		args = append(args, "-z", "undefs")
	}
	return args
}
