target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.sparse_view = type { ptr, i64, ptr, i32, i32 }

@__sparse_view_1 = external thread_local(initialexec) local_unnamed_addr global %struct.sparse_view, align 8

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_read2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %17, label %19, label %18

18:                                               ; preds = %1
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 34) #5
  br label %19

19:                                               ; preds = %1, %18
  ret void
}

; Function Attrs: cold nounwind nonlazybind
declare preserve_mostcc void @__sparse_touch(ptr noundef, i32 noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_read2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %17, label %20, label %18

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 34, ptr noundef %19) #5
  br label %20

20:                                               ; preds = %1, %18
  ret void
}

; Function Attrs: cold nounwind nonlazybind
declare preserve_mostcc void @__sparse_touch_leaf(ptr noundef, i32 noundef, ptr noundef) local_unnamed_addr #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.returnaddress(i32 immarg) #2

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_write2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %17, label %19, label %18

18:                                               ; preds = %1
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 66) #5
  br label %19

19:                                               ; preds = %1, %18
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_write2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %17, label %20, label %18

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 66, ptr noundef %19) #5
  br label %20

20:                                               ; preds = %1, %18
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_update2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %17, label %19, label %18

18:                                               ; preds = %1
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 98) #5
  br label %19

19:                                               ; preds = %1, %18
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_update2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %17, label %20, label %18

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 98, ptr noundef %19) #5
  br label %20

20:                                               ; preds = %1, %18
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_read2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  %17 = icmp ne i64 %16, 0
  %18 = icmp eq i64 %14, 7
  %19 = or i1 %18, %17
  br i1 %19, label %20, label %21, !prof !13

20:                                               ; preds = %1
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 34) #5
  br label %21

21:                                               ; preds = %1, %20
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_read2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  %17 = icmp ne i64 %16, 0
  %18 = icmp eq i64 %14, 7
  %19 = or i1 %18, %17
  br i1 %19, label %20, label %22, !prof !13

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 34, ptr noundef %21) #5
  br label %22

22:                                               ; preds = %1, %20
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_write2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  %17 = icmp ne i64 %16, 0
  %18 = icmp eq i64 %14, 7
  %19 = or i1 %18, %17
  br i1 %19, label %20, label %21, !prof !13

20:                                               ; preds = %1
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 66) #5
  br label %21

21:                                               ; preds = %1, %20
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_write2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  %17 = icmp ne i64 %16, 0
  %18 = icmp eq i64 %14, 7
  %19 = or i1 %18, %17
  br i1 %19, label %20, label %22, !prof !13

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 66, ptr noundef %21) #5
  br label %22

22:                                               ; preds = %1, %20
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_update2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  %17 = icmp ne i64 %16, 0
  %18 = icmp eq i64 %14, 7
  %19 = or i1 %18, %17
  br i1 %19, label %20, label %21, !prof !13

20:                                               ; preds = %1
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 98) #5
  br label %21

21:                                               ; preds = %1, %20
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_update2(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  %17 = icmp ne i64 %16, 0
  %18 = icmp eq i64 %14, 7
  %19 = or i1 %18, %17
  br i1 %19, label %20, label %22, !prof !13

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 98, ptr noundef %21) #5
  br label %22

22:                                               ; preds = %1, %20
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_read4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %17, label %19, label %18

18:                                               ; preds = %1
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 36) #5
  br label %19

19:                                               ; preds = %1, %18
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_read4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %17, label %20, label %18

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 36, ptr noundef %19) #5
  br label %20

20:                                               ; preds = %1, %18
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_write4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %17, label %19, label %18

18:                                               ; preds = %1
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 68) #5
  br label %19

19:                                               ; preds = %1, %18
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_write4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %17, label %20, label %18

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 68, ptr noundef %19) #5
  br label %20

20:                                               ; preds = %1, %18
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_update4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %17, label %19, label %18

18:                                               ; preds = %1
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 100) #5
  br label %19

19:                                               ; preds = %1, %18
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_update4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %17, label %20, label %18

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 100, ptr noundef %19) #5
  br label %20

20:                                               ; preds = %1, %18
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_read4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  %18 = icmp ult i64 %14, 5
  %19 = and i1 %18, %17
  br i1 %19, label %21, label %20, !prof !13

20:                                               ; preds = %1
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 36) #5
  br label %21

21:                                               ; preds = %1, %20
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_read4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  %18 = icmp ult i64 %14, 5
  %19 = and i1 %18, %17
  br i1 %19, label %22, label %20, !prof !13

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 36, ptr noundef %21) #5
  br label %22

