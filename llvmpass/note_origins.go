//go:build llvm19

package llvmpass

// noteOrigins says of each access and call where its pointers came from and what
// decided that it is come to, in a section that no segment loads: it costs an
// instruction without effect (docs/trace-language.md, Origins).
//
//  1. Hooks that report an access, and the program's calls, are numbered; a load has
//     the number of the hook that reports it.
//  2. Slices (slice.go) of what they use end at these numbers, at results of calls and
//     at arguments. A load from the function's own frame is what was stored there.
//  3. A label goes before each: an assembler's line that puts the address of the
//     instruction behind it, and what is known of it, into the section
//     (internal/sites reads it). inlineHooks takes the label of a hook along to where
//     it calls the recorder.
//
// Numbers are a module's, so a label has the module's name, too: a hash.

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"strings"

	"sparseracer/internal/sites"
	"sparseracer/llvmpass/llvmc"

	"tinygo.org/x/go-llvm"
)

// origin is one of them.
type origin struct {
	kind             sites.OriginKind
	number, function int
	flags            int
	member           uint64 // what a read reads, by the member's name and place; 0: unknown
	address, control []dep  // of a function: what it gives back
	args             [][]dep
	earlier          int          // read of the same memory, 0: none
	looked           int          // of a call: the number of what it looks up by its first argument, 0: nothing
	fills            []llvm.Value // of a read: the calls that filled the list of which it reads an item
	before           llvm.Value
}

// originTable is those of a module.
type originTable struct {
	*flowTable
	list   []origin
	number int // the last one
	cells  map[cell]int
	filled map[llvm.Value][]dep // by variable of the function: the numbers of what calls looked up, and put there
	errors map[llvm.Value][]dep // likewise: of the answers whose errors come there
}

// cell is memory that a function reads: behind a pointer that it has once, or keeps in a
// place of its frame that is written once.
type cell struct {
	base   llvm.Value
	offset int64
	size   uint64
}

func noteOrigins(m *module) {
	if m.flow || !strings.HasPrefix(m.Target(), "x86_64") || m.layout.PointerSize() != 8 || strings.Contains(m.Target(), "windows") || strings.Contains(m.Target(), "apple") {
		return
	}
	t := &originTable{flowTable: &flowTable{module: m}}
	for _, f := range m.functions {
		t.function(f)
	}
	bodies, hash := make([][]byte, len(t.list)), fnv.New64a()
	hash.Write([]byte(llvmc.SourceFileName(m.Module)))
	for i := range t.list {
		bodies[i] = t.list[i].encode()
		hash.Write(bodies[i])
	}
	for i := range t.list {
		m.insertLabel(t.list[i].before, hash.Sum64(), bodies[i])
	}
}

// accessHooks report memory at their first argument; those that read are `true`.
var accessHooks = map[string]bool{"use": true, "handed": true, "vptr_write": false, "value": false,
	"atomic_read": true, "atomic_write": false, "atomic_rmw": true, "atomic_load": true, "atomic_store": false, "atomic_change": true, "atomic_relaxed": true, "atomic_count": true, "read_range": true, "write_range": false,
	"looked": true, "answered": true, "commute1": true, "commute2": true, "commute4": true, "commute8": true}

func init() {
	for _, size := range []string{"1", "2", "4", "8", "16"} {
		for _, kind := range []string{"", "unaligned_"} {
			accessHooks[kind+"read"+size], accessHooks[kind+"update"+size], accessHooks[kind+"write"+size] = true, true, false
		}
	}
}

