; ModuleID = 'testdata/whole.ll'
source_filename = "whole.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.sparse_view = type { ptr, i64, ptr, i32, i32 }

@_ZTIi = external constant ptr
@__sparse_type = external thread_local(initialexec) local_unnamed_addr global ptr, align 8
@__sparse_waits_from = external thread_local(initialexec) local_unnamed_addr global i64, align 8
@__sparse_view_2 = external thread_local(initialexec) local_unnamed_addr global %struct.sparse_view, align 8

; Function Attrs: mustprogress noredzone uwtable
define dso_local noundef i32 @_Z3sumRK4ListPi(ptr noundef nonnull align 4 dereferenceable(4) %0, ptr nocapture noundef writeonly %1) local_unnamed_addr #0 personality ptr @__gxx_personality_v0 !dbg !10 {
    #dbg_value(ptr %0, !27, !DIExpression(), !34)
    #dbg_value(ptr %1, !28, !DIExpression(), !34)
    #dbg_value(i32 0, !29, !DIExpression(), !34)
    #dbg_value(i32 0, !30, !DIExpression(), !35)
  %3 = call ptr @llvm.returnaddress(i32 0), !dbg !36
  %4 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2), !dbg !36
  %5 = getelementptr inbounds i8, ptr %4, i64 24, !dbg !36
  %6 = load i32, ptr %5, align 8, !dbg !36, !tbaa !37
  %7 = call i64 asm "lea 0(%rip), $0", "=r,~{dirflag},~{fpsr},~{flags}"() #2, !dbg !36
  %8 = getelementptr inbounds i8, ptr %4, i64 28, !dbg !36
  %9 = load i32, ptr %8, align 4, !dbg !36, !tbaa !44
  %10 = icmp ult i32 %6, %9, !dbg !36
  br i1 %10, label %11, label %19, !dbg !36, !prof !45

11:                                               ; preds = %2
  %12 = zext i32 %6 to i64, !dbg !36
  %13 = getelementptr inbounds i8, ptr %4, i64 16, !dbg !36
  %14 = load ptr, ptr %13, align 8, !dbg !36, !tbaa !46
  %15 = getelementptr inbounds i8, ptr %14, i64 %12, !dbg !36
  %16 = ptrtoint ptr %3 to i64, !dbg !36
  store i64 %16, ptr %15, align 8, !dbg !36, !tbaa !47
  %17 = getelementptr inbounds i8, ptr %15, i64 8, !dbg !36
  store i64 %7, ptr %17, align 8, !dbg !36, !tbaa !49
  %18 = getelementptr inbounds i8, ptr %15, i64 16, !dbg !36
  store i64 0, ptr %18, align 8, !dbg !36, !tbaa !50
  br label %__sparse_inline_func_entry.exit, !dbg !36

19:                                               ; preds = %2
  %20 = inttoptr i64 %7 to ptr, !dbg !36
  call void asm sideeffect "call *__sparse_enter@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %3, ptr %20) #7, !dbg !36
  br label %__sparse_inline_func_entry.exit, !dbg !36

__sparse_inline_func_entry.exit:                  ; preds = %11, %19
  %21 = add i32 %6, 40, !dbg !36
  store i32 %21, ptr %5, align 8, !dbg !36, !tbaa !37
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 12\0A\09.byte 0,1,1,0,0,4,24,16,4,20,0,0\0A\09.popsection", ""() #7, !dbg !51
  %22 = ptrtoint ptr %0 to i64, !dbg !51
  %23 = lshr i64 %22, 3, !dbg !51
  %24 = load ptr, ptr %4, align 8, !dbg !51, !tbaa !53
  %25 = and i64 %23, 262143, !dbg !51
  %26 = getelementptr inbounds i64, ptr %24, i64 %25, !dbg !51
  %27 = load i64, ptr %26, align 8, !dbg !51, !tbaa !54
  %28 = shl i64 %23, 20, !dbg !51
  %29 = xor i64 %27, %28, !dbg !51
  %30 = getelementptr inbounds i8, ptr %4, i64 8, !dbg !51
  %31 = load i64, ptr %30, align 8, !dbg !51, !tbaa !55
  %32 = xor i64 %29, %31, !dbg !51
  %33 = and i64 %22, 7, !dbg !51
  %34 = shl nsw i64 -65521, %33, !dbg !51
  %35 = and i64 %32, %34, !dbg !51
  %36 = icmp eq i64 %35, 0, !dbg !51
  br i1 %36, label %__sparse_inline_read4.exit, label %37, !dbg !51, !prof !45

