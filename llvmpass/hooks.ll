target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.sparse_view = type { ptr, i64, ptr, i32, i32 }

@__sparse_type = external thread_local(initialexec) local_unnamed_addr global ptr, align 8
@__sparse_waits_from = external thread_local(initialexec) local_unnamed_addr global i64, align 8
@__sparse_view_2 = external thread_local(initialexec) local_unnamed_addr global %struct.sparse_view, align 8

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_read2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = shl nsw i64 -65533, %14
  %16 = and i64 %13, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %19, label %18, !prof !13

18:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 34) #6
  br label %19

19:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_read2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = shl nsw i64 -65533, %14
  %16 = and i64 %13, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %20, label %18, !prof !13

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 34, ptr %19) #6
  br label %20

20:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.returnaddress(i32 immarg) #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_write2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = shl nsw i64 -64768, %14
  %16 = and i64 %13, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %19, label %18, !prof !13

18:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 66) #6
  br label %19

19:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_write2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = shl nsw i64 -64768, %14
  %16 = and i64 %13, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %20, label %18, !prof !13

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 66, ptr %19) #6
  br label %20

20:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_update2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = shl nsw i64 -64765, %14
  %16 = and i64 %13, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %19, label %18, !prof !13

18:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 98) #6
  br label %19

19:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_update2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = shl nsw i64 -64765, %14
  %16 = and i64 %13, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %20, label %18, !prof !13

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 98, ptr %19) #6
  br label %20

20:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_read2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = icmp ne i64 %14, 7
  %16 = shl nsw i64 -65533, %14
  %17 = and i64 %13, %16
  %18 = icmp eq i64 %17, 0
  %19 = and i1 %15, %18
  br i1 %19, label %21, label %20, !prof !13

20:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 34) #6
  br label %21

21:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_read2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = icmp ne i64 %14, 7
  %16 = shl nsw i64 -65533, %14
  %17 = and i64 %13, %16
  %18 = icmp eq i64 %17, 0
  %19 = and i1 %15, %18
  br i1 %19, label %22, label %20, !prof !13

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 34, ptr %21) #6
  br label %22

22:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_write2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = icmp ne i64 %14, 7
  %16 = shl nsw i64 -64768, %14
  %17 = and i64 %13, %16
  %18 = icmp eq i64 %17, 0
  %19 = and i1 %15, %18
  br i1 %19, label %21, label %20, !prof !13

20:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 66) #6
  br label %21

21:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_write2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = icmp ne i64 %14, 7
  %16 = shl nsw i64 -64768, %14
  %17 = and i64 %13, %16
  %18 = icmp eq i64 %17, 0
  %19 = and i1 %15, %18
  br i1 %19, label %22, label %20, !prof !13

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 66, ptr %21) #6
  br label %22

22:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_update2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = icmp ne i64 %14, 7
  %16 = shl nsw i64 -64765, %14
  %17 = and i64 %13, %16
  %18 = icmp eq i64 %17, 0
  %19 = and i1 %15, %18
  br i1 %19, label %21, label %20, !prof !13

20:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 98) #6
  br label %21

21:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_update2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = icmp ne i64 %14, 7
  %16 = shl nsw i64 -64765, %14
  %17 = and i64 %13, %16
  %18 = icmp eq i64 %17, 0
  %19 = and i1 %15, %18
  br i1 %19, label %22, label %20, !prof !13

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 98, ptr %21) #6
  br label %22

22:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_read4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = shl nsw i64 -65521, %14
  %16 = and i64 %13, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %19, label %18, !prof !13

18:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 36) #6
  br label %19

19:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_read4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = shl nsw i64 -65521, %14
  %16 = and i64 %13, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %20, label %18, !prof !13

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 36, ptr %19) #6
  br label %20

20:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_write4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = shl nsw i64 -61696, %14
  %16 = and i64 %13, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %19, label %18, !prof !13

18:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 68) #6
  br label %19

19:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_write4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = shl nsw i64 -61696, %14
  %16 = and i64 %13, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %20, label %18, !prof !13

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 68, ptr %19) #6
  br label %20

20:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_update4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = shl nsw i64 -61681, %14
  %16 = and i64 %13, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %19, label %18, !prof !13

18:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 100) #6
  br label %19

19:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_update4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = shl nsw i64 -61681, %14
  %16 = and i64 %13, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %20, label %18, !prof !13

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 100, ptr %19) #6
  br label %20

20:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_read4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = icmp ult i64 %14, 5
  %16 = shl nsw i64 -65521, %14
  %17 = and i64 %13, %16
  %18 = icmp eq i64 %17, 0
  %19 = and i1 %15, %18
  br i1 %19, label %21, label %20, !prof !13

20:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 36) #6
  br label %21

21:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_read4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = icmp ult i64 %14, 5
  %16 = shl nsw i64 -65521, %14
  %17 = and i64 %13, %16
  %18 = icmp eq i64 %17, 0
  %19 = and i1 %15, %18
  br i1 %19, label %22, label %20, !prof !13

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 36, ptr %21) #6
  br label %22

22:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_write4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = icmp ult i64 %14, 5
  %16 = shl nsw i64 -61696, %14
  %17 = and i64 %13, %16
  %18 = icmp eq i64 %17, 0
  %19 = and i1 %15, %18
  br i1 %19, label %21, label %20, !prof !13

20:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 68) #6
  br label %21

21:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_write4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = icmp ult i64 %14, 5
  %16 = shl nsw i64 -61696, %14
  %17 = and i64 %13, %16
  %18 = icmp eq i64 %17, 0
  %19 = and i1 %15, %18
  br i1 %19, label %22, label %20, !prof !13

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 68, ptr %21) #6
  br label %22

22:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_update4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = icmp ult i64 %14, 5
  %16 = shl nsw i64 -61681, %14
  %17 = and i64 %13, %16
  %18 = icmp eq i64 %17, 0
  %19 = and i1 %15, %18
  br i1 %19, label %21, label %20, !prof !13

20:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 100) #6
  br label %21

21:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_update4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = icmp ult i64 %14, 5
  %16 = shl nsw i64 -61681, %14
  %17 = and i64 %13, %16
  %18 = icmp eq i64 %17, 0
  %19 = and i1 %15, %18
  br i1 %19, label %22, label %20, !prof !13

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 100, ptr %21) #6
  br label %22

22:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_read8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %13, -65281
  %15 = icmp eq i64 %14, 0
  br i1 %15, label %17, label %16, !prof !13

16:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 40) #6
  br label %17

17:                                               ; preds = %16, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_read8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %13, -65281
  %15 = icmp eq i64 %14, 0
  br i1 %15, label %18, label %16, !prof !13

16:                                               ; preds = %1
  %17 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 40, ptr %17) #6
  br label %18

18:                                               ; preds = %16, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_write8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = icmp ult i64 %13, 256
  br i1 %14, label %16, label %15, !prof !13

15:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 72) #6
  br label %16

16:                                               ; preds = %15, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_write8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = icmp ult i64 %13, 256
  br i1 %14, label %17, label %15, !prof !13

15:                                               ; preds = %1
  %16 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 72, ptr %16) #6
  br label %17

17:                                               ; preds = %15, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_update8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = icmp eq i64 %10, %12
  br i1 %13, label %15, label %14, !prof !13

14:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 104) #6
  br label %15

15:                                               ; preds = %14, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_update8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = icmp eq i64 %10, %12
  br i1 %13, label %16, label %14, !prof !13

14:                                               ; preds = %1
  %15 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 104, ptr %15) #6
  br label %16

16:                                               ; preds = %14, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_read8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = and i64 %13, -65281
  %16 = or i64 %15, %14
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %19, label %18, !prof !13

18:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 40) #6
  br label %19

19:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_read8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = and i64 %13, -65281
  %16 = or i64 %15, %14
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %20, label %18, !prof !13

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 40, ptr %19) #6
  br label %20

20:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_write8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = icmp eq i64 %14, 0
  %16 = icmp ult i64 %13, 256
  %17 = and i1 %15, %16
  br i1 %17, label %19, label %18, !prof !13

18:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 72) #6
  br label %19

19:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_write8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = icmp eq i64 %14, 0
  %16 = icmp ult i64 %13, 256
  %17 = and i1 %15, %16
  br i1 %17, label %20, label %18, !prof !13

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 72, ptr %19) #6
  br label %20

20:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_update8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = and i64 %2, 7
  %14 = icmp eq i64 %13, 0
  %15 = icmp eq i64 %10, %12
  %16 = and i1 %14, %15
  br i1 %16, label %18, label %17, !prof !13

17:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 104) #6
  br label %18

18:                                               ; preds = %17, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_update8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = and i64 %2, 7
  %14 = icmp eq i64 %13, 0
  %15 = icmp eq i64 %10, %12
  %16 = and i1 %14, %15
  br i1 %16, label %19, label %17, !prof !13

17:                                               ; preds = %1
  %18 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 104, ptr %18) #6
  br label %19

19:                                               ; preds = %17, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_read1(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = shl nsw i64 -65535, %14
  %16 = and i64 %13, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %19, label %18, !prof !13

18:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 33) #6
  br label %19

19:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_read1(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = shl nsw i64 -65535, %14
  %16 = and i64 %13, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %20, label %18, !prof !13

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 33, ptr %19) #6
  br label %20

20:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_write1(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = shl nsw i64 -65280, %14
  %16 = and i64 %13, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %19, label %18, !prof !13

18:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 65) #6
  br label %19

19:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_write1(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = shl nsw i64 -65280, %14
  %16 = and i64 %13, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %20, label %18, !prof !13

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 65, ptr %19) #6
  br label %20

20:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_update1(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = shl nsw i64 -65279, %14
  %16 = and i64 %13, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %19, label %18, !prof !13

18:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 97) #6
  br label %19

19:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_update1(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = shl nsw i64 -65279, %14
  %16 = and i64 %13, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %20, label %18, !prof !13

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 97, ptr %19) #6
  br label %20

20:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_use(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = shl nsw i64 -65535, %14
  %16 = and i64 %13, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %19, label %18, !prof !13

18:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 161) #6
  br label %19

19:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_use(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = and i64 %2, 7
  %15 = shl nsw i64 -65535, %14
  %16 = and i64 %13, %15
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %20, label %18, !prof !13

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 161, ptr %19) #6
  br label %20

20:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_commute1(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = ptrtoint ptr %0 to i64
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %5 = lshr i64 %3, 3
  %6 = load ptr, ptr %4, align 8, !tbaa !4
  %7 = and i64 %5, 262143
  %8 = shl i64 %5, 20
  %9 = getelementptr inbounds i8, ptr %4, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = getelementptr inbounds i64, ptr %6, i64 %7
  %12 = load i64, ptr %11, align 8, !tbaa !11
  %13 = xor i64 %8, %12
  %14 = xor i64 %13, %10
  %15 = and i64 %3, 7
  %16 = shl nsw i64 -65279, %15
  %17 = and i64 %14, %16
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %34, label %19

19:                                               ; preds = %2
  %20 = zext i32 %1 to i64
  %21 = shl nuw nsw i64 %20, 16
  %22 = xor i64 %7, 87381
  %23 = getelementptr inbounds i64, ptr %6, i64 %22
  %24 = load i64, ptr %23, align 8, !tbaa !11
  %25 = xor i64 %21, %24
  %26 = xor i64 %25, %8
  %27 = xor i64 %26, %10
  %28 = shl nsw i64 -65280, %15
  %29 = and i64 %27, %28
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %34, label %31, !prof !16

31:                                               ; preds = %19
  %32 = shl i32 %1, 9
  %33 = or disjoint i32 %32, 257
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 %33) #6
  br label %34

