; ModuleID = 'testdata/inline_hooks.ll'
source_filename = "testdata/inline_hooks.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.sparse_view = type { ptr, i64, ptr, i32, i32 }

@name = private constant [2 x i8] c"T\00"
@__sparse_type = external thread_local(initialexec) local_unnamed_addr global ptr, align 8
@__sparse_waits_from = external thread_local(initialexec) local_unnamed_addr global i64, align 8
@__sparse_view_2 = external thread_local(initialexec) local_unnamed_addr global %struct.sparse_view, align 8

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
  %2 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2), !dbg !7
  %3 = lshr i64 %1, 3, !dbg !7
  %4 = load ptr, ptr %2, align 8, !dbg !7, !tbaa !8
  %5 = and i64 %3, 262143, !dbg !7
  %6 = getelementptr inbounds i64, ptr %4, i64 %5, !dbg !7
  %7 = load i64, ptr %6, align 8, !dbg !7, !tbaa !15
  %8 = shl i64 %3, 20, !dbg !7
  %9 = xor i64 %7, %8, !dbg !7
  %10 = getelementptr inbounds i8, ptr %2, i64 8, !dbg !7
  %11 = load i64, ptr %10, align 8, !dbg !7, !tbaa !16
  %12 = xor i64 %9, %11, !dbg !7
  %13 = and i64 %1, 7, !dbg !7
  %14 = shl nsw i64 -65521, %13, !dbg !7
  %15 = and i64 %12, %14, !dbg !7
  %16 = icmp eq i64 %15, 0, !dbg !7
  br i1 %16, label %__sparse_leaf_read4.exit, label %17, !dbg !7, !prof !17

17:                                               ; preds = %0
  %18 = call ptr @llvm.returnaddress(i32 0), !dbg !7
  call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %p, i32 36, ptr %18) #5, !dbg !7
  br label %__sparse_leaf_read4.exit, !dbg !7

__sparse_leaf_read4.exit:                         ; preds = %0, %17
  %a = load i32, ptr %p, align 4, !dbg !7
  ret i32 %a, !dbg !7
}

; Function Attrs: noredzone
define void @framed(ptr %p) #1 personality ptr @__gxx_personality_v0 {
  %caller = call ptr @llvm.returnaddress(i32 0)
  %1 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %2 = getelementptr inbounds i8, ptr %1, i64 24
  %3 = load i32, ptr %2, align 8, !tbaa !18
  %4 = call i64 asm "lea 0(%rip), $0", "=r,~{dirflag},~{fpsr},~{flags}"() #6
  %5 = getelementptr inbounds i8, ptr %1, i64 28
  %6 = load i32, ptr %5, align 4, !tbaa !19
  %7 = icmp ult i32 %3, %6
  br i1 %7, label %8, label %16, !prof !17

8:                                                ; preds = %0
  %9 = zext i32 %3 to i64
  %10 = getelementptr inbounds i8, ptr %1, i64 16
  %11 = load ptr, ptr %10, align 8, !tbaa !20
  %12 = getelementptr inbounds i8, ptr %11, i64 %9
  %13 = ptrtoint ptr %caller to i64
  store i64 %13, ptr %12, align 8, !tbaa !21
  %14 = getelementptr inbounds i8, ptr %12, i64 8
  store i64 %4, ptr %14, align 8, !tbaa !23
  %15 = getelementptr inbounds i8, ptr %12, i64 16
  store i64 0, ptr %15, align 8, !tbaa !24
  br label %__sparse_inline_func_entry.exit

16:                                               ; preds = %0
  %17 = inttoptr i64 %4 to ptr
  call void asm sideeffect "call *__sparse_enter@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %caller, ptr %17) #5
  br label %__sparse_inline_func_entry.exit

__sparse_inline_func_entry.exit:                  ; preds = %8, %16
  %18 = add i32 %3, 40
  store i32 %18, ptr %2, align 8, !tbaa !18
  %19 = ptrtoint ptr %p to i64
  %20 = lshr i64 %19, 3
  %21 = load ptr, ptr %1, align 8, !tbaa !8
  %22 = and i64 %20, 262143
  %23 = getelementptr inbounds i64, ptr %21, i64 %22
  %24 = load i64, ptr %23, align 8, !tbaa !15
  %25 = shl i64 %20, 20
  %26 = xor i64 %24, %25
  %27 = getelementptr inbounds i8, ptr %1, i64 8
  %28 = load i64, ptr %27, align 8, !tbaa !16
  %29 = icmp eq i64 %26, %28
  br i1 %29, label %__sparse_inline_update8.exit, label %30, !prof !17

30:                                               ; preds = %__sparse_inline_func_entry.exit
  call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %p, i32 104) #5
  br label %__sparse_inline_update8.exit

