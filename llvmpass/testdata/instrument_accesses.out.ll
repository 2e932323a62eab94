; ModuleID = 'testdata/instrument_accesses.ll'
source_filename = "testdata/instrument_accesses.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%big = type { [5 x i64] }

@table = constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@cell = global i64 0
@pair = global { i32, i32 } zeroinitializer
@__libc_single_threaded = external global i8

@chosen = ifunc void (), ptr @choose

define void @sizes(ptr %p, ptr %q) #0 {
  notail call void @__sparse_read1(ptr %p)
  %a = load i8, ptr %p, align 1
  notail call void @__sparse_write1(ptr %q)
  store i1 true, ptr %q, align 1
  notail call void @__sparse_read2(ptr %p)
  %b = load i16, ptr %p, align 2
  notail call void @__sparse_write4(ptr %q)
  store float 1.000000e+00, ptr %q, align 4
  notail call void @__sparse_read8(ptr %p)
  %c = load ptr, ptr %p, align 8
  notail call void @__sparse_write16(ptr %q)
  store <4 x i32> zeroinitializer, ptr %q, align 16
  notail call void @__sparse_read_range(ptr %p, i64 10)
  %d = load x86_fp80, ptr %p, align 16
  notail call void @__sparse_write_range(ptr %q, i64 12)
  store <3 x i32> zeroinitializer, ptr %q, align 16
  notail call void @__sparse_read_range(ptr %p, i64 24)
  %e = load [3 x i64], ptr %p, align 8
  notail call void @__sparse_unaligned_write8(ptr %q)
  store volatile { i32, i8 } zeroinitializer, ptr %q, align 4
  %f = load {}, ptr %p, align 1
  ret void
}

define i32 @unaligned(ptr %p) #0 {
  notail call void @__sparse_unaligned_read4(ptr %p)
  %a = load i32, ptr %p, align 2
  notail call void @__sparse_unaligned_write8(ptr %p)
  store i64 1, ptr %p, align 4
  ret i32 %a
}

define i32 @again(ptr %p, ptr %q) #0 {
  notail call void @__sparse_update4(ptr %p)
  %a = load i32, ptr %p, align 4
  %b = load i32, ptr %p, align 4
  store i32 1, ptr %p, align 4
  store i32 2, ptr %p, align 4
  notail call void @__sparse_read2(ptr %p)
  %c = load i16, ptr %p, align 2
  call void @llvm.assume(i1 true)
  %d = load i32, ptr %p, align 4
  notail call void @__sparse_write4(ptr %q)
  store i32 1, ptr %q, align 4
  notail call void @__sparse_read4(ptr %q)
  %e = load i32, ptr %q, align 4
  call void @keeps(ptr null)
  notail call void @__sparse_read4(ptr %p)
  %f = load i32, ptr %p, align 4
  br label %next

next:                                             ; preds = %0
  notail call void @__sparse_write4(ptr %p)
  store i32 %f, ptr %p, align 4
  store i32 %f, ptr %p, align 4
  ret i32 %f
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #1

define i32 @unshared(i64 %i, i1 %c) #0 {
  %x = alloca [4 x i32], align 4
  %y = alloca [4 x i32], align 4
  %s = select i1 %c, ptr %x, ptr %y
  %p = getelementptr i32, ptr %s, i64 %i
  store i32 1, ptr %p, align 4
  %q = getelementptr [4 x i32], ptr @table, i64 0, i64 %i
  %a = load i32, ptr %q, align 4
  %m = select i1 %c, ptr %p, ptr %q
  %b = load i32, ptr %m, align 4
  %f = freeze ptr %x
  call void @looks(ptr %f)
  %d = load i32, ptr %f, align 4
  ret i32 %d
}

declare void @looks(ptr nocapture)

declare void @keeps(ptr)

define i32 @escaped(ptr %out) #0 {
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  %z = alloca i32, align 4
  notail call void @__sparse_write8(ptr %out)
  store ptr %x, ptr %out, align 8
  notail call void @__sparse_write4(ptr %x)
  store i32 1, ptr %x, align 4
  call void @keeps(ptr %y)
  notail call void @__sparse_write4(ptr %y)
  store i32 2, ptr %y, align 4
  %n = ptrtoint ptr %z to i64
  notail call void @__sparse_read4(ptr %z)
  %w = load i32, ptr %z, align 4
  ret i32 %w
}

define ptr @returned() #0 {
  %x = alloca i32, align 4
  notail call void @__sparse_write4(ptr %x)
  store i32 1, ptr %x, align 4
  ret ptr %x
}

define i64 @globals() #0 {
  notail call void @__sparse_read8(ptr @cell)
  %a = load i64, ptr @cell, align 8
  notail call void @__sparse_read4(ptr getelementptr inbounds ({ i32, i32 }, ptr @pair, i64 0, i32 1))
  %b = load i32, ptr getelementptr inbounds ({ i32, i32 }, ptr @pair, i64 0, i32 1), align 4
  %c = load i32, ptr getelementptr inbounds ([4 x i32], ptr @table, i64 0, i64 2), align 4
  ret i64 %a
}