37:                                               ; preds = %__sparse_inline_func_entry.exit
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 12\0A\09.byte 1,2,1,0,175,240,230,115,1,1,0,0\0A\09.popsection", ""() #7, !dbg !51
  call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 36) #7, !dbg !51
  br label %__sparse_inline_read4.exit, !dbg !51

__sparse_inline_read4.exit:                       ; preds = %__sparse_inline_func_entry.exit, %37
  %38 = load i32, ptr %0, align 4, !dbg !51, !tbaa !56
  %39 = icmp sgt i32 %38, 0, !dbg !61
  br i1 %39, label %40, label %121, !dbg !62

40:                                               ; preds = %__sparse_inline_read4.exit2, %__sparse_inline_read4.exit
  %41 = phi i32 [ %81, %__sparse_inline_read4.exit2 ], [ 0, %__sparse_inline_read4.exit ]
  %42 = phi i32 [ %82, %__sparse_inline_read4.exit2 ], [ 0, %__sparse_inline_read4.exit ]
    #dbg_value(i32 %41, !29, !DIExpression(), !34)
    #dbg_value(i32 %42, !30, !DIExpression(), !35)
  %43 = load ptr, ptr %4, align 8, !dbg !63, !tbaa !53
  %44 = getelementptr inbounds i64, ptr %43, i64 %25, !dbg !63
  %45 = load i64, ptr %44, align 8, !dbg !63, !tbaa !54
  %46 = xor i64 %45, %28, !dbg !63
  %47 = load i64, ptr %30, align 8, !dbg !63, !tbaa !55
  %48 = xor i64 %46, %47, !dbg !63
  %49 = shl nsw i64 -65535, %33, !dbg !63
  %50 = and i64 %48, %49, !dbg !63
  %51 = icmp eq i64 %50, 0, !dbg !63
  br i1 %51, label %__sparse_inline_use.exit, label %52, !dbg !63, !prof !45

52:                                               ; preds = %40
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 11\0A\09.byte 1,3,1,0,0,1,1,2,2,12,0\0A\09.popsection", ""() #7, !dbg !63
  call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 161) #7, !dbg !63
  br label %__sparse_inline_use.exit, !dbg !63

__sparse_inline_use.exit:                         ; preds = %40, %52
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 13\0A\09.byte 2,4,1,2,0,0,2,6,8,2,1,1,0\0A\09.popsection", ""() #7, !dbg !63
  %53 = call i64 asm sideeffect "lea 0(%rip), $0", "=r,~{dirflag},~{fpsr},~{flags}"() #7, !dbg !63
  %54 = load i32, ptr %8, align 4, !dbg !63, !tbaa !44
  %55 = icmp ugt i32 %54, %6, !dbg !63
  br i1 %55, label %56, label %__sparse_inline_func_calls.exit, !dbg !63, !prof !45

56:                                               ; preds = %__sparse_inline_use.exit
  %57 = getelementptr inbounds i8, ptr %4, i64 16, !dbg !63
  %58 = load ptr, ptr %57, align 8, !dbg !63, !tbaa !46
  %59 = zext i32 %6 to i64, !dbg !63
  %60 = getelementptr inbounds i8, ptr %58, i64 %59, !dbg !63
  %61 = getelementptr inbounds i8, ptr %60, i64 8, !dbg !63
  store i64 %53, ptr %61, align 8, !dbg !63, !tbaa !49
  br label %__sparse_inline_func_calls.exit, !dbg !63

