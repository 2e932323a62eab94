//go:build llvm19

package llvmpass

// instrumentFlow makes code tell how data flows (Options.Flow): each read, write
// and call names its site, and what sites depend on stands in a table that the
// recorder copies into the trace (docs/trace-language.md, Flow).
//
//  1. The sites of all functions are numbered, in the order of the code.
//  2. Slices are made of the code as it is, and put into the table.
//  3. The sites are put together to steps (flow_steps.go).
//  4. Hooks go in, in place of those of instrumentAccesses; memory of the own frame
//     is reported too, for values pass through it.
//
// Left out: atomic accesses, constants, calls of the compiler's run time.

import (
	"encoding/binary"
	"strings"

	"sparseracer/llvmpass/llvmc"

	"tinygo.org/x/go-llvm"

	"sparseracer/internal/system"
)

// Kinds of sites, as in the trace.
const (
	siteFunction = iota
	siteRead
	siteWrite
	siteCall
	siteBack
	siteReturn
)

// flowSite is one place.
type flowSite struct {
	kind    int
	name    string
	inst    llvm.Value
	numbers flowDeps

	step, words int // of the step that begins here: its sites and addresses
	objects     []flowObject
	told        bool // what it stores is among the step's words
}

// flowDeps are the lists of a site.
type flowDeps struct {
	value, address, control []dep
	args                    [][]dep
}

type flowTable struct {
	*module
	sites   []flowSite
	steps   []flowStep
	calls   map[llvm.Value]int // sites
	library map[llvm.Metadata]bool
	numbers llvm.Value // [n x {i32, i32}]: the recorder's number of each, and its step's shape
}

func instrumentFlow(m *module) {
	if !m.flow {
		return
	}
	t := &flowTable{module: m, calls: map[llvm.Value]int{}, library: map[llvm.Metadata]bool{}}
	for _, f := range m.functions {
		if !m.quiet[f] {
			t.function(f)
		}
	}
	if len(t.sites) == 0 {
		return
	}
	t.makeNumbers()
	for i := range t.sites {
		t.insert(i)
	}
	for i := range t.steps {
		t.tell(&t.steps[i])
	}
	t.register()
}

// function numbers the sites of a function and makes their slices and steps. The
// result of an invoke that alone leads to its block is numbered there.
func (t *flowTable) function(f llvm.Value) {
	first := len(t.sites)
	t.sites = append(t.sites, flowSite{kind: siteFunction, name: f.Name()})
	siteOf := map[llvm.Value]int{}
	p := &stepper{flowTable: t, siteAt: map[llvm.Value]int{}, backAt: map[llvm.Value]int{}}
	for b := f.FirstBasicBlock(); !b.IsNil(); b = llvm.NextBasicBlock(b) {
		if call := t.invokeBefore(b); !call.IsNil() && t.kindOf(call) == siteCall {
			p.numberBack(call, siteOf)
		}
		for inst := b.FirstInstruction(); !inst.IsNil(); inst = llvm.NextInstruction(inst) {
			p.number(inst, siteOf)
		}
	}
	slicer := newSlicer(f, siteOf)
	for i := first + 1; i < len(t.sites); i++ {
		t.sites[i].numbers = t.slice(slicer, i)
	}
	for b := f.FirstBasicBlock(); !b.IsNil(); b = llvm.NextBasicBlock(b) {
		p.block(b)
	}
}

// number gives an instruction its site, if it has one.
func (p *stepper) number(inst llvm.Value, siteOf map[llvm.Value]int) {
	s := flowSite{kind: p.kindOf(inst), inst: inst}
	if s.kind < 0 {
		return
	}
	p.siteAt[inst] = len(p.sites)
	switch s.kind {
	case siteRead:
		siteOf[inst] = len(p.sites)
	case siteCall:
		p.calls[inst] = len(p.sites)
		if callee := inst.CalledValue().IsAFunction(); !callee.IsNil() {
			s.name = callee.Name()
		}
	}
	p.sites = append(p.sites, s)
	if s.kind == siteCall && (inst.InstructionOpcode() == llvm.Call || p.invokeBefore(inst.Successor(0)).IsNil()) {
		p.numberBack(inst, siteOf)
	}
}

func (p *stepper) numberBack(call llvm.Value, siteOf map[llvm.Value]int) {
	siteOf[call], p.backAt[call] = len(p.sites), len(p.sites)
	p.sites = append(p.sites, flowSite{kind: siteBack, inst: call})
}

// kindOf says what site an instruction is, -1 for none.
func (t *flowTable) kindOf(inst llvm.Value) int {
	switch inst.InstructionOpcode() {
	case llvm.Load:
		if inst.Ordering() == llvm.AtomicOrderingNotAtomic && !t.skipped(inst) && t.follows(inst.Operand(0)) && t.storeSize(inst.Type()) > 0 {
			return siteRead
		}
	case llvm.Store:
		if inst.Ordering() == llvm.AtomicOrderingNotAtomic && !t.skipped(inst) && t.follows(inst.Operand(1)) && t.storeSize(inst.Operand(0).Type()) > 0 {
			return siteWrite
		}
	case llvm.Call, llvm.Invoke:
		if isMemset(inst) && !t.skipped(inst) {
			return siteWrite
		}
		if !isIntrinsic(inst) && inst.CalledValue().IsAInlineAsm().IsNil() && !t.exempt(inst) && !llvmc.IsMustTail(inst) && !isRunTime(inst) {
			return siteCall
		}
	case llvm.Ret:
		if prev := beforeMustTail(inst); prev == inst {
			return siteReturn
		}
	}
	return -1
}