22:                                               ; preds = %1, %20
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_write4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  %18 = icmp ult i64 %14, 5
  %19 = and i1 %18, %17
  br i1 %19, label %21, label %20, !prof !13

20:                                               ; preds = %1
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 68) #5
  br label %21

21:                                               ; preds = %1, %20
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_write4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  %18 = icmp ult i64 %14, 5
  %19 = and i1 %18, %17
  br i1 %19, label %22, label %20, !prof !13

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 68, ptr noundef %21) #5
  br label %22

22:                                               ; preds = %1, %20
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_update4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  %18 = icmp ult i64 %14, 5
  %19 = and i1 %18, %17
  br i1 %19, label %21, label %20, !prof !13

20:                                               ; preds = %1
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 100) #5
  br label %21

21:                                               ; preds = %1, %20
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_update4(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  %18 = icmp ult i64 %14, 5
  %19 = and i1 %18, %17
  br i1 %19, label %22, label %20, !prof !13

20:                                               ; preds = %1
  %21 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 100, ptr noundef %21) #5
  br label %22

22:                                               ; preds = %1, %20
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_read8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %15, label %17, label %16

16:                                               ; preds = %1
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 40) #5
  br label %17

17:                                               ; preds = %1, %16
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_read8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %15, label %18, label %16

16:                                               ; preds = %1
  %17 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 40, ptr noundef %17) #5
  br label %18

18:                                               ; preds = %1, %16
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_write8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %14, label %16, label %15

15:                                               ; preds = %1
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 72) #5
  br label %16

16:                                               ; preds = %1, %15
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_write8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %14, label %17, label %15

15:                                               ; preds = %1
  %16 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 72, ptr noundef %16) #5
  br label %17

17:                                               ; preds = %1, %15
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_update8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %13, label %15, label %14

14:                                               ; preds = %1
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 104) #5
  br label %15

15:                                               ; preds = %1, %14
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_update8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %13, label %16, label %14

14:                                               ; preds = %1
  %15 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 104, ptr noundef %15) #5
  br label %16

16:                                               ; preds = %1, %14
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_read8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  %15 = and i64 %2, 7
  %16 = or i64 %15, %14
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %19, label %18, !prof !13

18:                                               ; preds = %1
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 40) #5
  br label %19

19:                                               ; preds = %1, %18
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_read8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  %15 = and i64 %2, 7
  %16 = or i64 %15, %14
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %20, label %18, !prof !13

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 40, ptr noundef %19) #5
  br label %20

20:                                               ; preds = %1, %18
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_write8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  %15 = and i64 %2, 7
  %16 = icmp eq i64 %15, 0
  %17 = and i1 %16, %14
  br i1 %17, label %19, label %18, !prof !13

18:                                               ; preds = %1
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 72) #5
  br label %19

19:                                               ; preds = %1, %18
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_write8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  %15 = and i64 %2, 7
  %16 = icmp eq i64 %15, 0
  %17 = and i1 %16, %14
  br i1 %17, label %20, label %18, !prof !13

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 72, ptr noundef %19) #5
  br label %20

20:                                               ; preds = %1, %18
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_unaligned_update8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  %14 = and i64 %2, 7
  %15 = icmp eq i64 %14, 0
  %16 = and i1 %15, %13
  br i1 %16, label %18, label %17, !prof !13

17:                                               ; preds = %1
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 104) #5
  br label %18

18:                                               ; preds = %1, %17
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_unaligned_update8(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  %14 = and i64 %2, 7
  %15 = icmp eq i64 %14, 0
  %16 = and i1 %15, %13
  br i1 %16, label %19, label %17, !prof !13

17:                                               ; preds = %1
  %18 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 104, ptr noundef %18) #5
  br label %19

19:                                               ; preds = %1, %17
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_read1(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %17, label %19, label %18

18:                                               ; preds = %1
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 33) #5
  br label %19

19:                                               ; preds = %1, %18
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_read1(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %17, label %20, label %18

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 33, ptr noundef %19) #5
  br label %20

20:                                               ; preds = %1, %18
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_write1(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %17, label %19, label %18

18:                                               ; preds = %1
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 65) #5
  br label %19

19:                                               ; preds = %1, %18
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_write1(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %17, label %20, label %18

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 65, ptr noundef %19) #5
  br label %20