__sparse_inline_func_calls.exit:                  ; preds = %__sparse_inline_use.exit, %56
  %62 = invoke noundef ptr @_ZNK4List2atEi(ptr noundef nonnull align 4 dereferenceable(4) %0, i32 noundef %42)
          to label %63 unwind label %94, !dbg !63

63:                                               ; preds = %__sparse_inline_func_calls.exit
  %64 = getelementptr inbounds i8, ptr %62, i64 8, !dbg !64
  %65 = ptrtoint ptr %64 to i64, !dbg !64
  %66 = lshr i64 %65, 3, !dbg !64
  %67 = load ptr, ptr %4, align 8, !dbg !64, !tbaa !53
  %68 = and i64 %66, 262143, !dbg !64
  %69 = getelementptr inbounds i64, ptr %67, i64 %68, !dbg !64
  %70 = load i64, ptr %69, align 8, !dbg !64, !tbaa !54
  %71 = shl i64 %66, 20, !dbg !64
  %72 = xor i64 %70, %71, !dbg !64
  %73 = load i64, ptr %30, align 8, !dbg !64, !tbaa !55
  %74 = xor i64 %72, %73, !dbg !64
  %75 = and i64 %65, 7, !dbg !64
  %76 = shl nsw i64 -65521, %75, !dbg !64
  %77 = and i64 %74, %76, !dbg !64
  %78 = icmp eq i64 %77, 0, !dbg !64
  br i1 %78, label %__sparse_inline_read4.exit1, label %79, !dbg !64, !prof !45

79:                                               ; preds = %63
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 15\0A\09.byte 1,5,1,0,241,227,237,165,6,1,2,2,10,4,0\0A\09.popsection", ""() #7, !dbg !64
  call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %64, i32 36) #7, !dbg !64
  br label %__sparse_inline_read4.exit1, !dbg !64

__sparse_inline_read4.exit1:                      ; preds = %63, %79
  %80 = load i32, ptr %64, align 8, !dbg !64, !tbaa !65
  %81 = add nsw i32 %80, %41, !dbg !67
    #dbg_value(i32 %81, !29, !DIExpression(), !34)
  %82 = add nuw nsw i32 %42, 1, !dbg !68
    #dbg_value(i32 %82, !30, !DIExpression(), !35)
  %83 = load ptr, ptr %4, align 8, !dbg !51, !tbaa !53
  %84 = getelementptr inbounds i64, ptr %83, i64 %25, !dbg !51
  %85 = load i64, ptr %84, align 8, !dbg !51, !tbaa !54
  %86 = xor i64 %85, %28, !dbg !51
  %87 = load i64, ptr %30, align 8, !dbg !51, !tbaa !55
  %88 = xor i64 %86, %87, !dbg !51
  %89 = and i64 %88, %34, !dbg !51
  %90 = icmp eq i64 %89, 0, !dbg !51
  br i1 %90, label %__sparse_inline_read4.exit2, label %91, !dbg !51, !prof !45

91:                                               ; preds = %__sparse_inline_read4.exit1
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 16\0A\09.byte 1,6,1,128,8,175,240,230,115,2,14,1,2,14,0,0\0A\09.popsection", ""() #7, !dbg !51
  call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 36) #7, !dbg !51
  br label %__sparse_inline_read4.exit2, !dbg !51

__sparse_inline_read4.exit2:                      ; preds = %__sparse_inline_read4.exit1, %91
  %92 = load i32, ptr %0, align 4, !dbg !51, !tbaa !56
  %93 = icmp slt i32 %82, %92, !dbg !61
  br i1 %93, label %40, label %121, !dbg !62, !llvm.loop !69

94:                                               ; preds = %__sparse_inline_func_calls.exit
  %95 = landingpad { ptr, i32 }
          cleanup
          catch ptr @_ZTIi, !dbg !73
  %96 = load i32, ptr %5, align 8, !dbg !73, !tbaa !37
  %97 = icmp ugt i32 %96, %21, !dbg !73
  br i1 %97, label %98, label %__sparse_inline_func_unwind.exit, !dbg !73