// follows: memory that values may pass through.
func (t *flowTable) follows(address llvm.Value) bool {
	if address.Type().PointerAddressSpace() != 0 {
		return false
	}
	base := baseOf(address)
	if opcode(base) == llvm.Load {
		return !t.isVtable(base) // what stands in a vtable is constant
	}
	return base.IsAGlobalVariable().IsNil() || t.isShared(address)
}

// baseOf walks back over address arithmetic.
func baseOf(v llvm.Value) llvm.Value {
	for {
		switch opcode(v) {
		case llvm.GetElementPtr, llvm.BitCast, llvmc.AddrSpaceCast, llvmc.Freeze:
			v = v.Operand(0)
		default:
			return v
		}
	}
}

func isMemset(inst llvm.Value) bool {
	callee := inst.CalledValue().IsAFunction()
	return !callee.IsNil() && strings.HasPrefix(callee.Name(), "llvm.memset.")
}

func isCopy(inst llvm.Value) bool {
	if op := inst.InstructionOpcode(); op != llvm.Call {
		return false
	}
	callee := inst.CalledValue().IsAFunction()
	return !callee.IsNil() && (strings.HasPrefix(callee.Name(), "llvm.memcpy.") || strings.HasPrefix(callee.Name(), "llvm.memmove."))
}

// isRunTime: what the compiler itself calls, and the heap: nothing of a value
// passes through.
func isRunTime(call llvm.Value) bool {
	callee := call.CalledValue().IsAFunction()
	if callee.IsNil() {
		return false
	}
	name := callee.Name()
	return system.IsRuntime(name) || name == "free" || name == "malloc"
}

func (t *flowTable) slice(s *slicer, i int) flowDeps {
	site := &t.sites[i]
	inst := site.inst
	var d flowDeps
	switch site.kind {
	case siteRead:
		data, control := s.of(inst.Operand(0))
		d.address = merge(data, control)
	case siteWrite:
		value, address := inst.Operand(0), llvm.Value{}
		if inst.InstructionOpcode() == llvm.Store {
			address = inst.Operand(1)
		} else {
			value, address = inst.Operand(1), inst.Operand(0)
		}
		var control, more []dep
		d.value, control = s.of(value)
		d.address, more = s.of(address)
		d.control = merge(merge(s.at(inst.InstructionParent()), control), more)
	case siteCall:
		d.control = s.at(inst.InstructionParent())
		for k := range min(llvmc.ArgCount(inst), maxSliceDeps) {
			data, control := s.of(inst.Operand(k))
			d.args, d.control = append(d.args, data), merge(d.control, control)
		}
	case siteBack:
		d.value = []dep{t.calls[inst]}
	case siteReturn:
		if inst.OperandsCount() > 0 {
			data, control := s.of(inst.Operand(0))
			d.value = merge(data, merge(control, s.at(inst.InstructionParent())))
		}
	}
	return d
}

// numberType is struct sparse_site.
func (t *flowTable) numberType() llvm.Type {
	i32 := t.ctx.Int32Type()
	return t.ctx.StructType([]llvm.Type{i32, i32}, false)
}

// makeNumbers makes room for the numbers of all sites.
func (t *flowTable) makeNumbers() {
	i32 := t.ctx.Int32Type()
	shapes := make([]uint32, len(t.sites))
	for i := range t.steps {
		shapes[t.steps[i].first] = t.steps[i].shape()
	}
	values := make([]llvm.Value, len(t.sites))
	for i, shape := range shapes {
		values[i] = t.ctx.ConstStruct([]llvm.Value{llvm.ConstInt(i32, 0, false), llvm.ConstInt(i32, uint64(shape), false)}, false)
	}
	list := llvm.ConstArray(t.numberType(), values)
	t.numbers = llvm.AddGlobal(t.Module, list.Type(), "__sparse_site_numbers")
	t.numbers.SetInitializer(list)
	t.numbers.SetLinkage(llvm.InternalLinkage)
}

// number is the place of a site's number.
func (t *flowTable) number(i int) llvm.Value {
	i32 := t.ctx.Int32Type()
	zero := llvm.ConstInt(i32, 0, false)
	return llvm.ConstInBoundsGEP(llvm.ArrayType(t.numberType(), len(t.sites)), t.numbers, []llvm.Value{zero, llvm.ConstInt(i32, uint64(i), false)})
}

// insert inserts the hook of a site that is no part of a step; what accesses is
// reported by this pass.
func (t *flowTable) insert(i int) {
	s := &t.sites[i]
	switch s.kind {
	case siteWrite:
		if s.inst.InstructionOpcode() != llvm.Store {
			t.fill(s.inst, t.number(i))
		}
		t.told[s.inst] = true
	case siteRead:
		t.told[s.inst] = true
	}
}

