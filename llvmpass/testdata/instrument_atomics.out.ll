; ModuleID = 'testdata/instrument_atomics.ll'
source_filename = "testdata/instrument_atomics.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define void @atomics(ptr %p, ptr %q) #0 {
  notail call void @__sparse_atomic_read(ptr %p, i64 4)
  %a = load atomic i32, ptr %p acquire, align 4
  notail call void @__sparse_atomic_write(ptr %p, i64 8)
  store atomic i64 1, ptr %p release, align 8
  notail call void @__sparse_atomic_rmw(ptr %p, i64 2)
  %b = atomicrmw add ptr %p, i16 1 seq_cst, align 2
  notail call void @__sparse_atomic_rmw(ptr %p, i64 8)
  %c = cmpxchg weak ptr %p, ptr %q, ptr null seq_cst monotonic, align 8
  notail call void @__sparse_atomic_rmw(ptr %p, i64 16)
  %d = cmpxchg ptr %p, i128 0, i128 1 seq_cst monotonic, align 16
  fence seq_cst
  %e = load i32, ptr %p, align 4
  ret void
}

define void @private_cell() #0 {
  %p = alloca i32, align 4
  store atomic i32 1, ptr %p release, align 4
  %b = atomicrmw add ptr %p, i32 1 seq_cst, align 4
  ret void
}

define void @published(ptr %out) #0 {
  %p = alloca i32, align 4
  notail call void @__sparse_atomic_rmw(ptr %out, i64 8)
  %c = cmpxchg ptr %out, ptr null, ptr %p seq_cst monotonic, align 8
  notail call void @__sparse_atomic_write(ptr %p, i64 4)
  store atomic i32 1, ptr %p release, align 4
  ret void
}

; Function Attrs: nounwind nonlazybind
declare void @__sparse_atomic_read(ptr, i64) #1

; Function Attrs: nounwind nonlazybind
declare void @__sparse_atomic_write(ptr, i64) #1

; Function Attrs: nounwind nonlazybind
declare void @__sparse_atomic_rmw(ptr, i64) #1

attributes #0 = { "sparse-instrumented" }
attributes #1 = { nounwind nonlazybind }