98:                                               ; preds = %94
  store i32 %21, ptr %5, align 8, !dbg !73, !tbaa !37
  br label %__sparse_inline_func_unwind.exit, !dbg !73

__sparse_inline_func_unwind.exit:                 ; preds = %94, %98
  %99 = extractvalue { ptr, i32 } %95, 1, !dbg !73
  %100 = tail call i32 @llvm.eh.typeid.for.p0(ptr nonnull @_ZTIi) #7, !dbg !74
  %101 = icmp eq i32 %99, %100, !dbg !74
  br i1 %101, label %102, label %141, !dbg !74

102:                                              ; preds = %__sparse_inline_func_unwind.exit
  %103 = extractvalue { ptr, i32 } %95, 0, !dbg !73
  %104 = tail call ptr @__cxa_begin_catch(ptr %103) #7, !dbg !74
  %105 = ptrtoint ptr %104 to i64, !dbg !74
  %106 = lshr i64 %105, 3, !dbg !74
  %107 = load ptr, ptr %4, align 8, !dbg !74, !tbaa !53
  %108 = and i64 %106, 262143, !dbg !74
  %109 = getelementptr inbounds i64, ptr %107, i64 %108, !dbg !74
  %110 = load i64, ptr %109, align 8, !dbg !74, !tbaa !54
  %111 = shl i64 %106, 20, !dbg !74
  %112 = xor i64 %110, %111, !dbg !74
  %113 = load i64, ptr %30, align 8, !dbg !74, !tbaa !55
  %114 = xor i64 %112, %113, !dbg !74
  %115 = and i64 %105, 7, !dbg !74
  %116 = shl nsw i64 -65521, %115, !dbg !74
  %117 = and i64 %114, %116, !dbg !74
  %118 = icmp eq i64 %117, 0, !dbg !74
  br i1 %118, label %__sparse_inline_read4.exit3, label %119, !dbg !74, !prof !45

119:                                              ; preds = %102
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 8\0A\09.byte 1,7,1,0,0,0,0,0\0A\09.popsection", ""() #7, !dbg !74
  call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %104, i32 36) #7, !dbg !74
  br label %__sparse_inline_read4.exit3, !dbg !74

__sparse_inline_read4.exit3:                      ; preds = %102, %119
  %120 = load i32, ptr %104, align 4, !dbg !74, !tbaa !75
    #dbg_value(i32 %120, !33, !DIExpression(), !34)
    #dbg_value(i32 %120, !29, !DIExpression(), !34)
  tail call void @__cxa_end_catch() #7, !dbg !76
  br label %121, !dbg !76

121:                                              ; preds = %__sparse_inline_read4.exit3, %__sparse_inline_read4.exit2, %__sparse_inline_read4.exit
  %122 = phi i32 [ %120, %__sparse_inline_read4.exit3 ], [ 0, %__sparse_inline_read4.exit ], [ %81, %__sparse_inline_read4.exit2 ], !dbg !34
    #dbg_value(i32 %122, !29, !DIExpression(), !34)
  %123 = ptrtoint ptr %1 to i64, !dbg !78
  %124 = lshr i64 %123, 3, !dbg !78
  %125 = load ptr, ptr %4, align 8, !dbg !78, !tbaa !53
  %126 = and i64 %124, 262143, !dbg !78
  %127 = getelementptr inbounds i64, ptr %125, i64 %126, !dbg !78
  %128 = load i64, ptr %127, align 8, !dbg !78, !tbaa !54
  %129 = shl i64 %124, 20, !dbg !78
  %130 = xor i64 %128, %129, !dbg !78
  %131 = load i64, ptr %30, align 8, !dbg !78, !tbaa !55
  %132 = xor i64 %130, %131, !dbg !78
  %133 = and i64 %123, 7, !dbg !78
  %134 = shl nsw i64 -61696, %133, !dbg !78
  %135 = and i64 %132, %134, !dbg !78
  %136 = icmp eq i64 %135, 0, !dbg !78
  br i1 %136, label %__sparse_inline_write4.exit, label %137, !dbg !78, !prof !45

