; Entry, exit and unwind: plain, throwing, musttail, noreturn, setjmp, several
; returns; leaf functions need no frame.
target triple = "x86_64-pc-linux-gnu"

declare void @may_throw()
declare void @stop() noreturn
declare i32 @_setjmp(ptr) returns_twice
declare i32 @__gxx_personality_v0(...)

define i32 @leaf(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}

define i32 @records_only(ptr %p) {
  call void @__sparse_read4(ptr %p)
  %y = load i32, ptr %p
  ret i32 %y
}
declare void @__sparse_read4(ptr)

define i32 @returns(i1 %c) !dbg !5 {
  %x = alloca i32
  %y = alloca i32
  call void @may_throw(), !dbg !7
  br i1 %c, label %a, label %b
a:
  ret i32 1, !dbg !8
b:
  ret i32 2
}

define void @cleans_up() personality ptr @__gxx_personality_v0 {
  invoke void @may_throw() to label %fine unwind label %thrown
fine:
  ret void
thrown:
  %e = landingpad { ptr, i32 } cleanup
  call void @may_throw()
  resume { ptr, i32 } %e
}

define i32 @hands_over(i32 %x) {
  %r = musttail call i32 @hands_over(i32 %x)
  ret i32 %r
}

define void @never_back() {
  call void @stop()
  unreachable
}

define i32 @jumps(ptr %buffer) {
  %r = call i32 @_setjmp(ptr %buffer) returns_twice
  call void @may_throw()
  ret i32 %r
}

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "returns.cpp", directory: "/src")
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = distinct !DISubprogram(name: "returns", file: !2, line: 3, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 4, column: 2, scope: !5)
!8 = !DILocation(line: 5, column: 2, scope: !5)
