//go:build llvm19

package llvmpass

import (
	"fmt"
	"hash/fnv"
	"strings"

	"sparseracer/llvmpass/llvmc"

	"tinygo.org/x/go-llvm"
)

// glibCall is what a function of GLib does with a container or an object, its first argument.
type glibCall struct {
	looks    bool // it looks something up there
	takes    taking
	throughs bool   // the argument is a GHashTableIter, whose first word is the table
	hook     string // another one, for the argument
	at       int64  // how far in it: bytes
	counted  bool   // what lies there is a count of references of the library's, or is counted beside it
	fills    int    // the first argument that points to a variable for what was found, 0: none
}

// countOfGObject is where a GObject counts its references. besideBox lies in what GLib has in front of the memory of
// g_rc_box_new and its kin, in the same allocation: the count is there.
const (
	countOfGObject = 8
	besideBox      = -8
)

// taking says when something was taken out.
type taking uint8

const (
	nothing        taking = iota
	always                // the function gives nothing back, or what it took
	ifTrue                // it gives back whether, or how many
	ifFalse               // it gives back whether the key is new: it took the place of nothing then
	fromList              // a GSList, of its second argument
	fromLists             // a GList, likewise
	linkFromList          // a GSList, whose node is the second argument
	linkFromLists         // a GList, likewise
	fromQueue             // a GQueue, of its second argument
	linkFromQueue         // a GQueue, whose node is the second argument
	firstFromQueue        // a GQueue, of its first node
	lastFromQueue         // a GQueue, of its last node
	ifEmptied             // a GPtrArray, whose new length is the second argument
)

// glibCalls are the functions that look up and take out. What the library reads and writes there nobody records.
var glibCalls = map[string]glibCall{
	"g_hash_table_lookup": {looks: true}, "g_hash_table_lookup_extended": {looks: true, fills: 2}, "g_hash_table_contains": {looks: true},
	"g_hash_table_find": {looks: true}, "g_hash_table_get_values": {looks: true}, "g_hash_table_get_keys": {looks: true},
	"g_hash_table_iter_next": {looks: true, throughs: true, fills: 1}, "g_ptr_array_find": {looks: true},
	"g_hash_table_remove": {takes: ifTrue}, "g_hash_table_steal": {takes: ifTrue}, "g_hash_table_steal_extended": {takes: ifTrue},
	"g_hash_table_foreach_remove": {takes: ifTrue}, "g_hash_table_foreach_steal": {takes: ifTrue},
	"g_hash_table_insert": {takes: ifFalse}, "g_hash_table_replace": {takes: ifFalse}, "g_hash_table_add": {takes: ifFalse},
	"g_hash_table_remove_all": {takes: always}, "g_hash_table_steal_all": {takes: always}, "g_hash_table_destroy": {takes: always},
	"g_hash_table_iter_remove": {takes: always, throughs: true}, "g_hash_table_iter_steal": {takes: always, throughs: true},
	"g_hash_table_iter_replace": {takes: always, throughs: true},
	"g_ptr_array_remove":        {takes: ifTrue}, "g_ptr_array_remove_fast": {takes: ifTrue},
	"g_ptr_array_remove_index": {takes: always}, "g_ptr_array_remove_index_fast": {takes: always}, "g_ptr_array_remove_range": {takes: always},
	"g_ptr_array_steal_index": {takes: always}, "g_ptr_array_steal_index_fast": {takes: always}, "g_ptr_array_steal": {takes: always},
	"g_ptr_array_set_size":       {takes: ifEmptied},
	"g_cancellable_is_cancelled": {looks: true}, "g_cancellable_set_error_if_cancelled": {looks: true},
	"g_cancellable_cancel": {hook: "cancelled"}, "g_cancellable_reset": {hook: "cancelled"},
	"g_rc_box_acquire": {hook: "ref", at: besideBox, counted: true}, "g_atomic_rc_box_acquire": {hook: "ref", at: besideBox, counted: true},
	"g_rc_box_release": {hook: "unref", at: besideBox, counted: true}, "g_atomic_rc_box_release": {hook: "unref", at: besideBox, counted: true},
	"g_rc_box_release_full": {hook: "unref", at: besideBox, counted: true}, "g_atomic_rc_box_release_full": {hook: "unref", at: besideBox, counted: true},
	"g_ref_count_inc": {hook: "ref", counted: true}, "g_atomic_ref_count_inc": {hook: "ref", counted: true},
	"g_ref_count_dec": {hook: "unref", counted: true}, "g_atomic_ref_count_dec": {hook: "unref", counted: true},
	"g_object_ref": {hook: "ref", at: countOfGObject}, "g_object_unref": {hook: "unref", at: countOfGObject},
	"g_list_remove": {takes: fromLists}, "g_slist_remove": {takes: fromList},
	"g_list_delete_link": {takes: linkFromLists}, "g_list_remove_link": {takes: linkFromLists},
	"g_slist_delete_link": {takes: linkFromList}, "g_slist_remove_link": {takes: linkFromList},
	"g_queue_remove": {takes: fromQueue}, "g_queue_delete_link": {takes: linkFromQueue}, "g_queue_unlink": {takes: linkFromQueue},
	"g_queue_pop_head": {takes: firstFromQueue}, "g_queue_pop_head_link": {takes: firstFromQueue},
	"g_queue_pop_tail": {takes: lastFromQueue}, "g_queue_pop_tail_link": {takes: lastFromQueue},
	"g_queue_peek_head": {looks: true}, "g_queue_find": {looks: true}, "g_queue_index": {looks: true},
	"g_queue_clear": {takes: always}, "g_queue_free": {takes: always},
}

