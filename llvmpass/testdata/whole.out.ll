; ModuleID = 'testdata/whole.ll'
source_filename = "whole.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.sparse_view = type { ptr, i64, ptr, i32, i32 }

@_ZTIi = external constant ptr
@__sparse_view_1 = external thread_local(initialexec) local_unnamed_addr global %struct.sparse_view, align 8

; Function Attrs: mustprogress uwtable
define dso_local noundef i32 @_Z3sumRK4ListPi(ptr noundef nonnull align 4 dereferenceable(4) %0, ptr nocapture noundef writeonly %1) local_unnamed_addr #0 personality ptr @__gxx_personality_v0 !dbg !10 {
    #dbg_value(ptr %0, !27, !DIExpression(), !34)
    #dbg_value(ptr %1, !28, !DIExpression(), !34)
    #dbg_value(i32 0, !29, !DIExpression(), !34)
    #dbg_value(i32 0, !30, !DIExpression(), !35)
  %3 = call ptr @llvm.returnaddress(i32 0), !dbg !36
  %4 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1), !dbg !36
  %5 = getelementptr inbounds i8, ptr %4, i64 24, !dbg !36
  %6 = load i32, ptr %5, align 8, !dbg !36, !tbaa !37
  %7 = call i64 asm "lea 0(%rip), $0", "=r,~{dirflag},~{fpsr},~{flags}"() #2, !dbg !36, !srcloc !44
  %8 = getelementptr inbounds i8, ptr %4, i64 28, !dbg !36
  %9 = load i32, ptr %8, align 4, !dbg !36, !tbaa !45
  %10 = icmp ult i32 %6, %9, !dbg !36
  br i1 %10, label %11, label %19, !dbg !36, !prof !46

11:                                               ; preds = %2
  %12 = zext i32 %6 to i64, !dbg !36
  %13 = getelementptr inbounds i8, ptr %4, i64 16, !dbg !36
  %14 = load ptr, ptr %13, align 8, !dbg !36, !tbaa !47
  %15 = getelementptr inbounds i8, ptr %14, i64 %12, !dbg !36
  %16 = ptrtoint ptr %3 to i64, !dbg !36
  store i64 %16, ptr %15, align 8, !dbg !36, !tbaa !48
  %17 = getelementptr inbounds i8, ptr %15, i64 8, !dbg !36
  store i64 %7, ptr %17, align 8, !dbg !36, !tbaa !50
  %18 = getelementptr inbounds i8, ptr %15, i64 16, !dbg !36
  store i32 0, ptr %18, align 8, !dbg !36, !tbaa !51
  br label %__sparse_inline_func_entry.exit, !dbg !36

19:                                               ; preds = %2
  %20 = inttoptr i64 %7 to ptr, !dbg !36
  notail call preserve_mostcc void @__sparse_enter(ptr noundef %3, ptr noundef %20) #8, !dbg !36
  br label %__sparse_inline_func_entry.exit, !dbg !36

__sparse_inline_func_entry.exit:                  ; preds = %11, %19
  %21 = add i32 %6, 72, !dbg !36
  store i32 %21, ptr %5, align 8, !dbg !36, !tbaa !37
  %22 = ptrtoint ptr %0 to i64, !dbg !52
  %23 = lshr i64 %22, 3, !dbg !52
  %24 = load ptr, ptr %4, align 8, !dbg !52, !tbaa !54
  %25 = and i64 %23, 262143, !dbg !52
  %26 = getelementptr inbounds i64, ptr %24, i64 %25, !dbg !52
  %27 = load i64, ptr %26, align 8, !dbg !52, !tbaa !55
  %28 = shl i64 %23, 20, !dbg !52
  %29 = xor i64 %27, %28, !dbg !52
  %30 = getelementptr inbounds i8, ptr %4, i64 8, !dbg !52
  %31 = load i64, ptr %30, align 8, !dbg !52, !tbaa !56
  %32 = xor i64 %29, %31, !dbg !52
  %33 = and i64 %22, 7, !dbg !52
  %34 = shl nsw i64 -65521, %33, !dbg !52
  %35 = and i64 %32, %34, !dbg !52
  %36 = icmp eq i64 %35, 0, !dbg !52
  br i1 %36, label %__sparse_inline_read4.exit, label %37, !dbg !52