137:                                              ; preds = %121
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 9\0A\09.byte 1,8,1,0,0,1,3,0,0\0A\09.popsection", ""() #7, !dbg !78
  call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %1, i32 68) #7, !dbg !78
  br label %__sparse_inline_write4.exit, !dbg !78

__sparse_inline_write4.exit:                      ; preds = %121, %137
  store i32 %122, ptr %1, align 4, !dbg !78, !tbaa !75
  %138 = load i32, ptr %5, align 8, !dbg !79, !tbaa !37
  %139 = icmp ugt i32 %138, %6, !dbg !79
  br i1 %139, label %140, label %__sparse_inline_func_exit.exit, !dbg !79

140:                                              ; preds = %__sparse_inline_write4.exit
  store i32 %6, ptr %5, align 8, !dbg !79, !tbaa !37
  br label %__sparse_inline_func_exit.exit, !dbg !79

__sparse_inline_func_exit.exit:                   ; preds = %__sparse_inline_write4.exit, %140
  ret i32 %122, !dbg !79

141:                                              ; preds = %__sparse_inline_func_unwind.exit
  %142 = load i32, ptr %5, align 8, !dbg !80, !tbaa !37
  %143 = icmp ugt i32 %142, %6, !dbg !80
  br i1 %143, label %144, label %__sparse_inline_func_exit.exit4, !dbg !80

144:                                              ; preds = %141
  store i32 %6, ptr %5, align 8, !dbg !80, !tbaa !37
  br label %__sparse_inline_func_exit.exit4, !dbg !80

__sparse_inline_func_exit.exit4:                  ; preds = %141, %144
  resume { ptr, i32 } %95, !dbg !80
}

declare noundef ptr @_ZNK4List2atEi(ptr noundef nonnull align 4 dereferenceable(4), i32 noundef) local_unnamed_addr #1

declare i32 @__gxx_personality_v0(...)

; Function Attrs: nounwind memory(none)
declare i32 @llvm.eh.typeid.for.p0(ptr) #2

declare ptr @__cxa_begin_catch(ptr) local_unnamed_addr

declare void @__cxa_end_catch() local_unnamed_addr

; Function Attrs: mustprogress noredzone nounwind uwtable
define dso_local void @_Z4dropP4Item(ptr noundef %0) local_unnamed_addr #3 !dbg !81 {
    #dbg_value(ptr %0, !85, !DIExpression(), !86)
  %2 = call ptr @llvm.returnaddress(i32 0), !dbg !87
  %3 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_2), !dbg !87
  %4 = getelementptr inbounds i8, ptr %3, i64 24, !dbg !87
  %5 = load i32, ptr %4, align 8, !dbg !87, !tbaa !37
  %6 = call i64 asm "lea 0(%rip), $0", "=r,~{dirflag},~{fpsr},~{flags}"() #2, !dbg !87
  %7 = getelementptr inbounds i8, ptr %3, i64 28, !dbg !87
  %8 = load i32, ptr %7, align 4, !dbg !87, !tbaa !44
  %9 = icmp ult i32 %5, %8, !dbg !87
  br i1 %9, label %10, label %18, !dbg !87, !prof !45

10:                                               ; preds = %1
  %11 = zext i32 %5 to i64, !dbg !87
  %12 = getelementptr inbounds i8, ptr %3, i64 16, !dbg !87
  %13 = load ptr, ptr %12, align 8, !dbg !87, !tbaa !46
  %14 = getelementptr inbounds i8, ptr %13, i64 %11, !dbg !87
  %15 = ptrtoint ptr %2 to i64, !dbg !87
  store i64 %15, ptr %14, align 8, !dbg !87, !tbaa !47
  %16 = getelementptr inbounds i8, ptr %14, i64 8, !dbg !87
  store i64 %6, ptr %16, align 8, !dbg !87, !tbaa !49
  %17 = getelementptr inbounds i8, ptr %14, i64 16, !dbg !87
  store i64 0, ptr %17, align 8, !dbg !87, !tbaa !50
  br label %__sparse_inline_func_entry.exit, !dbg !87