// instrumentGLib reports what these functions do (tracelib/src/links.c). What is looked up is told before the call, so
// that it has a number of its own among the origins of the call's result; what was taken out after it, by what the
// function gave back.
func instrumentGLib(m *module) {
	m.eachCall(func(inst, callee llvm.Value) {
		if result := answerOf(inst, callee); !result.IsNil() {
			m.insertHook(inst, inst, "answered", result)
			return
		}
		does, known := glibCalls[callee.Name()]
		if !known || !isExternal(callee) || llvmc.ArgCount(inst) == 0 || inst.Operand(0).Type().TypeKind() != llvm.PointerTypeKind {
			return
		}
		container := inst.Operand(0)
		if does.throughs {
			m.builder.SetInsertPointBefore(inst)
			container = m.builder.CreateLoad(m.ptr(), container, "")
			m.locate(container, inst)
		}
		if does.at != 0 {
			m.builder.SetInsertPointBefore(inst)
			container = m.builder.CreateGEP(m.ctx.Int8Type(), container, []llvm.Value{llvm.ConstInt(m.ctx.Int64Type(), uint64(does.at), true)}, "")
			m.locate(container, inst)
		}
		if does.counted {
			m.insertCount(inst, container)
		}
		if does.hook != "" {
			m.insertHook(inst, inst, does.hook, container)
			return
		}
		if does.looks {
			m.insertHook(inst, inst, "looked", container)
			return
		}
		m.taken(inst, container, does.takes)
	})
}

// insertCount reports a change of a count of references, as instrumentCommuting and instrumentAtomics do of one in a header.
func (m *module) insertCount(call, counter llvm.Value) {
	if m.values || m.flow {
		m.insertHook(call, call, "atomic_rmw", counter, m.constant(4))
		return
	}
	m.insertHook(call, call, "commute4", counter, llvm.ConstInt(m.ctx.Int32Type(), commuteAdd|commuteAtomic, false))
}

func (m *module) taken(call, container llvm.Value, how taking) {
	i32 := m.ctx.Int32Type()
	constant := func(n uint64) llvm.Value { return llvm.ConstInt(i32, n, false) }
	switch how {
	case fromList, fromLists:
		if llvmc.ArgCount(call) == 2 {
			m.insertHook(call, call, "glist_taken", container, call.Operand(1), constant(uint64(how-fromList)))
		}
		return
	case linkFromList, linkFromLists:
		if llvmc.ArgCount(call) == 2 {
			m.insertHook(call, call, "glist_unlinked", container, call.Operand(1), constant(uint64(how-linkFromList)))
		}
		return
	case fromQueue, linkFromQueue:
		if llvmc.ArgCount(call) == 2 {
			m.insertHook(call, call, "gqueue_taken", container, call.Operand(1), constant(uint64(how-fromQueue)))
		}
		return
	case firstFromQueue, lastFromQueue:
		m.insertHook(call, call, "gqueue_taken", container, llvm.ConstNull(m.ptr()), constant(uint64(how-fromQueue)))
		return
	case always:
		m.insertHook(call, call, "taken", container, constant(1))
		return
	case ifEmptied:
		if llvmc.ArgCount(call) == 2 && isZero(call.Operand(1)) {
			m.insertHook(call, call, "taken", container, constant(1))
		}
		return
	}
	if call.Type() != i32 || llvmc.IsMustTail(call) || call.InstructionOpcode() != llvm.Call { // what it gives back cannot be looked at here
		if how == ifTrue {
			m.insertHook(call, call, "taken", container, constant(1))
		}
		return
	}
	count, next := call, llvm.NextInstruction(call)
	if how == ifFalse {
		m.builder.SetInsertPointBefore(next)
		isOld := m.builder.CreateICmp(llvm.IntEQ, call, constant(0), "")
		m.locate(isOld, call)
		count = m.builder.CreateZExt(isOld, i32, "")
		m.locate(count, call)
	}
	m.insertHook(next, call, "taken", container, count)
}