37:                                               ; preds = %__sparse_inline_func_entry.exit
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 36) #8, !dbg !52
  br label %__sparse_inline_read4.exit, !dbg !52

__sparse_inline_read4.exit:                       ; preds = %__sparse_inline_func_entry.exit, %37
  %38 = load i32, ptr %0, align 4, !dbg !52, !tbaa !57
  %39 = icmp sgt i32 %38, 0, !dbg !62
  br i1 %39, label %40, label %112, !dbg !63

40:                                               ; preds = %__sparse_inline_read4.exit2, %__sparse_inline_read4.exit
  %41 = phi i32 [ %72, %__sparse_inline_read4.exit2 ], [ 0, %__sparse_inline_read4.exit ]
  %42 = phi i32 [ %73, %__sparse_inline_read4.exit2 ], [ 0, %__sparse_inline_read4.exit ]
    #dbg_value(i32 %41, !29, !DIExpression(), !34)
    #dbg_value(i32 %42, !30, !DIExpression(), !35)
  %43 = load ptr, ptr %4, align 8, !dbg !64, !tbaa !54
  %44 = getelementptr inbounds i64, ptr %43, i64 %25, !dbg !64
  %45 = load i64, ptr %44, align 8, !dbg !64, !tbaa !55
  %46 = xor i64 %45, %28, !dbg !64
  %47 = load i64, ptr %30, align 8, !dbg !64, !tbaa !56
  %48 = xor i64 %46, %47, !dbg !64
  %49 = shl nsw i64 -65535, %33, !dbg !64
  %50 = and i64 %48, %49, !dbg !64
  %51 = icmp eq i64 %50, 0, !dbg !64
  br i1 %51, label %__sparse_inline_use.exit, label %52, !dbg !64

52:                                               ; preds = %40
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 161) #8, !dbg !64
  br label %__sparse_inline_use.exit, !dbg !64

__sparse_inline_use.exit:                         ; preds = %40, %52
  %53 = invoke noundef ptr @_ZNK4List2atEi(ptr noundef nonnull align 4 dereferenceable(4) %0, i32 noundef %42)
          to label %54 unwind label %85, !dbg !64

54:                                               ; preds = %__sparse_inline_use.exit
  %55 = getelementptr inbounds i8, ptr %53, i64 8, !dbg !65
  %56 = ptrtoint ptr %55 to i64, !dbg !65
  %57 = lshr i64 %56, 3, !dbg !65
  %58 = load ptr, ptr %4, align 8, !dbg !65, !tbaa !54
  %59 = and i64 %57, 262143, !dbg !65
  %60 = getelementptr inbounds i64, ptr %58, i64 %59, !dbg !65
  %61 = load i64, ptr %60, align 8, !dbg !65, !tbaa !55
  %62 = shl i64 %57, 20, !dbg !65
  %63 = xor i64 %61, %62, !dbg !65
  %64 = load i64, ptr %30, align 8, !dbg !65, !tbaa !56
  %65 = xor i64 %63, %64, !dbg !65
  %66 = and i64 %56, 7, !dbg !65
  %67 = shl nsw i64 -65521, %66, !dbg !65
  %68 = and i64 %65, %67, !dbg !65
  %69 = icmp eq i64 %68, 0, !dbg !65
  br i1 %69, label %__sparse_inline_read4.exit1, label %70, !dbg !65

70:                                               ; preds = %54
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %55, i32 noundef 36) #8, !dbg !65
  br label %__sparse_inline_read4.exit1, !dbg !65

