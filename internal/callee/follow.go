package callee

import (
	"slices"

	"golang.org/x/arch/x86/x86asm"

	"sparseracer/internal/machine"
)

// A function is followed from its start, on all ways that a pointer to something that is
// gone can take, with what is known of where that pointer is: registers, and words of the
// frame.

// arguments are the registers of the psABI that arguments go in.
var arguments = [...]x86asm.Reg{x86asm.RDI, x86asm.RSI, x86asm.RDX, x86asm.RCX, x86asm.R8, x86asm.R9}

// scratch are those that a call does not keep.
var scratch = []x86asm.Reg{x86asm.RAX, x86asm.RCX, x86asm.RDX, x86asm.RSI, x86asm.RDI, x86asm.R8, x86asm.R9, x86asm.R10, x86asm.R11}

// state is what is known at an instruction.
type state struct {
	regs     uint32          // a bit for each that holds the pointer, or one into the object
	words    [wordsMax]int32 // of the frame that do, from where the stack was at the start; 0: none
	sp       int32
	base     int32 // where rbp points to, if framed
	framed   bool
	compared bool // the last compare was of the pointer
}

const (
	wordsMax  = 4
	statesMax = 3 // of one instruction
)

// verdict is that of a function and a register, looked for once.
func (p *Program) verdict(k key, depth int) Verdict {
	if v, known := p.known[k]; known {
		return v
	}
	if k.file.open(); k.file.image == nil || depth == 0 {
		return Unknown
	}
	p.known[k] = Leaves // a call of itself says nothing new
	v := p.follow(k, depth)
	p.known[k] = v
	return v
}

// walk is one function.
type walk struct {
	*Program
	file    *File
	start   uint64
	depth   int
	todo    []todo
	seen    map[uint64][]state
	unknown bool // a way was lost
}

type todo struct {
	at uint64
	s  state
}

func (p *Program) follow(k key, depth int) Verdict {
	w := &walk{Program: p, file: k.file, start: k.addr, depth: depth, seen: map[uint64][]state{}}
	w.todo = []todo{{k.addr, state{regs: bit(arguments[k.register])}}}
	for steps := 0; len(w.todo) > 0; steps++ {
		t := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		if t.s.regs == 0 && t.s.words == [wordsMax]int32{} || slices.Contains(w.seen[t.at], t.s) {
			continue
		}
		if steps > stepsMax || len(w.seen[t.at]) >= statesMax {
			w.unknown = true
			continue
		}
		w.seen[t.at] = append(w.seen[t.at], t.s)
		if w.step(t.at, t.s) {
			return Looks
		}
	}
	if w.unknown {
		return Unknown
	}
	return Leaves
}

func bit(r x86asm.Reg) uint32 {
	if r = machine.Whole(r); r < x86asm.RAX || r > x86asm.R15 {
		return 0
	}
	return 1 << (r - x86asm.RAX)
}

func (s *state) holds(a x86asm.Arg) bool {
	switch a := a.(type) {
	case x86asm.Reg:
		return s.regs&bit(a) != 0
	case x86asm.Mem:
		at, ok := s.word(a)
		return ok && slices.Contains(s.words[:], at)
	}
	return false
}

// word is the place in the frame of what is in memory.
func (s *state) word(m x86asm.Mem) (at int32, ok bool) {
	switch {
	case m.Index != 0 || m.Segment != 0:
		return 0, false
	case m.Base == x86asm.RSP:
		return s.sp + int32(m.Disp), true
	case m.Base == x86asm.RBP && s.framed:
		return s.base + int32(m.Disp), true
	}
	return 0, false
}

// set says whether a register or a word of the frame holds the pointer from here on.
func (s *state) set(a x86asm.Arg, holds bool) {
	switch a := a.(type) {
	case x86asm.Reg:
		if s.regs &^= bit(a); holds {
			s.regs |= bit(a)
		}
		if machine.Whole(a) == x86asm.RBP {
			s.framed = false
		}
	case x86asm.Mem:
		if at, ok := s.word(a); ok {
			s.put(at, holds)
		}
	}
}

func (s *state) put(at int32, holds bool) {
	i := slices.Index(s.words[:], at)
	if i < 0 && holds {
		i = slices.Index(s.words[:], 0)
	}
	if i < 0 {
		return
	}
	if s.words[i] = 0; holds {
		s.words[i] = at
	}
}

// step does one instruction; true: it looks at what the pointer points to.
func (w *walk) step(at uint64, s state) bool {
	in, next, ok := w.file.decode(at)
	if !ok {
		w.unknown = true
		return false
	}
	if in.Op != x86asm.LEA && in.Op != x86asm.NOP && reads(in, &s) {
		return true
	}
	switch in.Op {
	case x86asm.RET, x86asm.UD2, x86asm.HLT:
		return false
	case x86asm.CALL:
		if w.called(in, next, &s) {
			return true
		}
	case x86asm.JMP:
		return w.jump(in, next, s)
	case x86asm.CMP, x86asm.TEST:
		s.compared = s.holds(in.Args[0]) || s.holds(in.Args[1])
	default:
		if to, is := branchTo(in, next); is {
			w.branch(in.Op, to, next, s)
			return false
		}
		s.move(in)
	}
	w.todo = append(w.todo, todo{next, s})
	return false
}