20:                                               ; preds = %1, %18
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_update1(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %17, label %19, label %18

18:                                               ; preds = %1
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 97) #5
  br label %19

19:                                               ; preds = %1, %18
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_update1(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %17, label %20, label %18

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 97, ptr noundef %19) #5
  br label %20

20:                                               ; preds = %1, %18
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_use(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %17, label %19, label %18

18:                                               ; preds = %1
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 161) #5
  br label %19

19:                                               ; preds = %1, %18
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_use(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
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
  br i1 %17, label %20, label %18

18:                                               ; preds = %1
  %19 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 161, ptr noundef %19) #5
  br label %20

20:                                               ; preds = %1, %18
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_read16(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = and i64 %2, 7
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %5, label %27

5:                                                ; preds = %1
  %6 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
  %7 = load ptr, ptr %6, align 8, !tbaa !4
  %8 = lshr exact i64 %2, 3
  %9 = add nuw nsw i64 %8, 1
  %10 = and i64 %9, 262143
  %11 = getelementptr inbounds i64, ptr %7, i64 %10
  %12 = load i64, ptr %11, align 8, !tbaa !11
  %13 = shl i64 %9, 20
  %14 = xor i64 %12, %13
  %15 = getelementptr inbounds i8, ptr %6, i64 8
  %16 = load i64, ptr %15, align 8, !tbaa !12
  %17 = xor i64 %14, %16
  %18 = and i64 %8, 262143
  %19 = getelementptr inbounds i64, ptr %7, i64 %18
  %20 = load i64, ptr %19, align 8, !tbaa !11
  %21 = shl i64 %2, 17
  %22 = xor i64 %21, %20
  %23 = xor i64 %22, %16
  %24 = or i64 %23, %17
  %25 = and i64 %24, -65281
  %26 = icmp eq i64 %25, 0
  br i1 %26, label %28, label %27, !prof !14

27:                                               ; preds = %1, %5
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 48) #5
  br label %28

28:                                               ; preds = %27, %5
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_read16(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = and i64 %2, 7
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %5, label %27

5:                                                ; preds = %1
  %6 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
  %7 = load ptr, ptr %6, align 8, !tbaa !4
  %8 = lshr exact i64 %2, 3
  %9 = add nuw nsw i64 %8, 1
  %10 = and i64 %9, 262143
  %11 = getelementptr inbounds i64, ptr %7, i64 %10
  %12 = load i64, ptr %11, align 8, !tbaa !11
  %13 = shl i64 %9, 20
  %14 = xor i64 %12, %13
  %15 = getelementptr inbounds i8, ptr %6, i64 8
  %16 = load i64, ptr %15, align 8, !tbaa !12
  %17 = xor i64 %14, %16
  %18 = and i64 %8, 262143
  %19 = getelementptr inbounds i64, ptr %7, i64 %18
  %20 = load i64, ptr %19, align 8, !tbaa !11
  %21 = shl i64 %2, 17
  %22 = xor i64 %21, %20
  %23 = xor i64 %22, %16
  %24 = or i64 %23, %17
  %25 = and i64 %24, -65281
  %26 = icmp eq i64 %25, 0
  br i1 %26, label %29, label %27, !prof !14

27:                                               ; preds = %1, %5
  %28 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 48, ptr noundef %28) #5
  br label %29

29:                                               ; preds = %27, %5
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_write16(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = and i64 %2, 7
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %5, label %26

5:                                                ; preds = %1
  %6 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
  %7 = load ptr, ptr %6, align 8, !tbaa !4
  %8 = lshr exact i64 %2, 3
  %9 = add nuw nsw i64 %8, 1
  %10 = and i64 %9, 262143
  %11 = getelementptr inbounds i64, ptr %7, i64 %10
  %12 = load i64, ptr %11, align 8, !tbaa !11
  %13 = shl i64 %9, 20
  %14 = xor i64 %12, %13
  %15 = getelementptr inbounds i8, ptr %6, i64 8
  %16 = load i64, ptr %15, align 8, !tbaa !12
  %17 = xor i64 %14, %16
  %18 = and i64 %8, 262143
  %19 = getelementptr inbounds i64, ptr %7, i64 %18
  %20 = load i64, ptr %19, align 8, !tbaa !11
  %21 = shl i64 %2, 17
  %22 = xor i64 %21, %20
  %23 = xor i64 %22, %16
  %24 = or i64 %23, %17
  %25 = icmp ult i64 %24, 256
  br i1 %25, label %27, label %26, !prof !14

26:                                               ; preds = %1, %5
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 80) #5
  br label %27

