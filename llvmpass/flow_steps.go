//go:build llvm19

package llvmpass

// Steps: sites that come one after the other for sure are reported at once, by one
// hook behind the last of them (docs/trace-format.md, read and write with flag 7).
//
//  1. A basic block is cut at whatever else may be recorded or ends the block: calls,
//     atomics, fills; accesses of another line of the program's, too, for the hook's
//     place is theirs. Lines of the system's headers are not told apart.
//  2. A step takes the result of the call before it, accesses, and the call or
//     return at its end: sites whose numbers follow each other.
//  3. What it hands over are the words: the addresses that its accesses and objects
//     are at, without what is added to them by constants, each once; then what
//     it stores.

import (
	"encoding/binary"
	"path/filepath"
	"strconv"
	"strings"

	"sparseracer/llvmpass/llvmc"

	"tinygo.org/x/go-llvm"

	"sparseracer/internal/system"
)

// maxWords bounds what is handed over: in registers, and with the objects of a call.
const (
	maxWords     = 5
	maxCallWords = 8
)

// flowStep is one of them.
type flowStep struct {
	first, sites int
	accesses     int
	words        []llvm.Value
	values       []llvm.Value // what is stored
	at           llvm.Value   // its hook goes before this
	of           llvm.Value   // and has the place of this
}

func (s *flowStep) shape() uint32 {
	return uint32(len(s.words) | len(s.values)<<8 | s.accesses<<16 | s.sites<<24)
}

// stepper cuts a function into steps.
type stepper struct {
	*flowTable
	step   flowStep
	line   llvm.Metadata // of its accesses
	siteAt map[llvm.Value]int
	backAt map[llvm.Value]int // of calls
}

// block cuts a basic block.
func (p *stepper) block(b llvm.BasicBlock) {
	p.step = flowStep{}
	if call := p.invokeBefore(b); !call.IsNil() {
		p.back(call)
	}
	for inst := b.FirstInstruction(); !inst.IsNil(); inst = llvm.NextInstruction(inst) {
		site, ok := p.siteAt[inst]
		switch {
		case !ok:
			if inst == b.LastInstruction() || p.breaks(inst) {
				p.end(inst)
			}
		case p.sites[site].kind == siteCall:
			p.call(site, inst)
			if !p.isQuiet(inst) {
				p.end(inst)
			}
			if inst.InstructionOpcode() == llvm.Call {
				p.back(inst)
			}
		case p.sites[site].kind == siteReturn:
			p.take(site, inst)
			p.end(inst)
		case isMemset(inst):
			p.end(inst)
		default:
			p.access(site, inst)
		}
	}
}

// take adds a site.
func (p *stepper) take(site int, inst llvm.Value) {
	if p.step.sites == 0 {
		p.step.first = site
	}
	p.step.sites++
	if p.step.accesses == 0 {
		p.step.of = inst
	}
}

// back begins a step with the result of a call.
func (p *stepper) back(call llvm.Value) {
	if site, ok := p.backAt[call]; ok {
		p.take(site, call)
	}
}

// end ends a step before an instruction.
func (p *stepper) end(at llvm.Value) {
	if p.step.sites > 0 {
		p.step.at = at
		s := &p.sites[p.step.first]
		s.step, s.words = p.step.sites, len(p.step.words)
		p.steps = append(p.steps, p.step)
	}
	p.step = flowStep{}
}

func (p *stepper) access(site int, inst llvm.Value) {
	address, typ, stored := inst.Operand(0), inst.Type(), llvm.Value{}
	if inst.InstructionOpcode() == llvm.Store {
		address, typ = inst.Operand(1), inst.Operand(0).Type()
		if p.isNumber(inst.Operand(0).Type()) {
			stored = inst.Operand(0)
		}
	}
	base, offset := p.split(address)
	line := p.lineOf(inst)
	if p.step.accesses > 0 && !sameLine(p.line, line) ||
		len(p.step.words)+len(p.step.values)+2 > maxWords || p.step.sites >= 200 {
		p.end(inst)
	}
	p.take(site, inst)
	p.step.of, p.line = inst, line
	p.step.accesses++
	s := &p.sites[site]
	s.objects = []flowObject{{p.word(base), offset, p.storeSize(typ)}}
	if !stored.IsNil() {
		s.told = true
		p.step.values = append(p.step.values, stored)
	}
}