// function notes what is in a function, whose own label stands before all others.
func (t *originTable) function(f llvm.Value) {
	first, number := len(t.list), t.add(origin{kind: sites.OriginFunction})
	siteOf := map[llvm.Value]int{}
	t.cells, t.filled, t.errors = map[cell]int{}, map[llvm.Value][]dep{}, map[llvm.Value][]dep{}
	for b := f.FirstBasicBlock(); !b.IsNil(); b = llvm.NextBasicBlock(b) {
		t.numberBlock(b, number, siteOf)
	}
	if len(t.list) == first+1 {
		t.list = t.list[:first]
		return
	}
	s := newSlicer(f, siteOf)
	s.own = t.storedInFrame
	at := map[llvm.BasicBlock][]dep{}
	for i := first + 1; i < len(t.list); i++ {
		t.slice(s, &t.list[i], at)
		t.markEnds(s, &t.list[i], first)
	}
	var back []dep
	for b := f.FirstBasicBlock(); !b.IsNil(); b = llvm.NextBasicBlock(b) {
		if ret := b.LastInstruction(); ret.InstructionOpcode() == llvm.Ret && ret.OperandsCount() > 0 {
			data, control := s.of(ret.Operand(0))
			back = merge(merge(back, data), merge(control, s.at(b)))
		}
	}
	t.list[first].flags = t.memberFlags(f)
	t.list[first].function, t.list[first].address, t.list[first].before = number, back, t.list[first+1].before
}

// memberFlags are those of what is called for an object, by Qt's signals, too. A thread's job is none: a pool forgets
// no deleted one.
func (t *originTable) memberFlags(f llvm.Value) int {
	switch {
	case !strings.HasPrefix(f.Name(), "_Z") || strings.HasSuffix(f.Name(), "3runEv") || f.ParamsCount() == 0:
		return 0
	case strings.HasSuffix(f.Name(), "18qt_static_metacallEP7QObjectN11QMetaObject4CallEiPPv"):
		return sites.Metacall
	case strings.HasPrefix(f.Name(), "_ZN9QtPrivate") && strings.HasSuffix(f.Name(), "4implEiPNS_15QSlotObjectBaseEP7QObjectPPvPb"):
		return sites.Slot
	}
	args := make([]argument, f.ParamsCount())
	for i := range args {
		has := func(kind uint) bool { return !f.GetEnumAttributeAtIndex(i+1, kind).IsNil() }
		args[i] = t.argumentOf(f.Param(i).Type(), has)
	}
	switch thisArgument(f.Name(), args) {
	case 0:
		return sites.Member
	case 1:
		return sites.Member | sites.Result
	}
	return 0
}

// numberBlock numbers the hooks and calls of a block.
func (t *originTable) numberBlock(b llvm.BasicBlock, function int, siteOf map[llvm.Value]int) {
	last := map[llvm.Value]int{} // by pointer: the place in the list of the hook that reports it
	looked := 0
	for inst := b.FirstInstruction(); !inst.IsNil(); inst = llvm.NextInstruction(inst) {
		switch inst.InstructionOpcode() {
		case llvm.Load, llvmc.AtomicRMW, llvmc.AtomicCmpXchg:
			if t.exempt(inst) {
				break // of an atomic access' hook
			}
			if i, ok := last[inst.Operand(0)]; ok {
				siteOf[inst] = t.list[i].number
				t.list[i].member = t.memberOf(inst)
				t.list[i].earlier = t.readBefore(inst, t.list[i].number)
				t.list[i].fills = t.listedBy(inst)
			}
		case llvm.Call, llvm.Invoke:
			if hook := hookOf(inst); hook == "looked" || hook == "answered" {
				looked = t.add(origin{kind: sites.OriginAccess, function: function, before: inst, member: t.lookedIn(inst)})
			} else if reads, is := accessHooks[hookOf(inst)]; is {
				if _, known := last[inst.Operand(0)]; reads || !known {
					last[inst.Operand(0)] = len(t.list)
				}
				t.add(origin{kind: sites.OriginAccess, function: function, before: inst})
			} else if t.isCall(inst) || t.isFree(inst) {
				siteOf[inst] = t.add(origin{kind: sites.OriginCall, function: function, before: inst, flags: t.ofCall(inst), looked: looked})
				t.fills(inst, looked)
				looked = 0
			}
		}
	}
}

// readBefore is the number of the function's first read of what a load reads, 0 if this is
// that.
func (t *originTable) readBefore(load llvm.Value, number int) int {
	base, offset := t.split(load.Operand(0))
	if opcode(base) == llvm.Load {
		if stored, ok := t.storedInFrame(base); ok && len(stored) == 1 {
			base = base.Operand(0)
		}
	}
	c := cell{base, offset, t.storeSize(load.Type())}
	first, known := t.cells[c]
	if !known {
		t.cells[c] = number
		return 0
	}
	if first == number {
		return 0
	}
	return first
}