34:                                               ; preds = %2, %31, %19
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_commute1(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = ptrtoint ptr %0 to i64
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %5 = lshr i64 %3, 3
  %6 = load ptr, ptr %4, align 8, !tbaa !4
  %7 = and i64 %5, 262143
  %8 = shl i64 %5, 20
  %9 = getelementptr inbounds i8, ptr %4, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = getelementptr inbounds i64, ptr %6, i64 %7
  %12 = load i64, ptr %11, align 8, !tbaa !11
  %13 = xor i64 %8, %12
  %14 = xor i64 %13, %10
  %15 = and i64 %3, 7
  %16 = shl nsw i64 -65279, %15
  %17 = and i64 %14, %16
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %35, label %19

19:                                               ; preds = %2
  %20 = zext i32 %1 to i64
  %21 = shl nuw nsw i64 %20, 16
  %22 = xor i64 %7, 87381
  %23 = getelementptr inbounds i64, ptr %6, i64 %22
  %24 = load i64, ptr %23, align 8, !tbaa !11
  %25 = xor i64 %21, %24
  %26 = xor i64 %25, %8
  %27 = xor i64 %26, %10
  %28 = shl nsw i64 -65280, %15
  %29 = and i64 %27, %28
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %35, label %31, !prof !16

31:                                               ; preds = %19
  %32 = shl i32 %1, 9
  %33 = or disjoint i32 %32, 257
  %34 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 %33, ptr %34) #6
  br label %35

35:                                               ; preds = %2, %31, %19
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_commute2(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = ptrtoint ptr %0 to i64
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %5 = lshr i64 %3, 3
  %6 = load ptr, ptr %4, align 8, !tbaa !4
  %7 = and i64 %5, 262143
  %8 = shl i64 %5, 20
  %9 = getelementptr inbounds i8, ptr %4, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = getelementptr inbounds i64, ptr %6, i64 %7
  %12 = load i64, ptr %11, align 8, !tbaa !11
  %13 = xor i64 %8, %12
  %14 = xor i64 %13, %10
  %15 = and i64 %3, 7
  %16 = shl nsw i64 -64765, %15
  %17 = and i64 %14, %16
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %34, label %19

19:                                               ; preds = %2
  %20 = zext i32 %1 to i64
  %21 = shl nuw nsw i64 %20, 16
  %22 = xor i64 %7, 87381
  %23 = getelementptr inbounds i64, ptr %6, i64 %22
  %24 = load i64, ptr %23, align 8, !tbaa !11
  %25 = xor i64 %21, %24
  %26 = xor i64 %25, %8
  %27 = xor i64 %26, %10
  %28 = shl nsw i64 -64768, %15
  %29 = and i64 %27, %28
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %34, label %31, !prof !16

31:                                               ; preds = %19
  %32 = shl i32 %1, 9
  %33 = or disjoint i32 %32, 258
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 %33) #6
  br label %34

34:                                               ; preds = %2, %31, %19
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_commute2(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = ptrtoint ptr %0 to i64
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %5 = lshr i64 %3, 3
  %6 = load ptr, ptr %4, align 8, !tbaa !4
  %7 = and i64 %5, 262143
  %8 = shl i64 %5, 20
  %9 = getelementptr inbounds i8, ptr %4, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = getelementptr inbounds i64, ptr %6, i64 %7
  %12 = load i64, ptr %11, align 8, !tbaa !11
  %13 = xor i64 %8, %12
  %14 = xor i64 %13, %10
  %15 = and i64 %3, 7
  %16 = shl nsw i64 -64765, %15
  %17 = and i64 %14, %16
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %35, label %19

19:                                               ; preds = %2
  %20 = zext i32 %1 to i64
  %21 = shl nuw nsw i64 %20, 16
  %22 = xor i64 %7, 87381
  %23 = getelementptr inbounds i64, ptr %6, i64 %22
  %24 = load i64, ptr %23, align 8, !tbaa !11
  %25 = xor i64 %21, %24
  %26 = xor i64 %25, %8
  %27 = xor i64 %26, %10
  %28 = shl nsw i64 -64768, %15
  %29 = and i64 %27, %28
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %35, label %31, !prof !16

31:                                               ; preds = %19
  %32 = shl i32 %1, 9
  %33 = or disjoint i32 %32, 258
  %34 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 %33, ptr %34) #6
  br label %35