__sparse_inline_read4.exit1:                      ; preds = %54, %70
  %71 = load i32, ptr %55, align 8, !dbg !65, !tbaa !66
  %72 = add nsw i32 %71, %41, !dbg !68
    #dbg_value(i32 %72, !29, !DIExpression(), !34)
  %73 = add nuw nsw i32 %42, 1, !dbg !69
    #dbg_value(i32 %73, !30, !DIExpression(), !35)
  %74 = load ptr, ptr %4, align 8, !dbg !52, !tbaa !54
  %75 = getelementptr inbounds i64, ptr %74, i64 %25, !dbg !52
  %76 = load i64, ptr %75, align 8, !dbg !52, !tbaa !55
  %77 = xor i64 %76, %28, !dbg !52
  %78 = load i64, ptr %30, align 8, !dbg !52, !tbaa !56
  %79 = xor i64 %77, %78, !dbg !52
  %80 = and i64 %79, %34, !dbg !52
  %81 = icmp eq i64 %80, 0, !dbg !52
  br i1 %81, label %__sparse_inline_read4.exit2, label %82, !dbg !52

82:                                               ; preds = %__sparse_inline_read4.exit1
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 36) #8, !dbg !52
  br label %__sparse_inline_read4.exit2, !dbg !52

__sparse_inline_read4.exit2:                      ; preds = %__sparse_inline_read4.exit1, %82
  %83 = load i32, ptr %0, align 4, !dbg !52, !tbaa !57
  %84 = icmp slt i32 %73, %83, !dbg !62
  br i1 %84, label %40, label %112, !dbg !63, !llvm.loop !70

85:                                               ; preds = %__sparse_inline_use.exit
  %86 = landingpad { ptr, i32 }
          cleanup
          catch ptr @_ZTIi, !dbg !74
  %87 = load i32, ptr %5, align 8, !dbg !74, !tbaa !37
  %88 = icmp ugt i32 %87, %21, !dbg !74
  br i1 %88, label %89, label %__sparse_inline_func_unwind.exit, !dbg !74

89:                                               ; preds = %85
  store i32 %21, ptr %5, align 8, !dbg !74, !tbaa !37
  br label %__sparse_inline_func_unwind.exit, !dbg !74

__sparse_inline_func_unwind.exit:                 ; preds = %85, %89
  %90 = extractvalue { ptr, i32 } %86, 1, !dbg !74
  %91 = tail call i32 @llvm.eh.typeid.for.p0(ptr nonnull @_ZTIi) #9, !dbg !75
  %92 = icmp eq i32 %90, %91, !dbg !75
  br i1 %92, label %93, label %132, !dbg !75

93:                                               ; preds = %__sparse_inline_func_unwind.exit
  %94 = extractvalue { ptr, i32 } %86, 0, !dbg !74
  %95 = tail call ptr @__cxa_begin_catch(ptr %94) #9, !dbg !75
  %96 = ptrtoint ptr %95 to i64, !dbg !75
  %97 = lshr i64 %96, 3, !dbg !75
  %98 = load ptr, ptr %4, align 8, !dbg !75, !tbaa !54
  %99 = and i64 %97, 262143, !dbg !75
  %100 = getelementptr inbounds i64, ptr %98, i64 %99, !dbg !75
  %101 = load i64, ptr %100, align 8, !dbg !75, !tbaa !55
  %102 = shl i64 %97, 20, !dbg !75
  %103 = xor i64 %101, %102, !dbg !75
  %104 = load i64, ptr %30, align 8, !dbg !75, !tbaa !56
  %105 = xor i64 %103, %104, !dbg !75
  %106 = and i64 %96, 7, !dbg !75
  %107 = shl nsw i64 -65521, %106, !dbg !75
  %108 = and i64 %105, %107, !dbg !75
  %109 = icmp eq i64 %108, 0, !dbg !75
  br i1 %109, label %__sparse_inline_read4.exit3, label %110, !dbg !75

110:                                              ; preds = %93
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %95, i32 noundef 36) #8, !dbg !75
  br label %__sparse_inline_read4.exit3, !dbg !75

__sparse_inline_read4.exit3:                      ; preds = %93, %110
  %111 = load i32, ptr %95, align 4, !dbg !75, !tbaa !76
    #dbg_value(i32 %111, !33, !DIExpression(), !34)
    #dbg_value(i32 %111, !29, !DIExpression(), !34)
  tail call void @__cxa_end_catch() #9, !dbg !77
  br label %112, !dbg !77