func (t *originTable) add(o origin) int {
	t.number++
	o.number = t.number
	t.list = append(t.list, o)
	return o.number
}

// isCall: of a function that may record, or give back what it found.
func (t *originTable) isCall(inst llvm.Value) bool {
	return !isIntrinsic(inst) && inst.CalledValue().IsAInlineAsm().IsNil() && hookOf(inst) == "" && !llvmc.IsMustTail(inst) && !isRunTime(inst)
}

// isFree: of the heap's functions these are noted, for what decides whether they are come to.
func (t *originTable) isFree(inst llvm.Value) bool {
	callee := inst.CalledValue().IsAFunction()
	if callee.IsNil() || llvmc.IsMustTail(inst) {
		return false
	}
	name := callee.Name()
	return name == "free" || strings.HasPrefix(name, "_Zdl") || strings.HasPrefix(name, "_Zda")
}

// findsChild begins the name of what QObject::findChild calls, a template of Qt's headers: its first argument is the
// object of that member function, and the others say what to look for. What it finds is a child, and lives.
const findsChild = "_Z20qt_qFindChild_helperPK7QObject"

// ofCall are the flags of a call.
func (t *originTable) ofCall(call llvm.Value) (flags int) {
	callee := call.CalledValue().IsAFunction()
	if callee.IsNil() || !isExternal(callee) || !strings.HasPrefix(callee.Name(), "_Z") {
		return 0
	}
	if strings.HasPrefix(callee.Name(), findsChild) {
		return sites.Fetches
	}
	this := thisArgument(callee.Name(), t.argumentsOf(call, callee))
	if this >= 0 && !strings.HasPrefix(callee.Name(), "_ZNK") {
		flags = sites.Changes
	}
	if call.Type().TypeKind() == llvm.PointerTypeKind && (this >= 0 || strings.HasPrefix(callee.Name(), "_ZN")) {
		flags |= t.handsOut(call, this)
	}
	if t.givesList(call) {
		flags |= sites.Fetches
	}
	return flags
}

// handsOut: a call is given no pointer of the program's but the object of a member function, so what comes back is none;
// or only constant references besides, and what comes back may be what such an object points to.
func (t *originTable) handsOut(call llvm.Value, this int) (flag int) {
	by := t.passedBy(call)
	flag = sites.Fetches
	for k := range llvmc.ArgCount(call) {
		if k < len(by) && by[k] == byValueReference {
			continue // nothing that could come back points out of there
		}
		if a := call.Operand(k); k != this && a.Type().TypeKind() == llvm.PointerTypeKind && t.isShared(a) && a.IsAConstantPointerNull().IsNil() &&
			baseOf(a).IsAAllocaInst().IsNil() {
			if k >= len(by) || by[k] != byReference || this < 0 {
				return 0
			}
			flag = sites.Indexed
		}
	}
	return flag
}

// ofUse are the flags of a use of an object that a call is handed.
func (t *originTable) ofUse(call, object llvm.Value) int {
	for k, by := range t.passedBy(call) {
		if call.Operand(k) != object {
			continue
		}
		switch by {
		case asThis:
			return t.ofCall(call) & sites.Changes
		case byVariableReference:
			return sites.Changes
		case byReference, byValueReference:
			return 0
		case byPointer:
			return sites.Pointer | registerOf(t.argumentsOf(call, call.CalledValue().IsAFunction()), k)<<sites.RegisterShift
		}
	}
	return 0
}