35:                                               ; preds = %2, %31, %19
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_commute4(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = ptrtoint ptr %0 to i64
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %5 = lshr i64 %3, 3
  %6 = load ptr, ptr %4, align 8, !tbaa !4
  %7 = and i64 %5, 262143
  %8 = shl i64 %5, 20
  %9 = getelementptr inbounds i8, ptr %4, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = getelementptr inbounds i64, ptr %6, i64 %7
  %12 = load i64, ptr %11, align 8, !tbaa !11
  %13 = xor i64 %8, %12
  %14 = xor i64 %13, %10
  %15 = and i64 %3, 7
  %16 = shl nsw i64 -61681, %15
  %17 = and i64 %14, %16
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %34, label %19

19:                                               ; preds = %2
  %20 = zext i32 %1 to i64
  %21 = shl nuw nsw i64 %20, 16
  %22 = xor i64 %7, 87381
  %23 = getelementptr inbounds i64, ptr %6, i64 %22
  %24 = load i64, ptr %23, align 8, !tbaa !11
  %25 = xor i64 %21, %24
  %26 = xor i64 %25, %8
  %27 = xor i64 %26, %10
  %28 = shl nsw i64 -61696, %15
  %29 = and i64 %27, %28
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %34, label %31, !prof !16

31:                                               ; preds = %19
  %32 = shl i32 %1, 9
  %33 = or disjoint i32 %32, 260
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 %33) #6
  br label %34

34:                                               ; preds = %2, %31, %19
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_commute4(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = ptrtoint ptr %0 to i64
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %5 = lshr i64 %3, 3
  %6 = load ptr, ptr %4, align 8, !tbaa !4
  %7 = and i64 %5, 262143
  %8 = shl i64 %5, 20
  %9 = getelementptr inbounds i8, ptr %4, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = getelementptr inbounds i64, ptr %6, i64 %7
  %12 = load i64, ptr %11, align 8, !tbaa !11
  %13 = xor i64 %8, %12
  %14 = xor i64 %13, %10
  %15 = and i64 %3, 7
  %16 = shl nsw i64 -61681, %15
  %17 = and i64 %14, %16
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %35, label %19

19:                                               ; preds = %2
  %20 = zext i32 %1 to i64
  %21 = shl nuw nsw i64 %20, 16
  %22 = xor i64 %7, 87381
  %23 = getelementptr inbounds i64, ptr %6, i64 %22
  %24 = load i64, ptr %23, align 8, !tbaa !11
  %25 = xor i64 %21, %24
  %26 = xor i64 %25, %8
  %27 = xor i64 %26, %10
  %28 = shl nsw i64 -61696, %15
  %29 = and i64 %27, %28
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %35, label %31, !prof !16

31:                                               ; preds = %19
  %32 = shl i32 %1, 9
  %33 = or disjoint i32 %32, 260
  %34 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 %33, ptr %34) #6
  br label %35

35:                                               ; preds = %2, %31, %19
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_commute8(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = ptrtoint ptr %0 to i64
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %5 = lshr i64 %3, 3
  %6 = zext i32 %1 to i64
  %7 = load ptr, ptr %4, align 8, !tbaa !4
  %8 = and i64 %5, 262143
  %9 = xor i64 %8, 87381
  %10 = getelementptr inbounds i64, ptr %7, i64 %9
  %11 = load i64, ptr %10, align 8, !tbaa !11
  %12 = shl i64 %5, 20
  %13 = getelementptr inbounds i8, ptr %4, i64 8
  %14 = load i64, ptr %13, align 8, !tbaa !12
  %15 = shl nuw nsw i64 %6, 16
  %16 = xor i64 %15, %11
  %17 = xor i64 %16, %12
  %18 = xor i64 %17, %14
  %19 = getelementptr inbounds i64, ptr %7, i64 %8
  %20 = load i64, ptr %19, align 8, !tbaa !11
  %21 = xor i64 %20, %12
  %22 = icmp eq i64 %21, %14
  %23 = icmp ult i64 %18, 256
  %24 = select i1 %22, i1 true, i1 %23
  br i1 %24, label %28, label %25, !prof !13

25:                                               ; preds = %2
  %26 = shl i32 %1, 9
  %27 = or disjoint i32 %26, 264
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 %27) #6
  br label %28

