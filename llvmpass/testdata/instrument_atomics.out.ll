; ModuleID = 'testdata/instrument_atomics.ll'
source_filename = "testdata/instrument_atomics.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define void @atomics(ptr %p, ptr %q) #0 {
  %1 = load atomic i32, ptr %p monotonic, align 4, !nosanitize !0
  %2 = zext i32 %1 to i64
  notail call void @__sparse_atomic_load(ptr %p, i64 4, i64 %2)
  %a = load atomic i32, ptr %p acquire, align 4
  %3 = load atomic i32, ptr %p monotonic, align 4, !nosanitize !0
  %4 = zext i32 %3 to i64
  notail call void @__sparse_atomic_relaxed(ptr %p, i64 4, i64 %4)
  %r = load atomic i32, ptr %p monotonic, align 4
  %5 = load atomic i64, ptr %p monotonic, align 8, !nosanitize !0
  notail call void @__sparse_atomic_store(ptr %p, i64 8, i64 %5)
  store atomic i64 1, ptr %p release, align 8
  %6 = load atomic i16, ptr %p monotonic, align 2, !nosanitize !0
  %7 = zext i16 %6 to i64
  notail call void @__sparse_atomic_count(ptr %p, i64 2, i64 %7)
  %b = atomicrmw add ptr %p, i16 1 seq_cst, align 2
  %8 = load atomic i16, ptr %p monotonic, align 2, !nosanitize !0
  %9 = zext i16 %8 to i64
  notail call void @__sparse_atomic_change(ptr %p, i64 2, i64 %9)
  %x = atomicrmw xchg ptr %p, i16 1 seq_cst, align 2
  %10 = load atomic i64, ptr %p monotonic, align 8, !nosanitize !0
  notail call void @__sparse_atomic_change(ptr %p, i64 8, i64 %10)
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
  %1 = load atomic i64, ptr %out monotonic, align 8, !nosanitize !0
  notail call void @__sparse_atomic_change(ptr %out, i64 8, i64 %1)
  %c = cmpxchg ptr %out, ptr null, ptr %p seq_cst monotonic, align 8
  %2 = load atomic i32, ptr %p monotonic, align 4, !nosanitize !0
  %3 = zext i32 %2 to i64
  notail call void @__sparse_atomic_store(ptr %p, i64 4, i64 %3)
  store atomic i32 1, ptr %p release, align 4
  ret void
}

; Function Attrs: nounwind nonlazybind
declare void @__sparse_atomic_load(ptr, i64, i64) #1

; Function Attrs: nounwind nonlazybind
declare void @__sparse_atomic_relaxed(ptr, i64, i64) #1

; Function Attrs: nounwind nonlazybind
declare void @__sparse_atomic_store(ptr, i64, i64) #1

; Function Attrs: nounwind nonlazybind
declare void @__sparse_atomic_count(ptr, i64, i64) #1

; Function Attrs: nounwind nonlazybind
declare void @__sparse_atomic_change(ptr, i64, i64) #1

; Function Attrs: nounwind nonlazybind
declare void @__sparse_atomic_rmw(ptr, i64) #1

attributes #0 = { "sparse-instrumented" }
attributes #1 = { nounwind nonlazybind }

!0 = !{}
