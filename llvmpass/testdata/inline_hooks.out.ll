; ModuleID = 'testdata/inline_hooks.ll'
source_filename = "testdata/inline_hooks.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.sparse_view = type { ptr, i64, i64, ptr, i32, i32 }

@name = private constant [2 x i8] c"T\00"
@__sparse_type = external thread_local(initialexec) local_unnamed_addr global ptr, align 8
@__sparse_waits_from = external thread_local(initialexec) local_unnamed_addr global i64, align 8
@__sparse_view_3 = external thread_local(initialexec) local_unnamed_addr global %struct.sparse_view, align 8

declare void @__sparse_read4(ptr)

declare void @__sparse_update8(ptr)

declare void @__sparse_write16(ptr)

declare void @__sparse_unaligned_write2(ptr)

declare void @__sparse_use(ptr)

declare void @__sparse_read_range(ptr, i64)

declare i32 @__sparse_func_entry(ptr)

declare void @__sparse_func_exit(i32)

declare void @__sparse_func_unwind(i32)

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.returnaddress(i32 immarg) #0

declare void @other()

declare i32 @__gxx_personality_v0(...)

; Function Attrs: noredzone
define i32 @leaf(ptr %p) #1 !dbg !4 {
  %1 = ptrtoint ptr %p to i64, !dbg !7
  %2 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3), !dbg !7
  %3 = lshr i64 %1, 3, !dbg !7
  %4 = load ptr, ptr %2, align 8, !dbg !7, !tbaa !8
  %5 = getelementptr inbounds i8, ptr %2, i64 8, !dbg !7
  %6 = load i64, ptr %5, align 8, !dbg !7, !tbaa !15
  %7 = and i64 %6, %3, !dbg !7
  %8 = getelementptr inbounds i64, ptr %4, i64 %7, !dbg !7
  %9 = load i64, ptr %8, align 8, !dbg !7, !tbaa !16
  %10 = shl i64 %3, 20, !dbg !7
  %11 = xor i64 %9, %10, !dbg !7
  %12 = getelementptr inbounds i8, ptr %2, i64 16, !dbg !7
  %13 = load i64, ptr %12, align 8, !dbg !7, !tbaa !17
  %14 = xor i64 %11, %13, !dbg !7
  %15 = and i64 %1, 7, !dbg !7
  %16 = shl nsw i64 -65521, %15, !dbg !7
  %17 = and i64 %14, %16, !dbg !7
  %18 = icmp eq i64 %17, 0, !dbg !7
  br i1 %18, label %__sparse_leaf_read4.exit, label %19, !dbg !7, !prof !18

19:                                               ; preds = %0
  %20 = call ptr @llvm.returnaddress(i32 0), !dbg !7
  call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %p, i32 36, ptr %20) #6, !dbg !7
  br label %__sparse_leaf_read4.exit, !dbg !7

__sparse_leaf_read4.exit:                         ; preds = %0, %19
  %a = load i32, ptr %p, align 4, !dbg !7
  ret i32 %a, !dbg !7
}

; Function Attrs: noredzone
define void @framed(ptr %p) #1 personality ptr @__gxx_personality_v0 {
  %caller = call ptr @llvm.returnaddress(i32 0)
  %1 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %2 = getelementptr inbounds i8, ptr %1, i64 32
  %3 = load i32, ptr %2, align 8, !tbaa !19
  %4 = call i64 asm "lea 0(%rip), $0", "=r,~{dirflag},~{fpsr},~{flags}"() #7
  %5 = getelementptr inbounds i8, ptr %1, i64 36
  %6 = load i32, ptr %5, align 4, !tbaa !20
  %7 = icmp ult i32 %3, %6
  br i1 %7, label %8, label %16, !prof !18

8:                                                ; preds = %0
  %9 = zext i32 %3 to i64
  %10 = getelementptr inbounds i8, ptr %1, i64 24
  %11 = load ptr, ptr %10, align 8, !tbaa !21
  %12 = getelementptr inbounds i8, ptr %11, i64 %9
  %13 = ptrtoint ptr %caller to i64
  store i64 %13, ptr %12, align 8, !tbaa !22
  %14 = getelementptr inbounds i8, ptr %12, i64 8
  store i64 %4, ptr %14, align 8, !tbaa !24
  %15 = getelementptr inbounds i8, ptr %12, i64 16
  store i64 0, ptr %15, align 8, !tbaa !25
  br label %__sparse_inline_func_entry.exit

16:                                               ; preds = %0
  %17 = inttoptr i64 %4 to ptr
  call preserve_mostcc void @__sparse_enter(ptr noundef %caller, ptr noundef %17) #8
  br label %__sparse_inline_func_entry.exit

__sparse_inline_func_entry.exit:                  ; preds = %8, %16
  %18 = add i32 %3, 40
  store i32 %18, ptr %2, align 8, !tbaa !19
  call preserve_mostcc void @__sparse_ask_update8(ptr noundef %p) #8
  call preserve_mostcc void @__sparse_ask_use(ptr noundef %p) #8
  notail call void @__sparse_read_range(ptr %p, i64 40)
  invoke void @other()
          to label %done unwind label %pad