27:                                               ; preds = %26, %5
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_write16(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = and i64 %2, 7
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %5, label %26

5:                                                ; preds = %1
  %6 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
  %7 = load ptr, ptr %6, align 8, !tbaa !4
  %8 = lshr exact i64 %2, 3
  %9 = add nuw nsw i64 %8, 1
  %10 = and i64 %9, 262143
  %11 = getelementptr inbounds i64, ptr %7, i64 %10
  %12 = load i64, ptr %11, align 8, !tbaa !11
  %13 = shl i64 %9, 20
  %14 = xor i64 %12, %13
  %15 = getelementptr inbounds i8, ptr %6, i64 8
  %16 = load i64, ptr %15, align 8, !tbaa !12
  %17 = xor i64 %14, %16
  %18 = and i64 %8, 262143
  %19 = getelementptr inbounds i64, ptr %7, i64 %18
  %20 = load i64, ptr %19, align 8, !tbaa !11
  %21 = shl i64 %2, 17
  %22 = xor i64 %21, %20
  %23 = xor i64 %22, %16
  %24 = or i64 %23, %17
  %25 = icmp ult i64 %24, 256
  br i1 %25, label %28, label %26, !prof !14

26:                                               ; preds = %1, %5
  %27 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 80, ptr noundef %27) #5
  br label %28

28:                                               ; preds = %26, %5
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_inline_update16(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = and i64 %2, 7
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %5, label %25

5:                                                ; preds = %1
  %6 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
  %7 = load ptr, ptr %6, align 8, !tbaa !4
  %8 = lshr exact i64 %2, 3
  %9 = add nuw nsw i64 %8, 1
  %10 = and i64 %9, 262143
  %11 = getelementptr inbounds i64, ptr %7, i64 %10
  %12 = load i64, ptr %11, align 8, !tbaa !11
  %13 = shl i64 %9, 20
  %14 = xor i64 %12, %13
  %15 = getelementptr inbounds i8, ptr %6, i64 8
  %16 = load i64, ptr %15, align 8, !tbaa !12
  %17 = and i64 %8, 262143
  %18 = getelementptr inbounds i64, ptr %7, i64 %17
  %19 = load i64, ptr %18, align 8, !tbaa !11
  %20 = shl i64 %2, 17
  %21 = xor i64 %19, %20
  %22 = icmp eq i64 %21, %16
  %23 = icmp eq i64 %14, %16
  %24 = and i1 %23, %22
  br i1 %24, label %26, label %25, !prof !14

25:                                               ; preds = %1, %5
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 112) #5
  br label %26

26:                                               ; preds = %25, %5
  ret void
}

; Function Attrs: alwaysinline nounwind
define void @__sparse_leaf_update16(ptr noundef %0) local_unnamed_addr #0 {
  %2 = ptrtoint ptr %0 to i64
  %3 = and i64 %2, 7
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %5, label %25

5:                                                ; preds = %1
  %6 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
  %7 = load ptr, ptr %6, align 8, !tbaa !4
  %8 = lshr exact i64 %2, 3
  %9 = add nuw nsw i64 %8, 1
  %10 = and i64 %9, 262143
  %11 = getelementptr inbounds i64, ptr %7, i64 %10
  %12 = load i64, ptr %11, align 8, !tbaa !11
  %13 = shl i64 %9, 20
  %14 = xor i64 %12, %13
  %15 = getelementptr inbounds i8, ptr %6, i64 8
  %16 = load i64, ptr %15, align 8, !tbaa !12
  %17 = and i64 %8, 262143
  %18 = getelementptr inbounds i64, ptr %7, i64 %17
  %19 = load i64, ptr %18, align 8, !tbaa !11
  %20 = shl i64 %2, 17
  %21 = xor i64 %19, %20
  %22 = icmp eq i64 %21, %16
  %23 = icmp eq i64 %14, %16
  %24 = and i1 %23, %22
  br i1 %24, label %27, label %25, !prof !14

25:                                               ; preds = %1, %5
  %26 = tail call ptr @llvm.returnaddress(i32 0)
  notail call preserve_mostcc void @__sparse_touch_leaf(ptr noundef %0, i32 noundef 112, ptr noundef %26) #5
  br label %27

27:                                               ; preds = %25, %5
  ret void
}

