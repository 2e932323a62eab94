// Package callee says whether a function that a program calls looks at what it is handed a
// pointer to: by the function's machine code. A compiler sees only the call, and a library's
// code is not recorded.
//
// The rules it keeps:
//   - The pointer is to something that is gone: it is null nowhere, and equals nothing. So a
//     function that compares it with what it has (the index of a tab, an entry to be removed)
//     does not look at it, whatever it does with the one that is equal.
//   - To keep a pointer is not to look at what it points to.
//   - What cannot be followed (a virtual call that takes the pointer along) is unknown.
//   - A file is untrusted: every search is bounded.
package callee

import (
	"debug/elf"
	"encoding/binary"
	"slices"

	"sparseracer/internal/machine"
	"sparseracer/internal/system"

	"golang.org/x/arch/x86/x86asm"
)

// Verdict says what a function does with a pointer.
type Verdict uint8

const (
	Unknown Verdict = iota
	Looks           // it reads or writes what the pointer points to
	Leaves          // it does not
	Own             // its own accesses are recorded
)

// File is one of a program's. Its code is read once it is asked for.
type File struct {
	Path     string
	Recorded bool // our compilers made it

	opened  bool
	image   *machine.Image
	symbols map[string]uint64 // functions that it exports
	slots   map[uint64]string // by address of a pointer that the loader fills in: the symbol
}

// Program is the files of a recorded one, in the order in which symbols are looked for.
type Program struct {
	files []*File
	known map[key]Verdict
}

// function is one of a file; key adds the register that the pointer is in.
type function struct {
	file *File
	addr uint64
}

type key struct {
	function
	register int
}

// New opens nothing yet.
func New(files []*File) *Program { return &Program{files, map[key]Verdict{}} }

// Call says what the function that is called next, at an address of a file, does with the
// pointer that it is handed in a register (by the order of arguments).
func (p *Program) Call(in int, at uint64, register int) Verdict {
	to, ok := p.called(in, at)
	switch {
	case !ok || register < 0 || register >= len(arguments):
		return Unknown
	case to.file.Recorded:
		return Own
	}
	return p.verdict(key{to, register}, depthMax)
}

// IsOwn: the function that is called next is of a file that our compilers made.
func (p *Program) IsOwn(in int, at uint64) bool {
	to, ok := p.called(in, at)
	return ok && to.file.Recorded
}

// Called is the function that is called next, by its file's number and its address there;
// false if it is not of a file that our compilers made.
func (p *Program) Called(in int, at uint64) (file int, addr uint64, ok bool) {
	to, ok := p.called(in, at)
	if !ok || !to.file.Recorded {
		return 0, 0, false
	}
	return slices.Index(p.files, to.file), to.addr, true
}

// called is the function that is called next.
func (p *Program) called(in int, at uint64) (to function, ok bool) {
	if in < 0 || in >= len(p.files) {
		return to, false
	}
	f := p.files[in]
	if f.open(); f.image == nil {
		return to, false
	}
	var from loaded
	for range callMax {
		in, next, ok := f.decode(at)
		if !ok {
			return to, false
		}
		if in.Op == x86asm.CALL && from.isHook(f, in, next) {
			at = next
			continue
		}
		from.note(in, next)
		if in.Op == x86asm.CALL || in.Op == x86asm.JMP {
			if to, ok := p.target(f, in, next); ok || in.Op == x86asm.CALL {
				return to, ok
			}
			rel, direct := in.Args[0].(x86asm.Rel)
			if !direct {
				return to, false
			}
			next += uint64(int64(rel))
		}
		at = next
	}
	return to, false
}

// loaded is the register that a pointer was last loaded into, and where that lies.
type loaded struct {
	register x86asm.Reg
	slot     uint64
}

func (l *loaded) note(in x86asm.Inst, next uint64) {
	register, ok := in.Args[0].(x86asm.Reg)
	if m, far := in.Args[1].(x86asm.Mem); ok && far && in.Op == x86asm.MOV && m.Base == x86asm.RIP && m.Index == 0 {
		*l = loaded{register, next + uint64(m.Disp)}
	} else if ok && register == l.register {
		*l = loaded{}
	}
}

