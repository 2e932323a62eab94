//go:build llvm19

package llvmpass

import (
	"strings"

	"sparseracer/llvmpass/llvmc"

	"tinygo.org/x/go-llvm"
)

// changesList are the functions of a GList and a GSList, without what they begin with, that give back what the list
// begins with now. The list is their first argument.
var changesList = map[string]bool{
	"prepend": true, "append": true, "insert": true, "insert_sorted": true, "insert_sorted_with_data": true, "insert_before": true,
	"insert_before_link": true, "concat": true, "remove": true, "remove_all": true, "remove_link": true, "delete_link": true,
	"sort": true, "sort_with_data": true, "reverse": true,
}

// instrumentListHeads reports that a list changes (tracelib/src/links.c) where its beginning is kept:
// `x->list = g_list_remove(x->list, y)`. Each search begins there, and what stood before y when somebody found
// it need not be what does when it goes. It goes in place of the store, which changes a link as the
// library's own do. The load in front of the call is the use of x.
// Where values or flows are reported, the store stays what it is.
func instrumentListHeads(m *module) {
	if m.values || m.flow {
		return
	}
	m.each(func(inst llvm.Value) {
		if inst.InstructionOpcode() != llvm.Store || m.skipped(inst) || inst.Ordering() != llvm.AtomicOrderingNotAtomic || !keepsList(inst) || !m.isShared(inst.Operand(1)) {
			return
		}
		m.insertHook(inst, inst, "hash_erased", inst.Operand(1))
		m.told[inst] = true
	})
}

// keepsList: what a call has made of a list goes where that was loaded from.
func keepsList(store llvm.Value) bool {
	call := store.Operand(0).IsACallInst()
	if call.IsNil() || call.CalledValue().IsAFunction().IsNil() || !isExternal(call.CalledValue()) || llvmc.ArgCount(call) == 0 {
		return false
	}
	kind, does, _ := strings.Cut(strings.TrimPrefix(call.CalledValue().Name(), "g_"), "_")
	list := call.Operand(0)
	return (kind == "list" || kind == "slist") && strings.HasPrefix(call.CalledValue().Name(), "g_") && changesList[does] &&
		opcode(list) == llvm.Load && list.Operand(0) == store.Operand(1)
}