28:                                               ; preds = %25, %2
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_commute8(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = ptrtoint ptr %0 to i64
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %5 = lshr i64 %3, 3
  %6 = zext i32 %1 to i64
  %7 = load ptr, ptr %4, align 8, !tbaa !4
  %8 = and i64 %5, 262143
  %9 = xor i64 %8, 87381
  %10 = getelementptr inbounds i64, ptr %7, i64 %9
  %11 = load i64, ptr %10, align 8, !tbaa !11
  %12 = shl i64 %5, 20
  %13 = getelementptr inbounds i8, ptr %4, i64 8
  %14 = load i64, ptr %13, align 8, !tbaa !12
  %15 = shl nuw nsw i64 %6, 16
  %16 = xor i64 %15, %11
  %17 = xor i64 %16, %12
  %18 = xor i64 %17, %14
  %19 = getelementptr inbounds i64, ptr %7, i64 %8
  %20 = load i64, ptr %19, align 8, !tbaa !11
  %21 = xor i64 %20, %12
  %22 = icmp eq i64 %21, %14
  %23 = icmp ult i64 %18, 256
  %24 = select i1 %22, i1 true, i1 %23
  br i1 %24, label %29, label %25, !prof !13

25:                                               ; preds = %2
  %26 = shl i32 %1, 9
  %27 = or disjoint i32 %26, 264
  %28 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 %27, ptr %28) #6
  br label %29

29:                                               ; preds = %25, %2
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_read16(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = add nuw nsw i64 %4, 1
  %15 = and i64 %14, 262143
  %16 = getelementptr inbounds i64, ptr %5, i64 %15
  %17 = load i64, ptr %16, align 8, !tbaa !11
  %18 = shl i64 %14, 20
  %19 = xor i64 %18, %17
  %20 = xor i64 %19, %12
  %21 = or i64 %20, %13
  %22 = and i64 %2, 7
  %23 = and i64 %21, -65281
  %24 = or i64 %23, %22
  %25 = icmp eq i64 %24, 0
  br i1 %25, label %27, label %26, !prof !13

26:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 48) #6
  br label %27

27:                                               ; preds = %26, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_read16(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = add nuw nsw i64 %4, 1
  %15 = and i64 %14, 262143
  %16 = getelementptr inbounds i64, ptr %5, i64 %15
  %17 = load i64, ptr %16, align 8, !tbaa !11
  %18 = shl i64 %14, 20
  %19 = xor i64 %18, %17
  %20 = xor i64 %19, %12
  %21 = or i64 %20, %13
  %22 = and i64 %2, 7
  %23 = and i64 %21, -65281
  %24 = or i64 %23, %22
  %25 = icmp eq i64 %24, 0
  br i1 %25, label %28, label %26, !prof !13

26:                                               ; preds = %1
  %27 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 48, ptr %27) #6
  br label %28

28:                                               ; preds = %26, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_write16(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = add nuw nsw i64 %4, 1
  %15 = and i64 %14, 262143
  %16 = getelementptr inbounds i64, ptr %5, i64 %15
  %17 = load i64, ptr %16, align 8, !tbaa !11
  %18 = shl i64 %14, 20
  %19 = xor i64 %18, %17
  %20 = xor i64 %19, %12
  %21 = or i64 %20, %13
  %22 = and i64 %2, 7
  %23 = and i64 %21, -256
  %24 = or disjoint i64 %23, %22
  %25 = icmp eq i64 %24, 0
  br i1 %25, label %27, label %26, !prof !13

26:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 80) #6
  br label %27

