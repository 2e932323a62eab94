; ModuleID = 'testdata/instrument_commuting.ll'
source_filename = "testdata/instrument_commuting.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@total = external global i64

define void @counts(ptr %n, i64 %by) #0 {
  notail call void @__sparse_commute4(ptr %n, i32 1)
  %old = load i32, ptr %n, align 4
  %new = add nsw i32 %old, 1
  store i32 %new, ptr %n, align 4
  notail call void @__sparse_commute8(ptr @total, i32 1)
  %sum = load i64, ptr @total, align 8
  %more = sub i64 %sum, %by
  store i64 %more, ptr @total, align 8
  ret void
}

define void @bits(ptr %p, i8 %mask) #0 {
  notail call void @__sparse_commute1(ptr %p, i32 2)
  %a = load i8, ptr %p, align 1
  %b = or i8 %mask, %a
  store i8 %b, ptr %p, align 1
  %q = getelementptr i16, ptr %p, i64 1
  notail call void @__sparse_commute2(ptr %q, i32 3)
  %c = load i16, ptr %q, align 2
  %d = and i16 %c, -5
  store i16 %d, ptr %q, align 2
  %r = getelementptr i16, ptr %p, i64 2
  notail call void @__sparse_commute2(ptr %r, i32 4)
  %e = load i16, ptr %r, align 2
  %f = xor i16 %e, 7
  store i16 %f, ptr %r, align 2
  ret void
}

define i32 @looked_at(ptr %n) #0 {
  %old = load i32, ptr %n, align 4
  %new = add i32 %old, 1
  store i32 %new, ptr %n, align 4
  %p = getelementptr i32, ptr %n, i64 1
  %o = load i32, ptr %p, align 4
  %o2 = add i32 %o, 1
  store i32 %o2, ptr %p, align 4
  %r = add i32 %new, %o
  ret i32 %r
}

define void @another_way(ptr %n, i32 %by) #0 {
  %old = load i32, ptr %n, align 4
  %new = sub i32 %by, %old
  store i32 %new, ptr %n, align 4
  %o = load i32, ptr %n, align 4
  %o2 = mul i32 %o, 2
  store i32 %o2, ptr %n, align 4
  %x = load i32, ptr %n, align 4
  %y = shl i32 %x, 1
  store i32 %y, ptr %n, align 4
  ret void
}

declare void @elsewhere()

define void @between(ptr %n, ptr %m) #0 {
  %old = load i32, ptr %n, align 4
  call void @elsewhere()
  %new = add i32 %old, 1
  store i32 %new, ptr %n, align 4
  %o = load i32, ptr %m, align 4
  store i32 0, ptr %n, align 4
  %o2 = add i32 %o, 1
  store i32 %o2, ptr %m, align 4
  ret void
}

define void @odd(ptr %n) #0 {
  %old = load i32, ptr %n, align 2
  %new = add i32 %old, 1
  store i32 %new, ptr %n, align 2
  %v = load volatile i32, ptr %n, align 4
  %w = add i32 %v, 1
  store volatile i32 %w, ptr %n, align 4
  %wide = load i128, ptr %n, align 16
  %wider = add i128 %wide, 1
  store i128 %wider, ptr %n, align 16
  ret void
}

define void @own() #0 {
  %n = alloca i32, align 4
  %old = load i32, ptr %n, align 4
  %new = add i32 %old, 1
  store i32 %new, ptr %n, align 4
  ret void
}

define i32 @atomics(ptr %n) #0 {
  notail call void @__sparse_commute4(ptr %n, i32 9)
  %1 = atomicrmw add ptr %n, i32 5 monotonic, align 4
  notail call void @__sparse_commute4(ptr %n, i32 10)
  %2 = atomicrmw or ptr %n, i32 4 seq_cst, align 4
  notail call void @__sparse_commute4(ptr %n, i32 11)
  %3 = atomicrmw and ptr %n, i32 -5 seq_cst, align 4
  notail call void @__sparse_commute4(ptr %n, i32 12)
  %4 = atomicrmw xor ptr %n, i32 4 seq_cst, align 4
  notail call void @__sparse_commute4(ptr %n, i32 9)
  %5 = atomicrmw sub ptr %n, i32 2 seq_cst, align 4
  notail call void @__sparse_commute4(ptr %n, i32 9)
  %last = atomicrmw sub ptr %n, i32 1 acq_rel, align 4
  %is = icmp eq i32 %last, 1
  %ticket = atomicrmw add ptr %n, i32 1 seq_cst, align 4
  %other = atomicrmw umax ptr %n, i32 9 seq_cst, align 4
  %swapped = atomicrmw xchg ptr %n, i32 1 seq_cst, align 4
  ret i32 %ticket
}

; Function Attrs: nounwind nonlazybind
declare void @__sparse_commute4(ptr, i32) #1

; Function Attrs: nounwind nonlazybind
declare void @__sparse_commute8(ptr, i32) #1

; Function Attrs: nounwind nonlazybind
declare void @__sparse_commute1(ptr, i32) #1

; Function Attrs: nounwind nonlazybind
declare void @__sparse_commute2(ptr, i32) #1

attributes #0 = { "sparse-instrumented" }
attributes #1 = { nounwind nonlazybind }
