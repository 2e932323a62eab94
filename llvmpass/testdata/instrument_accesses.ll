; Loads and stores by size, what cannot be shared, byval copies, !nosanitize,
; vtable loads and debug locations.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%big = type { [5 x i64] }
@table = constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@cell = global i64 0
@pair = global { i32, i32 } zeroinitializer
@__libc_single_threaded = external global i8

define void @sizes(ptr %p, ptr %q) {
  %a = load i8, ptr %p
  store i1 true, ptr %q
  %b = load i16, ptr %p
  store float 1.0, ptr %q
  %c = load ptr, ptr %p
  store <4 x i32> zeroinitializer, ptr %q
  %d = load x86_fp80, ptr %p
  store <3 x i32> zeroinitializer, ptr %q
  %e = load [3 x i64], ptr %p
  store volatile { i32, i8 } zeroinitializer, ptr %q
  %f = load {}, ptr %p
  ret void
}

define i32 @unaligned(ptr %p) {
  %a = load i32, ptr %p, align 2
  store i64 1, ptr %p, align 4
  ret i32 %a
}

; Said once in a block, until a call; a read and a write in one; a size of its
; own is a place of its own.
define i32 @again(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  %b = load i32, ptr %p
  store i32 1, ptr %p
  store i32 2, ptr %p
  %c = load i16, ptr %p
  call void @llvm.assume(i1 true)
  %d = load i32, ptr %p
  store i32 1, ptr %q
  %e = load i32, ptr %q
  call void @keeps(ptr null)
  %f = load i32, ptr %p
  br label %next
next:
  store i32 %f, ptr %p
  store i32 %f, ptr %p
  ret i32 %f
}

declare void @llvm.assume(i1)

define i32 @unshared(i64 %i, i1 %c) {
  %x = alloca [4 x i32]
  %y = alloca [4 x i32]
  %s = select i1 %c, ptr %x, ptr %y
  %p = getelementptr i32, ptr %s, i64 %i
  store i32 1, ptr %p
  %q = getelementptr [4 x i32], ptr @table, i64 0, i64 %i
  %a = load i32, ptr %q
  %m = select i1 %c, ptr %p, ptr %q
  %b = load i32, ptr %m
  %f = freeze ptr %x
  call void @looks(ptr %f)
  %d = load i32, ptr %f
  ret i32 %d
}

declare void @looks(ptr nocapture)
declare void @keeps(ptr)

define i32 @escaped(ptr %out) {
  %x = alloca i32
  %y = alloca i32
  %z = alloca i32
  store ptr %x, ptr %out
  store i32 1, ptr %x
  call void @keeps(ptr %y)
  store i32 2, ptr %y
  %n = ptrtoint ptr %z to i64
  %w = load i32, ptr %z
  ret i32 %w
}

define ptr @returned() {
  %x = alloca i32
  store i32 1, ptr %x
  ret ptr %x
}

define i64 @globals() {
  %a = load i64, ptr @cell
  %b = load i32, ptr getelementptr inbounds ({ i32, i32 }, ptr @pair, i64 0, i32 1)
  %c = load i32, ptr getelementptr inbounds ([4 x i32], ptr @table, i64 0, i64 2)
  ret i64 %a
}

define i64 @copies(ptr %p, ptr byval(%big) %own) {
  %a = load i64, ptr %own
  %b = call i64 @copies(ptr %p, ptr byval(%big) %p)
  ret i64 %a
}

define i32 @loop(ptr %begin, ptr %end) {
entry:
  br label %next
next:
  %p = phi ptr [ %begin, %entry ], [ %q, %next ]
  %v = load i32, ptr %p
  %q = getelementptr i32, ptr %p, i64 1
  %done = icmp eq ptr %q, %end
  br i1 %done, label %out, label %next
out:
  ret i32 %v
}

define i32 @virtual(ptr %object) {
  %table = load ptr, ptr %object, !tbaa !0
  %f = load ptr, ptr %table
  %r = call i32 %f(ptr %object)
  ret i32 %r
}

define void @bookkeeping(ptr %p, ptr addrspace(257) %fs) {
  store i32 1, ptr %p, !nosanitize !3
  store i32 1, ptr addrspace(257) %fs
  ret void
}

define void @left_alone(ptr %p) disable_sanitizer_instrumentation {
  store i32 1, ptr %p
  ret void
}

define void @bare(ptr %p) naked {
  store i32 1, ptr %p
  unreachable
}

define void @__sparse_own(ptr %p) {
  store i32 1, ptr %p
  ret void
}

; A reference that is counted without atomics, in a program of one thread, is reported as if
; it were one.
define void @counted_alone(ptr %c) {
  %flag = load i8, ptr @__libc_single_threaded
  %many = icmp eq i8 %flag, 0
  br i1 %many, label %atomic, label %plain
plain:
  %n = load i32, ptr %c
  %more = add nsw i32 %n, 1
  store i32 %more, ptr %c
  ret void
atomic:
  ret void
}

define available_externally void @elsewhere(ptr %p) {
  store i32 1, ptr %p
  ret void
}

@chosen = ifunc void (), ptr @choose
define internal ptr @choose() {
  store i64 1, ptr @cell
  ret ptr @bookkeeping
}

define void @places(ptr %p) !dbg !7 {
  store i32 1, ptr %p, !dbg !9
  store i32 2, ptr %p
  ret void, !dbg !9
}

!llvm.module.flags = !{!4}
!llvm.dbg.cu = !{!5}
!0 = !{!1, !1, i64 0}
!1 = !{!"vtable pointer", !2, i64 0}
!2 = !{!"Simple C++ TBAA"}
!3 = !{}
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !6, emissionKind: FullDebug)
!6 = !DIFile(filename: "places.cpp", directory: "/src")
!7 = distinct !DISubprogram(name: "places", file: !6, line: 3, type: !8, unit: !5, spFlags: DISPFlagDefinition)
!8 = !DISubroutineType(types: !3)
!9 = !DILocation(line: 4, column: 2, scope: !7)