// slice fills in what an access or a call depends on.
func (t *originTable) slice(s *slicer, o *origin, at map[llvm.BasicBlock][]dep) {
	b := o.before.InstructionParent()
	control, known := at[b]
	if !known {
		control = s.at(b)
		at[b] = control
	}
	if o.kind == sites.OriginAccess {
		data, choice := s.of(o.before.Operand(0))
		again := 0
		if o.earlier > 0 { // the recorder leaves out a second read: what depends on this one depends on the first
			data = merge([]dep{o.earlier}, data)
			again = sites.Again
		}
		data = merge(data, t.filled[o.before.Operand(0)])
		o.address, o.control = data, merge(merge(nil, control), choice)
		if hook := hookOf(o.before); hook == "use" || hook == "handed" {
			if next := t.callAfter(o.before); !next.IsNil() {
				o.flags = t.ofUse(next, o.before.Operand(0))
			}
		}
		o.flags |= again
		t.listed(s, o)
		return
	}
	o.control = merge(nil, control)
	for k := range min(llvmc.ArgCount(o.before), maxSliceDeps) {
		var data, choice []dep
		if o.before.Operand(k).Type().TypeKind() == llvm.PointerTypeKind {
			data, choice = s.of(o.before.Operand(k))
		}
		o.args, o.control = append(o.args, data), merge(o.control, choice)
	}
	if o.looked > 0 && !isAnswer(o.before) {
		o.args[0] = merge([]dep{o.looked}, o.args[0])
	}
	if e := asksCancelled(o.before); !e.IsNil() {
		o.args[0] = merge(merge(nil, t.errors[e]), o.args[0])
	}
}

// callAfter is the call that a hook stands before.
func (t *originTable) callAfter(hook llvm.Value) llvm.Value {
	for inst := llvm.NextInstruction(hook); !inst.IsNil(); inst = llvm.NextInstruction(inst) {
		if op := inst.InstructionOpcode(); (op == llvm.Call || op == llvm.Invoke) && t.isCall(inst) {
			return inst
		}
	}
	return llvm.Value{}
}

// storedInFrame is what a load from the function's own frame may find: what is stored at
// the place that it loads from, of that what comes to the load. False: the place is known
// elsewhere, too.
func (t *originTable) storedInFrame(load llvm.Value) (stored []llvm.Value, ok bool) {
	base := load.Operand(0)
	if base.IsAAllocaInst().IsNil() {
		return nil, false
	}
	own := true
	for u := base.FirstUse(); !u.IsNil(); u = u.NextUse() {
		switch by := u.User(); {
		case isStoreTo(by, base):
			stored = append(stored, by.Operand(0))
		case by.IsALoadInst().IsNil():
			own = false // what else is stored there nobody sees
		}
	}
	if own && len(stored) > 1 {
		stored = reaching(load, base)
	}
	return stored, true
}

func isStoreTo(inst, place llvm.Value) bool {
	return !inst.IsAStoreInst().IsNil() && inst.Operand(1) == place
}

// reaching are the values of the last stores to a place on the ways to a load.
func reaching(load, place llvm.Value) (stored []llvm.Value) {
	seen := map[llvm.BasicBlock]bool{}
	var todo []llvm.BasicBlock
	back := func(b llvm.BasicBlock, last llvm.Value) {
		for inst := last; !inst.IsNil(); inst = llvm.PrevInstruction(inst) {
			if isStoreTo(inst, place) {
				stored = append(stored, inst.Operand(0))
				return
			}
		}
		for u := b.AsValue().FirstUse(); !u.IsNil(); u = u.NextUse() {
			if u.User().IsAInstruction().IsNil() {
				continue // its address is taken
			}
			if from := u.User().InstructionParent(); !seen[from] {
				seen[from] = true
				todo = append(todo, from)
			}
		}
	}
	for back(load.InstructionParent(), llvm.PrevInstruction(load)); len(todo) > 0; {
		b := todo[0]
		todo = todo[1:]
		back(b, b.LastInstruction())
	}
	return stored
}

// memberOf names what a load reads: the class and place of a member, by the compiler's
// own notes or, where it does not optimise, by the type that it goes through; a variable of the program; a pointer
// to the table of a QHash; else a place behind some pointer. 0: none of them. Of a pointer the upper half has the place
// besides: begin() of libstdc++'s vector reads by a reference to it, which has no class.
func (t *originTable) memberOf(load llvm.Value) uint64 {
	name := t.nameOf(load)
	if load.Type().TypeKind() == llvm.PointerTypeKind {
		name |= t.placeBehind(load) << 32
	}
	return name
}