done:                                             ; preds = %__sparse_inline_func_entry.exit
  %19 = load i32, ptr %2, align 8, !tbaa !19
  %20 = call i32 @llvm.umin.i32(i32 %19, i32 %3)
  store i32 %20, ptr %2, align 8, !tbaa !19
  ret void

pad:                                              ; preds = %__sparse_inline_func_entry.exit
  %l = landingpad { ptr, i32 }
          cleanup
  %21 = load i32, ptr %2, align 8, !tbaa !19
  %22 = call i32 @llvm.umin.i32(i32 %21, i32 %18)
  %23 = call i32 @llvm.umin.i32(i32 %22, i32 %3)
  store i32 %23, ptr %2, align 8, !tbaa !19
  resume { ptr, i32 } %l
}

; Function Attrs: noinline noredzone optnone
define void @unoptimised(ptr %p) #2 {
  notail call void @__sparse_unaligned_write2(ptr %p)
  ret void
}

; Function Attrs: noredzone optsize
define void @small(ptr %p) #3 {
  notail call void @__sparse_write16(ptr %p)
  ret void
}

declare void @__sparse_of_type(ptr)

; Function Attrs: noredzone
define void @typed() #1 {
  %1 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_type)
  store ptr @name, ptr %1, align 8, !tbaa !26
  ret void
}

; Function Attrs: noredzone
define void @wide(ptr %p) #1 {
  %1 = ptrtoint ptr %p to i64
  %2 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %3 = lshr i64 %1, 3
  %4 = load ptr, ptr %2, align 8, !tbaa !8
  %5 = getelementptr inbounds i8, ptr %2, i64 8
  %6 = load i64, ptr %5, align 8, !tbaa !15
  %7 = and i64 %6, %3
  %8 = getelementptr inbounds i64, ptr %4, i64 %7
  %9 = load i64, ptr %8, align 8, !tbaa !16
  %10 = shl i64 %3, 20
  %11 = xor i64 %9, %10
  %12 = getelementptr inbounds i8, ptr %2, i64 16
  %13 = load i64, ptr %12, align 8, !tbaa !17
  %14 = xor i64 %11, %13
  %15 = add nuw nsw i64 %3, 1
  %16 = and i64 %6, %15
  %17 = getelementptr inbounds i64, ptr %4, i64 %16
  %18 = load i64, ptr %17, align 8, !tbaa !16
  %19 = shl i64 %15, 20
  %20 = xor i64 %19, %18
  %21 = xor i64 %20, %13
  %22 = or i64 %21, %14
  %23 = and i64 %1, 7
  %24 = and i64 %22, -256
  %25 = or disjoint i64 %24, %23
  %26 = icmp eq i64 %25, 0
  br i1 %26, label %__sparse_leaf_write16.exit, label %27, !prof !18

27:                                               ; preds = %0
  %28 = call ptr @llvm.returnaddress(i32 0)
  call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %p, i32 80, ptr %28) #6
  br label %__sparse_leaf_write16.exit

__sparse_leaf_write16.exit:                       ; preds = %0, %27
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #4

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_touch(ptr noundef, i32 noundef) local_unnamed_addr #5

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_update8(ptr noundef) local_unnamed_addr #5

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_use(ptr noundef) local_unnamed_addr #5

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_enter(ptr noundef, ptr noundef) local_unnamed_addr #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umin.i32(i32, i32) #4

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #1 = { noredzone "sparse-instrumented" }
attributes #2 = { noinline noredzone optnone "sparse-instrumented" }
attributes #3 = { noredzone optsize "sparse-instrumented" }
attributes #4 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nounwind nonlazybind }
attributes #6 = { nounwind }
attributes #7 = { nounwind memory(none) }
attributes #8 = { nomerge nounwind }

!llvm.module.flags = !{!0, !1}
!llvm.dbg.cu = !{!2}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"wchar_size", i32 2}
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!3 = !DIFile(filename: "inline.c", directory: "/")
!4 = distinct !DISubprogram(name: "leaf", scope: null, file: !3, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !2)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 2, column: 5, scope: !4)
!8 = !{!9, !10, i64 0}
!9 = !{!"sparse_view", !10, i64 0, !13, i64 8, !13, i64 16, !10, i64 24, !14, i64 32, !14, i64 36}
!10 = !{!"any pointer", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
!13 = !{!"long", !11, i64 0}
!14 = !{!"int", !11, i64 0}
!15 = !{!9, !13, i64 8}
!16 = !{!13, !13, i64 0}
!17 = !{!9, !13, i64 16}
!18 = !{!"branch_weights", !"expected", i32 2000, i32 1}
!19 = !{!9, !14, i64 32}
!20 = !{!9, !14, i64 36}
!21 = !{!9, !10, i64 24}
!22 = !{!23, !13, i64 0}
!23 = !{!"sparse_frame", !13, i64 0, !13, i64 8, !13, i64 16, !13, i64 24, !13, i64 32}
!24 = !{!23, !13, i64 8}
!25 = !{!23, !13, i64 16}
!26 = !{!10, !10, i64 0}
