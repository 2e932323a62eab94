package moc

import (
	"maps"

	"sparseracer/internal/machine"

	"golang.org/x/arch/x86/x86asm"
)

// called follows qt_static_metacall(object, InvokeMetaMethod, number, arguments) to the
// function that it calls on the object. What is known of the registers is followed, so
// that the compares and the jump table of the numbers can be.
func (m *image) called(metacall uint64, number int) (uint64, bool) {
	within, ok := m.Around(metacall)
	if !ok {
		return 0, false
	}
	w := &way{m: m, within: within, at: metacall, regs: map[x86asm.Reg]value{
		x86asm.RDI: {kind: isObject}, x86asm.RSI: {kind: isNumber}, x86asm.RDX: {isIndex, uint64(number)}}}
	w.walk(forksMax)
	return w.target, w.target != 0 && w.ended
}

const (
	stepsMax = 400 // of one way
	forksMax = 5   // branches, one after another
)

// walk goes on to the end. Where that is not known, it goes both ways (what a method
// returned is stored if it is asked for, a string let go if nobody else has it), and
// they have to agree.
func (w *way) walk(forks int) {
	for range stepsMax {
		if w.step() {
			continue
		}
		if w.fork == 0 || forks == 0 {
			return
		}
		other := *w
		other.regs = maps.Clone(w.regs)
		other.at, other.fork, w.at, w.fork = w.fork, 0, w.next, 0
		other.walk(forks - 1)
		w.walk(forks - 1)
		w.ended = w.ended && other.ended && w.target == other.target
		return
	}
}

// value is what a register holds.
type value struct {
	kind valueKind
	n    uint64
}

type valueKind uint8

const (
	isUnknown valueKind = iota
	isNumber
	isIndex // the method's number
	isObject
)

func (v value) known() bool { return v.kind == isNumber || v.kind == isIndex }

type way struct {
	m      *image
	within machine.Extent
	at     uint64
	regs   map[x86asm.Reg]value
	// what was compared last, if both sides are known
	compared    bool
	left, right uint32
	examined    bool   // the method's number was looked at
	target      uint64 // the one call on the object
	ended       bool   // the way came to its end, with no second one
	fork, next  uint64 // where a branch leads to of which nothing is known, taken and not; 0 = there is none
}

// step does one instruction; false: that was the last.
func (w *way) step() bool {
	code := w.m.At(w.at)
	if w.at < w.within.Start || w.at >= w.within.End || len(code) == 0 {
		return false
	}
	if len(code) >= 4 && code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e && code[3] == 0xfa { // endbr64
		w.at += 4
		return true
	}
	in, err := x86asm.Decode(code[:min(len(code), 15)], 64)
	if err != nil {
		return false
	}
	next := w.at + uint64(in.Len)
	switch in.Op {
	case x86asm.RET:
		w.ended = true
		return false
	case x86asm.CALL:
		return w.call(in, next)
	case x86asm.JMP:
		return w.jump(in, next)
	case x86asm.CMP, x86asm.TEST:
		w.compare(in)
		w.spared(in)
	default:
		if taken, is := w.branch(in.Op); is {
			return w.choose(in, next, taken)
		}
		w.move(in, next)
	}
	w.at = next
	return true
}

// choose goes on at a branch, or says where it leads to.
func (w *way) choose(in x86asm.Inst, next uint64, taken bool) bool {
	rel, ok := in.Args[0].(x86asm.Rel)
	if !ok {
		return false
	}
	to := next + uint64(int64(rel))
	if !w.compared {
		w.fork, w.next = to, next
		return false
	}
	if w.at = next; taken {
		w.at = to
	}
	return true
}

// call takes note of one on the object; a second one means that the method's own body
// is here.
func (w *way) call(in x86asm.Inst, next uint64) bool {
	rel, direct := in.Args[0].(x86asm.Rel)
	if w.regs[x86asm.RDI].kind == isObject {
		if w.target != 0 || !direct || !w.examined {
			w.target = 0
			return false
		}
		w.target = next + uint64(int64(rel))
	}
	for _, r := range []x86asm.Reg{x86asm.RAX, x86asm.RCX, x86asm.RDX, x86asm.RSI, x86asm.RDI, x86asm.R8, x86asm.R9, x86asm.R10, x86asm.R11} {
		delete(w.regs, r)
	}
	w.compared = false
	w.at = next
	return true
}

func (w *way) jump(in x86asm.Inst, next uint64) bool {
	to, ok := uint64(0), false
	switch a := in.Args[0].(type) {
	case x86asm.Rel:
		to, ok = next+uint64(int64(a)), true
	case x86asm.Reg:
		v := w.regs[a]
		to, ok = v.n, v.known()
	}
	if !ok {
		w.target = 0
		return false
	}
	if to >= w.within.Start && to < w.within.End {
		w.at = to
		return true
	}
	// The last call of all, as a jump; or a part of the function that the compiler has
	// put elsewhere, and that looks at the number itself.
	if part, begins := w.m.Around(to); !w.examined && begins && part.Start == to && w.target == 0 && part != w.within {
		w.at, w.within = to, part
		return true
	}
	if w.regs[x86asm.RDI].kind == isObject {
		if w.target != 0 || !w.examined {
			w.target = 0
			return false
		}
		w.target = to
	}
	w.ended = true
	return false
}

