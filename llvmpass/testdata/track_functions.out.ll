; ModuleID = 'testdata/track_functions.ll'
source_filename = "testdata/track_functions.ll"
target triple = "x86_64-pc-linux-gnu"

declare void @may_throw()

; Function Attrs: noreturn
declare void @stop() #0

; Function Attrs: returns_twice
declare i32 @_setjmp(ptr) #1

declare i32 @__gxx_personality_v0(...)

define i32 @leaf(i32 %x) #2 {
  %y = add i32 %x, 1
  ret i32 %y
}

define i32 @records_only(ptr %p) #2 {
  call void @__sparse_read4(ptr %p)
  %y = load i32, ptr %p, align 4
  ret i32 %y
}

declare void @__sparse_read4(ptr)

define i32 @returns(i1 %c) #2 !dbg !3 {
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  %1 = call ptr @llvm.returnaddress(i32 0), !dbg !6
  %2 = notail call i32 @__sparse_func_entry(ptr %1), !dbg !6
  notail call void @__sparse_func_calls(i32 %2), !dbg !7
  call void @may_throw(), !dbg !7
  br i1 %c, label %a, label %b

a:                                                ; preds = %0
  notail call void @__sparse_func_exit(i32 %2), !dbg !8
  ret i32 1, !dbg !8

b:                                                ; preds = %0
  notail call void @__sparse_func_exit(i32 %2), !dbg !9
  ret i32 2
}

define void @cleans_up() #2 personality ptr @__gxx_personality_v0 {
  %1 = call ptr @llvm.returnaddress(i32 0)
  %2 = notail call i32 @__sparse_func_entry(ptr %1)
  notail call void @__sparse_func_calls(i32 %2)
  invoke void @may_throw()
          to label %fine unwind label %thrown

fine:                                             ; preds = %0
  notail call void @__sparse_func_exit(i32 %2)
  ret void

thrown:                                           ; preds = %0
  %e = landingpad { ptr, i32 }
          cleanup
  notail call void @__sparse_func_unwind(i32 %2)
  notail call void @__sparse_func_calls(i32 %2)
  call void @may_throw()
  notail call void @__sparse_func_exit(i32 %2)
  resume { ptr, i32 } %e
}

define i32 @hands_over(i32 %x) #2 {
  %1 = call ptr @llvm.returnaddress(i32 0)
  %2 = notail call i32 @__sparse_func_entry(ptr %1)
  notail call void @__sparse_func_exit(i32 %2)
  %r = musttail call i32 @hands_over(i32 %x)
  ret i32 %r
}

define void @never_back() #2 {
  %1 = call ptr @llvm.returnaddress(i32 0)
  %2 = notail call i32 @__sparse_func_entry(ptr %1)
  notail call void @__sparse_func_calls(i32 %2)
  call void @stop()
  unreachable
}

define i32 @jumps(ptr %buffer) #2 {
  %1 = call ptr @llvm.returnaddress(i32 0)
  %2 = notail call i32 @__sparse_func_entry(ptr %1)
  notail call void @__sparse_func_calls(i32 %2)
  %r = call i32 @_setjmp(ptr %buffer) #1
  notail call void @__sparse_func_unwind(i32 %2)
  notail call void @__sparse_func_calls(i32 %2)
  call void @may_throw()
  notail call void @__sparse_func_exit(i32 %2)
  ret i32 %r
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.returnaddress(i32 immarg) #3

; Function Attrs: nounwind nonlazybind
declare i32 @__sparse_func_entry(ptr) #4

; Function Attrs: nounwind nonlazybind
declare void @__sparse_func_calls(i32) #4

; Function Attrs: nounwind nonlazybind
declare void @__sparse_func_exit(i32) #4

; Function Attrs: nounwind nonlazybind
declare void @__sparse_func_unwind(i32) #4

attributes #0 = { noreturn }
attributes #1 = { returns_twice }
attributes #2 = { "sparse-instrumented" }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #4 = { nounwind nonlazybind }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "returns.cpp", directory: "/src")
!3 = distinct !DISubprogram(name: "returns", scope: null, file: !2, line: 3, type: !4, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocation(line: 3, scope: !3)
!7 = !DILocation(line: 4, column: 2, scope: !3)
!8 = !DILocation(line: 5, column: 2, scope: !3)
!9 = !DILocation(line: 0, scope: !3)
