; ModuleID = 'testdata/instrument_references.ll'
source_filename = "testdata/instrument_references.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@__libc_single_threaded = external global i8

define i1 @qt_ref(ptr %c) #0 {
  %old = atomicrmw add ptr %c, i32 1 seq_cst, align 4
  notail call void @__sparse_ref(ptr %c)
  %live = icmp ne i32 %old, -1
  ret i1 %live
}

define i1 @qt_deref(ptr %c) #0 {
  %old = atomicrmw sub ptr %c, i32 1 acq_rel, align 4
  notail call void @__sparse_unref(ptr %c)
  %live = icmp ne i32 %old, 1
  ret i1 %live
}

define i1 @added_less_one(ptr %c) #0 {
  %old = atomicrmw add ptr %c, i32 -1 acq_rel, align 4
  notail call void @__sparse_unref(ptr %c)
  %last = icmp eq i32 %old, 1
  ret i1 %last
}

define void @copied(ptr %c) #0 {
  %1 = atomicrmw add ptr %c, i32 1 monotonic, align 4
  notail call void @__sparse_ref(ptr %c)
  ret void
}

define void @libstdcxx(ptr %c) #0 {
  %flag = load i8, ptr @__libc_single_threaded, align 1
  %many = icmp eq i8 %flag, 0
  br i1 %many, label %atomic, label %plain

plain:                                            ; preds = %0
  %n = load i32, ptr %c, align 4
  %more = add nsw i32 %n, 1
  store i32 %more, ptr %c, align 4
  notail call void @__sparse_ref(ptr %c)
  ret void

atomic:                                           ; preds = %0
  %1 = atomicrmw add ptr %c, i32 1 acq_rel, align 4
  notail call void @__sparse_ref(ptr %c)
  ret void
}

define i1 @libstdcxx_down(ptr %c) #0 {
  %flag = load i8, ptr @__libc_single_threaded, align 1
  %many = icmp eq i8 %flag, 0
  br i1 %many, label %atomic, label %plain

plain:                                            ; preds = %0
  %n = load i32, ptr %c, align 4
  %less = add nsw i32 %n, -1
  store i32 %less, ptr %c, align 4
  notail call void @__sparse_unref(ptr %c)
  br label %after

atomic:                                           ; preds = %0
  %old = atomicrmw add ptr %c, i32 -1 acq_rel, align 4
  notail call void @__sparse_unref(ptr %c)
  br label %after

after:                                            ; preds = %atomic, %plain
  %count = phi i32 [ %n, %plain ], [ %old, %atomic ]
  %last = icmp eq i32 %count, 1
  ret i1 %last
}

define i32 @joined_ticket(ptr %c, i1 %given) #0 {
  br i1 %given, label %after, label %take

take:                                             ; preds = %0
  %mine = atomicrmw add ptr %c, i32 -1 seq_cst, align 4
  br label %after

after:                                            ; preds = %take, %0
  %number = phi i32 [ 0, %0 ], [ %mine, %take ]
  ret i32 %number
}

define i32 @ticket(ptr %c) #0 {
  %mine = atomicrmw add ptr %c, i32 1 seq_cst, align 4
  ret i32 %mine
}

define void @others(ptr %c) #0 {
  %two = atomicrmw add ptr %c, i32 2 seq_cst, align 4
  %set = atomicrmw xchg ptr %c, i32 1 seq_cst, align 4
  %unseen = atomicrmw sub ptr %c, i32 1 seq_cst, align 4
  %n = load i32, ptr %c, align 4
  %more = add nsw i32 %n, 1
  store i32 %more, ptr %c, align 4
  %own = alloca i32, align 4
  %1 = atomicrmw add ptr %own, i32 1 seq_cst, align 4
  ret void
}

define void @unoptimised(ptr %c) #0 {
  %at = alloca ptr, align 8
  %by = alloca i32, align 4
  store ptr %c, ptr %at, align 8
  store i32 -1, ptr %by, align 4
  %flag = load i8, ptr @__libc_single_threaded, align 1
  %alone = icmp ne i8 %flag, 0
  br i1 %alone, label %plain, label %out

plain:                                            ; preds = %0
  %step = load i32, ptr %by, align 4
  %here = load ptr, ptr %at, align 8
  %n = load i32, ptr %here, align 4
  %less = add nsw i32 %n, %step
  %there = load ptr, ptr %at, align 8
  store i32 %less, ptr %there, align 4
  notail call void @__sparse_unref(ptr %there)
  ret void

out:                                              ; preds = %0
  ret void
}

; Function Attrs: nounwind nonlazybind
declare void @__sparse_ref(ptr) #1

; Function Attrs: nounwind nonlazybind
declare void @__sparse_unref(ptr) #1

attributes #0 = { "sparse-instrumented" }
attributes #1 = { nounwind nonlazybind }
