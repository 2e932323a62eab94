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
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = shl nsw i64 -65533, %19
  %21 = and i64 %18, %20
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %24, label %23, !prof !14

23:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 34) #8
  br label %24

24:                                               ; preds = %23, %1
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
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = shl nsw i64 -65533, %19
  %21 = and i64 %18, %20
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %25, label %23, !prof !14

23:                                               ; preds = %1
  %24 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 34, ptr %24) #9
  br label %25

25:                                               ; preds = %23, %1
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.returnaddress(i32 immarg) #2

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_read2(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_read2(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_read2(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_write2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = shl nsw i64 -64768, %19
  %21 = and i64 %18, %20
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %24, label %23, !prof !14

23:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 66) #8
  br label %24

24:                                               ; preds = %23, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_write2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = shl nsw i64 -64768, %19
  %21 = and i64 %18, %20
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %25, label %23, !prof !14

23:                                               ; preds = %1
  %24 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 66, ptr %24) #9
  br label %25

25:                                               ; preds = %23, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_write2(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_write2(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_write2(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_update2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = shl nsw i64 -64765, %19
  %21 = and i64 %18, %20
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %24, label %23, !prof !14

23:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 98) #8
  br label %24

24:                                               ; preds = %23, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_update2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = shl nsw i64 -64765, %19
  %21 = and i64 %18, %20
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %25, label %23, !prof !14

23:                                               ; preds = %1
  %24 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 98, ptr %24) #9
  br label %25

25:                                               ; preds = %23, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_update2(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_update2(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_update2(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_read2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = icmp ne i64 %19, 7
  %21 = shl nsw i64 -65533, %19
  %22 = and i64 %18, %21
  %23 = icmp eq i64 %22, 0
  %24 = and i1 %20, %23
  br i1 %24, label %26, label %25, !prof !14

25:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 34) #8
  br label %26

26:                                               ; preds = %25, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_read2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = icmp ne i64 %19, 7
  %21 = shl nsw i64 -65533, %19
  %22 = and i64 %18, %21
  %23 = icmp eq i64 %22, 0
  %24 = and i1 %20, %23
  br i1 %24, label %27, label %25, !prof !14

25:                                               ; preds = %1
  %26 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 34, ptr %26) #9
  br label %27

27:                                               ; preds = %25, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_unaligned_read2(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_unaligned_read2(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_unaligned_read2(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_write2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = icmp ne i64 %19, 7
  %21 = shl nsw i64 -64768, %19
  %22 = and i64 %18, %21
  %23 = icmp eq i64 %22, 0
  %24 = and i1 %20, %23
  br i1 %24, label %26, label %25, !prof !14

25:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 66) #8
  br label %26

26:                                               ; preds = %25, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_write2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = icmp ne i64 %19, 7
  %21 = shl nsw i64 -64768, %19
  %22 = and i64 %18, %21
  %23 = icmp eq i64 %22, 0
  %24 = and i1 %20, %23
  br i1 %24, label %27, label %25, !prof !14

25:                                               ; preds = %1
  %26 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 66, ptr %26) #9
  br label %27

27:                                               ; preds = %25, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_unaligned_write2(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_unaligned_write2(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_unaligned_write2(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_update2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = icmp ne i64 %19, 7
  %21 = shl nsw i64 -64765, %19
  %22 = and i64 %18, %21
  %23 = icmp eq i64 %22, 0
  %24 = and i1 %20, %23
  br i1 %24, label %26, label %25, !prof !14

25:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 98) #8
  br label %26

26:                                               ; preds = %25, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_update2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = icmp ne i64 %19, 7
  %21 = shl nsw i64 -64765, %19
  %22 = and i64 %18, %21
  %23 = icmp eq i64 %22, 0
  %24 = and i1 %20, %23
  br i1 %24, label %27, label %25, !prof !14

25:                                               ; preds = %1
  %26 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 98, ptr %26) #9
  br label %27

27:                                               ; preds = %25, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_unaligned_update2(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_unaligned_update2(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_unaligned_update2(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_read4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = shl nsw i64 -65521, %19
  %21 = and i64 %18, %20
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %24, label %23, !prof !14

23:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 36) #8
  br label %24

24:                                               ; preds = %23, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_read4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = shl nsw i64 -65521, %19
  %21 = and i64 %18, %20
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %25, label %23, !prof !14

23:                                               ; preds = %1
  %24 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 36, ptr %24) #9
  br label %25

25:                                               ; preds = %23, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_read4(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_read4(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_read4(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_write4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = shl nsw i64 -61696, %19
  %21 = and i64 %18, %20
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %24, label %23, !prof !14

23:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 68) #8
  br label %24

24:                                               ; preds = %23, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_write4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = shl nsw i64 -61696, %19
  %21 = and i64 %18, %20
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %25, label %23, !prof !14

23:                                               ; preds = %1
  %24 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 68, ptr %24) #9
  br label %25

25:                                               ; preds = %23, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_write4(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_write4(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_write4(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_update4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = shl nsw i64 -61681, %19
  %21 = and i64 %18, %20
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %24, label %23, !prof !14

23:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 100) #8
  br label %24

24:                                               ; preds = %23, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_update4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = shl nsw i64 -61681, %19
  %21 = and i64 %18, %20
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %25, label %23, !prof !14

23:                                               ; preds = %1
  %24 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 100, ptr %24) #9
  br label %25

25:                                               ; preds = %23, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_update4(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_update4(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_update4(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_read4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = icmp ult i64 %19, 5
  %21 = shl nsw i64 -65521, %19
  %22 = and i64 %18, %21
  %23 = icmp eq i64 %22, 0
  %24 = and i1 %20, %23
  br i1 %24, label %26, label %25, !prof !14

25:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 36) #8
  br label %26

26:                                               ; preds = %25, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_read4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = icmp ult i64 %19, 5
  %21 = shl nsw i64 -65521, %19
  %22 = and i64 %18, %21
  %23 = icmp eq i64 %22, 0
  %24 = and i1 %20, %23
  br i1 %24, label %27, label %25, !prof !14

25:                                               ; preds = %1
  %26 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 36, ptr %26) #9
  br label %27

27:                                               ; preds = %25, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_unaligned_read4(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_unaligned_read4(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_unaligned_read4(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_write4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = icmp ult i64 %19, 5
  %21 = shl nsw i64 -61696, %19
  %22 = and i64 %18, %21
  %23 = icmp eq i64 %22, 0
  %24 = and i1 %20, %23
  br i1 %24, label %26, label %25, !prof !14

25:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 68) #8
  br label %26

26:                                               ; preds = %25, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_write4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = icmp ult i64 %19, 5
  %21 = shl nsw i64 -61696, %19
  %22 = and i64 %18, %21
  %23 = icmp eq i64 %22, 0
  %24 = and i1 %20, %23
  br i1 %24, label %27, label %25, !prof !14

25:                                               ; preds = %1
  %26 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 68, ptr %26) #9
  br label %27

27:                                               ; preds = %25, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_unaligned_write4(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_unaligned_write4(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_unaligned_write4(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_update4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = icmp ult i64 %19, 5
  %21 = shl nsw i64 -61681, %19
  %22 = and i64 %18, %21
  %23 = icmp eq i64 %22, 0
  %24 = and i1 %20, %23
  br i1 %24, label %26, label %25, !prof !14

25:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 100) #8
  br label %26

26:                                               ; preds = %25, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_update4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = icmp ult i64 %19, 5
  %21 = shl nsw i64 -61681, %19
  %22 = and i64 %18, %21
  %23 = icmp eq i64 %22, 0
  %24 = and i1 %20, %23
  br i1 %24, label %27, label %25, !prof !14

25:                                               ; preds = %1
  %26 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 100, ptr %26) #9
  br label %27

27:                                               ; preds = %25, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_unaligned_update4(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_unaligned_update4(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_unaligned_update4(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_read8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %18, -65281
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %22, label %21, !prof !14

21:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 40) #8
  br label %22

22:                                               ; preds = %21, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_read8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %18, -65281
  %20 = icmp eq i64 %19, 0
  br i1 %20, label %23, label %21, !prof !14

21:                                               ; preds = %1
  %22 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 40, ptr %22) #9
  br label %23

23:                                               ; preds = %21, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_read8(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_read8(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_read8(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_write8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = icmp ult i64 %18, 256
  br i1 %19, label %21, label %20, !prof !14

20:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 72) #8
  br label %21

21:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_write8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = icmp ult i64 %18, 256
  br i1 %19, label %22, label %20, !prof !14

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 72, ptr %21) #9
  br label %22

22:                                               ; preds = %20, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_write8(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_write8(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_write8(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_update8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = icmp eq i64 %15, %17
  br i1 %18, label %20, label %19, !prof !14

19:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 104) #8
  br label %20

20:                                               ; preds = %19, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_update8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = icmp eq i64 %15, %17
  br i1 %18, label %21, label %19, !prof !14

19:                                               ; preds = %1
  %20 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 104, ptr %20) #9
  br label %21

21:                                               ; preds = %19, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_update8(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_update8(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_update8(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_read8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = and i64 %18, -65281
  %21 = or i64 %20, %19
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %24, label %23, !prof !14

23:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 40) #8
  br label %24

24:                                               ; preds = %23, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_read8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = and i64 %18, -65281
  %21 = or i64 %20, %19
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %25, label %23, !prof !14

23:                                               ; preds = %1
  %24 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 40, ptr %24) #9
  br label %25

25:                                               ; preds = %23, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_unaligned_read8(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_unaligned_read8(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_unaligned_read8(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_write8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = icmp eq i64 %19, 0
  %21 = icmp ult i64 %18, 256
  %22 = and i1 %20, %21
  br i1 %22, label %24, label %23, !prof !14

23:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 72) #8
  br label %24

24:                                               ; preds = %23, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_write8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = icmp eq i64 %19, 0
  %21 = icmp ult i64 %18, 256
  %22 = and i1 %20, %21
  br i1 %22, label %25, label %23, !prof !14

23:                                               ; preds = %1
  %24 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 72, ptr %24) #9
  br label %25

25:                                               ; preds = %23, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_unaligned_write8(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_unaligned_write8(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_unaligned_write8(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_update8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = and i64 %2, 7
  %19 = icmp eq i64 %18, 0
  %20 = icmp eq i64 %15, %17
  %21 = and i1 %19, %20
  br i1 %21, label %23, label %22, !prof !14

22:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 104) #8
  br label %23

23:                                               ; preds = %22, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_update8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = and i64 %2, 7
  %19 = icmp eq i64 %18, 0
  %20 = icmp eq i64 %15, %17
  %21 = and i1 %19, %20
  br i1 %21, label %24, label %22, !prof !14

22:                                               ; preds = %1
  %23 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 104, ptr %23) #9
  br label %24

24:                                               ; preds = %22, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_unaligned_update8(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_unaligned_update8(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_unaligned_update8(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_read1(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = shl nsw i64 -65535, %19
  %21 = and i64 %18, %20
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %24, label %23, !prof !14

23:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 33) #8
  br label %24

24:                                               ; preds = %23, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_read1(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = shl nsw i64 -65535, %19
  %21 = and i64 %18, %20
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %25, label %23, !prof !14

23:                                               ; preds = %1
  %24 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 33, ptr %24) #9
  br label %25

25:                                               ; preds = %23, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_read1(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_read1(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_read1(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_write1(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = shl nsw i64 -65280, %19
  %21 = and i64 %18, %20
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %24, label %23, !prof !14

23:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 65) #8
  br label %24

24:                                               ; preds = %23, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_write1(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = shl nsw i64 -65280, %19
  %21 = and i64 %18, %20
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %25, label %23, !prof !14

23:                                               ; preds = %1
  %24 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 65, ptr %24) #9
  br label %25

25:                                               ; preds = %23, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_write1(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_write1(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_write1(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_update1(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = shl nsw i64 -65279, %19
  %21 = and i64 %18, %20
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %24, label %23, !prof !14

23:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 97) #8
  br label %24

24:                                               ; preds = %23, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_update1(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = shl nsw i64 -65279, %19
  %21 = and i64 %18, %20
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %25, label %23, !prof !14

23:                                               ; preds = %1
  %24 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 97, ptr %24) #9
  br label %25

25:                                               ; preds = %23, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_update1(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_update1(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_update1(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_use(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = shl nsw i64 -65535, %19
  %21 = and i64 %18, %20
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %24, label %23, !prof !14

23:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 161) #8
  br label %24

24:                                               ; preds = %23, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_use(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = and i64 %2, 7
  %20 = shl nsw i64 -65535, %19
  %21 = and i64 %18, %20
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %25, label %23, !prof !14

23:                                               ; preds = %1
  %24 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 161, ptr %24) #9
  br label %25

25:                                               ; preds = %23, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_use(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_use(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_use(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_commute1(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = ptrtoint ptr %0 to i64
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %5 = lshr i64 %3, 3
  %6 = load ptr, ptr %4, align 8, !tbaa !4
  %7 = lshr i64 %3, 21
  %8 = and i64 %7, 8796092989440
  %9 = xor i64 %8, %5
  %10 = getelementptr inbounds i8, ptr %4, i64 8
  %11 = load i64, ptr %10, align 8, !tbaa !11
  %12 = shl i64 %5, 20
  %13 = getelementptr inbounds i8, ptr %4, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = and i64 %11, %9
  %16 = getelementptr inbounds i64, ptr %6, i64 %15
  %17 = load i64, ptr %16, align 8, !tbaa !12
  %18 = xor i64 %12, %17
  %19 = xor i64 %18, %14
  %20 = and i64 %3, 7
  %21 = shl nsw i64 -65279, %20
  %22 = and i64 %19, %21
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %40, label %24

24:                                               ; preds = %2
  %25 = zext i32 %1 to i64
  %26 = shl nuw nsw i64 %25, 16
  %27 = xor i64 %9, 87381
  %28 = and i64 %11, %27
  %29 = getelementptr inbounds i64, ptr %6, i64 %28
  %30 = load i64, ptr %29, align 8, !tbaa !12
  %31 = xor i64 %26, %30
  %32 = xor i64 %31, %12
  %33 = xor i64 %32, %14
  %34 = shl nsw i64 -65280, %20
  %35 = and i64 %33, %34
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %40, label %37, !prof !16

37:                                               ; preds = %24
  %38 = shl i32 %1, 9
  %39 = or disjoint i32 %38, 257
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef %39) #8
  br label %40

40:                                               ; preds = %2, %37, %24
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_commute1(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = ptrtoint ptr %0 to i64
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %5 = lshr i64 %3, 3
  %6 = load ptr, ptr %4, align 8, !tbaa !4
  %7 = lshr i64 %3, 21
  %8 = and i64 %7, 8796092989440
  %9 = xor i64 %8, %5
  %10 = getelementptr inbounds i8, ptr %4, i64 8
  %11 = load i64, ptr %10, align 8, !tbaa !11
  %12 = shl i64 %5, 20
  %13 = getelementptr inbounds i8, ptr %4, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = and i64 %11, %9
  %16 = getelementptr inbounds i64, ptr %6, i64 %15
  %17 = load i64, ptr %16, align 8, !tbaa !12
  %18 = xor i64 %12, %17
  %19 = xor i64 %18, %14
  %20 = and i64 %3, 7
  %21 = shl nsw i64 -65279, %20
  %22 = and i64 %19, %21
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %41, label %24

24:                                               ; preds = %2
  %25 = zext i32 %1 to i64
  %26 = shl nuw nsw i64 %25, 16
  %27 = xor i64 %9, 87381
  %28 = and i64 %11, %27
  %29 = getelementptr inbounds i64, ptr %6, i64 %28
  %30 = load i64, ptr %29, align 8, !tbaa !12
  %31 = xor i64 %26, %30
  %32 = xor i64 %31, %12
  %33 = xor i64 %32, %14
  %34 = shl nsw i64 -65280, %20
  %35 = and i64 %33, %34
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %41, label %37, !prof !16

37:                                               ; preds = %24
  %38 = shl i32 %1, 9
  %39 = or disjoint i32 %38, 257
  %40 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 %39, ptr %40) #9
  br label %41

41:                                               ; preds = %2, %37, %24
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_commute2(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = ptrtoint ptr %0 to i64
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %5 = lshr i64 %3, 3
  %6 = load ptr, ptr %4, align 8, !tbaa !4
  %7 = lshr i64 %3, 21
  %8 = and i64 %7, 8796092989440
  %9 = xor i64 %8, %5
  %10 = getelementptr inbounds i8, ptr %4, i64 8
  %11 = load i64, ptr %10, align 8, !tbaa !11
  %12 = shl i64 %5, 20
  %13 = getelementptr inbounds i8, ptr %4, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = and i64 %11, %9
  %16 = getelementptr inbounds i64, ptr %6, i64 %15
  %17 = load i64, ptr %16, align 8, !tbaa !12
  %18 = xor i64 %12, %17
  %19 = xor i64 %18, %14
  %20 = and i64 %3, 7
  %21 = shl nsw i64 -64765, %20
  %22 = and i64 %19, %21
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %40, label %24

24:                                               ; preds = %2
  %25 = zext i32 %1 to i64
  %26 = shl nuw nsw i64 %25, 16
  %27 = xor i64 %9, 87381
  %28 = and i64 %11, %27
  %29 = getelementptr inbounds i64, ptr %6, i64 %28
  %30 = load i64, ptr %29, align 8, !tbaa !12
  %31 = xor i64 %26, %30
  %32 = xor i64 %31, %12
  %33 = xor i64 %32, %14
  %34 = shl nsw i64 -64768, %20
  %35 = and i64 %33, %34
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %40, label %37, !prof !16

37:                                               ; preds = %24
  %38 = shl i32 %1, 9
  %39 = or disjoint i32 %38, 258
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef %39) #8
  br label %40

40:                                               ; preds = %2, %37, %24
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_commute2(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = ptrtoint ptr %0 to i64
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %5 = lshr i64 %3, 3
  %6 = load ptr, ptr %4, align 8, !tbaa !4
  %7 = lshr i64 %3, 21
  %8 = and i64 %7, 8796092989440
  %9 = xor i64 %8, %5
  %10 = getelementptr inbounds i8, ptr %4, i64 8
  %11 = load i64, ptr %10, align 8, !tbaa !11
  %12 = shl i64 %5, 20
  %13 = getelementptr inbounds i8, ptr %4, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = and i64 %11, %9
  %16 = getelementptr inbounds i64, ptr %6, i64 %15
  %17 = load i64, ptr %16, align 8, !tbaa !12
  %18 = xor i64 %12, %17
  %19 = xor i64 %18, %14
  %20 = and i64 %3, 7
  %21 = shl nsw i64 -64765, %20
  %22 = and i64 %19, %21
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %41, label %24

24:                                               ; preds = %2
  %25 = zext i32 %1 to i64
  %26 = shl nuw nsw i64 %25, 16
  %27 = xor i64 %9, 87381
  %28 = and i64 %11, %27
  %29 = getelementptr inbounds i64, ptr %6, i64 %28
  %30 = load i64, ptr %29, align 8, !tbaa !12
  %31 = xor i64 %26, %30
  %32 = xor i64 %31, %12
  %33 = xor i64 %32, %14
  %34 = shl nsw i64 -64768, %20
  %35 = and i64 %33, %34
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %41, label %37, !prof !16

37:                                               ; preds = %24
  %38 = shl i32 %1, 9
  %39 = or disjoint i32 %38, 258
  %40 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 %39, ptr %40) #9
  br label %41

41:                                               ; preds = %2, %37, %24
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_commute4(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = ptrtoint ptr %0 to i64
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %5 = lshr i64 %3, 3
  %6 = load ptr, ptr %4, align 8, !tbaa !4
  %7 = lshr i64 %3, 21
  %8 = and i64 %7, 8796092989440
  %9 = xor i64 %8, %5
  %10 = getelementptr inbounds i8, ptr %4, i64 8
  %11 = load i64, ptr %10, align 8, !tbaa !11
  %12 = shl i64 %5, 20
  %13 = getelementptr inbounds i8, ptr %4, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = and i64 %11, %9
  %16 = getelementptr inbounds i64, ptr %6, i64 %15
  %17 = load i64, ptr %16, align 8, !tbaa !12
  %18 = xor i64 %12, %17
  %19 = xor i64 %18, %14
  %20 = and i64 %3, 7
  %21 = shl nsw i64 -61681, %20
  %22 = and i64 %19, %21
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %40, label %24

24:                                               ; preds = %2
  %25 = zext i32 %1 to i64
  %26 = shl nuw nsw i64 %25, 16
  %27 = xor i64 %9, 87381
  %28 = and i64 %11, %27
  %29 = getelementptr inbounds i64, ptr %6, i64 %28
  %30 = load i64, ptr %29, align 8, !tbaa !12
  %31 = xor i64 %26, %30
  %32 = xor i64 %31, %12
  %33 = xor i64 %32, %14
  %34 = shl nsw i64 -61696, %20
  %35 = and i64 %33, %34
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %40, label %37, !prof !16

37:                                               ; preds = %24
  %38 = shl i32 %1, 9
  %39 = or disjoint i32 %38, 260
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef %39) #8
  br label %40

40:                                               ; preds = %2, %37, %24
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_commute4(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = ptrtoint ptr %0 to i64
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %5 = lshr i64 %3, 3
  %6 = load ptr, ptr %4, align 8, !tbaa !4
  %7 = lshr i64 %3, 21
  %8 = and i64 %7, 8796092989440
  %9 = xor i64 %8, %5
  %10 = getelementptr inbounds i8, ptr %4, i64 8
  %11 = load i64, ptr %10, align 8, !tbaa !11
  %12 = shl i64 %5, 20
  %13 = getelementptr inbounds i8, ptr %4, i64 16
  %14 = load i64, ptr %13, align 8, !tbaa !13
  %15 = and i64 %11, %9
  %16 = getelementptr inbounds i64, ptr %6, i64 %15
  %17 = load i64, ptr %16, align 8, !tbaa !12
  %18 = xor i64 %12, %17
  %19 = xor i64 %18, %14
  %20 = and i64 %3, 7
  %21 = shl nsw i64 -61681, %20
  %22 = and i64 %19, %21
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %41, label %24

24:                                               ; preds = %2
  %25 = zext i32 %1 to i64
  %26 = shl nuw nsw i64 %25, 16
  %27 = xor i64 %9, 87381
  %28 = and i64 %11, %27
  %29 = getelementptr inbounds i64, ptr %6, i64 %28
  %30 = load i64, ptr %29, align 8, !tbaa !12
  %31 = xor i64 %26, %30
  %32 = xor i64 %31, %12
  %33 = xor i64 %32, %14
  %34 = shl nsw i64 -61696, %20
  %35 = and i64 %33, %34
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %41, label %37, !prof !16

37:                                               ; preds = %24
  %38 = shl i32 %1, 9
  %39 = or disjoint i32 %38, 260
  %40 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 %39, ptr %40) #9
  br label %41

41:                                               ; preds = %2, %37, %24
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_commute8(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = ptrtoint ptr %0 to i64
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %5 = lshr i64 %3, 3
  %6 = zext i32 %1 to i64
  %7 = load ptr, ptr %4, align 8, !tbaa !4
  %8 = lshr i64 %3, 21
  %9 = and i64 %8, 8796092989440
  %10 = xor i64 %9, %5
  %11 = xor i64 %10, 87381
  %12 = getelementptr inbounds i8, ptr %4, i64 8
  %13 = load i64, ptr %12, align 8, !tbaa !11
  %14 = and i64 %13, %11
  %15 = getelementptr inbounds i64, ptr %7, i64 %14
  %16 = load i64, ptr %15, align 8, !tbaa !12
  %17 = shl i64 %5, 20
  %18 = getelementptr inbounds i8, ptr %4, i64 16
  %19 = load i64, ptr %18, align 8, !tbaa !13
  %20 = shl nuw nsw i64 %6, 16
  %21 = xor i64 %20, %16
  %22 = xor i64 %21, %17
  %23 = xor i64 %22, %19
  %24 = and i64 %13, %10
  %25 = getelementptr inbounds i64, ptr %7, i64 %24
  %26 = load i64, ptr %25, align 8, !tbaa !12
  %27 = xor i64 %26, %17
  %28 = icmp eq i64 %27, %19
  %29 = icmp ult i64 %23, 256
  %30 = select i1 %28, i1 true, i1 %29
  br i1 %30, label %34, label %31, !prof !14

31:                                               ; preds = %2
  %32 = shl i32 %1, 9
  %33 = or disjoint i32 %32, 264
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef %33) #8
  br label %34

34:                                               ; preds = %31, %2
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_commute8(ptr noundef %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = ptrtoint ptr %0 to i64
  %4 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %5 = lshr i64 %3, 3
  %6 = zext i32 %1 to i64
  %7 = load ptr, ptr %4, align 8, !tbaa !4
  %8 = lshr i64 %3, 21
  %9 = and i64 %8, 8796092989440
  %10 = xor i64 %9, %5
  %11 = xor i64 %10, 87381
  %12 = getelementptr inbounds i8, ptr %4, i64 8
  %13 = load i64, ptr %12, align 8, !tbaa !11
  %14 = and i64 %13, %11
  %15 = getelementptr inbounds i64, ptr %7, i64 %14
  %16 = load i64, ptr %15, align 8, !tbaa !12
  %17 = shl i64 %5, 20
  %18 = getelementptr inbounds i8, ptr %4, i64 16
  %19 = load i64, ptr %18, align 8, !tbaa !13
  %20 = shl nuw nsw i64 %6, 16
  %21 = xor i64 %20, %16
  %22 = xor i64 %21, %17
  %23 = xor i64 %22, %19
  %24 = and i64 %13, %10
  %25 = getelementptr inbounds i64, ptr %7, i64 %24
  %26 = load i64, ptr %25, align 8, !tbaa !12
  %27 = xor i64 %26, %17
  %28 = icmp eq i64 %27, %19
  %29 = icmp ult i64 %23, 256
  %30 = select i1 %28, i1 true, i1 %29
  br i1 %30, label %35, label %31, !prof !14

31:                                               ; preds = %2
  %32 = shl i32 %1, 9
  %33 = or disjoint i32 %32, 264
  %34 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 %33, ptr %34) #9
  br label %35

35:                                               ; preds = %31, %2
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_read16(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = add nuw nsw i64 %4, 1
  %20 = lshr i64 %19, 18
  %21 = and i64 %20, 17592186011648
  %22 = xor i64 %21, %19
  %23 = and i64 %10, %22
  %24 = getelementptr inbounds i64, ptr %5, i64 %23
  %25 = load i64, ptr %24, align 8, !tbaa !12
  %26 = shl i64 %19, 20
  %27 = xor i64 %26, %25
  %28 = xor i64 %27, %17
  %29 = or i64 %28, %18
  %30 = and i64 %2, 7
  %31 = and i64 %29, -65281
  %32 = or i64 %31, %30
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %35, label %34, !prof !14

34:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 48) #8
  br label %35

35:                                               ; preds = %34, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_read16(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = add nuw nsw i64 %4, 1
  %20 = lshr i64 %19, 18
  %21 = and i64 %20, 17592186011648
  %22 = xor i64 %21, %19
  %23 = and i64 %10, %22
  %24 = getelementptr inbounds i64, ptr %5, i64 %23
  %25 = load i64, ptr %24, align 8, !tbaa !12
  %26 = shl i64 %19, 20
  %27 = xor i64 %26, %25
  %28 = xor i64 %27, %17
  %29 = or i64 %28, %18
  %30 = and i64 %2, 7
  %31 = and i64 %29, -65281
  %32 = or i64 %31, %30
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %36, label %34, !prof !14

34:                                               ; preds = %1
  %35 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 48, ptr %35) #9
  br label %36

36:                                               ; preds = %34, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_read16(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_read16(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_read16(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_write16(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = add nuw nsw i64 %4, 1
  %20 = lshr i64 %19, 18
  %21 = and i64 %20, 17592186011648
  %22 = xor i64 %21, %19
  %23 = and i64 %10, %22
  %24 = getelementptr inbounds i64, ptr %5, i64 %23
  %25 = load i64, ptr %24, align 8, !tbaa !12
  %26 = shl i64 %19, 20
  %27 = xor i64 %26, %25
  %28 = xor i64 %27, %17
  %29 = or i64 %28, %18
  %30 = and i64 %2, 7
  %31 = and i64 %29, -256
  %32 = or disjoint i64 %31, %30
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %35, label %34, !prof !14

34:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 80) #8
  br label %35

35:                                               ; preds = %34, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_write16(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = add nuw nsw i64 %4, 1
  %20 = lshr i64 %19, 18
  %21 = and i64 %20, 17592186011648
  %22 = xor i64 %21, %19
  %23 = and i64 %10, %22
  %24 = getelementptr inbounds i64, ptr %5, i64 %23
  %25 = load i64, ptr %24, align 8, !tbaa !12
  %26 = shl i64 %19, 20
  %27 = xor i64 %26, %25
  %28 = xor i64 %27, %17
  %29 = or i64 %28, %18
  %30 = and i64 %2, 7
  %31 = and i64 %29, -256
  %32 = or disjoint i64 %31, %30
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %36, label %34, !prof !14

34:                                               ; preds = %1
  %35 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 80, ptr %35) #9
  br label %36

36:                                               ; preds = %34, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_write16(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_write16(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_write16(ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_update16(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = add nuw nsw i64 %4, 1
  %20 = lshr i64 %19, 18
  %21 = and i64 %20, 17592186011648
  %22 = xor i64 %21, %19
  %23 = and i64 %10, %22
  %24 = getelementptr inbounds i64, ptr %5, i64 %23
  %25 = load i64, ptr %24, align 8, !tbaa !12
  %26 = shl i64 %19, 20
  %27 = xor i64 %26, %25
  %28 = xor i64 %27, %17
  %29 = and i64 %2, 7
  %30 = or i64 %18, %29
  %31 = or i64 %30, %28
  %32 = icmp eq i64 %31, 0
  br i1 %32, label %34, label %33, !prof !14

33:                                               ; preds = %1
  tail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 112) #8
  br label %34

34:                                               ; preds = %33, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_update16(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3)
  %4 = lshr i64 %2, 3
  %5 = load ptr, ptr %3, align 8, !tbaa !4
  %6 = lshr i64 %2, 21
  %7 = and i64 %6, 8796092989440
  %8 = xor i64 %7, %4
  %9 = getelementptr inbounds i8, ptr %3, i64 8
  %10 = load i64, ptr %9, align 8, !tbaa !11
  %11 = and i64 %10, %8
  %12 = getelementptr inbounds i64, ptr %5, i64 %11
  %13 = load i64, ptr %12, align 8, !tbaa !12
  %14 = shl i64 %4, 20
  %15 = xor i64 %13, %14
  %16 = getelementptr inbounds i8, ptr %3, i64 16
  %17 = load i64, ptr %16, align 8, !tbaa !13
  %18 = xor i64 %15, %17
  %19 = add nuw nsw i64 %4, 1
  %20 = lshr i64 %19, 18
  %21 = and i64 %20, 17592186011648
  %22 = xor i64 %21, %19
  %23 = and i64 %10, %22
  %24 = getelementptr inbounds i64, ptr %5, i64 %23
  %25 = load i64, ptr %24, align 8, !tbaa !12
  %26 = shl i64 %19, 20
  %27 = xor i64 %26, %25
  %28 = xor i64 %27, %17
  %29 = and i64 %2, 7
  %30 = or i64 %18, %29
  %31 = or i64 %30, %28
  %32 = icmp eq i64 %31, 0
  br i1 %32, label %35, label %33, !prof !14

33:                                               ; preds = %1
  %34 = tail call ptr @llvm.returnaddress(i32 0)
  tail call void asm sideeffect "call *__sparse_touch_leaf@GOTPCREL(%rip)", "{di},{si},{dx},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 112, ptr %34) #9
  br label %35

35:                                               ; preds = %33, %1
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_brief_update16(ptr noundef %0) local_unnamed_addr #0 {
  tail call preserve_mostcc void @__sparse_ask_far_update16(ptr noundef %0) #8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_far_update16(ptr noundef) local_unnamed_addr #1

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