// call hands over the objects of a call.
func (p *stepper) call(site int, inst llvm.Value) {
	var list []int
	for k := range llvmc.ArgCount(inst) {
		if a := inst.Operand(k); a.Type().TypeKind() == llvm.PointerTypeKind && a.IsAConstantPointerNull().IsNil() &&
			a.IsAFunction().IsNil() && len(list) < maxCallWords && a.Type().PointerAddressSpace() == 0 && p.mayHand(a) {
			list = append(list, k)
		}
	}
	if len(p.step.words)+len(p.step.values)+len(list) > maxCallWords {
		p.end(inst)
	}
	p.take(site, inst)
	for _, k := range list {
		base, offset := p.split(inst.Operand(k))
		p.sites[site].objects = append(p.sites[site].objects, flowObject{p.word(base), offset, p.sizeBehind(inst, k)})
	}
}

// word is the number of an address among those of the step.
func (p *stepper) word(base llvm.Value) int {
	for i, w := range p.step.words {
		if w == base {
			return i
		}
	}
	p.step.words = append(p.step.words, base)
	return len(p.step.words) - 1
}

// split takes off an address what constants add to it.
func (t *flowTable) split(address llvm.Value) (base llvm.Value, offset int64) {
	for base = address; opcode(base) == llvm.GetElementPtr; base = base.Operand(0) {
		more, ok := t.constantOffset(base)
		if !ok {
			break
		}
		offset += more
	}
	return base, offset
}

// constantOffset is what a getelementptr adds, false if that varies.
func (t *flowTable) constantOffset(gep llvm.Value) (offset int64, ok bool) {
	typ := gep.GEPSourceElementType()
	for i := 1; i < gep.OperandsCount(); i++ {
		index := gep.Operand(i)
		if index.IsAConstantInt().IsNil() || index.Type().IntTypeWidth() > 64 {
			return 0, false
		}
		n := index.SExtValue()
		switch {
		case i == 1:
		case typ.TypeKind() == llvm.StructTypeKind:
			offset += int64(t.layout.ElementOffset(typ, int(n)))
			typ = typ.StructElementTypes()[n]
			continue
		case typ.TypeKind() == llvm.ArrayTypeKind:
			typ = typ.ElementType()
		default:
			return 0, false
		}
		if kind := typ.TypeKind(); kind == llvmc.ScalableVectorType || kind == llvmc.TargetExtType {
			return 0, false
		}
		offset += n * int64(t.layout.TypeAllocSize(typ))
	}
	return offset, true
}

// isNumber: asNumber has an answer.
func (t *flowTable) isNumber(typ llvm.Type) bool {
	switch typ.TypeKind() {
	case llvm.PointerTypeKind:
		return t.layout.TypeStoreSize(typ) == 8
	case llvm.FloatTypeKind, llvm.DoubleTypeKind:
		return true
	case llvm.IntegerTypeKind:
		return typ.IntTypeWidth() <= 64
	}
	return false
}

// lineOf is the place in the source that a report is to be right about: the line of the
// program's own, however deep it is in functions of a library's headers that were
// put in its place; nil in a function of such a header.
func (t *flowTable) lineOf(inst llvm.Value) llvm.Metadata {
	loc := inst.InstructionDebugLoc()
	for loc.C != nil && t.isLibrary(loc.LocationScope().ScopeFile()) {
		loc = loc.LocationInlinedAt()
	}
	return loc
}

// isLibrary: a header that came with the system.
func (t *flowTable) isLibrary(file llvm.Metadata) bool {
	is, known := t.library[file]
	if !known && file.C != nil {
		name := file.FileFilename()
		if !filepath.IsAbs(name) {
			name = filepath.Join(file.FileDirectory(), name)
		}
		is = system.IsInstalled(name)
		t.library[file] = is
	}
	return is
}

func sameLine(a, b llvm.Metadata) bool {
	if a.C == b.C || a.C == nil || b.C == nil {
		return a.C == b.C
	}
	return a.LocationLine() == b.LocationLine() && a.LocationScope().C == b.LocationScope().C &&
		a.LocationInlinedAt().C == b.LocationInlinedAt().C
}

// breaks: another hook may stand here, or what is called may record.
func (t *flowTable) breaks(inst llvm.Value) bool {
	switch inst.InstructionOpcode() {
	case llvm.Call, llvm.Invoke, llvmc.CallBr:
		callee := inst.CalledValue().IsAFunction()
		return callee.IsNil() || !isIntrinsic(inst) || !t.harmless(callee)
	case llvm.Load, llvm.Store:
		return inst.Ordering() != llvm.AtomicOrderingNotAtomic
	case llvmc.AtomicRMW, llvmc.AtomicCmpXchg:
		return true
	}
	return false
}