__sparse_inline_update8.exit:                     ; preds = %__sparse_inline_func_entry.exit, %30
  %31 = load ptr, ptr %1, align 8, !tbaa !8
  %32 = getelementptr inbounds i64, ptr %31, i64 %22
  %33 = load i64, ptr %32, align 8, !tbaa !15
  %34 = xor i64 %33, %25
  %35 = load i64, ptr %27, align 8, !tbaa !16
  %36 = xor i64 %34, %35
  %37 = and i64 %19, 7
  %38 = shl nsw i64 -65535, %37
  %39 = and i64 %36, %38
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %__sparse_inline_use.exit, label %41, !prof !17

41:                                               ; preds = %__sparse_inline_update8.exit
  call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %p, i32 161) #5
  br label %__sparse_inline_use.exit

__sparse_inline_use.exit:                         ; preds = %__sparse_inline_update8.exit, %41
  notail call void @__sparse_read_range(ptr %p, i64 40)
  invoke void @other()
          to label %done unwind label %pad

done:                                             ; preds = %__sparse_inline_use.exit
  %42 = load i32, ptr %2, align 8, !tbaa !18
  %43 = icmp ugt i32 %42, %3
  br i1 %43, label %44, label %__sparse_inline_func_exit.exit

44:                                               ; preds = %done
  store i32 %3, ptr %2, align 8, !tbaa !18
  br label %__sparse_inline_func_exit.exit

__sparse_inline_func_exit.exit:                   ; preds = %done, %44
  ret void

pad:                                              ; preds = %__sparse_inline_use.exit
  %l = landingpad { ptr, i32 }
          cleanup
  %45 = load i32, ptr %2, align 8, !tbaa !18
  %46 = icmp ugt i32 %45, %18
  br i1 %46, label %47, label %__sparse_inline_func_unwind.exit

47:                                               ; preds = %pad
  store i32 %18, ptr %2, align 8, !tbaa !18
  br label %__sparse_inline_func_unwind.exit

__sparse_inline_func_unwind.exit:                 ; preds = %pad, %47
  %48 = load i32, ptr %2, align 8, !tbaa !18
  %49 = icmp ugt i32 %48, %3
  br i1 %49, label %50, label %__sparse_inline_func_exit.exit1

50:                                               ; preds = %__sparse_inline_func_unwind.exit
  store i32 %3, ptr %2, align 8, !tbaa !18
  br label %__sparse_inline_func_exit.exit1

__sparse_inline_func_exit.exit1:                  ; preds = %__sparse_inline_func_unwind.exit, %50
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
  store ptr @name, ptr %1, align 8, !tbaa !25
  ret void
}

; Function Attrs: noredzone
define void @wide(ptr %p) #1 {
  %1 = ptrtoint ptr %p to i64
  %2 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %3 = lshr i64 %1, 3
  %4 = load ptr, ptr %2, align 8, !tbaa !8
  %5 = and i64 %3, 262143
  %6 = getelementptr inbounds i64, ptr %4, i64 %5
  %7 = load i64, ptr %6, align 8, !tbaa !15
  %8 = shl i64 %3, 20
  %9 = xor i64 %7, %8
  %10 = getelementptr inbounds i8, ptr %2, i64 8
  %11 = load i64, ptr %10, align 8, !tbaa !16
  %12 = xor i64 %9, %11
  %13 = add nuw nsw i64 %3, 1
  %14 = and i64 %13, 262143
  %15 = getelementptr inbounds i64, ptr %4, i64 %14
  %16 = load i64, ptr %15, align 8, !tbaa !15
  %17 = shl i64 %13, 20
  %18 = xor i64 %17, %16
  %19 = xor i64 %18, %11
  %20 = or i64 %19, %12
  %21 = and i64 %1, 7
  %22 = and i64 %20, -256
  %23 = or disjoint i64 %22, %21
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %__sparse_leaf_write16.exit, label %25, !prof !17

25:                                               ; preds = %0
  %26 = call ptr @llvm.returnaddress(i32 0)
  call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %p, i32 80, ptr %26) #5
  br label %__sparse_leaf_write16.exit

__sparse_leaf_write16.exit:                       ; preds = %0, %25
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #4

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #1 = { noredzone "sparse-instrumented" }
attributes #2 = { noinline noredzone optnone "sparse-instrumented" }
attributes #3 = { noredzone optsize "sparse-instrumented" }
attributes #4 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nounwind }
attributes #6 = { nounwind memory(none) }

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
!9 = !{!"sparse_view", !10, i64 0, !13, i64 8, !10, i64 16, !14, i64 24, !14, i64 28}
!10 = !{!"any pointer", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
!13 = !{!"long", !11, i64 0}
!14 = !{!"int", !11, i64 0}
!15 = !{!13, !13, i64 0}
!16 = !{!9, !13, i64 8}
!17 = !{!"branch_weights", !"expected", i32 2000, i32 1}
!18 = !{!9, !14, i64 24}
!19 = !{!9, !14, i64 28}
!20 = !{!9, !10, i64 16}
!21 = !{!22, !13, i64 0}
!22 = !{!"sparse_frame", !13, i64 0, !13, i64 8, !13, i64 16, !13, i64 24, !13, i64 32}
!23 = !{!22, !13, i64 8}
!24 = !{!22, !13, i64 16}
!25 = !{!10, !10, i64 0}