112:                                              ; preds = %__sparse_inline_read4.exit3, %__sparse_inline_read4.exit2, %__sparse_inline_read4.exit
  %113 = phi i32 [ %111, %__sparse_inline_read4.exit3 ], [ 0, %__sparse_inline_read4.exit ], [ %72, %__sparse_inline_read4.exit2 ], !dbg !34
    #dbg_value(i32 %113, !29, !DIExpression(), !34)
  %114 = ptrtoint ptr %1 to i64, !dbg !79
  %115 = lshr i64 %114, 3, !dbg !79
  %116 = load ptr, ptr %4, align 8, !dbg !79, !tbaa !54
  %117 = and i64 %115, 262143, !dbg !79
  %118 = getelementptr inbounds i64, ptr %116, i64 %117, !dbg !79
  %119 = load i64, ptr %118, align 8, !dbg !79, !tbaa !55
  %120 = shl i64 %115, 20, !dbg !79
  %121 = xor i64 %119, %120, !dbg !79
  %122 = load i64, ptr %30, align 8, !dbg !79, !tbaa !56
  %123 = xor i64 %121, %122, !dbg !79
  %124 = and i64 %114, 7, !dbg !79
  %125 = shl nsw i64 -61696, %124, !dbg !79
  %126 = and i64 %123, %125, !dbg !79
  %127 = icmp eq i64 %126, 0, !dbg !79
  br i1 %127, label %__sparse_inline_write4.exit, label %128, !dbg !79

128:                                              ; preds = %112
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %1, i32 noundef 68) #8, !dbg !79
  br label %__sparse_inline_write4.exit, !dbg !79

__sparse_inline_write4.exit:                      ; preds = %112, %128
  store i32 %113, ptr %1, align 4, !dbg !79, !tbaa !76
  %129 = load i32, ptr %5, align 8, !dbg !80, !tbaa !37
  %130 = icmp ugt i32 %129, %6, !dbg !80
  br i1 %130, label %131, label %__sparse_inline_func_exit.exit, !dbg !80

131:                                              ; preds = %__sparse_inline_write4.exit
  store i32 %6, ptr %5, align 8, !dbg !80, !tbaa !37
  br label %__sparse_inline_func_exit.exit, !dbg !80

__sparse_inline_func_exit.exit:                   ; preds = %__sparse_inline_write4.exit, %131
  ret i32 %113, !dbg !80

132:                                              ; preds = %__sparse_inline_func_unwind.exit
  %133 = load i32, ptr %5, align 8, !dbg !81, !tbaa !37
  %134 = icmp ugt i32 %133, %6, !dbg !81
  br i1 %134, label %135, label %__sparse_inline_func_exit.exit4, !dbg !81

135:                                              ; preds = %132
  store i32 %6, ptr %5, align 8, !dbg !81, !tbaa !37
  br label %__sparse_inline_func_exit.exit4, !dbg !81

__sparse_inline_func_exit.exit4:                  ; preds = %132, %135
  resume { ptr, i32 } %86, !dbg !81
}

declare noundef ptr @_ZNK4List2atEi(ptr noundef nonnull align 4 dereferenceable(4), i32 noundef) local_unnamed_addr #1

declare i32 @__gxx_personality_v0(...)

; Function Attrs: nounwind memory(none)
declare i32 @llvm.eh.typeid.for.p0(ptr) #2

declare ptr @__cxa_begin_catch(ptr) local_unnamed_addr

declare void @__cxa_end_catch() local_unnamed_addr