// spared: what is compared with the stack protector's word is equal.
func (w *way) spared(in x86asm.Inst) {
	for _, a := range in.Args {
		if m, is := a.(x86asm.Mem); is && m.Segment == x86asm.FS {
			w.compared, w.left, w.right = true, 0, 0
		}
	}
}

func (w *way) compare(in x86asm.Inst) {
	left, ok1 := w.operand(in.Args[0])
	right, ok2 := w.operand(in.Args[1])
	for _, a := range in.Args[:2] {
		if r, isReg := a.(x86asm.Reg); isReg && w.regs[machine.Whole(r)].kind == isIndex {
			w.examined = true
		}
	}
	if in.Op == x86asm.TEST {
		left, right = left&right, 0
	}
	w.compared, w.left, w.right = ok1 && ok2, uint32(left), uint32(right)
}

// operand is a number that is known.
func (w *way) operand(a x86asm.Arg) (uint64, bool) {
	switch a := a.(type) {
	case x86asm.Imm:
		return uint64(int64(a)), true
	case x86asm.Reg:
		v := w.regs[machine.Whole(a)]
		return v.n, v.known()
	}
	return 0, false
}

// branch: is the operation one that depends on a compare, and is it taken?
func (w *way) branch(op x86asm.Op) (taken, is bool) {
	l, r := w.left, w.right
	switch op {
	case x86asm.JE:
		return l == r, true
	case x86asm.JNE:
		return l != r, true
	case x86asm.JA:
		return l > r, true
	case x86asm.JAE:
		return l >= r, true
	case x86asm.JB:
		return l < r, true
	case x86asm.JBE:
		return l <= r, true
	case x86asm.JG:
		return int32(l) > int32(r), true
	case x86asm.JGE:
		return int32(l) >= int32(r), true
	case x86asm.JL:
		return int32(l) < int32(r), true
	case x86asm.JLE:
		return int32(l) <= int32(r), true
	case x86asm.JS:
		return int32(l-r) < 0, true
	case x86asm.JNS:
		return int32(l-r) >= 0, true
	}
	return false, false
}

// move keeps what is known: numbers, and where the object is. All else that writes a
// register makes it unknown.
func (w *way) move(in x86asm.Inst, next uint64) {
	to, ok := in.Args[0].(x86asm.Reg)
	if in.Op == x86asm.PUSH || in.Op == x86asm.NOP {
		return
	}
	if in.Op != x86asm.MOV && in.Op != x86asm.LEA && in.Op != x86asm.MOVSXD && in.Op != x86asm.MOVZX {
		w.compared = false // most others set the flags
		w.spared(in)
	}
	if !ok {
		return // to memory
	}
	if v := w.moved(in, to, next); v.kind == isUnknown {
		delete(w.regs, machine.Whole(to))
	} else {
		w.regs[machine.Whole(to)] = v
	}
}

// moved is what the register holds after that.
func (w *way) moved(in x86asm.Inst, to x86asm.Reg, next uint64) (v value) {
	switch in.Op {
	case x86asm.MOV:
		if from, isReg := in.Args[1].(x86asm.Reg); isReg {
			v = w.regs[machine.Whole(from)]
		} else if n, known := w.operand(in.Args[1]); known {
			v = value{isNumber, n}
		}
	case x86asm.LEA:
		if mem, isMem := in.Args[1].(x86asm.Mem); isMem && mem.Base == x86asm.RIP {
			v = value{isNumber, next + uint64(mem.Disp)}
		}
	case x86asm.MOVSXD:
		v = w.extended(in.Args[1])
	case x86asm.ADD:
		left, ok1 := w.operand(to)
		right, ok2 := w.operand(in.Args[1])
		if ok1 && ok2 {
			v = value{isNumber, left + right}
		}
	case x86asm.OR:
		v = w.joined(to, in.Args[1])
	case x86asm.XOR:
		if from, isReg := in.Args[1].(x86asm.Reg); isReg && from == to {
			v = value{kind: isNumber}
		}
	}
	return v
}

// joined: both are zero, the call's kind and the number? So a class with one method asks.
func (w *way) joined(to x86asm.Reg, a x86asm.Arg) value {
	left, ok1 := w.operand(to)
	right, ok2 := w.operand(a)
	if !ok1 || !ok2 {
		return value{}
	}
	from, _ := a.(x86asm.Reg)
	w.examined = w.examined || w.regs[machine.Whole(to)].kind == isIndex || w.regs[machine.Whole(from)].kind == isIndex
	w.compared, w.left, w.right = true, uint32(left|right), 0
	return value{isNumber, left | right}
}

// extended is an entry of the jump table, or a register's low half.
func (w *way) extended(a x86asm.Arg) value {
	switch a := a.(type) {
	case x86asm.Reg:
		if v := w.regs[machine.Whole(a)]; v.known() {
			return value{v.kind, uint64(int64(int32(v.n)))}
		}
	case x86asm.Mem:
		base, index := w.regs[a.Base], w.regs[a.Index]
		if base.kind == isNumber && index.known() {
			w.examined = w.examined || index.kind == isIndex
			if n, ok := w.m.Word(base.n + index.n*uint64(a.Scale) + uint64(a.Disp)); ok {
				return value{isNumber, uint64(int64(int32(n)))}
			}
		}
	}
	return value{}
}
