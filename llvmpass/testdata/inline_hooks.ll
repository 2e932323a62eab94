; Inlined: in a leaf, in a function with a frame, at an unwinding; a location
; stays. Not inlined: unoptimised code, ranges.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @__sparse_read4(ptr)
declare void @__sparse_update8(ptr)
declare void @__sparse_write16(ptr)
declare void @__sparse_unaligned_write2(ptr)
declare void @__sparse_use(ptr)
declare void @__sparse_read_range(ptr, i64)
declare i32 @__sparse_func_entry(ptr)
declare void @__sparse_func_exit(i32)
declare void @__sparse_func_unwind(i32)
declare ptr @llvm.returnaddress(i32)
declare void @other()
declare i32 @__gxx_personality_v0(...)

define i32 @leaf(ptr %p) !dbg !5 {
  notail call void @__sparse_read4(ptr %p), !dbg !7
  %a = load i32, ptr %p, !dbg !7
  ret i32 %a, !dbg !7
}

define void @framed(ptr %p) personality ptr @__gxx_personality_v0 {
  %caller = call ptr @llvm.returnaddress(i32 0)
  %token = notail call i32 @__sparse_func_entry(ptr %caller)
  notail call void @__sparse_update8(ptr %p)
  notail call void @__sparse_use(ptr %p)
  notail call void @__sparse_read_range(ptr %p, i64 40)
  invoke void @other() to label %done unwind label %pad
done:
  notail call void @__sparse_func_exit(i32 %token)
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  notail call void @__sparse_func_unwind(i32 %token)
  notail call void @__sparse_func_exit(i32 %token)
  resume { ptr, i32 } %l
}

define void @unoptimised(ptr %p) noinline optnone {
  notail call void @__sparse_unaligned_write2(ptr %p)
  ret void
}

define void @small(ptr %p) optsize {
  notail call void @__sparse_write16(ptr %p)
  ret void
}

@name = private constant [2 x i8] c"T\00"

declare void @__sparse_of_type(ptr)

define void @typed() {
  notail call void @__sparse_of_type(ptr @name)
  ret void
}

define void @wide(ptr %p) {
  notail call void @__sparse_write16(ptr %p)
  ret void
}

!llvm.module.flags = !{!0, !1}
!llvm.dbg.cu = !{!2}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"wchar_size", i32 2}
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: true, emissionKind: FullDebug)
!3 = !DIFile(filename: "inline.c", directory: "/")
!4 = !DISubroutineType(types: !{})
!5 = distinct !DISubprogram(name: "leaf", file: !3, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !2)
!7 = !DILocation(line: 2, column: 5, scope: !5)
