; References counted up and down: Qt's way, libstdc++'s with and without atomics;
; not tickets, not steps of two, not other counting.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@__libc_single_threaded = external global i8

define i1 @qt_ref(ptr %c) {
  %old = atomicrmw add ptr %c, i32 1 seq_cst
  %live = icmp ne i32 %old, -1
  ret i1 %live
}
define i1 @qt_deref(ptr %c) {
  %old = atomicrmw sub ptr %c, i32 1 acq_rel
  %live = icmp ne i32 %old, 1
  ret i1 %live
}
define i1 @added_less_one(ptr %c) {
  %old = atomicrmw add ptr %c, i32 -1 acq_rel
  %last = icmp eq i32 %old, 1
  ret i1 %last
}
define void @copied(ptr %c) {
  %1 = atomicrmw add ptr %c, i32 1 monotonic
  ret void
}
define void @libstdcxx(ptr %c) {
  %flag = load i8, ptr @__libc_single_threaded
  %many = icmp eq i8 %flag, 0
  br i1 %many, label %atomic, label %plain
plain:
  %n = load i32, ptr %c
  %more = add nsw i32 %n, 1
  store i32 %more, ptr %c
  ret void
atomic:
  %1 = atomicrmw add ptr %c, i32 1 acq_rel
  ret void
}
define i1 @libstdcxx_down(ptr %c) {
  %flag = load i8, ptr @__libc_single_threaded
  %many = icmp eq i8 %flag, 0
  br i1 %many, label %atomic, label %plain
plain:
  %n = load i32, ptr %c
  %less = add nsw i32 %n, -1
  store i32 %less, ptr %c
  br label %after
atomic:
  %old = atomicrmw add ptr %c, i32 -1 acq_rel
  br label %after
after:
  %count = phi i32 [ %n, %plain ], [ %old, %atomic ]
  %last = icmp eq i32 %count, 1
  ret i1 %last
}
define i32 @joined_ticket(ptr %c, i1 %given) {
  br i1 %given, label %after, label %take
take:
  %mine = atomicrmw add ptr %c, i32 -1 seq_cst
  br label %after
after:
  %number = phi i32 [ 0, %0 ], [ %mine, %take ]
  ret i32 %number
}
define i32 @ticket(ptr %c) {
  %mine = atomicrmw add ptr %c, i32 1 seq_cst
  ret i32 %mine
}
define void @others(ptr %c) {
  %two = atomicrmw add ptr %c, i32 2 seq_cst
  %set = atomicrmw xchg ptr %c, i32 1 seq_cst
  %unseen = atomicrmw sub ptr %c, i32 1 seq_cst
  %n = load i32, ptr %c
  %more = add nsw i32 %n, 1
  store i32 %more, ptr %c
  %own = alloca i32
  %1 = atomicrmw add ptr %own, i32 1 seq_cst
  ret void
}
; Without optimisation: arguments are kept in the frame.
define void @unoptimised(ptr %c) {
  %at = alloca ptr
  %by = alloca i32
  store ptr %c, ptr %at
  store i32 -1, ptr %by
  %flag = load i8, ptr @__libc_single_threaded
  %alone = icmp ne i8 %flag, 0
  br i1 %alone, label %plain, label %out
plain:
  %step = load i32, ptr %by
  %here = load ptr, ptr %at
  %n = load i32, ptr %here
  %less = add nsw i32 %n, %step
  %there = load ptr, ptr %at
  store i32 %less, ptr %there
  ret void
out:
  ret void
}