// placeBehind names the place behind some pointer that a load reads. 0: its beginning.
func (t *originTable) placeBehind(load llvm.Value) uint64 {
	_, offset := t.split(load.Operand(0))
	if offset == 0 {
		return 0
	}
	hash := fnv.New32a()
	fmt.Fprintf(hash, "%d %d", offset, t.storeSize(load.Type()))
	return uint64(hash.Sum32()) | 1
}

func (t *originTable) nameOf(load llvm.Value) uint64 {
	hash := fnv.New32a()
	if global := load.Operand(0).IsAGlobalVariable(); !global.IsNil() {
		fmt.Fprintf(hash, "global %s %d", global.Name(), t.storeSize(load.Type()))
		if l := global.Linkage(); l == llvm.InternalLinkage || l == llvm.PrivateLinkage {
			fmt.Fprintf(hash, " of %s", llvmc.SourceFileName(t.Module)) // another file may have one of that name
		}
		return uint64(hash.Sum32()) | 1
	}
	if class, offset, ok := t.taggedMember(load); ok {
		fmt.Fprintf(hash, "%s %d", class, offset)
		return uint64(hash.Sum32()) | 1
	}
	if class, offset, ok := t.typedMember(load.Operand(0)); ok {
		fmt.Fprintf(hash, "%s %d %d", class, offset, t.storeSize(load.Type()))
		return uint64(hash.Sum32()) | 1
	}
	if t.isTable(load) {
		hash.Write([]byte(qhashData))
		return uint64(hash.Sum32()) | 1
	}
	return t.placeBehind(load)
}

// isTable: what is loaded leads to the table of a QHash of Qt 5, which the hash has in a union that has no name.
func (t *originTable) isTable(load llvm.Value) bool {
	of := func(inst llvm.Value) bool {
		class, _, ok := t.taggedMember(inst)
		return ok && class == qhashData
	}
	for u := load.FirstUse(); !u.IsNil(); u = u.NextUse() {
		by := u.User()
		switch opcode(by) {
		case llvm.GetElementPtr:
			for v := by.FirstUse(); !v.IsNil(); v = v.NextUse() {
				if !v.User().IsAInstruction().IsNil() && of(v.User()) {
					return true
				}
			}
		case llvm.Call, llvm.Invoke:
			if callee := by.CalledValue().IsAFunction(); !callee.IsNil() && strings.HasPrefix(callee.Name(), "_ZN9QHashData") && by.Operand(0) == load {
				return true
			}
		}
	}
	return false
}

// enders are calls that end a source of events, with the argument that says which.
var enders = map[string]int{"g_source_remove": 0, "g_source_destroy": 0, "_ZN7QObject9killTimerEi": 1, "gtk_widget_remove_tick_callback": 1}

// markEnds notes of what a function has read that it goes to such a call; first is where its own begin in the list.
func (t *originTable) markEnds(s *slicer, o *origin, first int) {
	if o.kind != sites.OriginCall || o.before.CalledValue().IsAFunction().IsNil() {
		return
	}
	k, ends := enders[o.before.CalledValue().Name()]
	if !ends || k >= llvmc.ArgCount(o.before) {
		return
	}
	data, _ := s.of(o.before.Operand(k))
	for _, d := range data {
		for i := first + int(d) - t.list[first].number; d > 0 && i > first && i < len(t.list); i = first + t.list[i].earlier - t.list[first].number {
			if t.list[i].kind == sites.OriginAccess {
				t.list[i].flags |= sites.Ends
			}
		}
	}
}

// taggedMember is the member that a load or a store is of, by the compiler's own notes: its class, and its place in that.
func (t *flowTable) taggedMember(inst llvm.Value) (class string, offset int64, ok bool) {
	if op := inst.InstructionOpcode(); op != llvm.Load && op != llvm.Store || !inst.HasMetadata() {
		return "", 0, false
	}
	tag := inst.Metadata(t.kinds.tbaa)
	if tag.IsNil() {
		return "", 0, false
	}
	n := llvmc.NodeOperands(tag)
	if len(n) < 3 || n[0] == n[1] || n[0].IsNil() || n[2].IsAConstantInt().IsNil() {
		return "", 0, false
	}
	of := llvmc.NodeOperands(n[0])
	if len(of) == 0 || of[0].IsNil() {
		return "", 0, false
	}
	return llvmc.String(of[0]), int64(n[2].ZExtValue()), true
}