18:                                               ; preds = %1
  %19 = inttoptr i64 %6 to ptr, !dbg !87
  call void asm sideeffect "call *__sparse_enter@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %2, ptr %19) #7, !dbg !87
  br label %__sparse_inline_func_entry.exit, !dbg !87

__sparse_inline_func_entry.exit:                  ; preds = %10, %18
  %20 = add i32 %5, 40, !dbg !87
  store i32 %20, ptr %4, align 8, !dbg !87, !tbaa !37
  %21 = icmp eq ptr %0, null, !dbg !88
  br i1 %21, label %49, label %22, !dbg !88

22:                                               ; preds = %__sparse_inline_func_entry.exit
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 8\0A\09.byte 0,9,9,0,0,0,0,0\0A\09.popsection", ""() #7, !dbg !88
  %23 = ptrtoint ptr %0 to i64, !dbg !88
  %24 = lshr i64 %23, 3, !dbg !88
  %25 = load ptr, ptr %3, align 8, !dbg !88, !tbaa !53
  %26 = and i64 %24, 262143, !dbg !88
  %27 = getelementptr inbounds i64, ptr %25, i64 %26, !dbg !88
  %28 = load i64, ptr %27, align 8, !dbg !88, !tbaa !54
  %29 = shl i64 %24, 20, !dbg !88
  %30 = xor i64 %28, %29, !dbg !88
  %31 = getelementptr inbounds i8, ptr %3, i64 8, !dbg !88
  %32 = load i64, ptr %31, align 8, !dbg !88, !tbaa !55
  %33 = xor i64 %30, %32, !dbg !88
  %34 = and i64 %33, -65281, !dbg !88
  %35 = icmp eq i64 %34, 0, !dbg !88
  br i1 %35, label %__sparse_inline_read8.exit, label %36, !dbg !88, !prof !45

36:                                               ; preds = %22
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 10\0A\09.byte 1,10,9,0,0,1,1,1,1,0\0A\09.popsection", ""() #7, !dbg !88
  call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 40) #7, !dbg !88
  br label %__sparse_inline_read8.exit, !dbg !88

__sparse_inline_read8.exit:                       ; preds = %22, %36
  %37 = load ptr, ptr %0, align 8, !dbg !88, !tbaa !89
  %38 = getelementptr inbounds i8, ptr %37, i64 8, !dbg !88
  %39 = load ptr, ptr %38, align 8, !dbg !88
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 11\0A\09.byte 2,11,9,0,0,0,1,1,1,1,1\0A\09.popsection", ""() #7, !dbg !88
  %40 = call i64 asm sideeffect "lea 0(%rip), $0", "=r,~{dirflag},~{fpsr},~{flags}"() #7, !dbg !88
  %41 = load i32, ptr %7, align 4, !dbg !88, !tbaa !44
  %42 = icmp ugt i32 %41, %5, !dbg !88
  br i1 %42, label %43, label %__sparse_inline_func_calls.exit, !dbg !88, !prof !45

43:                                               ; preds = %__sparse_inline_read8.exit
  %44 = getelementptr inbounds i8, ptr %3, i64 16, !dbg !88
  %45 = load ptr, ptr %44, align 8, !dbg !88, !tbaa !46
  %46 = zext i32 %5 to i64, !dbg !88
  %47 = getelementptr inbounds i8, ptr %45, i64 %46, !dbg !88
  %48 = getelementptr inbounds i8, ptr %47, i64 8, !dbg !88
  store i64 %40, ptr %48, align 8, !dbg !88, !tbaa !49
  br label %__sparse_inline_func_calls.exit, !dbg !88

__sparse_inline_func_calls.exit:                  ; preds = %__sparse_inline_read8.exit, %43
  tail call void %39(ptr noundef nonnull align 8 dereferenceable(12) %0) #7, !dbg !88
  br label %49, !dbg !88

49:                                               ; preds = %__sparse_inline_func_calls.exit, %__sparse_inline_func_entry.exit
  %50 = load i32, ptr %4, align 8, !dbg !91, !tbaa !37
  %51 = icmp ugt i32 %50, %5, !dbg !91
  br i1 %51, label %52, label %__sparse_inline_func_exit.exit, !dbg !91