; Function Attrs: alwaysinline nounwind
define i32 @__sparse_inline_func_entry(ptr noundef %0) local_unnamed_addr #0 {
  %2 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
  %3 = getelementptr inbounds i8, ptr %2, i64 24
  %4 = load i32, ptr %3, align 8, !tbaa !15
  %5 = tail call i64 asm "lea 0(%rip), $0", "=r,~{dirflag},~{fpsr},~{flags}"() #6, !srcloc !16
  %6 = getelementptr inbounds i8, ptr %2, i64 28
  %7 = load i32, ptr %6, align 4, !tbaa !17
  %8 = icmp ult i32 %4, %7
  br i1 %8, label %9, label %17, !prof !18

9:                                                ; preds = %1
  %10 = zext i32 %4 to i64
  %11 = getelementptr inbounds i8, ptr %2, i64 16
  %12 = load ptr, ptr %11, align 8, !tbaa !19
  %13 = getelementptr inbounds i8, ptr %12, i64 %10
  %14 = ptrtoint ptr %0 to i64
  store i64 %14, ptr %13, align 8, !tbaa !20
  %15 = getelementptr inbounds i8, ptr %13, i64 8
  store i64 %5, ptr %15, align 8, !tbaa !22
  %16 = getelementptr inbounds i8, ptr %13, i64 16
  store i32 0, ptr %16, align 8, !tbaa !23
  br label %19

17:                                               ; preds = %1
  %18 = inttoptr i64 %5 to ptr
  notail call preserve_mostcc void @__sparse_enter(ptr noundef %0, ptr noundef %18) #5
  br label %19

19:                                               ; preds = %17, %9
  %20 = add i32 %4, 72
  store i32 %20, ptr %3, align 8, !tbaa !15
  ret i32 %4
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #3

; Function Attrs: cold nounwind nonlazybind
declare preserve_mostcc void @__sparse_enter(ptr noundef, ptr noundef) local_unnamed_addr #1

; Function Attrs: alwaysinline mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none)
define void @__sparse_inline_func_exit(i32 noundef %0) local_unnamed_addr #4 {
  %2 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
  %3 = getelementptr inbounds i8, ptr %2, i64 24
  %4 = load i32, ptr %3, align 8, !tbaa !15
  %5 = icmp ugt i32 %4, %0
  br i1 %5, label %6, label %7

6:                                                ; preds = %1
  store i32 %0, ptr %3, align 8, !tbaa !15
  br label %7

7:                                                ; preds = %1, %6
  ret void
}

; Function Attrs: alwaysinline mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none)
define void @__sparse_inline_func_unwind(i32 noundef %0) local_unnamed_addr #4 {
  %2 = add i32 %0, 72
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1)
  %4 = getelementptr inbounds i8, ptr %3, i64 24
  %5 = load i32, ptr %4, align 8, !tbaa !15
  %6 = icmp ugt i32 %5, %2
  br i1 %6, label %7, label %8

7:                                                ; preds = %1
  store i32 %2, ptr %4, align 8, !tbaa !15
  br label %8

8:                                                ; preds = %1, %7
  ret void
}

attributes #0 = { alwaysinline nounwind }
attributes #1 = { cold nounwind nonlazybind }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { alwaysinline mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none) }
attributes #5 = { cold nounwind }
attributes #6 = { nounwind memory(none) }


!4 = !{!5, !6, i64 0}
!5 = !{!"sparse_view", !6, i64 0, !9, i64 8, !6, i64 16, !10, i64 24, !10, i64 28}
!6 = !{!"any pointer", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{!"long", !7, i64 0}
!10 = !{!"int", !7, i64 0}
!11 = !{!9, !9, i64 0}
!12 = !{!5, !9, i64 8}
!13 = !{!"branch_weights", i32 -2147483648, i32 -2147483648}
!14 = !{!"branch_weights", !"expected", i32 -2147483648, i32 0}
!15 = !{!5, !10, i64 24}
!16 = !{i64 3565}
!17 = !{!5, !10, i64 28}
!18 = !{!"branch_weights", !"expected", i32 2000, i32 1}
!19 = !{!5, !6, i64 16}
!20 = !{!21, !9, i64 0}
!21 = !{!"sparse_frame", !9, i64 0, !9, i64 8, !10, i64 16, !10, i64 20, !10, i64 24, !10, i64 28, !9, i64 32, !9, i64 40, !9, i64 48, !9, i64 56, !9, i64 64}
!22 = !{!21, !9, i64 8}
!23 = !{!21, !10, i64 16}