; Function Attrs: mustprogress nounwind uwtable
define dso_local void @_Z4dropP4Item(ptr noundef %0) local_unnamed_addr #3 !dbg !82 {
    #dbg_value(ptr %0, !86, !DIExpression(), !87)
  %2 = call ptr @llvm.returnaddress(i32 0), !dbg !88
  %3 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_1), !dbg !88
  %4 = getelementptr inbounds i8, ptr %3, i64 24, !dbg !88
  %5 = load i32, ptr %4, align 8, !dbg !88, !tbaa !37
  %6 = call i64 asm "lea 0(%rip), $0", "=r,~{dirflag},~{fpsr},~{flags}"() #2, !dbg !88, !srcloc !44
  %7 = getelementptr inbounds i8, ptr %3, i64 28, !dbg !88
  %8 = load i32, ptr %7, align 4, !dbg !88, !tbaa !45
  %9 = icmp ult i32 %5, %8, !dbg !88
  br i1 %9, label %10, label %18, !dbg !88, !prof !46

10:                                               ; preds = %1
  %11 = zext i32 %5 to i64, !dbg !88
  %12 = getelementptr inbounds i8, ptr %3, i64 16, !dbg !88
  %13 = load ptr, ptr %12, align 8, !dbg !88, !tbaa !47
  %14 = getelementptr inbounds i8, ptr %13, i64 %11, !dbg !88
  %15 = ptrtoint ptr %2 to i64, !dbg !88
  store i64 %15, ptr %14, align 8, !dbg !88, !tbaa !48
  %16 = getelementptr inbounds i8, ptr %14, i64 8, !dbg !88
  store i64 %6, ptr %16, align 8, !dbg !88, !tbaa !50
  %17 = getelementptr inbounds i8, ptr %14, i64 16, !dbg !88
  store i32 0, ptr %17, align 8, !dbg !88, !tbaa !51
  br label %__sparse_inline_func_entry.exit, !dbg !88

18:                                               ; preds = %1
  %19 = inttoptr i64 %6 to ptr, !dbg !88
  notail call preserve_mostcc void @__sparse_enter(ptr noundef %2, ptr noundef %19) #8, !dbg !88
  br label %__sparse_inline_func_entry.exit, !dbg !88

__sparse_inline_func_entry.exit:                  ; preds = %10, %18
  %20 = add i32 %5, 72, !dbg !88
  store i32 %20, ptr %4, align 8, !dbg !88, !tbaa !37
  %21 = icmp eq ptr %0, null, !dbg !89
  br i1 %21, label %40, label %22, !dbg !89

22:                                               ; preds = %__sparse_inline_func_entry.exit
  %23 = ptrtoint ptr %0 to i64, !dbg !89
  %24 = lshr i64 %23, 3, !dbg !89
  %25 = load ptr, ptr %3, align 8, !dbg !89, !tbaa !54
  %26 = and i64 %24, 262143, !dbg !89
  %27 = getelementptr inbounds i64, ptr %25, i64 %26, !dbg !89
  %28 = load i64, ptr %27, align 8, !dbg !89, !tbaa !55
  %29 = shl i64 %24, 20, !dbg !89
  %30 = xor i64 %28, %29, !dbg !89
  %31 = getelementptr inbounds i8, ptr %3, i64 8, !dbg !89
  %32 = load i64, ptr %31, align 8, !dbg !89, !tbaa !56
  %33 = xor i64 %30, %32, !dbg !89
  %34 = and i64 %33, -65281, !dbg !89
  %35 = icmp eq i64 %34, 0, !dbg !89
  br i1 %35, label %__sparse_inline_read8.exit, label %36, !dbg !89

36:                                               ; preds = %22
  notail call preserve_mostcc void @__sparse_touch(ptr noundef %0, i32 noundef 40) #8, !dbg !89
  br label %__sparse_inline_read8.exit, !dbg !89

__sparse_inline_read8.exit:                       ; preds = %22, %36
  %37 = load ptr, ptr %0, align 8, !dbg !89, !tbaa !90
  %38 = getelementptr inbounds i8, ptr %37, i64 8, !dbg !89
  %39 = load ptr, ptr %38, align 8, !dbg !89
  tail call void %39(ptr noundef nonnull align 8 dereferenceable(12) %0) #9, !dbg !89
  br label %40, !dbg !89

