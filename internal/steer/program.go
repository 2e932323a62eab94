package steer

import (
	"debug/elf"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"

	"sparseracer/internal/system"
)

// ErrNotASan: the program to steer was not built with AddressSanitizer.
var ErrNotASan = errors.New("not an AddressSanitizer build")

// program is an executable that can be steered.
type program struct {
	path string
	// runtime is the soname of a shared ASan runtime, which must be loaded
	// before every other library; "" when it is linked in.
	runtime string
	// plain: it has none, and is steered with guards.
	plain bool
}

// findPlain is findProgram for races that can be proved without AddressSanitizer.
func findPlain(argv []string, guards bool) (*program, error) {
	p, err := findProgram(argv)
	if guards && errors.Is(err, ErrNotASan) {
		path, err := lookUp(argv)
		return &program{path: path, plain: true}, err
	}
	return p, err
}

// NoProgram says of a program that cannot be found or run which one, why, and where to look.
func NoProgram(name string, err error) error {
	var e *exec.Error
	if errors.As(err, &e) {
		err = e.Err // which names it, too
	}
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return fmt.Errorf("%s: %w; is it built? The program and its arguments come after --", name, err)
}

// lookUp finds argv[0] as a shell does.
func lookUp(argv []string) (string, error) {
	if len(argv) == 0 || argv[0] == "" {
		return "", errors.New("no program to run")
	}
	path, err := exec.LookPath(argv[0])
	if err != nil && !errors.Is(err, exec.ErrDot) {
		return "", NoProgram(argv[0], err)
	}
	return path, nil
}

// findAny takes whatever can be run: what it starts may be the one to steer.
func findAny(argv []string) (*program, error) {
	p, err := findProgram(argv)
	if errors.Is(err, ErrNotASan) {
		path, err := lookUp(argv)
		return &program{path: path}, err
	}
	return p, err
}

// findProgram looks argv[0] up and checks what it is.
func findProgram(argv []string) (*program, error) {
	path, err := lookUp(argv)
	if err != nil {
		return nil, err
	}
	f, err := elf.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: no ELF executable (%v)", path, ErrNotASan, err)
	}
	defer f.Close()
	needed, err := f.DynString(elf.DT_NEEDED)
	if err != nil && !errors.Is(err, elf.ErrNoSymbols) {
		return nil, fmt.Errorf("%s: dynamic section: %w", path, err)
	}
	for _, lib := range needed {
		if system.OwnerOf(lib) == system.ASan {
			return &program{path: path, runtime: lib}, nil
		}
	}
	if !hasSymbol(f, "__asan_init") {
		return nil, fmt.Errorf("%s: %w: build it with clang -fsanitize=address -g", path, ErrNotASan)
	}
	return &program{path: path}, nil
}

// hasSymbol ignores tables that are missing: a stripped program keeps one.
func hasSymbol(f *elf.File, name string) bool {
	dynamic, _ := f.DynamicSymbols()
	static, _ := f.Symbols()
	for _, table := range [][]elf.Symbol{dynamic, static} {
		for _, s := range table {
			if s.Name == name {
				return true
			}
		}
	}
	return false
}