// isHook: a call is of the recorder's, which code that is not optimised calls before the
// program's own call.
func (l *loaded) isHook(f *File, call x86asm.Inst, next uint64) bool {
	switch a := call.Args[0].(type) {
	case x86asm.Reg:
		return a == l.register && system.IsOwnFunction(f.slots[l.slot])
	case x86asm.Mem:
		return a.Base == x86asm.RIP && a.Index == 0 && system.IsOwnFunction(f.slots[next+uint64(a.Disp)])
	case x86asm.Rel:
		stub, after, ok := f.decode(next + uint64(int64(a)))
		_, far := stub.Args[0].(x86asm.Mem)
		return ok && far && stub.Op == x86asm.JMP && l.isHook(f, stub, after)
	}
	return false
}

const (
	callMax  = 64   // instructions up to a call
	depthMax = 6    // calls within each other
	stepsMax = 4000 // instructions of one function
	fileMax  = 1 << 20
)

func (f *File) open() {
	if f.opened {
		return
	}
	f.opened = true
	e, err := elf.Open(f.Path)
	if err != nil {
		return
	}
	defer e.Close()
	if text := e.Section(".text"); text == nil || text.Type != elf.SHT_PROGBITS {
		return
	}
	f.image, f.symbols, f.slots = machine.Open(e), map[string]uint64{}, map[uint64]string{}
	syms, err := e.DynamicSymbols()
	if err != nil || len(syms) > fileMax {
		return
	}
	for _, s := range syms {
		if s.Section != elf.SHN_UNDEF && elf.ST_TYPE(s.Info) == elf.STT_FUNC {
			f.symbols[s.Name] = s.Value
		}
	}
	for _, s := range e.Sections {
		if s.Type != elf.SHT_RELA || s.Size > fileMax*entry {
			continue
		}
		data, err := s.Data()
		if err != nil {
			continue
		}
		for ; len(data) >= entry; data = data[entry:] {
			info := binary.LittleEndian.Uint64(data[8:])
			if kind, sym := elf.R_X86_64(uint32(info)), info>>32; (kind == elf.R_X86_64_JMP_SLOT || kind == elf.R_X86_64_GLOB_DAT) && sym > 0 && sym <= uint64(len(syms)) {
				f.slots[binary.LittleEndian.Uint64(data)] = syms[sym-1].Name
			}
		}
	}
}

const entry = 24 // bytes, of a relocation

// decode gives an instruction, and where the next one is.
func (f *File) decode(at uint64) (in x86asm.Inst, next uint64, ok bool) {
	for {
		code := f.image.At(at)
		if len(code) >= 4 && code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e && code[3] == 0xfa { // endbr64
			at += 4
			continue
		}
		if len(code) > 0 && code[0] == 0xf2 { // bnd
			at++
			continue
		}
		in, err := x86asm.Decode(code[:min(len(code), 15)], 64)
		return in, at + uint64(in.Len), err == nil
	}
}

// target is the function that a call or a jump goes to; false if it is none, or not known.
func (p *Program) target(f *File, in x86asm.Inst, next uint64) (to function, ok bool) {
	switch a := in.Args[0].(type) {
	case x86asm.Rel:
		addr := next + uint64(int64(a))
		if _, begins := f.image.Starts(addr); begins {
			if stub, after, ok := f.decode(addr); !ok || stub.Op != x86asm.JMP {
				return function{f, addr}, true
			} else if _, far := stub.Args[0].(x86asm.Mem); !far {
				return function{f, addr}, true
			} else {
				return p.target(f, stub, after)
			}
		}
		if stub, after, ok := f.decode(addr); ok && stub.Op == x86asm.JMP { // of the procedure linkage table
			if _, far := stub.Args[0].(x86asm.Mem); far {
				return p.target(f, stub, after)
			}
		}
	case x86asm.Mem:
		if a.Base == x86asm.RIP && a.Index == 0 {
			slot := next + uint64(a.Disp)
			if name := f.slots[slot]; name != "" {
				return p.exported(name)
			}
			if addr, ok := f.image.Pointers[slot]; ok {
				return function{f, addr}, true
			}
		}
	}
	return to, false
}

// exported looks for a symbol as the loader does.
func (p *Program) exported(name string) (to function, ok bool) {
	for _, f := range p.files {
		if f.open(); f.image == nil {
			continue
		}
		if addr, ok := f.symbols[name]; ok {
			return function{f, addr}, true
		}
	}
	return to, false
}