define i64 @copies(ptr %p, ptr byval(%big) %own) #0 {
  %a = load i64, ptr %own, align 8
  notail call void @__sparse_read_range(ptr %p, i64 40)
  %b = call i64 @copies(ptr %p, ptr byval(%big) %p)
  ret i64 %a
}

define i32 @loop(ptr %begin, ptr %end) #0 {
entry:
  br label %next

next:                                             ; preds = %next, %entry
  %p = phi ptr [ %begin, %entry ], [ %q, %next ]
  notail call void @__sparse_read4(ptr %p)
  %v = load i32, ptr %p, align 4
  %q = getelementptr i32, ptr %p, i64 1
  %done = icmp eq ptr %q, %end
  br i1 %done, label %out, label %next

out:                                              ; preds = %next
  ret i32 %v
}

define i32 @virtual(ptr %object) #0 {
  notail call void @__sparse_read8(ptr %object)
  %table = load ptr, ptr %object, align 8, !tbaa !3
  %f = load ptr, ptr %table, align 8
  %r = call i32 %f(ptr %object)
  ret i32 %r
}

define void @bookkeeping(ptr %p, ptr addrspace(257) %fs) #0 {
  store i32 1, ptr %p, align 4, !nosanitize !6
  store i32 1, ptr addrspace(257) %fs, align 4
  ret void
}

; Function Attrs: disable_sanitizer_instrumentation
define void @left_alone(ptr %p) #2 {
  store i32 1, ptr %p, align 4
  ret void
}

; Function Attrs: naked
define void @bare(ptr %p) #3 {
  store i32 1, ptr %p, align 4
  unreachable
}

define void @__sparse_own(ptr %p) {
  store i32 1, ptr %p, align 4
  ret void
}

define void @counted_alone(ptr %c) #0 {
  notail call void @__sparse_read1(ptr @__libc_single_threaded)
  %flag = load i8, ptr @__libc_single_threaded, align 1
  %many = icmp eq i8 %flag, 0
  br i1 %many, label %atomic, label %plain

plain:                                            ; preds = %0
  notail call void @__sparse_read4(ptr %c)
  %n = load i32, ptr %c, align 4
  %more = add nsw i32 %n, 1
  notail call void @__sparse_atomic_rmw(ptr %c, i64 4)
  store i32 %more, ptr %c, align 4
  ret void

atomic:                                           ; preds = %0
  ret void
}

define available_externally void @elsewhere(ptr %p) {
  store i32 1, ptr %p, align 4
  ret void
}

define internal ptr @choose() {
  store i64 1, ptr @cell, align 8
  ret ptr @bookkeeping
}

define void @places(ptr %p) #0 !dbg !7 {
  notail call void @__sparse_write4(ptr %p), !dbg !9
  store i32 1, ptr %p, align 4, !dbg !9
  store i32 2, ptr %p, align 4
  ret void, !dbg !9
}

; Function Attrs: nounwind nonlazybind
declare void @__sparse_read1(ptr) #4

; Function Attrs: nounwind nonlazybind
declare void @__sparse_write1(ptr) #4

; Function Attrs: nounwind nonlazybind
declare void @__sparse_read2(ptr) #4

; Function Attrs: nounwind nonlazybind
declare void @__sparse_write4(ptr) #4

; Function Attrs: nounwind nonlazybind
declare void @__sparse_read8(ptr) #4

; Function Attrs: nounwind nonlazybind
declare void @__sparse_write16(ptr) #4

; Function Attrs: nounwind nonlazybind
declare void @__sparse_read_range(ptr, i64) #4

; Function Attrs: nounwind nonlazybind
declare void @__sparse_write_range(ptr, i64) #4

; Function Attrs: nounwind nonlazybind
declare void @__sparse_unaligned_write8(ptr) #4

; Function Attrs: nounwind nonlazybind
declare void @__sparse_unaligned_read4(ptr) #4

; Function Attrs: nounwind nonlazybind
declare void @__sparse_read4(ptr) #4

; Function Attrs: nounwind nonlazybind
declare void @__sparse_update4(ptr) #4

; Function Attrs: nounwind nonlazybind
declare void @__sparse_write8(ptr) #4

; Function Attrs: nounwind nonlazybind
declare void @__sparse_atomic_rmw(ptr, i64) #4

attributes #0 = { "sparse-instrumented" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #2 = { disable_sanitizer_instrumentation }
attributes #3 = { naked }
attributes #4 = { nounwind nonlazybind }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "places.cpp", directory: "/src")
!3 = !{!4, !4, i64 0}
!4 = !{!"vtable pointer", !5, i64 0}
!5 = !{!"Simple C++ TBAA"}
!6 = !{}
!7 = distinct !DISubprogram(name: "places", scope: null, file: !2, line: 3, type: !8, spFlags: DISPFlagDefinition, unit: !1)
!8 = !DISubroutineType(types: !6)
!9 = !DILocation(line: 4, column: 2, scope: !7)
