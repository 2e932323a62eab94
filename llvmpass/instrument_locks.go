//go:build llvm19

package llvmpass

import (
	"tinygo.org/x/go-llvm"
)

// instrumentLocks reports the locks that a function takes and gives back by calls of the C
// library, libstdc++, Qt, GLib and libuv, whose own code is not instrumented: an atomic
// operation on the lock that commutes with others (`commutes=lock`), behind the call that
// takes it and before the call that gives it back. A condition is a lock that who wakes
// gives back, and who waited takes. What fails or gives up after a time is not reported:
// it says nothing.
func instrumentLocks(m *module) {
	m.each(func(inst llvm.Value) {
		if inst.InstructionOpcode() != llvm.Call || m.skipped(inst) {
			return
		}
		callee := inst.CalledValue().IsAFunction()
		if callee.IsNil() || !isExternal(callee) {
			return
		}
		name := callee.Name()
		if takenBy[name] && m.locks(inst, 0) {
			m.reportLock(llvm.NextInstruction(inst), inst, 0)
		}
		if givenBackBy[name] && m.locks(inst, 0) {
			m.reportLock(inst, inst, 0)
		}
		if givenMeanwhileBy[name] && m.locks(inst, 1) { // and gives the lock back meanwhile
			m.reportLock(inst, inst, 1)
			m.reportLock(llvm.NextInstruction(inst), inst, 1)
		}
	})
}

// locks: the call has that argument, and it is a pointer to what other threads can see.
func (m *module) locks(call llvm.Value, argument int) bool {
	return call.OperandsCount() > argument+1 && call.Operand(argument).Type().TypeKind() == llvm.PointerTypeKind && m.isShared(call.Operand(argument))
}

func (m *module) reportLock(before, call llvm.Value, argument int) {
	m.insertHook(before, call, "commute4", call.Operand(argument), llvm.ConstInt(m.ctx.Int32Type(), commuteLock|commuteAtomic, false))
}

// namesOf are a set of functions.
func namesOf(list ...string) map[string]bool {
	set := map[string]bool{}
	for _, name := range list {
		set[name] = true
	}
	return set
}

var (
	// takenBy are functions that come back when they have the lock of their first argument, or
	// when somebody has woken those that wait for it.
	takenBy = namesOf(
		"pthread_mutex_lock", "pthread_rwlock_rdlock", "pthread_rwlock_wrlock", "pthread_spin_lock", "pthread_cond_wait", "sem_wait",
		"_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE",
		"_ZN6QMutex4lockEv", "_ZN15QRecursiveMutex4lockEv", "_ZN14QReadWriteLock11lockForReadEv", "_ZN14QReadWriteLock12lockForWriteEv",
		"g_mutex_lock", "g_rec_mutex_lock", "g_rw_lock_reader_lock", "g_rw_lock_writer_lock", "g_cond_wait",
		"uv_mutex_lock", "uv_rwlock_rdlock", "uv_rwlock_wrlock", "uv_cond_wait", "uv_sem_wait",
	)
	// givenBackBy are functions that give it back, or wake.
	givenBackBy = namesOf(
		"pthread_mutex_unlock", "pthread_rwlock_unlock", "pthread_spin_unlock", "pthread_cond_signal", "pthread_cond_broadcast", "sem_post",
		"_ZNSt18condition_variable10notify_oneEv", "_ZNSt18condition_variable10notify_allEv",
		"_ZN6QMutex6unlockEv", "_ZN15QRecursiveMutex6unlockEv", "_ZN14QReadWriteLock6unlockEv",
		"_ZN14QWaitCondition7wakeOneEv", "_ZN14QWaitCondition7wakeAllEv",
		"g_mutex_unlock", "g_rec_mutex_unlock", "g_rw_lock_reader_unlock", "g_rw_lock_writer_unlock", "g_cond_signal", "g_cond_broadcast",
		"uv_mutex_unlock", "uv_rwlock_rdunlock", "uv_rwlock_wrunlock", "uv_cond_signal", "uv_cond_broadcast", "uv_sem_post",
	)
	// givenMeanwhileBy are those among the first that have a lock as their second argument.
	givenMeanwhileBy = namesOf("pthread_cond_wait", "g_cond_wait", "uv_cond_wait")
)
