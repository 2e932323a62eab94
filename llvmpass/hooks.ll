target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.sparse_view = type { ptr, i64, i64, ptr, i32, i32 }

@__sparse_type = external thread_local(initialexec) local_unnamed_addr global ptr, align 8
@__sparse_waits_from = external thread_local(initialexec) local_unnamed_addr global i64, align 8
@__sparse_view_3 = external thread_local(initialexec) local_unnamed_addr global %struct.sparse_view, align 8

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_read2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = shl nsw i64 -65533, %16
  %18 = and i64 %15, %17
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %21, label %20, !prof !14

20:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 34) #8
  br label %21

21:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_touch(ptr noundef, i32 noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_read2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = shl nsw i64 -65533, %16
  %18 = and i64 %15, %17
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %22, label %20, !prof !14

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 34, ptr %21) #9
  br label %22

22:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.returnaddress(i32 immarg) #2

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_read2(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_read2(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_read2(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_write2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = shl nsw i64 -64768, %16
  %18 = and i64 %15, %17
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %21, label %20, !prof !14

20:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 66) #8
  br label %21

21:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_write2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = shl nsw i64 -64768, %16
  %18 = and i64 %15, %17
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %22, label %20, !prof !14

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 66, ptr %21) #9
  br label %22

22:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_write2(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_write2(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_write2(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_update2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = shl nsw i64 -64765, %16
  %18 = and i64 %15, %17
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %21, label %20, !prof !14

20:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 98) #8
  br label %21

21:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_update2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = shl nsw i64 -64765, %16
  %18 = and i64 %15, %17
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %22, label %20, !prof !14

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 98, ptr %21) #9
  br label %22

22:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_update2(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_update2(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_update2(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_read2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = icmp ne i64 %16, 7
  %18 = shl nsw i64 -65533, %16
  %19 = and i64 %15, %18
  %20 = icmp eq i64 %19, 0
  %21 = and i1 %17, %20
  br i1 %21, label %23, label %22, !prof !14

22:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 34) #8
  br label %23

23:                                               ; preds = %22, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_read2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = icmp ne i64 %16, 7
  %18 = shl nsw i64 -65533, %16
  %19 = and i64 %15, %18
  %20 = icmp eq i64 %19, 0
  %21 = and i1 %17, %20
  br i1 %21, label %24, label %22, !prof !14

22:                                               ; preds = %1
  %23 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 34, ptr %23) #9
  br label %24

24:                                               ; preds = %22, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_unaligned_read2(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_unaligned_read2(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_unaligned_read2(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_write2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = icmp ne i64 %16, 7
  %18 = shl nsw i64 -64768, %16
  %19 = and i64 %15, %18
  %20 = icmp eq i64 %19, 0
  %21 = and i1 %17, %20
  br i1 %21, label %23, label %22, !prof !14

22:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 66) #8
  br label %23

23:                                               ; preds = %22, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_write2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = icmp ne i64 %16, 7
  %18 = shl nsw i64 -64768, %16
  %19 = and i64 %15, %18
  %20 = icmp eq i64 %19, 0
  %21 = and i1 %17, %20
  br i1 %21, label %24, label %22, !prof !14

22:                                               ; preds = %1
  %23 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 66, ptr %23) #9
  br label %24

24:                                               ; preds = %22, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_unaligned_write2(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_unaligned_write2(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_unaligned_write2(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_update2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = icmp ne i64 %16, 7
  %18 = shl nsw i64 -64765, %16
  %19 = and i64 %15, %18
  %20 = icmp eq i64 %19, 0
  %21 = and i1 %17, %20
  br i1 %21, label %23, label %22, !prof !14

22:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 98) #8
  br label %23

23:                                               ; preds = %22, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_update2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = icmp ne i64 %16, 7
  %18 = shl nsw i64 -64765, %16
  %19 = and i64 %15, %18
  %20 = icmp eq i64 %19, 0
  %21 = and i1 %17, %20
  br i1 %21, label %24, label %22, !prof !14

22:                                               ; preds = %1
  %23 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 98, ptr %23) #9
  br label %24

24:                                               ; preds = %22, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_unaligned_update2(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_unaligned_update2(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_unaligned_update2(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_read4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = shl nsw i64 -65521, %16
  %18 = and i64 %15, %17
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %21, label %20, !prof !14

20:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 36) #8
  br label %21

21:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_read4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = shl nsw i64 -65521, %16
  %18 = and i64 %15, %17
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %22, label %20, !prof !14

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 36, ptr %21) #9
  br label %22

22:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_read4(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_read4(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_read4(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_write4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = shl nsw i64 -61696, %16
  %18 = and i64 %15, %17
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %21, label %20, !prof !14

20:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 68) #8
  br label %21

21:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_write4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = shl nsw i64 -61696, %16
  %18 = and i64 %15, %17
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %22, label %20, !prof !14

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 68, ptr %21) #9
  br label %22

22:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_write4(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_write4(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_write4(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_update4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = shl nsw i64 -61681, %16
  %18 = and i64 %15, %17
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %21, label %20, !prof !14

20:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 100) #8
  br label %21

21:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_update4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = shl nsw i64 -61681, %16
  %18 = and i64 %15, %17
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %22, label %20, !prof !14

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 100, ptr %21) #9
  br label %22

22:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_update4(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_update4(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_update4(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_read4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = icmp ult i64 %16, 5
  %18 = shl nsw i64 -65521, %16
  %19 = and i64 %15, %18
  %20 = icmp eq i64 %19, 0
  %21 = and i1 %17, %20
  br i1 %21, label %23, label %22, !prof !14

22:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 36) #8
  br label %23

23:                                               ; preds = %22, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_read4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = icmp ult i64 %16, 5
  %18 = shl nsw i64 -65521, %16
  %19 = and i64 %15, %18
  %20 = icmp eq i64 %19, 0
  %21 = and i1 %17, %20
  br i1 %21, label %24, label %22, !prof !14

22:                                               ; preds = %1
  %23 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 36, ptr %23) #9
  br label %24

24:                                               ; preds = %22, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_unaligned_read4(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_unaligned_read4(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_unaligned_read4(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_write4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = icmp ult i64 %16, 5
  %18 = shl nsw i64 -61696, %16
  %19 = and i64 %15, %18
  %20 = icmp eq i64 %19, 0
  %21 = and i1 %17, %20
  br i1 %21, label %23, label %22, !prof !14

22:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 68) #8
  br label %23

23:                                               ; preds = %22, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_write4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = icmp ult i64 %16, 5
  %18 = shl nsw i64 -61696, %16
  %19 = and i64 %15, %18
  %20 = icmp eq i64 %19, 0
  %21 = and i1 %17, %20
  br i1 %21, label %24, label %22, !prof !14

22:                                               ; preds = %1
  %23 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 68, ptr %23) #9
  br label %24

24:                                               ; preds = %22, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_unaligned_write4(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_unaligned_write4(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_unaligned_write4(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_update4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = icmp ult i64 %16, 5
  %18 = shl nsw i64 -61681, %16
  %19 = and i64 %15, %18
  %20 = icmp eq i64 %19, 0
  %21 = and i1 %17, %20
  br i1 %21, label %23, label %22, !prof !14

22:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 100) #8
  br label %23

23:                                               ; preds = %22, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_update4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = icmp ult i64 %16, 5
  %18 = shl nsw i64 -61681, %16
  %19 = and i64 %15, %18
  %20 = icmp eq i64 %19, 0
  %21 = and i1 %17, %20
  br i1 %21, label %24, label %22, !prof !14

22:                                               ; preds = %1
  %23 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 100, ptr %23) #9
  br label %24

24:                                               ; preds = %22, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_unaligned_update4(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_unaligned_update4(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_unaligned_update4(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_read8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %15, -65281
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %19, label %18, !prof !14

18:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 40) #8
  br label %19

19:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_read8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %15, -65281
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %20, label %18, !prof !14

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 40, ptr %19) #9
  br label %20

20:                                               ; preds = %18, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_read8(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_read8(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_read8(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_write8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = icmp ult i64 %15, 256
  br i1 %16, label %18, label %17, !prof !14

17:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 72) #8
  br label %18

18:                                               ; preds = %17, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_write8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = icmp ult i64 %15, 256
  br i1 %16, label %19, label %17, !prof !14

17:                                               ; preds = %1
  %18 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 72, ptr %18) #9
  br label %19

19:                                               ; preds = %17, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_write8(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_write8(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_write8(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_update8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = icmp eq i64 %12, %14
  br i1 %15, label %17, label %16, !prof !14

16:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 104) #8
  br label %17

17:                                               ; preds = %16, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_update8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = icmp eq i64 %12, %14
  br i1 %15, label %18, label %16, !prof !14

16:                                               ; preds = %1
  %17 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 104, ptr %17) #9
  br label %18

18:                                               ; preds = %16, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_update8(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_update8(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_update8(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_read8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = and i64 %15, -65281
  %18 = or i64 %17, %16
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %21, label %20, !prof !14

20:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 40) #8
  br label %21

21:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_read8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = and i64 %15, -65281
  %18 = or i64 %17, %16
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %22, label %20, !prof !14

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 40, ptr %21) #9
  br label %22

22:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_unaligned_read8(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_unaligned_read8(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_unaligned_read8(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_write8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = icmp eq i64 %16, 0
  %18 = icmp ult i64 %15, 256
  %19 = and i1 %17, %18
  br i1 %19, label %21, label %20, !prof !14

20:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 72) #8
  br label %21

21:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_write8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = icmp eq i64 %16, 0
  %18 = icmp ult i64 %15, 256
  %19 = and i1 %17, %18
  br i1 %19, label %22, label %20, !prof !14

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 72, ptr %21) #9
  br label %22

22:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_unaligned_write8(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_unaligned_write8(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_unaligned_write8(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_update8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = and i64 %2, 7
  %16 = icmp eq i64 %15, 0
  %17 = icmp eq i64 %12, %14
  %18 = and i1 %16, %17
  br i1 %18, label %20, label %19, !prof !14

19:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 104) #8
  br label %20

20:                                               ; preds = %19, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_update8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = and i64 %2, 7
  %16 = icmp eq i64 %15, 0
  %17 = icmp eq i64 %12, %14
  %18 = and i1 %16, %17
  br i1 %18, label %21, label %19, !prof !14

19:                                               ; preds = %1
  %20 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 104, ptr %20) #9
  br label %21

21:                                               ; preds = %19, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_unaligned_update8(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_unaligned_update8(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_unaligned_update8(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_read1(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = shl nsw i64 -65535, %16
  %18 = and i64 %15, %17
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %21, label %20, !prof !14

20:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 33) #8
  br label %21

21:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_read1(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = shl nsw i64 -65535, %16
  %18 = and i64 %15, %17
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %22, label %20, !prof !14

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 33, ptr %21) #9
  br label %22

22:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_read1(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_read1(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_read1(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_write1(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = shl nsw i64 -65280, %16
  %18 = and i64 %15, %17
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %21, label %20, !prof !14

20:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 65) #8
  br label %21

21:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_write1(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = shl nsw i64 -65280, %16
  %18 = and i64 %15, %17
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %22, label %20, !prof !14

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 65, ptr %21) #9
  br label %22

22:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_write1(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_write1(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_write1(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_update1(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = shl nsw i64 -65279, %16
  %18 = and i64 %15, %17
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %21, label %20, !prof !14

20:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 97) #8
  br label %21

21:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_update1(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = shl nsw i64 -65279, %16
  %18 = and i64 %15, %17
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %22, label %20, !prof !14

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 97, ptr %21) #9
  br label %22

22:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_update1(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_update1(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_update1(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_use(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = shl nsw i64 -65535, %16
  %18 = and i64 %15, %17
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %21, label %20, !prof !14

20:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 161) #8
  br label %21

21:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_use(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = and i64 %2, 7
  %17 = shl nsw i64 -65535, %16
  %18 = and i64 %15, %17
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %22, label %20, !prof !14

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 161, ptr %21) #9
  br label %22

22:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_use(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_use(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_use(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_commute1(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = ptrtoint ptr %0 to i64
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %5 = lshr i64 %3, 3
  %6 = load ptr, ptr %4, align 8, !tbaa !4
  %7 = getelementptr inbounds i8, ptr %4, i64 8
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %5, 20
  %10 = getelementptr inbounds i8, ptr %4, i64 16
  %11 = load i64, ptr %10, align 8, !tbaa !13
  %12 = and i64 %8, %5
  %13 = getelementptr inbounds i64, ptr %6, i64 %12
  %14 = load i64, ptr %13, align 8, !tbaa !12
  %15 = xor i64 %9, %14
  %16 = xor i64 %15, %11
  %17 = and i64 %3, 7
  %18 = shl nsw i64 -65279, %17
  %19 = and i64 %16, %18
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %37, label %21

21:                                               ; preds = %2
  %22 = zext i32 %1 to i64
  %23 = shl nuw nsw i64 %22, 16
  %24 = xor i64 %5, 87381
  %25 = and i64 %8, %24
  %26 = getelementptr inbounds i64, ptr %6, i64 %25
  %27 = load i64, ptr %26, align 8, !tbaa !12
  %28 = xor i64 %23, %27
  %29 = xor i64 %28, %9
  %30 = xor i64 %29, %11
  %31 = shl nsw i64 -65280, %17
  %32 = and i64 %30, %31
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %37, label %34, !prof !16

34:                                               ; preds = %21
  %35 = shl i32 %1, 9
  %36 = or disjoint i32 %35, 257
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef %36) #8
  br label %37

37:                                               ; preds = %2, %34, %21
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_commute1(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = ptrtoint ptr %0 to i64
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %5 = lshr i64 %3, 3
  %6 = load ptr, ptr %4, align 8, !tbaa !4
  %7 = getelementptr inbounds i8, ptr %4, i64 8
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %5, 20
  %10 = getelementptr inbounds i8, ptr %4, i64 16
  %11 = load i64, ptr %10, align 8, !tbaa !13
  %12 = and i64 %8, %5
  %13 = getelementptr inbounds i64, ptr %6, i64 %12
  %14 = load i64, ptr %13, align 8, !tbaa !12
  %15 = xor i64 %9, %14
  %16 = xor i64 %15, %11
  %17 = and i64 %3, 7
  %18 = shl nsw i64 -65279, %17
  %19 = and i64 %16, %18
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %38, label %21

21:                                               ; preds = %2
  %22 = zext i32 %1 to i64
  %23 = shl nuw nsw i64 %22, 16
  %24 = xor i64 %5, 87381
  %25 = and i64 %8, %24
  %26 = getelementptr inbounds i64, ptr %6, i64 %25
  %27 = load i64, ptr %26, align 8, !tbaa !12
  %28 = xor i64 %23, %27
  %29 = xor i64 %28, %9
  %30 = xor i64 %29, %11
  %31 = shl nsw i64 -65280, %17
  %32 = and i64 %30, %31
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %38, label %34, !prof !16

34:                                               ; preds = %21
  %35 = shl i32 %1, 9
  %36 = or disjoint i32 %35, 257
  %37 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 %36, ptr %37) #9
  br label %38

38:                                               ; preds = %2, %34, %21
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_commute2(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = ptrtoint ptr %0 to i64
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %5 = lshr i64 %3, 3
  %6 = load ptr, ptr %4, align 8, !tbaa !4
  %7 = getelementptr inbounds i8, ptr %4, i64 8
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %5, 20
  %10 = getelementptr inbounds i8, ptr %4, i64 16
  %11 = load i64, ptr %10, align 8, !tbaa !13
  %12 = and i64 %8, %5
  %13 = getelementptr inbounds i64, ptr %6, i64 %12
  %14 = load i64, ptr %13, align 8, !tbaa !12
  %15 = xor i64 %9, %14
  %16 = xor i64 %15, %11
  %17 = and i64 %3, 7
  %18 = shl nsw i64 -64765, %17
  %19 = and i64 %16, %18
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %37, label %21

21:                                               ; preds = %2
  %22 = zext i32 %1 to i64
  %23 = shl nuw nsw i64 %22, 16
  %24 = xor i64 %5, 87381
  %25 = and i64 %8, %24
  %26 = getelementptr inbounds i64, ptr %6, i64 %25
  %27 = load i64, ptr %26, align 8, !tbaa !12
  %28 = xor i64 %23, %27
  %29 = xor i64 %28, %9
  %30 = xor i64 %29, %11
  %31 = shl nsw i64 -64768, %17
  %32 = and i64 %30, %31
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %37, label %34, !prof !16

34:                                               ; preds = %21
  %35 = shl i32 %1, 9
  %36 = or disjoint i32 %35, 258
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef %36) #8
  br label %37

37:                                               ; preds = %2, %34, %21
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_commute2(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = ptrtoint ptr %0 to i64
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %5 = lshr i64 %3, 3
  %6 = load ptr, ptr %4, align 8, !tbaa !4
  %7 = getelementptr inbounds i8, ptr %4, i64 8
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %5, 20
  %10 = getelementptr inbounds i8, ptr %4, i64 16
  %11 = load i64, ptr %10, align 8, !tbaa !13
  %12 = and i64 %8, %5
  %13 = getelementptr inbounds i64, ptr %6, i64 %12
  %14 = load i64, ptr %13, align 8, !tbaa !12
  %15 = xor i64 %9, %14
  %16 = xor i64 %15, %11
  %17 = and i64 %3, 7
  %18 = shl nsw i64 -64765, %17
  %19 = and i64 %16, %18
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %38, label %21

21:                                               ; preds = %2
  %22 = zext i32 %1 to i64
  %23 = shl nuw nsw i64 %22, 16
  %24 = xor i64 %5, 87381
  %25 = and i64 %8, %24
  %26 = getelementptr inbounds i64, ptr %6, i64 %25
  %27 = load i64, ptr %26, align 8, !tbaa !12
  %28 = xor i64 %23, %27
  %29 = xor i64 %28, %9
  %30 = xor i64 %29, %11
  %31 = shl nsw i64 -64768, %17
  %32 = and i64 %30, %31
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %38, label %34, !prof !16

34:                                               ; preds = %21
  %35 = shl i32 %1, 9
  %36 = or disjoint i32 %35, 258
  %37 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 %36, ptr %37) #9
  br label %38

38:                                               ; preds = %2, %34, %21
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_commute4(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = ptrtoint ptr %0 to i64
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %5 = lshr i64 %3, 3
  %6 = load ptr, ptr %4, align 8, !tbaa !4
  %7 = getelementptr inbounds i8, ptr %4, i64 8
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %5, 20
  %10 = getelementptr inbounds i8, ptr %4, i64 16
  %11 = load i64, ptr %10, align 8, !tbaa !13
  %12 = and i64 %8, %5
  %13 = getelementptr inbounds i64, ptr %6, i64 %12
  %14 = load i64, ptr %13, align 8, !tbaa !12
  %15 = xor i64 %9, %14
  %16 = xor i64 %15, %11
  %17 = and i64 %3, 7
  %18 = shl nsw i64 -61681, %17
  %19 = and i64 %16, %18
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %37, label %21

21:                                               ; preds = %2
  %22 = zext i32 %1 to i64
  %23 = shl nuw nsw i64 %22, 16
  %24 = xor i64 %5, 87381
  %25 = and i64 %8, %24
  %26 = getelementptr inbounds i64, ptr %6, i64 %25
  %27 = load i64, ptr %26, align 8, !tbaa !12
  %28 = xor i64 %23, %27
  %29 = xor i64 %28, %9
  %30 = xor i64 %29, %11
  %31 = shl nsw i64 -61696, %17
  %32 = and i64 %30, %31
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %37, label %34, !prof !16

34:                                               ; preds = %21
  %35 = shl i32 %1, 9
  %36 = or disjoint i32 %35, 260
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef %36) #8
  br label %37

37:                                               ; preds = %2, %34, %21
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_commute4(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = ptrtoint ptr %0 to i64
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %5 = lshr i64 %3, 3
  %6 = load ptr, ptr %4, align 8, !tbaa !4
  %7 = getelementptr inbounds i8, ptr %4, i64 8
  %8 = load i64, ptr %7, align 8, !tbaa !11
  %9 = shl i64 %5, 20
  %10 = getelementptr inbounds i8, ptr %4, i64 16
  %11 = load i64, ptr %10, align 8, !tbaa !13
  %12 = and i64 %8, %5
  %13 = getelementptr inbounds i64, ptr %6, i64 %12
  %14 = load i64, ptr %13, align 8, !tbaa !12
  %15 = xor i64 %9, %14
  %16 = xor i64 %15, %11
  %17 = and i64 %3, 7
  %18 = shl nsw i64 -61681, %17
  %19 = and i64 %16, %18
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %38, label %21

21:                                               ; preds = %2
  %22 = zext i32 %1 to i64
  %23 = shl nuw nsw i64 %22, 16
  %24 = xor i64 %5, 87381
  %25 = and i64 %8, %24
  %26 = getelementptr inbounds i64, ptr %6, i64 %25
  %27 = load i64, ptr %26, align 8, !tbaa !12
  %28 = xor i64 %23, %27
  %29 = xor i64 %28, %9
  %30 = xor i64 %29, %11
  %31 = shl nsw i64 -61696, %17
  %32 = and i64 %30, %31
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %38, label %34, !prof !16

34:                                               ; preds = %21
  %35 = shl i32 %1, 9
  %36 = or disjoint i32 %35, 260
  %37 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 %36, ptr %37) #9
  br label %38

38:                                               ; preds = %2, %34, %21
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_commute8(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = ptrtoint ptr %0 to i64
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %5 = lshr i64 %3, 3
  %6 = zext i32 %1 to i64
  %7 = load ptr, ptr %4, align 8, !tbaa !4
  %8 = xor i64 %5, 87381
  %9 = getelementptr inbounds i8, ptr %4, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %7, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %5, 20
  %15 = getelementptr inbounds i8, ptr %4, i64 16
  %16 = load i64, ptr %15, align 8, !tbaa !13
  %17 = shl nuw nsw i64 %6, 16
  %18 = xor i64 %17, %13
  %19 = xor i64 %18, %14
  %20 = xor i64 %19, %16
  %21 = and i64 %10, %5
  %22 = getelementptr inbounds i64, ptr %7, i64 %21
  %23 = load i64, ptr %22, align 8, !tbaa !12
  %24 = xor i64 %23, %14
  %25 = icmp eq i64 %24, %16
  %26 = icmp ult i64 %20, 256
  %27 = select i1 %25, i1 true, i1 %26
  br i1 %27, label %31, label %28, !prof !14

28:                                               ; preds = %2
  %29 = shl i32 %1, 9
  %30 = or disjoint i32 %29, 264
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef %30) #8
  br label %31

31:                                               ; preds = %28, %2
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_commute8(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = ptrtoint ptr %0 to i64
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %5 = lshr i64 %3, 3
  %6 = zext i32 %1 to i64
  %7 = load ptr, ptr %4, align 8, !tbaa !4
  %8 = xor i64 %5, 87381
  %9 = getelementptr inbounds i8, ptr %4, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %7, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %5, 20
  %15 = getelementptr inbounds i8, ptr %4, i64 16
  %16 = load i64, ptr %15, align 8, !tbaa !13
  %17 = shl nuw nsw i64 %6, 16
  %18 = xor i64 %17, %13
  %19 = xor i64 %18, %14
  %20 = xor i64 %19, %16
  %21 = and i64 %10, %5
  %22 = getelementptr inbounds i64, ptr %7, i64 %21
  %23 = load i64, ptr %22, align 8, !tbaa !12
  %24 = xor i64 %23, %14
  %25 = icmp eq i64 %24, %16
  %26 = icmp ult i64 %20, 256
  %27 = select i1 %25, i1 true, i1 %26
  br i1 %27, label %32, label %28, !prof !14

28:                                               ; preds = %2
  %29 = shl i32 %1, 9
  %30 = or disjoint i32 %29, 264
  %31 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 %30, ptr %31) #9
  br label %32

32:                                               ; preds = %28, %2
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_read16(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = add nuw nsw i64 %4, 1
  %17 = and i64 %7, %16
  %18 = getelementptr inbounds i64, ptr %5, i64 %17
  %19 = load i64, ptr %18, align 8, !tbaa !12
  %20 = shl i64 %16, 20
  %21 = xor i64 %20, %19
  %22 = xor i64 %21, %14
  %23 = or i64 %22, %15
  %24 = and i64 %2, 7
  %25 = and i64 %23, -65281
  %26 = or i64 %25, %24
  %27 = icmp eq i64 %26, 0
  br i1 %27, label %29, label %28, !prof !14

28:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 48) #8
  br label %29

29:                                               ; preds = %28, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_read16(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = add nuw nsw i64 %4, 1
  %17 = and i64 %7, %16
  %18 = getelementptr inbounds i64, ptr %5, i64 %17
  %19 = load i64, ptr %18, align 8, !tbaa !12
  %20 = shl i64 %16, 20
  %21 = xor i64 %20, %19
  %22 = xor i64 %21, %14
  %23 = or i64 %22, %15
  %24 = and i64 %2, 7
  %25 = and i64 %23, -65281
  %26 = or i64 %25, %24
  %27 = icmp eq i64 %26, 0
  br i1 %27, label %30, label %28, !prof !14

28:                                               ; preds = %1
  %29 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 48, ptr %29) #9
  br label %30

30:                                               ; preds = %28, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_read16(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_read16(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_read16(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_write16(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = add nuw nsw i64 %4, 1
  %17 = and i64 %7, %16
  %18 = getelementptr inbounds i64, ptr %5, i64 %17
  %19 = load i64, ptr %18, align 8, !tbaa !12
  %20 = shl i64 %16, 20
  %21 = xor i64 %20, %19
  %22 = xor i64 %21, %14
  %23 = or i64 %22, %15
  %24 = and i64 %2, 7
  %25 = and i64 %23, -256
  %26 = or disjoint i64 %25, %24
  %27 = icmp eq i64 %26, 0
  br i1 %27, label %29, label %28, !prof !14

28:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 80) #8
  br label %29

29:                                               ; preds = %28, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_write16(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = add nuw nsw i64 %4, 1
  %17 = and i64 %7, %16
  %18 = getelementptr inbounds i64, ptr %5, i64 %17
  %19 = load i64, ptr %18, align 8, !tbaa !12
  %20 = shl i64 %16, 20
  %21 = xor i64 %20, %19
  %22 = xor i64 %21, %14
  %23 = or i64 %22, %15
  %24 = and i64 %2, 7
  %25 = and i64 %23, -256
  %26 = or disjoint i64 %25, %24
  %27 = icmp eq i64 %26, 0
  br i1 %27, label %30, label %28, !prof !14

28:                                               ; preds = %1
  %29 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 80, ptr %29) #9
  br label %30

30:                                               ; preds = %28, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_write16(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_write16(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_write16(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_update16(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = add nuw nsw i64 %4, 1
  %17 = and i64 %7, %16
  %18 = getelementptr inbounds i64, ptr %5, i64 %17
  %19 = load i64, ptr %18, align 8, !tbaa !12
  %20 = shl i64 %16, 20
  %21 = xor i64 %20, %19
  %22 = xor i64 %21, %14
  %23 = and i64 %2, 7
  %24 = or i64 %15, %23
  %25 = or i64 %24, %22
  %26 = icmp eq i64 %25, 0
  br i1 %26, label %28, label %27, !prof !14

27:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 112) #8
  br label %28

28:                                               ; preds = %27, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_update16(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = getelementptr inbounds i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8, !tbaa !11
  %8 = and i64 %7, %4
  %9 = getelementptr inbounds i64, ptr %5, i64 %8
  %10 = load i64, ptr %9, align 8, !tbaa !12
  %11 = shl i64 %4, 20
  %12 = xor i64 %10, %11
  %13 = getelementptr inbounds i8, ptr %3, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = xor i64 %12, %14
  %16 = add nuw nsw i64 %4, 1
  %17 = and i64 %7, %16
  %18 = getelementptr inbounds i64, ptr %5, i64 %17
  %19 = load i64, ptr %18, align 8, !tbaa !12
  %20 = shl i64 %16, 20
  %21 = xor i64 %20, %19
  %22 = xor i64 %21, %14
  %23 = and i64 %2, 7
  %24 = or i64 %15, %23
  %25 = or i64 %24, %22
  %26 = icmp eq i64 %25, 0
  br i1 %26, label %29, label %27, !prof !14

27:                                               ; preds = %1
  %28 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 112, ptr %28) #9
  br label %29

29:                                               ; preds = %27, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_update16(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_update16(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_update16(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none)
define void @__sparse_inline_of_type(ptr noundef %0) local_unnamed_addr #3 {
  %2 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_type)
  store ptr %0, ptr %2, align 8, !tbaa !17
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #4

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_scope_end(ptr noundef %0, i64 noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_scope_end(ptr noundef %0, i64 noundef %1, ptr noundef %2) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_scope_end(ptr noundef, i64 noundef, ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_scope_end(ptr noundef %0, i64 noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = ptrtoint ptr %0 to i64
  %5 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_waits_from)
  %6 = load i64, ptr %5, align 8, !tbaa !12
  %7 = icmp ugt i64 %6, %4
  br i1 %7, label %9, label %8, !prof !14

8:                                                ; preds = %3
  tail call void @__sparse_scope_end(ptr noundef %0, i64 noundef %1, ptr noundef %2) #9
  br label %9

9:                                                ; preds = %8, %3
  ret void
}

; Function Attrs: nonlazybind
declare void @__sparse_scope_end(ptr noundef, i64 noundef, ptr noundef) local_unnamed_addr #5

; Function Attrs: alwaysinline nounwind
define i32 @__sparse_inline_func_entry(ptr noundef %0) local_unnamed_addr #0 {
  %2 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %3 = getelementptr inbounds i8, ptr %2, i64 32
  %4 = load i32, ptr %3, align 8, !tbaa !18
  %5 = tail call i64 asm "lea 0(%rip), $0", "=r,~{dirflag},~{fpsr},~{flags}"() #10
  %6 = getelementptr inbounds i8, ptr %2, i64 36
  %7 = load i32, ptr %6, align 4, !tbaa !20
  %8 = icmp ult i32 %4, %7
  br i1 %8, label %9, label %17, !prof !14

9:                                                ; preds = %1
  %10 = zext i32 %4 to i64
  %11 = getelementptr inbounds i8, ptr %2, i64 24
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
  tail call preserve_mostcc void @__sparse_enter(ptr noundef %0, ptr noundef %18) #8
  br label %19

19:                                               ; preds = %17, %9
  %20 = add i32 %4, 40
  store i32 %20, ptr %3, align 8, !tbaa !18
  ret i32 %4
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_enter(ptr noundef, ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_func_calls(i32 noundef %0) local_unnamed_addr #0 {
  %2 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %3 = tail call i64 asm sideeffect "lea 0(%rip), $0", "=r,~{dirflag},~{fpsr},~{flags}"() #9
  %4 = getelementptr inbounds i8, ptr %2, i64 36
  %5 = load i32, ptr %4, align 4, !tbaa !20
  %6 = icmp ugt i32 %5, %0
  br i1 %6, label %7, label %13, !prof !14

7:                                                ; preds = %1
  %8 = getelementptr inbounds i8, ptr %2, i64 24
  %9 = load ptr, ptr %8, align 8, !tbaa !21
  %10 = zext i32 %0 to i64
  %11 = getelementptr inbounds i8, ptr %9, i64 %10
  %12 = getelementptr inbounds i8, ptr %11, i64 8
  store i64 %3, ptr %12, align 8, !tbaa !24
  br label %13

13:                                               ; preds = %7, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_func_calls(i32 noundef %0) local_unnamed_addr #0 {
  %2 = zext i32 %0 to i64
  tail call preserve_mostcc void @__sparse_ask_func_calls(i64 noundef %2) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_func_calls(i64 noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none)
define void @__sparse_inline_func_exit(i32 noundef %0) local_unnamed_addr #6 {
  %2 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %3 = getelementptr inbounds i8, ptr %2, i64 32
  %4 = load i32, ptr %3, align 8, !tbaa !18
  %5 = tail call i32 @llvm.umin.i32(i32 %4, i32 %0)
  store i32 %5, ptr %3, align 8, !tbaa !18
  ret void
}

; Function Attrs: alwaysinline mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none)
define void @__sparse_inline_func_unwind(i32 noundef %0) local_unnamed_addr #6 {
  %2 = add i32 %0, 40
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = getelementptr inbounds i8, ptr %3, i64 32
  %5 = load i32, ptr %4, align 8, !tbaa !18
  %6 = tail call i32 @llvm.umin.i32(i32 %5, i32 %2)
  store i32 %6, ptr %4, align 8, !tbaa !18
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umin.i32(i32, i32) #7

attributes #0 = { alwaysinline nounwind }
attributes #1 = { nounwind nonlazybind }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #3 = { alwaysinline mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none) }
attributes #4 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nonlazybind }
attributes #6 = { alwaysinline mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none) }
attributes #7 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { nomerge nounwind }
attributes #9 = { nounwind }
attributes #10 = { nounwind memory(none) }


!4 = !{!5, !6, i64 0}
!5 = !{!"sparse_view", !6, i64 0, !9, i64 8, !9, i64 16, !6, i64 24, !10, i64 32, !10, i64 36}
!6 = !{!"any pointer", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{!"long", !7, i64 0}
!10 = !{!"int", !7, i64 0}
!11 = !{!5, !9, i64 8}
!12 = !{!9, !9, i64 0}
!13 = !{!5, !9, i64 16}
!14 = !{!"branch_weights", !"expected", i32 2000, i32 1}
!16 = !{!"branch_weights", !"expected", i32 2145766520, i32 1717128}
!17 = !{!6, !6, i64 0}
!18 = !{!5, !10, i64 32}
!20 = !{!5, !10, i64 36}
!21 = !{!5, !6, i64 24}
!22 = !{!23, !9, i64 0}
!23 = !{!"sparse_frame", !9, i64 0, !9, i64 8, !9, i64 16, !9, i64 24, !9, i64 32}
!24 = !{!23, !9, i64 8}
!25 = !{!23, !9, i64 16}