52:                                               ; preds = %49
  store i32 %5, ptr %4, align 8, !dbg !91, !tbaa !37
  br label %__sparse_inline_func_exit.exit, !dbg !91

__sparse_inline_func_exit.exit:                   ; preds = %49, %52
  ret void, !dbg !91
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
declare void @__sparse_func_calls(i32) #4

; Function Attrs: nounwind nonlazybind
declare void @__sparse_func_unwind(i32) #4

; Function Attrs: nounwind nonlazybind
declare void @__sparse_func_exit(i32) #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #6

attributes #0 = { mustprogress noredzone uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "sparse-instrumented" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind memory(none) }
attributes #3 = { mustprogress noredzone nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "sparse-instrumented" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind nonlazybind }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #6 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nounwind }

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
!44 = !{!38, !43, i64 28}
!45 = !{!"branch_weights", !"expected", i32 2000, i32 1}
!46 = !{!38, !39, i64 16}
!47 = !{!48, !42, i64 0}
!48 = !{!"sparse_frame", !42, i64 0, !42, i64 8, !42, i64 16, !42, i64 24, !42, i64 32}
!49 = !{!48, !42, i64 8}
!50 = !{!48, !42, i64 16}
!51 = !DILocation(line: 6, column: 27, scope: !52)
!52 = distinct !DILexicalBlock(scope: !31, file: !1, line: 6, column: 5)
!53 = !{!38, !39, i64 0}
!54 = !{!42, !42, i64 0}
!55 = !{!38, !42, i64 8}
!56 = !{!57, !58, i64 0}
!57 = !{!"_ZTS4List", !58, i64 0}
!58 = !{!"int", !59, i64 0}
!59 = !{!"omnipotent char", !60, i64 0}
!60 = !{!"Simple C++ TBAA"}
!61 = !DILocation(line: 6, column: 23, scope: !52)
!62 = !DILocation(line: 6, column: 5, scope: !31)
!63 = !DILocation(line: 6, column: 45, scope: !52)
!64 = !DILocation(line: 6, column: 52, scope: !52)
!65 = !{!66, !58, i64 8}
!66 = !{!"_ZTS4Item", !58, i64 8}
!67 = !DILocation(line: 6, column: 40, scope: !52)
!68 = !DILocation(line: 6, column: 34, scope: !52)
!69 = distinct !{!69, !62, !70, !71, !72}
!70 = !DILocation(line: 6, column: 52, scope: !31)
!71 = !{!"llvm.loop.mustprogress"}
!72 = !{!"llvm.loop.unroll.disable"}
!73 = !DILocation(line: 10, column: 1, scope: !52)
!74 = !DILocation(line: 7, column: 3, scope: !32)
!75 = !{!58, !58, i64 0}
!76 = !DILocation(line: 7, column: 28, scope: !77)
!77 = distinct !DILexicalBlock(scope: !10, file: !1, line: 7, column: 19)
!78 = !DILocation(line: 8, column: 9, scope: !10)
!79 = !DILocation(line: 9, column: 3, scope: !10)
!80 = !DILocation(line: 10, column: 1, scope: !10)
!81 = distinct !DISubprogram(name: "drop", linkageName: "_Z4dropP4Item", scope: !1, file: !1, line: 11, type: !82, scopeLine: 11, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !84)
!82 = !DISubroutineType(types: !83)
!83 = !{null, !22}
!84 = !{!85}
!85 = !DILocalVariable(name: "i", arg: 1, scope: !81, file: !1, line: 11, type: !22)
!86 = !DILocation(line: 0, scope: !81)
!87 = !DILocation(line: 11, scope: !81)
!88 = !DILocation(line: 11, column: 22, scope: !81)
!89 = !{!90, !90, i64 0}
!90 = !{!"vtable pointer", !60, i64 0}
!91 = !DILocation(line: 11, column: 32, scope: !81)
