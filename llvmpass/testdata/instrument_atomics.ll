; Atomic loads, stores, read-modify-writes, compare-exchanges; plain ones are
; another pass's, and a private cell is nobody's.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define void @atomics(ptr %p, ptr %q) {
  %a = load atomic i32, ptr %p acquire, align 4
  %r = load atomic i32, ptr %p monotonic, align 4
  store atomic i64 1, ptr %p release, align 8
  %b = atomicrmw add ptr %p, i16 1 seq_cst, align 2
  %x = atomicrmw xchg ptr %p, i16 1 seq_cst, align 2
  %c = cmpxchg weak ptr %p, ptr %q, ptr null seq_cst monotonic, align 8
  %d = cmpxchg ptr %p, i128 0, i128 1 seq_cst monotonic, align 16
  fence seq_cst
  %e = load i32, ptr %p
  ret void
}

define void @private_cell() {
  %p = alloca i32
  store atomic i32 1, ptr %p release, align 4
  %b = atomicrmw add ptr %p, i32 1 seq_cst
  ret void
}

define void @published(ptr %out) {
  %p = alloca i32
  %c = cmpxchg ptr %out, ptr null, ptr %p seq_cst monotonic
  store atomic i32 1, ptr %p release, align 4
  ret void
}