// quiet are functions of libc that come back without having run anything that could
// record: a step goes on behind them.
var quiet = map[string]bool{
	"memcmp": true, "bcmp": true, "memchr": true, "memrchr": true, "strlen": true, "strnlen": true, "strcmp": true, "strncmp": true,
	"strcasecmp": true, "strncasecmp": true, "strchr": true, "strrchr": true, "strstr": true, "strspn": true, "strcspn": true, "strpbrk": true,
	"wcslen": true, "wmemcmp": true, "tolower": true, "toupper": true, "isalnum": true, "isalpha": true, "isdigit": true, "isspace": true,
	"isupper": true, "islower": true, "isxdigit": true, "isprint": true, "ispunct": true, "atoi": true, "atol": true, "atof": true,
	"strtol": true, "strtoul": true, "strtod": true, "abs": true, "labs": true, "div": true, "ldiv": true,
	"sqrt": true, "pow": true, "exp": true, "log": true, "log10": true, "sin": true, "cos": true, "tan": true, "atan": true, "atan2": true,
	"floor": true, "ceil": true, "round": true, "fmod": true, "hypot": true, "lround": true, "sqrtf": true, "powf": true, "sinf": true, "cosf": true,
}

func (t *flowTable) isQuiet(call llvm.Value) bool {
	callee := call.CalledValue().IsAFunction()
	return !callee.IsNil() && callee.IsDeclaration() && quiet[callee.Name()] && call.InstructionOpcode() == llvm.Call
}

// harmless: an intrinsic that touches no memory, or nothing but its bookkeeping.
func (t *flowTable) harmless(intrinsic llvm.Value) bool {
	for _, prefix := range []string{"llvm.dbg.", "llvm.lifetime.", "llvm.assume", "llvm.experimental.noalias"} {
		if strings.HasPrefix(intrinsic.Name(), prefix) {
			return true
		}
	}
	memory := intrinsic.GetEnumFunctionAttribute(t.kinds.memory)
	return !memory.IsNil() && memory.GetEnumValue() == 0
}

// invokeBefore is the invoke that comes back to a block, which nothing else does.
func (t *flowTable) invokeBefore(b llvm.BasicBlock) llvm.Value {
	u := b.AsValue().FirstUse()
	if u.IsNil() || !u.NextUse().IsNil() {
		return llvm.Value{}
	}
	if by := u.User(); !by.IsAInvokeInst().IsNil() && by.Successor(0) == b {
		return by
	}
	return llvm.Value{}
}

// tell inserts the hook of a step. Words are pointers: an address that is made a
// number looks as if it got away (escape.go).
func (t *flowTable) tell(s *flowStep) {
	args := append([]llvm.Value{t.number(s.first)}, s.words...)
	for _, v := range s.values {
		if v.Type().TypeKind() != llvm.PointerTypeKind {
			v = t.builder.CreateIntToPtr(t.asNumber(s.at, v), t.ptr(), "")
			if !v.IsAInstruction().IsNil() {
				t.locate(v, s.of)
			}
		}
		args = append(args, v)
	}
	words := len(args) - 1
	if words > maxWords {
		words = maxCallWords
	}
	for len(args) <= words {
		args = append(args, llvm.ConstPointerNull(t.ptr()))
	}
	t.insertHook(s.at, s.of, "flow_step"+strconv.Itoa(words), args...)
}

// flowObject is memory that a site is about: a word of the step, what is added to
// it, and a number of bytes, 0 = unknown.
type flowObject struct {
	word   int
	offset int64
	size   uint64
}

// layout is how a site's part of its step is to be read: how many sites the step that
// begins here has, 0 = none, and its addresses; then, by kind, what is accessed and
// whether a value follows, or the objects of a call.
func (s *flowSite) layout(out []byte) []byte {
	out = binary.AppendUvarint(out, uint64(s.step))
	if s.step > 0 {
		out = binary.AppendUvarint(out, uint64(s.words))
	}
	objects := s.objects
	switch s.kind {
	case siteRead, siteWrite:
		if len(objects) == 0 {
			objects = []flowObject{{}} // reported by itself
		}
	case siteCall:
		out = binary.AppendUvarint(out, uint64(len(objects)))
	}
	for _, o := range objects {
		out = binary.AppendUvarint(out, o.size)
		out = binary.AppendUvarint(out, uint64(o.word))
		out = binary.AppendVarint(out, o.offset)
	}
	if s.kind == siteWrite {
		told := byte(0)
		if s.told {
			told = 1
		}
		out = append(out, told)
	}
	return out
}