27:                                               ; preds = %26, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_write16(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = add nuw nsw i64 %4, 1
  %15 = and i64 %14, 262143
  %16 = getelementptr inbounds i64, ptr %5, i64 %15
  %17 = load i64, ptr %16, align 8, !tbaa !11
  %18 = shl i64 %14, 20
  %19 = xor i64 %18, %17
  %20 = xor i64 %19, %12
  %21 = or i64 %20, %13
  %22 = and i64 %2, 7
  %23 = and i64 %21, -256
  %24 = or disjoint i64 %23, %22
  %25 = icmp eq i64 %24, 0
  br i1 %25, label %28, label %26, !prof !13

26:                                               ; preds = %1
  %27 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 80, ptr %27) #6
  br label %28

28:                                               ; preds = %26, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_update16(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = add nuw nsw i64 %4, 1
  %15 = and i64 %14, 262143
  %16 = getelementptr inbounds i64, ptr %5, i64 %15
  %17 = load i64, ptr %16, align 8, !tbaa !11
  %18 = shl i64 %14, 20
  %19 = xor i64 %18, %17
  %20 = xor i64 %19, %12
  %21 = and i64 %2, 7
  %22 = or i64 %13, %21
  %23 = or i64 %22, %20
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %26, label %25, !prof !13

25:                                               ; preds = %1
  tail call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 112) #6
  br label %26

26:                                               ; preds = %25, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_update16(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = and i64 %4, 262143
  %7 = getelementptr inbounds i64, ptr %5, i64 %6
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %4, 20
  %10 = xor i64 %8, %9
  %11 = getelementptr inbounds i8, ptr %3, i64 8
  %12 = load i64, ptr %11, align 8, !tbaa !12
  %13 = xor i64 %10, %12
  %14 = add nuw nsw i64 %4, 1
  %15 = and i64 %14, 262143
  %16 = getelementptr inbounds i64, ptr %5, i64 %15
  %17 = load i64, ptr %16, align 8, !tbaa !11
  %18 = shl i64 %14, 20
  %19 = xor i64 %18, %17
  %20 = xor i64 %19, %12
  %21 = and i64 %2, 7
  %22 = or i64 %13, %21
  %23 = or i64 %22, %20
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %27, label %25, !prof !13

25:                                               ; preds = %1
  %26 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 112, ptr %26) #6
  br label %27

27:                                               ; preds = %25, %1
  ret void
}

; Function Attrs: alwaysinline mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none)
define void @__sparse_inline_of_type(ptr noundef %0) local_unnamed_addr #2 {
  %2 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_type)
  store ptr %0, ptr %2, align 8, !tbaa !17
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #3

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_scope_end(ptr noundef %0, i64 noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = ptrtoint ptr %0 to i64
  %5 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_waits_from)
  %6 = load i64, ptr %5, align 8, !tbaa !11
  %7 = icmp ugt i64 %6, %4
  br i1 %7, label %9, label %8, !prof !13

8:                                                ; preds = %3
  tail call void @__sparse_scope_end(ptr noundef %0, i64 noundef %1, ptr noundef %2) #6
  br label %9

9:                                                ; preds = %8, %3
  ret void
}

; Function Attrs: nonlazybind
declare void @__sparse_scope_end(ptr noundef, i64 noundef, ptr noundef) local_unnamed_addr #4

; Function Attrs: alwaysinline nounwind
define i32 @__sparse_inline_func_entry(ptr noundef %0) local_unnamed_addr #0 {
  %2 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %3 = getelementptr inbounds i8, ptr %2, i64 24
  %4 = load i32, ptr %3, align 8, !tbaa !18
  %5 = tail call i64 asm "lea 0(%rip), $0", "=r,~{dirflag},~{fpsr},~{flags}"() #7
  %6 = getelementptr inbounds i8, ptr %2, i64 28
  %7 = load i32, ptr %6, align 4, !tbaa !20
  %8 = icmp ult i32 %4, %7
  br i1 %8, label %9, label %17, !prof !13

9:                                                ; preds = %1
  %10 = zext i32 %4 to i64
  %11 = getelementptr inbounds i8, ptr %2, i64 16
  %12 = load ptr, ptr %11, align 8, !tbaa !21
  %13 = getelementptr inbounds i8, ptr %12, i64 %10
  %14 = ptrtoint ptr %0 to i64
  store i64 %14, ptr %13, align 8, !tbaa !22
  %15 = getelementptr inbounds i8, ptr %13, i64 8
  store i64 %5, ptr %15, align 8, !tbaa !24
  %16 = getelementptr inbounds i8, ptr %13, i64 16
  store i64 0, ptr %16, align 8, !tbaa !25
  br label %19

