//go:build llvm19

package llvmpass

import (
	"strings"

	"tinygo.org/x/go-llvm"
)

// hashClass is a class of hash tables whose code stands in headers, as the compiler's notes and its types name it.
type hashClass struct {
	tag, class string
	count      int64 // where the number of elements stands
	shared     bool  // the table lies behind a pointer, by which each search begins; else with its first word
}

// qhashData is the class of the table of a QHash of Qt 5.
const qhashData = "_ZTS9QHashData"

var hashClasses = []hashClass{
	{tag: "_ZTSSt10_HashtableI", class: "class.std::_Hashtable", count: 24},
	{tag: qhashData, class: "struct.QHashData", count: 20, shared: true},
}

// instrumentHashes reports that an element goes out of a hash table (tracelib/src/links.c): where the number of elements
// gets less by one, or none are left. The links themselves are instrumented as any memory, but those that an element had
// when somebody found it need not be those that change when it goes: what stood before it in the bucket may have gone.
// Tables with a hash function that has a state are not known: their members lie elsewhere.
func instrumentHashes(m *module) {
	t := &flowTable{module: m}
	m.each(func(inst llvm.Value) {
		if inst.InstructionOpcode() != llvm.Store || !isLess(inst.Operand(0)) {
			return
		}
		for i := range hashClasses {
			if head := t.headOf(inst, &hashClasses[i]); !head.IsNil() {
				m.insertHook(inst, inst, "hash_erased", head)
			}
		}
	})
}

// isLess: by one than something, or nothing.
func isLess(v llvm.Value) bool {
	if !v.IsAConstantInt().IsNil() {
		return v.SExtValue() == 0
	}
	one := int64(1)
	switch opcode(v) {
	case llvm.Add:
		one = -1
	case llvm.Sub:
	default:
		return false
	}
	by := v.Operand(1).IsAConstantInt()
	return !by.IsNil() && by.Type().IntTypeWidth() <= 64 && by.SExtValue() == one
}

// headOf is the word that a search in a table begins with, of which a store changes the number of elements; nil if it
// stores something else.
func (t *flowTable) headOf(store llvm.Value, of *hashClass) llvm.Value {
	address := store.Operand(1)
	if !t.isCount(store, of) || !t.isShared(address) {
		return llvm.Value{}
	}
	if of.shared {
		table, at := t.split(address)
		if at != of.count || opcode(table) != llvm.Load {
			return llvm.Value{}
		}
		return table.Operand(0)
	}
	t.builder.SetInsertPointBefore(store)
	head := t.builder.CreateGEP(t.ctx.Int8Type(), address, []llvm.Value{llvm.ConstInt(t.ctx.Int64Type(), uint64(-of.count), true)}, "")
	if !head.IsAInstruction().IsNil() {
		t.locate(head, store)
	}
	return head
}

// isCount: a store to the number of elements.
func (t *flowTable) isCount(store llvm.Value, of *hashClass) bool {
	if class, offset, ok := t.taggedMember(store); ok {
		return offset == of.count && strings.HasPrefix(class, of.tag)
	}
	class, offset, ok := t.typedMember(store.Operand(1))
	return ok && offset == of.count && (class == of.class || strings.HasPrefix(class, of.class+"."))
}