40:                                               ; preds = %__sparse_inline_read8.exit, %__sparse_inline_func_entry.exit
  %41 = load i32, ptr %4, align 8, !dbg !92, !tbaa !37
  %42 = icmp ugt i32 %41, %5, !dbg !92
  br i1 %42, label %43, label %__sparse_inline_func_exit.exit, !dbg !92

43:                                               ; preds = %40
  store i32 %5, ptr %4, align 8, !dbg !92, !tbaa !37
  br label %__sparse_inline_func_exit.exit, !dbg !92

__sparse_inline_func_exit.exit:                   ; preds = %40, %43
  ret void, !dbg !92
}

; Function Attrs: nounwind nonlazybind
declare void @__sparse_read4(ptr) #4

; Function Attrs: nounwind nonlazybind
declare void @__sparse_write4(ptr) #4

; Function Attrs: nounwind nonlazybind
declare void @__sparse_read8(ptr) #4

; Function Attrs: nounwind nonlazybind
declare void @__sparse_use(ptr) #4

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.returnaddress(i32 immarg) #5

; Function Attrs: nounwind nonlazybind
declare i32 @__sparse_func_entry(ptr) #4

; Function Attrs: nounwind nonlazybind
declare void @__sparse_func_unwind(i32) #4

; Function Attrs: nounwind nonlazybind
declare void @__sparse_func_exit(i32) #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #6

; Function Attrs: cold nounwind nonlazybind
declare preserve_mostcc void @__sparse_touch(ptr noundef, i32 noundef) local_unnamed_addr #7

; Function Attrs: cold nounwind nonlazybind
declare preserve_mostcc void @__sparse_touch_leaf(ptr noundef, i32 noundef, ptr noundef) local_unnamed_addr #7

; Function Attrs: cold nounwind nonlazybind
declare preserve_mostcc void @__sparse_enter(ptr noundef, ptr noundef) local_unnamed_addr #7