// fill reports a memset.
func (t *flowTable) fill(inst, number llvm.Value) {
	n := inst.Operand(2)
	if n.Type() != t.ctx.Int64Type() {
		t.builder.SetInsertPointBefore(inst)
		n = t.builder.CreateZExt(n, t.ctx.Int64Type(), "")
		if !n.IsAInstruction().IsNil() {
			t.locate(n, inst)
		}
	}
	t.insertHook(inst, inst, "flow_store", inst.Operand(0), n, number)
}

// mayHand: constants carry nothing.
func (t *flowTable) mayHand(a llvm.Value) bool {
	base := baseOf(a)
	return base.IsAGlobalVariable().IsNil() || !base.IsGlobalConstant()
}

// sizeBehind is the number of bytes behind an argument, 0 if the module does not
// say it.
func (t *flowTable) sizeBehind(call llvm.Value, k int) uint64 {
	callee := call.CalledValue().IsAFunction()
	for _, kind := range []uint{t.kinds.sret, t.kinds.byval} {
		if a := call.GetCallSiteEnumAttribute(k+1, kind); !a.IsNil() {
			return t.storeSize(a.GetTypeValue())
		}
	}
	if a := call.GetCallSiteEnumAttribute(k+1, t.kinds.dereferenceable); !a.IsNil() {
		return a.GetEnumValue()
	}
	if !callee.IsNil() && k < callee.ParamsCount() {
		if a := callee.GetEnumAttributeAtIndex(k+1, t.kinds.dereferenceable); !a.IsNil() {
			return a.GetEnumValue()
		}
	}
	switch v := call.Operand(k); {
	case !v.IsAAllocaInst().IsNil():
		return t.layout.TypeAllocSize(v.AllocatedType())
	case !v.IsAGlobalVariable().IsNil():
		return t.layout.TypeAllocSize(v.GlobalValueType())
	}
	return 0
}

// register hands the table to the recorder before anything of the module runs.
func (t *flowTable) register() {
	data := t.ctx.ConstString(string(t.encode()), false)
	table := llvm.AddGlobal(t.Module, data.Type(), "__sparse_site_table")
	table.SetInitializer(data)
	table.SetLinkage(llvm.InternalLinkage)
	table.SetGlobalConstant(true)
	void := t.ctx.VoidType()
	f := llvm.AddFunction(t.Module, "__sparse_register_sites", llvm.FunctionType(void, nil, false))
	f.SetLinkage(llvm.InternalLinkage)
	f.AddFunctionAttr(t.ctx.CreateEnumAttribute(t.kinds.nounwind, 0))
	t.builder.SetInsertPointAtEnd(t.ctx.AddBasicBlock(f, ""))
	count := llvm.ConstInt(t.ctx.Int32Type(), uint64(len(t.sites)), false)
	t.builder.CreateCall(t.hookType("flow_sites"), t.hook("flow_sites"), []llvm.Value{table, t.numbers, count}, "")
	t.builder.CreateRetVoid()
	t.addConstructor(f)
}

// addConstructor puts a function before all constructors of the module's own.
func (t *flowTable) addConstructor(f llvm.Value) {
	const name = "llvm.global_ctors"
	i32 := t.ctx.Int32Type()
	entry := t.ctx.ConstStruct([]llvm.Value{llvm.ConstInt(i32, 0, false), f, llvm.ConstPointerNull(t.ptr())}, false)
	entries := []llvm.Value{entry}
	if old := t.NamedGlobal(name); !old.IsNil() {
		list := old.Initializer()
		for i := range list.OperandsCount() {
			entries = append(entries, list.Operand(i))
		}
		old.EraseFromParentAsGlobal()
	}
	all := llvm.ConstArray(entry.Type(), entries)
	g := llvm.AddGlobal(t.Module, all.Type(), name)
	g.SetInitializer(all)
	g.SetLinkage(llvm.AppendingLinkage)
}

// encode is the table: for each site its name, a 0, the number of bytes (two) and
// these, which the trace takes as they are.
func (t *flowTable) encode() []byte {
	var out []byte
	for i := range t.sites {
		s := &t.sites[i]
		body := s.layout([]byte{byte(s.kind)})
		list := func(deps []dep) {
			body = binary.AppendUvarint(body, uint64(len(deps)))
			for _, d := range deps {
				if d < 0 {
					body = binary.AppendUvarint(body, uint64(-1-d)<<1|1)
				} else {
					away := int64(d - i)
					body = binary.AppendUvarint(body, (uint64(away)<<1^uint64(away>>63))<<1)
				}
			}
		}
		list(s.numbers.value)
		list(s.numbers.address)
		list(s.numbers.control)
		body = binary.AppendUvarint(body, uint64(len(s.numbers.args)))
		for _, a := range s.numbers.args {
			list(a)
		}
		out = append(out, strings.ReplaceAll(s.name, "\x00", "?")...)
		out = append(out, 0)
		out = binary.LittleEndian.AppendUint16(out, uint16(len(body)))
		out = append(out, body...)
	}
	return out
}
