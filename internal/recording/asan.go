package recording

import (
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"sparseracer/internal/steer"
	"sparseracer/internal/system"
)

// asan says which runtime of AddressSanitizer an executable comes with.
type asan uint8

const (
	asanNone   asan = iota
	asanShared      // a library of its own: sparse-c++ -fsanitize=address links it
	asanLinked      // in the executable
	asanMaybe       // a script starts others
)

func asanOf(exe string) asan {
	f, err := elf.Open(exe)
	if err != nil {
		return asanMaybe
	}
	defer f.Close()
	needed, _ := f.ImportedLibraries()
	for _, lib := range needed {
		if system.OwnerOf(lib) == system.ASan {
			return asanShared
		}
	}
	symbols, _ := f.DynamicSymbols()
	for _, s := range symbols {
		if s.Name == "__asan_init" && s.Section != elf.SHN_UNDEF {
			return asanLinked
		}
	}
	return asanNone
}

const asanVariable = "ASAN_OPTIONS"

// options puts what a recorded program needs to its options for the sanitizer: our
// libraries may come before the runtime, for the recorder must see the heap; a search
// for leaks would end the process before the trace is complete; and what is in a
// function's frame stays on the stack. Of these the first is a must, the others can be set.
func (a asan) options(env []string) []string {
	if a != asanShared && a != asanMaybe {
		return env
	}
	own := ""
	out := make([]string, 0, len(env)+1)
	for _, kv := range env {
		if value, is := strings.CutPrefix(kv, asanVariable+"="); is {
			own = value + ":"
		} else {
			out = append(out, kv)
		}
	}
	return append(out, asanVariable+"=detect_leaks=0:detect_stack_use_after_return=0:"+own+"verify_asan_link_order=0")
}

// warn says what will be missing.
func (a asan) warn(w io.Writer, exe string) {
	if a == asanLinked {
		fmt.Fprintf(w, "sparseracer: %s has AddressSanitizer's heap in it, so its allocations and frees are not recorded: "+
			"link it with -shared-libasan, as sparse-c++ -fsanitize=address does\n", exe)
	}
}

// CanProve refuses a program that can be recorded, and whose races confirm could not prove:
// one that our compilers built without AddressSanitizer.
func CanProve(prog []string, stock StockChoice) error {
	exe, err := exec.LookPath(prog[0])
	if err != nil && !errors.Is(err, exec.ErrDot) {
		return steer.NoProgram(prog[0], err)
	}
	if stock == StockYes || !isInstrumented(exe) || asanOf(exe) != asanNone {
		return nil
	}
	return fmt.Errorf("%s was built without AddressSanitizer, so nothing can be proven in it: build it by sparse-c++ -fsanitize=address, "+
		"or record it, and confirm with another build", exe)
}
