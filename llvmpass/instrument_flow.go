//go:build llvm19

package llvmpass

// instrumentFlow makes code tell how data flows (Options.Flow): each read, write
// and call names its site, and what sites depend on stands in a table that the
// recorder copies into the trace (docs/trace-language.md, Flow).
//
//  1. The sites of all functions are numbered, in the order of the code.
//  2. Slices are made of the code as it is, and put into the table.
//  3. Hooks go in, in place of those of instrumentAccesses; memory of the own frame
//     is told about too, for values pass through it.
//
// Left out: atomic accesses, constants, calls of the compiler's run time.

import (
	"encoding/binary"
	"strings"

	"sparseracer/llvmpass/llvmc"

	"tinygo.org/x/go-llvm"
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
}

// flowDeps are the lists of a site.
type flowDeps struct {
	value, address, control []dep
	args                    [][]dep
}

type flowTable struct {
	*module
	sites   []flowSite
	numbers llvm.Value // [n x i32]: the recorder's number of each
}

func instrumentFlow(m *module) {
	if !m.flow {
		return
	}
	t := &flowTable{module: m}
	for _, f := range m.functions {
		if !m.quiet[f] {
			t.function(f)
		}
	}
	if len(t.sites) == 0 {
		return
	}
	i32 := m.ctx.Int32Type()
	numbers := llvm.ArrayType(i32, len(t.sites))
	t.numbers = llvm.AddGlobal(m.Module, numbers, "__sparse_site_numbers")
	t.numbers.SetInitializer(llvm.ConstNull(numbers))
	t.numbers.SetLinkage(llvm.InternalLinkage)
	for i := range t.sites {
		t.insert(i)
	}
	t.register()
}

// function numbers the sites of a function and makes their slices.
func (t *flowTable) function(f llvm.Value) {
	first := len(t.sites)
	t.sites = append(t.sites, flowSite{kind: siteFunction, name: f.Name()})
	siteOf := map[llvm.Value]int{}
	eachInstruction(f, func(inst llvm.Value) {
		kind := t.kindOf(inst)
		if kind < 0 {
			return
		}
		s := flowSite{kind: kind, inst: inst}
		if kind == siteRead {
			siteOf[inst] = len(t.sites)
		}
		if kind == siteCall {
			if callee := inst.CalledValue().IsAFunction(); !callee.IsNil() {
				s.name = callee.Name()
			}
			siteOf[inst] = len(t.sites) + 1
			t.sites = append(t.sites, s)
			s = flowSite{kind: siteBack, inst: inst}
		}
		t.sites = append(t.sites, s)
	})
	slicer := newSlicer(f, siteOf)
	for i := first + 1; i < len(t.sites); i++ {
		t.sites[i].numbers = t.slice(slicer, i)
	}
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
	for _, prefix := range []string{"__sparse_", "__cxa_", "__clang_", "_Unwind_", "_Znw", "_Zna", "_Zdl", "_Zda", "_ZSt9terminate"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return name == "free" || name == "malloc"
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
		d.value = []dep{i - 1}
	case siteReturn:
		if inst.OperandsCount() > 0 {
			data, control := s.of(inst.Operand(0))
			d.value = merge(data, merge(control, s.at(inst.InstructionParent())))
		}
	}
	return d
}

// number is the place of a site's number.
func (t *flowTable) number(i int) llvm.Value {
	i32 := t.ctx.Int32Type()
	zero := llvm.ConstInt(i32, 0, false)
	return llvm.ConstInBoundsGEP(llvm.ArrayType(i32, len(t.sites)), t.numbers, []llvm.Value{zero, llvm.ConstInt(i32, uint64(i), false)})
}

// insert inserts the hooks of a site.
func (t *flowTable) insert(i int) {
	s := &t.sites[i]
	inst := s.inst
	switch s.kind {
	case siteRead:
		t.insertHook(inst, inst, "flow_read", inst.Operand(0), t.constant(t.storeSize(inst.Type())), t.number(i))
		t.told[inst] = true
	case siteWrite:
		t.write(inst, t.number(i))
		t.told[inst] = true
	case siteCall:
		t.call(inst, t.number(i))
	case siteBack:
		if at := behind(inst); !at.IsNil() {
			t.insertHook(at, inst, "flow", t.number(i))
		}
	case siteReturn:
		t.insertHook(inst, inst, "flow", t.number(i))
	}
}

func (t *flowTable) write(inst, number llvm.Value) {
	if inst.InstructionOpcode() != llvm.Store {
		n := inst.Operand(2)
		if n.Type() != t.ctx.Int64Type() {
			t.builder.SetInsertPointBefore(inst)
			n = t.builder.CreateZExt(n, t.ctx.Int64Type(), "")
		}
		t.insertHook(inst, inst, "flow_store", inst.Operand(0), n, number)
		return
	}
	size := t.constant(t.storeSize(inst.Operand(0).Type()))
	if value := t.asNumber(inst, inst.Operand(0)); !value.IsNil() {
		t.insertHook(inst, inst, "flow_write", inst.Operand(1), size, number, value)
	} else {
		t.insertHook(inst, inst, "flow_store", inst.Operand(1), size, number)
	}
}

// behind is where control is back from a call, nil where several ways lead there.
func behind(call llvm.Value) llvm.Value {
	if call.InstructionOpcode() == llvm.Call {
		return llvm.NextInstruction(call)
	}
	to := call.Successor(0)
	ways := 0
	for u := to.AsValue().FirstUse(); !u.IsNil(); u = u.NextUse() {
		ways++
	}
	if ways != 1 {
		return llvm.Value{}
	}
	at := to.FirstInstruction()
	for at.InstructionOpcode() == llvm.PHI {
		at = llvm.NextInstruction(at)
	}
	return at
}

// maxHanded bounds the objects that a call tells of.
const maxHanded = 8

func (t *flowTable) call(inst, number llvm.Value) {
	args := []llvm.Value{number, {}}
	for k := range llvmc.ArgCount(inst) {
		if a := inst.Operand(k); a.Type().TypeKind() == llvm.PointerTypeKind && a.IsAConstantPointerNull().IsNil() &&
			a.IsAFunction().IsNil() && len(args) < 2+2*maxHanded && a.Type().PointerAddressSpace() == 0 && t.mayHand(a) {
			args = append(args, a, t.constant(t.sizeBehind(inst, k)))
		}
	}
	args[1] = llvm.ConstInt(t.ctx.Int32Type(), uint64(len(args)-2)/2, false)
	t.insertHook(inst, inst, "flow_call", args...)
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
		body := []byte{byte(s.kind)}
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