// isZero: a number that is known to be 0.
func isZero(v llvm.Value) bool {
	n := v.IsAConstantInt()
	return !n.IsNil() && n.ZExtValue() == 0
}

// lookedIn names the container that something is looked up in: in one half by the member that it was loaded from, and in
// the other one any.
func (t *originTable) lookedIn(hook llvm.Value) uint64 {
	name := uint64(0)
	if container := hook.Operand(0); opcode(container) == llvm.Load {
		if of := t.nameOf(container); of != 0 {
			hash := fnv.New32a()
			fmt.Fprintf(hash, "looked %d", of)
			name = uint64(hash.Sum32()) | 1
		}
	}
	const anywhere = 0x9e3779b1
	return anywhere<<32 | name
}

// answerOf is the GAsyncResult that a call of GIO's takes an answer out of, nil if it is no such call. What a callback
// `void (GObject *, GAsyncResult *, gpointer)` is handed second, and hands on, is one for sure.
func answerOf(call, callee llvm.Value) llvm.Value {
	name := callee.Name()
	if !isExternal(callee) || !strings.HasPrefix(name, "g_") || !strings.HasSuffix(name, "_finish") && !strings.HasPrefix(name, "g_task_propagate_") {
		return llvm.Value{}
	}
	f := call.InstructionParent().Parent()
	if f.ParamsCount() != 3 || f.GlobalValueType().ReturnType().TypeKind() != llvm.VoidTypeKind {
		return llvm.Value{}
	}
	for k := range f.ParamsCount() {
		if f.Param(k).Type().TypeKind() != llvm.PointerTypeKind {
			return llvm.Value{}
		}
	}
	for k := range llvmc.ArgCount(call) {
		if keptAs(call.Operand(k)) == f.Param(1) {
			return call.Operand(k)
		}
	}
	return llvm.Value{}
}

// isAnswer: such a call.
func isAnswer(call llvm.Value) bool {
	callee := call.CalledValue().IsAFunction()
	return !callee.IsNil() && !answerOf(call, callee).IsNil()
}

// fills notes the variables that a call which looks something up fills in.
func (t *originTable) fills(call llvm.Value, looked dep) {
	n := llvmc.ArgCount(call)
	if looked == 0 || n == 0 {
		return
	}
	if isAnswer(call) {
		e := call.Operand(n - 1)
		t.errors[e] = append(t.errors[e], looked)
		return
	}
	if first := glibCalls[call.CalledValue().Name()].fills; first > 0 {
		for k := first; k < n; k++ {
			t.filled[call.Operand(k)] = append(t.filled[call.Operand(k)], looked)
		}
	}
}

// asksCancelled is the variable that g_error_matches(error, …, G_IO_ERROR_CANCELLED) looks at: who asks that does not use
// what the one who cancels has freed. Who only asks whether there is an error may.
func asksCancelled(call llvm.Value) llvm.Value {
	const cancelled = 19
	callee := call.CalledValue().IsAFunction()
	if callee.IsNil() || callee.Name() != "g_error_matches" || llvmc.ArgCount(call) != 3 {
		return llvm.Value{}
	}
	load, code := call.Operand(0), call.Operand(2)
	if opcode(load) != llvm.Load || code.IsAConstantInt().IsNil() || code.SExtValue() != cancelled {
		return llvm.Value{}
	}
	return load.Operand(0).IsAAllocaInst()
}
