; Updates that nobody looks at, and those that somebody does; what comes in between;
; memory of the own frame; atomics; counting of references.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@total = external global i64

define void @counts(ptr %n, i64 %by) {
  %old = load i32, ptr %n
  %new = add nsw i32 %old, 1
  store i32 %new, ptr %n
  %sum = load i64, ptr @total
  %more = sub i64 %sum, %by
  store i64 %more, ptr @total
  ret void
}
define void @bits(ptr %p, i8 %mask) {
  %a = load i8, ptr %p
  %b = or i8 %mask, %a
  store i8 %b, ptr %p
  %q = getelementptr i16, ptr %p, i64 1
  %c = load i16, ptr %q
  %d = and i16 %c, -5
  store i16 %d, ptr %q
  %r = getelementptr i16, ptr %p, i64 2
  %e = load i16, ptr %r
  %f = xor i16 %e, 7
  store i16 %f, ptr %r
  ret void
}
define i32 @looked_at(ptr %n) {
  %old = load i32, ptr %n
  %new = add i32 %old, 1
  store i32 %new, ptr %n
  %p = getelementptr i32, ptr %n, i64 1
  %o = load i32, ptr %p
  %o2 = add i32 %o, 1
  store i32 %o2, ptr %p
  %r = add i32 %new, %o
  ret i32 %r
}
define void @another_way(ptr %n, i32 %by) {
  %old = load i32, ptr %n
  %new = sub i32 %by, %old
  store i32 %new, ptr %n
  %o = load i32, ptr %n
  %o2 = mul i32 %o, 2
  store i32 %o2, ptr %n
  %x = load i32, ptr %n
  %y = shl i32 %x, 1
  store i32 %y, ptr %n
  ret void
}
declare void @elsewhere()
define void @between(ptr %n, ptr %m) {
  %old = load i32, ptr %n
  call void @elsewhere()
  %new = add i32 %old, 1
  store i32 %new, ptr %n
  %o = load i32, ptr %m
  store i32 0, ptr %n
  %o2 = add i32 %o, 1
  store i32 %o2, ptr %m
  ret void
}
define void @odd(ptr %n) {
  %old = load i32, ptr %n, align 2
  %new = add i32 %old, 1
  store i32 %new, ptr %n, align 2
  %v = load volatile i32, ptr %n
  %w = add i32 %v, 1
  store volatile i32 %w, ptr %n
  %wide = load i128, ptr %n
  %wider = add i128 %wide, 1
  store i128 %wider, ptr %n
  ret void
}
define void @own() {
  %n = alloca i32
  %old = load i32, ptr %n
  %new = add i32 %old, 1
  store i32 %new, ptr %n
  ret void
}
define i32 @atomics(ptr %n) {
  %1 = atomicrmw add ptr %n, i32 5 monotonic
  %2 = atomicrmw or ptr %n, i32 4 seq_cst
  %3 = atomicrmw and ptr %n, i32 -5 seq_cst
  %4 = atomicrmw xor ptr %n, i32 4 seq_cst
  %5 = atomicrmw sub ptr %n, i32 2 seq_cst
  %last = atomicrmw sub ptr %n, i32 1 acq_rel
  %is = icmp eq i32 %last, 1
  %ticket = atomicrmw add ptr %n, i32 1 seq_cst
  %other = atomicrmw umax ptr %n, i32 9 seq_cst
  %swapped = atomicrmw xchg ptr %n, i32 1 seq_cst
  ret i32 %ticket
}