attributes #0 = { mustprogress uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "sparse-instrumented" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind memory(none) }
attributes #3 = { mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "sparse-instrumented" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind nonlazybind }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #6 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { cold nounwind nonlazybind }
attributes #8 = { cold nounwind }
attributes #9 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "whole.cpp", directory: "/src", checksumkind: CSK_MD5, checksum: "2730e1c492769d3256b56ea5b52fd708")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 2}
!8 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!9 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!10 = distinct !DISubprogram(name: "sum", linkageName: "_Z3sumRK4ListPi", scope: !1, file: !1, line: 3, type: !11, scopeLine: 3, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !26)
!11 = !DISubroutineType(types: !12)
!12 = !{!13, !14, !25}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !15, size: 64)
!15 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !16)
!16 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "List", file: !1, line: 2, size: 32, flags: DIFlagTypePassByValue, elements: !17, identifier: "_ZTS4List")
!17 = !{!18, !19}
!18 = !DIDerivedType(tag: DW_TAG_member, name: "size", scope: !16, file: !1, line: 2, baseType: !13, size: 32)
!19 = !DISubprogram(name: "at", linkageName: "_ZNK4List2atEi", scope: !16, file: !1, line: 2, type: !20, scopeLine: 2, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!20 = !DISubroutineType(types: !21)
!21 = !{!22, !24, !13}
!22 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !23, size: 64)
!23 = !DICompositeType(tag: DW_TAG_structure_type, name: "Item", file: !1, line: 1, size: 128, flags: DIFlagFwdDecl | DIFlagNonTrivial, identifier: "_ZTS4Item")
!24 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!25 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 64)
!26 = !{!27, !28, !29, !30, !33}
!27 = !DILocalVariable(name: "l", arg: 1, scope: !10, file: !1, line: 3, type: !14)
!28 = !DILocalVariable(name: "last", arg: 2, scope: !10, file: !1, line: 3, type: !25)
!29 = !DILocalVariable(name: "s", scope: !10, file: !1, line: 4, type: !13)
!30 = !DILocalVariable(name: "i", scope: !31, file: !1, line: 6, type: !13)
!31 = distinct !DILexicalBlock(scope: !32, file: !1, line: 6, column: 5)
!32 = distinct !DILexicalBlock(scope: !10, file: !1, line: 5, column: 7)
!33 = !DILocalVariable(name: "e", scope: !10, file: !1, line: 7, type: !13)
!34 = !DILocation(line: 0, scope: !10)
!35 = !DILocation(line: 0, scope: !31)
!36 = !DILocation(line: 3, scope: !10)
!37 = !{!38, !43, i64 24}
!38 = !{!"sparse_view", !39, i64 0, !42, i64 8, !39, i64 16, !43, i64 24, !43, i64 28}
!39 = !{!"any pointer", !40, i64 0}
!40 = !{!"omnipotent char", !41, i64 0}
!41 = !{!"Simple C/C++ TBAA"}
!42 = !{!"long", !40, i64 0}
!43 = !{!"int", !40, i64 0}
!44 = !{i64 3565}
!45 = !{!38, !43, i64 28}
!46 = !{!"branch_weights", !"expected", i32 2000, i32 1}
!47 = !{!38, !39, i64 16}
!48 = !{!49, !42, i64 0}
!49 = !{!"sparse_frame", !42, i64 0, !42, i64 8, !43, i64 16, !43, i64 20, !43, i64 24, !43, i64 28, !42, i64 32, !42, i64 40, !42, i64 48, !42, i64 56, !42, i64 64}
!50 = !{!49, !42, i64 8}
!51 = !{!49, !43, i64 16}
!52 = !DILocation(line: 6, column: 27, scope: !53)
!53 = distinct !DILexicalBlock(scope: !31, file: !1, line: 6, column: 5)
!54 = !{!38, !39, i64 0}
!55 = !{!42, !42, i64 0}
!56 = !{!38, !42, i64 8}
!57 = !{!58, !59, i64 0}
!58 = !{!"_ZTS4List", !59, i64 0}
!59 = !{!"int", !60, i64 0}
!60 = !{!"omnipotent char", !61, i64 0}
!61 = !{!"Simple C++ TBAA"}
!62 = !DILocation(line: 6, column: 23, scope: !53)
!63 = !DILocation(line: 6, column: 5, scope: !31)
!64 = !DILocation(line: 6, column: 45, scope: !53)
!65 = !DILocation(line: 6, column: 52, scope: !53)
!66 = !{!67, !59, i64 8}
!67 = !{!"_ZTS4Item", !59, i64 8}
!68 = !DILocation(line: 6, column: 40, scope: !53)
!69 = !DILocation(line: 6, column: 34, scope: !53)
!70 = distinct !{!70, !63, !71, !72, !73}
!71 = !DILocation(line: 6, column: 52, scope: !31)
!72 = !{!"llvm.loop.mustprogress"}
!73 = !{!"llvm.loop.unroll.disable"}
!74 = !DILocation(line: 10, column: 1, scope: !53)
!75 = !DILocation(line: 7, column: 3, scope: !32)
!76 = !{!59, !59, i64 0}
!77 = !DILocation(line: 7, column: 28, scope: !78)
!78 = distinct !DILexicalBlock(scope: !10, file: !1, line: 7, column: 19)
!79 = !DILocation(line: 8, column: 9, scope: !10)
!80 = !DILocation(line: 9, column: 3, scope: !10)
!81 = !DILocation(line: 10, column: 1, scope: !10)
!82 = distinct !DISubprogram(name: "drop", linkageName: "_Z4dropP4Item", scope: !1, file: !1, line: 11, type: !83, scopeLine: 11, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !85)
!83 = !DISubroutineType(types: !84)
!84 = !{null, !22}
!85 = !{!86}
!86 = !DILocalVariable(name: "i", arg: 1, scope: !82, file: !1, line: 11, type: !22)
!87 = !DILocation(line: 0, scope: !82)
!88 = !DILocation(line: 11, scope: !82)
!89 = !DILocation(line: 11, column: 22, scope: !82)
!90 = !{!91, !91, i64 0}
!91 = !{!"vtable pointer", !61, i64 0}
!92 = !DILocation(line: 11, column: 32, scope: !82)