// reads: an operand in memory is at the pointer, or near it.
func reads(in x86asm.Inst, s *state) bool {
	for _, a := range in.Args {
		if m, is := a.(x86asm.Mem); is && m.Segment == 0 && m.Base != 0 && m.Base != x86asm.RIP && s.regs&bit(m.Base) != 0 {
			return true
		}
	}
	return false
}

// called follows a call that hands the pointer on.
func (w *walk) called(in x86asm.Inst, next uint64, s *state) bool {
	looks := w.hands(in, next, s)
	for _, r := range scratch {
		s.regs &^= bit(r)
	}
	s.compared = false
	return looks
}

func (w *walk) hands(in x86asm.Inst, next uint64, s *state) bool {
	for k, r := range arguments {
		if s.regs&bit(r) == 0 {
			continue
		}
		to, ok := w.target(w.file, in, next)
		if !ok {
			w.unknown = true
			return false
		}
		switch w.verdict(key{to, k}, w.depth-1) {
		case Looks:
			return true
		case Unknown:
			w.unknown = true
		}
	}
	return false
}

func (w *walk) jump(in x86asm.Inst, next uint64, s state) bool {
	rel, direct := in.Args[0].(x86asm.Rel)
	if direct {
		to := next + uint64(int64(rel))
		if _, begins := w.file.image.Starts(to); !begins {
			if in, ok := w.file.image.Around(to); ok && to > in.Start {
				w.todo = append(w.todo, todo{to, s})
				return false
			}
		} else if to == w.start {
			w.todo = append(w.todo, todo{to, s})
			return false
		}
	}
	return w.hands(in, next, &s) // the last call of all
}

// branch goes both ways, but not where something equals the pointer, or it is null.
func (w *walk) branch(op x86asm.Op, to, next uint64, s state) {
	compared := s.compared
	if !compared || op != x86asm.JE {
		w.todo = append(w.todo, todo{to, s})
	}
	if !compared || op != x86asm.JNE {
		w.todo = append(w.todo, todo{next, s})
	}
}

// branchTo is where a conditional jump leads to.
func branchTo(in x86asm.Inst, next uint64) (to uint64, is bool) {
	switch in.Op {
	case x86asm.JA, x86asm.JAE, x86asm.JB, x86asm.JBE, x86asm.JE, x86asm.JNE, x86asm.JG, x86asm.JGE, x86asm.JL, x86asm.JLE,
		x86asm.JS, x86asm.JNS, x86asm.JO, x86asm.JNO, x86asm.JP, x86asm.JNP, x86asm.JRCXZ, x86asm.JECXZ:
		rel, ok := in.Args[0].(x86asm.Rel)
		return next + uint64(int64(rel)), ok
	}
	return 0, false
}

// move keeps what is known of where the pointer is, and of the stack.
func (s *state) move(in x86asm.Inst) {
	to := in.Args[0]
	if in.Op != x86asm.MOV && in.Op != x86asm.LEA && in.Op != x86asm.PUSH && in.Op != x86asm.POP {
		s.compared = false // most others set the flags
	}
	switch in.Op {
	case x86asm.PUSH:
		s.sp -= 8
		s.put(s.sp, s.holds(to))
	case x86asm.POP:
		holds := slices.Contains(s.words[:], s.sp)
		s.put(s.sp, false)
		s.sp += 8
		s.set(to, holds)
	case x86asm.ADD, x86asm.SUB:
		s.shift(in)
	case x86asm.AND:
		if to == x86asm.RSP {
			return // aligned: what lies below is found from there
		}
		s.set(to, false)
	case x86asm.MOV:
		holds := s.holds(in.Args[1])
		s.set(to, holds)
		if to == x86asm.RBP && in.Args[1] == x86asm.RSP {
			s.base, s.framed = s.sp, true
		}
	case x86asm.LEA:
		m, _ := in.Args[1].(x86asm.Mem)
		if to == x86asm.RSP {
			if at, ok := s.word(m); ok {
				s.sp = at
			}
			return
		}
		s.set(to, s.regs&bit(m.Base) != 0 && m.Base != 0)
	case x86asm.LEAVE:
		s.sp = s.base + 8
		s.set(x86asm.RBP, false)
	case x86asm.CMOVE, x86asm.CMOVNE, x86asm.CMOVA, x86asm.CMOVB, x86asm.CMOVS, x86asm.CMOVNS, x86asm.CMOVG, x86asm.CMOVL:
		if s.holds(in.Args[1]) {
			s.set(to, true)
		}
	case x86asm.NOP:
	default:
		s.set(to, false)
	}
}

func (s *state) shift(in x86asm.Inst) {
	n, isNumber := in.Args[1].(x86asm.Imm)
	switch {
	case in.Args[0] != x86asm.RSP:
		if !isNumber {
			s.set(in.Args[0], s.holds(in.Args[0]) || in.Op == x86asm.ADD && s.holds(in.Args[1]))
		}
	case isNumber && in.Op == x86asm.SUB:
		s.sp -= int32(n)
	case isNumber:
		s.sp += int32(n)
	}
}