17:                                               ; preds = %1
  %18 = inttoptr i64 %5 to ptr
  tail call void asm sideeffect "call *__sparse_enter@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, ptr %18) #6
  br label %19

19:                                               ; preds = %17, %9
  %20 = add i32 %4, 40
  store i32 %20, ptr %3, align 8, !tbaa !18
  ret i32 %4
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_func_calls(i32 noundef %0) local_unnamed_addr #0 {
  %2 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %3 = tail call i64 asm sideeffect "lea 0(%rip), $0", "=r,~{dirflag},~{fpsr},~{flags}"() #6
  %4 = getelementptr inbounds i8, ptr %2, i64 28
  %5 = load i32, ptr %4, align 4, !tbaa !20
  %6 = icmp ugt i32 %5, %0
  br i1 %6, label %7, label %13, !prof !13

7:                                                ; preds = %1
  %8 = getelementptr inbounds i8, ptr %2, i64 16
  %9 = load ptr, ptr %8, align 8, !tbaa !21
  %10 = zext i32 %0 to i64
  %11 = getelementptr inbounds i8, ptr %9, i64 %10
  %12 = getelementptr inbounds i8, ptr %11, i64 8
  store i64 %3, ptr %12, align 8, !tbaa !24
  br label %13

13:                                               ; preds = %7, %1
  ret void
}

; Function Attrs: alwaysinline mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none)
define void @__sparse_inline_func_exit(i32 noundef %0) local_unnamed_addr #5 {
  %2 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %3 = getelementptr inbounds i8, ptr %2, i64 24
  %4 = load i32, ptr %3, align 8, !tbaa !18
  %5 = icmp ugt i32 %4, %0
  br i1 %5, label %6, label %7

6:                                                ; preds = %1
  store i32 %0, ptr %3, align 8, !tbaa !18
  br label %7

7:                                                ; preds = %1, %6
  ret void
}

; Function Attrs: alwaysinline mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none)
define void @__sparse_inline_func_unwind(i32 noundef %0) local_unnamed_addr #5 {
  %2 = add i32 %0, 40
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2)
  %4 = getelementptr inbounds i8, ptr %3, i64 24
  %5 = load i32, ptr %4, align 8, !tbaa !18
  %6 = icmp ugt i32 %5, %2
  br i1 %6, label %7, label %8

7:                                                ; preds = %1
  store i32 %2, ptr %4, align 8, !tbaa !18
  br label %8

8:                                                ; preds = %1, %7
  ret void
}

attributes #0 = { alwaysinline nounwind }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #2 = { alwaysinline mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none) }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nonlazybind }
attributes #5 = { alwaysinline mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none) }
attributes #6 = { nounwind }
attributes #7 = { nounwind memory(none) }


!4 = !{!5, !6, i64 0}
!5 = !{!"sparse_view", !6, i64 0, !9, i64 8, !6, i64 16, !10, i64 24, !10, i64 28}
!6 = !{!"any pointer", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{!"long", !7, i64 0}
!10 = !{!"int", !7, i64 0}
!11 = !{!9, !9, i64 0}
!12 = !{!5, !9, i64 8}
!13 = !{!"branch_weights", !"expected", i32 2000, i32 1}
!16 = !{!"branch_weights", !"expected", i32 2145766520, i32 1717128}
!17 = !{!6, !6, i64 0}
!18 = !{!5, !10, i64 24}
!20 = !{!5, !10, i64 28}
!21 = !{!5, !6, i64 16}
!22 = !{!23, !9, i64 0}
!23 = !{!"sparse_frame", !9, i64 0, !9, i64 8, !9, i64 16, !9, i64 24, !9, i64 32}
!24 = !{!23, !9, i64 8}
!25 = !{!23, !9, i64 16}