// typedMember is the member that an address is of, by the type that it goes through.
func (t *flowTable) typedMember(address llvm.Value) (class string, offset int64, ok bool) {
	if opcode(address) != llvm.GetElementPtr {
		return "", 0, false
	}
	of := address.GEPSourceElementType()
	if of.TypeKind() != llvm.StructTypeKind || of.StructName() == "" {
		return "", 0, false
	}
	offset, ok = t.constantOffset(address)
	return of.StructName(), offset, ok
}

// encode is what internal/sites decodes: kind, number, function, flags, member;
// then the lists.
func (o *origin) encode() []byte {
	b := []byte{byte(o.kind)}
	for _, x := range []uint64{uint64(o.number), uint64(o.function), uint64(o.flags), o.member} {
		b = binary.AppendUvarint(b, x)
	}
	list := func(deps []dep) {
		b = binary.AppendUvarint(b, uint64(len(deps)))
		for _, d := range deps {
			if d < 0 {
				b = binary.AppendUvarint(b, uint64(-1-d)<<1|1)
			} else {
				away := int64(d - o.number)
				b = binary.AppendUvarint(b, (uint64(away)<<1^uint64(away>>63))<<1)
			}
		}
	}
	list(o.address)
	list(o.control)
	b = binary.AppendUvarint(b, uint64(len(o.args)))
	for _, a := range o.args {
		list(a)
	}
	return b
}

// labelStart is how a label begins. The assembler gives a line to what comes first after
// LLVM said which: it must be an instruction, or the section would take the line away from
// what is behind the label, and addresses of its own would get lines.
const labelStart = "nop\n771:\n\t.pushsection .debug_sparse,\"?\",@progbits\n\t.quad 771b, "

// insertLabel puts a label before an instruction.
func (m *module) insertLabel(before llvm.Value, module uint64, body []byte) {
	var s strings.Builder
	fmt.Fprintf(&s, "%s%#x\n\t.short %d\n\t.byte ", labelStart, module, len(body))
	for i, x := range body {
		if i > 0 {
			s.WriteByte(',')
		}
		fmt.Fprint(&s, x)
	}
	s.WriteString("\n\t.popsection")
	void := llvm.FunctionType(m.ctx.VoidType(), nil, false)
	m.builder.SetInsertPointBefore(before)
	label := m.builder.CreateCall(void, llvm.InlineAsm(void, s.String(), "", true, false, llvm.InlineAsmDialectATT, false), nil, "")
	label.AddCallSiteAttribute(-1, m.ctx.CreateEnumAttribute(m.kinds.nounwind, 0))
	m.locate(label, before)
	m.labels[label] = true
}

// moveLabel takes the label of a hook whose body was put in its place to where that calls the
// recorder: a block of its own, which comes back to what follows the hook.
func (m *module) moveLabel(label, next llvm.Value) {
	back := next.InstructionParent()
	for u := back.AsValue().FirstUse(); !u.IsNil(); u = u.NextUse() {
		for inst := u.User().InstructionParent().FirstInstruction(); !inst.IsNil(); inst = llvm.NextInstruction(inst) {
			if inst.InstructionOpcode() == llvm.Call && isSlowWay(inst.CalledValue()) && !m.labels[inst] && inst != label {
				label.RemoveFromParentAsInstruction()
				m.builder.SetInsertPointBefore(inst)
				m.builder.Insert(label)
				return
			}
		}
	}
}

// isSlowWay: hooks.h calls the recorder by a name, or, in a leaf, behind the compiler's back.
func isSlowWay(callee llvm.Value) bool {
	return callee.Name() == "__sparse_touch" || !callee.IsAInlineAsm().IsNil()
}
