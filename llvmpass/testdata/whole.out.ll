; ModuleID = 'testdata/whole.ll'
source_filename = "whole.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.sparse_view = type { ptr, i64, i64, ptr, i32, i32 }

@_ZTIi = external constant ptr
@__sparse_type = external thread_local(initialexec) local_unnamed_addr global ptr, align 8
@__sparse_waits_from = external thread_local(initialexec) local_unnamed_addr global i64, align 8
@__sparse_view_3 = external thread_local(initialexec) local_unnamed_addr global %struct.sparse_view, align 8

; Function Attrs: mustprogress noredzone uwtable
define dso_local noundef i32 @_Z3sumRK4ListPi(ptr noundef nonnull align 4 dereferenceable(4) %0, ptr nocapture noundef writeonly %1) local_unnamed_addr #0 personality ptr @__gxx_personality_v0 !dbg !10 {
    #dbg_value(ptr %0, !27, !DIExpression(), !34)
    #dbg_value(ptr %1, !28, !DIExpression(), !34)
    #dbg_value(i32 0, !29, !DIExpression(), !34)
    #dbg_value(i32 0, !30, !DIExpression(), !35)
  %3 = call ptr @llvm.returnaddress(i32 0), !dbg !36
  %4 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3), !dbg !36
  %5 = getelementptr inbounds i8, ptr %4, i64 32, !dbg !36
  %6 = load i32, ptr %5, align 8, !dbg !36, !tbaa !37
  %7 = call i64 asm "lea 0(%rip), $0", "=r,~{dirflag},~{fpsr},~{flags}"() #2, !dbg !36
  %8 = getelementptr inbounds i8, ptr %4, i64 36, !dbg !36
  %9 = load i32, ptr %8, align 4, !dbg !36, !tbaa !44
  %10 = icmp ult i32 %6, %9, !dbg !36
  br i1 %10, label %11, label %19, !dbg !36, !prof !45

11:                                               ; preds = %2
  %12 = zext i32 %6 to i64, !dbg !36
  %13 = getelementptr inbounds i8, ptr %4, i64 24, !dbg !36
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
  %25 = getelementptr inbounds i8, ptr %4, i64 8, !dbg !51
  %26 = load i64, ptr %25, align 8, !dbg !51, !tbaa !54
  %27 = and i64 %26, %23, !dbg !51
  %28 = getelementptr inbounds i64, ptr %24, i64 %27, !dbg !51
  %29 = load i64, ptr %28, align 8, !dbg !51, !tbaa !55
  %30 = shl i64 %23, 20, !dbg !51
  %31 = xor i64 %29, %30, !dbg !51
  %32 = getelementptr inbounds i8, ptr %4, i64 16, !dbg !51
  %33 = load i64, ptr %32, align 8, !dbg !51, !tbaa !56
  %34 = xor i64 %31, %33, !dbg !51
  %35 = and i64 %22, 7, !dbg !51
  %36 = shl nsw i64 -65521, %35, !dbg !51
  %37 = and i64 %34, %36, !dbg !51
  %38 = icmp eq i64 %37, 0, !dbg !51
  br i1 %38, label %__sparse_inline_read4.exit, label %39, !dbg !51, !prof !45

39:                                               ; preds = %__sparse_inline_func_entry.exit
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 12\0A\09.byte 1,2,1,0,175,240,230,115,1,1,0,0\0A\09.popsection", ""() #7, !dbg !51
  call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 36) #7, !dbg !51
  br label %__sparse_inline_read4.exit, !dbg !51

__sparse_inline_read4.exit:                       ; preds = %__sparse_inline_func_entry.exit, %39
  %40 = load i32, ptr %0, align 4, !dbg !51, !tbaa !57
  %41 = icmp sgt i32 %40, 0, !dbg !62
  br i1 %41, label %42, label %129, !dbg !63

42:                                               ; preds = %__sparse_inline_read4.exit2, %__sparse_inline_read4.exit
  %43 = phi i32 [ %86, %__sparse_inline_read4.exit2 ], [ 0, %__sparse_inline_read4.exit ]
  %44 = phi i32 [ %87, %__sparse_inline_read4.exit2 ], [ 0, %__sparse_inline_read4.exit ]
    #dbg_value(i32 %43, !29, !DIExpression(), !34)
    #dbg_value(i32 %44, !30, !DIExpression(), !35)
  %45 = load ptr, ptr %4, align 8, !dbg !64, !tbaa !53
  %46 = load i64, ptr %25, align 8, !dbg !64, !tbaa !54
  %47 = and i64 %46, %23, !dbg !64
  %48 = getelementptr inbounds i64, ptr %45, i64 %47, !dbg !64
  %49 = load i64, ptr %48, align 8, !dbg !64, !tbaa !55
  %50 = xor i64 %49, %30, !dbg !64
  %51 = load i64, ptr %32, align 8, !dbg !64, !tbaa !56
  %52 = xor i64 %50, %51, !dbg !64
  %53 = shl nsw i64 -65535, %35, !dbg !64
  %54 = and i64 %52, %53, !dbg !64
  %55 = icmp eq i64 %54, 0, !dbg !64
  br i1 %55, label %__sparse_inline_use.exit, label %56, !dbg !64, !prof !45

56:                                               ; preds = %42
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 11\0A\09.byte 1,3,1,0,0,1,1,2,2,12,0\0A\09.popsection", ""() #7, !dbg !64
  call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 161) #7, !dbg !64
  br label %__sparse_inline_use.exit, !dbg !64

__sparse_inline_use.exit:                         ; preds = %42, %56
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 13\0A\09.byte 2,4,1,2,0,0,2,6,8,2,1,1,0\0A\09.popsection", ""() #7, !dbg !64
  %57 = call i64 asm sideeffect "lea 0(%rip), $0", "=r,~{dirflag},~{fpsr},~{flags}"() #7, !dbg !64
  %58 = load i32, ptr %8, align 4, !dbg !64, !tbaa !44
  %59 = icmp ugt i32 %58, %6, !dbg !64
  br i1 %59, label %60, label %__sparse_inline_func_calls.exit, !dbg !64, !prof !45

60:                                               ; preds = %__sparse_inline_use.exit
  %61 = getelementptr inbounds i8, ptr %4, i64 24, !dbg !64
  %62 = load ptr, ptr %61, align 8, !dbg !64, !tbaa !46
  %63 = zext i32 %6 to i64, !dbg !64
  %64 = getelementptr inbounds i8, ptr %62, i64 %63, !dbg !64
  %65 = getelementptr inbounds i8, ptr %64, i64 8, !dbg !64
  store i64 %57, ptr %65, align 8, !dbg !64, !tbaa !49
  br label %__sparse_inline_func_calls.exit, !dbg !64

__sparse_inline_func_calls.exit:                  ; preds = %__sparse_inline_use.exit, %60
  %66 = invoke noundef ptr @_ZNK4List2atEi(ptr noundef nonnull align 4 dereferenceable(4) %0, i32 noundef %44)
          to label %67 unwind label %101, !dbg !64

67:                                               ; preds = %__sparse_inline_func_calls.exit
  %68 = getelementptr inbounds i8, ptr %66, i64 8, !dbg !65
  %69 = ptrtoint ptr %68 to i64, !dbg !65
  %70 = lshr i64 %69, 3, !dbg !65
  %71 = load ptr, ptr %4, align 8, !dbg !65, !tbaa !53
  %72 = load i64, ptr %25, align 8, !dbg !65, !tbaa !54
  %73 = and i64 %72, %70, !dbg !65
  %74 = getelementptr inbounds i64, ptr %71, i64 %73, !dbg !65
  %75 = load i64, ptr %74, align 8, !dbg !65, !tbaa !55
  %76 = shl i64 %70, 20, !dbg !65
  %77 = xor i64 %75, %76, !dbg !65
  %78 = load i64, ptr %32, align 8, !dbg !65, !tbaa !56
  %79 = xor i64 %77, %78, !dbg !65
  %80 = and i64 %69, 7, !dbg !65
  %81 = shl nsw i64 -65521, %80, !dbg !65
  %82 = and i64 %79, %81, !dbg !65
  %83 = icmp eq i64 %82, 0, !dbg !65
  br i1 %83, label %__sparse_inline_read4.exit1, label %84, !dbg !65, !prof !45

84:                                               ; preds = %67
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 15\0A\09.byte 1,5,1,0,241,227,237,165,6,1,2,2,10,4,0\0A\09.popsection", ""() #7, !dbg !65
  call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %68, i32 36) #7, !dbg !65
  br label %__sparse_inline_read4.exit1, !dbg !65

__sparse_inline_read4.exit1:                      ; preds = %67, %84
  %85 = load i32, ptr %68, align 8, !dbg !65, !tbaa !66
  %86 = add nsw i32 %85, %43, !dbg !68
    #dbg_value(i32 %86, !29, !DIExpression(), !34)
  %87 = add nuw nsw i32 %44, 1, !dbg !69
    #dbg_value(i32 %87, !30, !DIExpression(), !35)
  %88 = load ptr, ptr %4, align 8, !dbg !51, !tbaa !53
  %89 = load i64, ptr %25, align 8, !dbg !51, !tbaa !54
  %90 = and i64 %89, %23, !dbg !51
  %91 = getelementptr inbounds i64, ptr %88, i64 %90, !dbg !51
  %92 = load i64, ptr %91, align 8, !dbg !51, !tbaa !55
  %93 = xor i64 %92, %30, !dbg !51
  %94 = load i64, ptr %32, align 8, !dbg !51, !tbaa !56
  %95 = xor i64 %93, %94, !dbg !51
  %96 = and i64 %95, %36, !dbg !51
  %97 = icmp eq i64 %96, 0, !dbg !51
  br i1 %97, label %__sparse_inline_read4.exit2, label %98, !dbg !51, !prof !45

98:                                               ; preds = %__sparse_inline_read4.exit1
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 16\0A\09.byte 1,6,1,128,8,175,240,230,115,2,14,1,2,14,0,0\0A\09.popsection", ""() #7, !dbg !51
  call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 36) #7, !dbg !51
  br label %__sparse_inline_read4.exit2, !dbg !51

__sparse_inline_read4.exit2:                      ; preds = %__sparse_inline_read4.exit1, %98
  %99 = load i32, ptr %0, align 4, !dbg !51, !tbaa !57
  %100 = icmp slt i32 %87, %99, !dbg !62
  br i1 %100, label %42, label %129, !dbg !63, !llvm.loop !70

101:                                              ; preds = %__sparse_inline_func_calls.exit
  %102 = landingpad { ptr, i32 }
          cleanup
          catch ptr @_ZTIi, !dbg !74
  %103 = load i32, ptr %5, align 8, !dbg !74, !tbaa !37
  %104 = icmp ugt i32 %103, %21, !dbg !74
  br i1 %104, label %105, label %__sparse_inline_func_unwind.exit, !dbg !74

105:                                              ; preds = %101
  store i32 %21, ptr %5, align 8, !dbg !74, !tbaa !37
  br label %__sparse_inline_func_unwind.exit, !dbg !74

__sparse_inline_func_unwind.exit:                 ; preds = %101, %105
  %106 = extractvalue { ptr, i32 } %102, 1, !dbg !74
  %107 = tail call i32 @llvm.eh.typeid.for.p0(ptr nonnull @_ZTIi) #7, !dbg !75
  %108 = icmp eq i32 %106, %107, !dbg !75
  br i1 %108, label %109, label %150, !dbg !75

109:                                              ; preds = %__sparse_inline_func_unwind.exit
  %110 = extractvalue { ptr, i32 } %102, 0, !dbg !74
  %111 = tail call ptr @__cxa_begin_catch(ptr %110) #7, !dbg !75
  %112 = ptrtoint ptr %111 to i64, !dbg !75
  %113 = lshr i64 %112, 3, !dbg !75
  %114 = load ptr, ptr %4, align 8, !dbg !75, !tbaa !53
  %115 = load i64, ptr %25, align 8, !dbg !75, !tbaa !54
  %116 = and i64 %115, %113, !dbg !75
  %117 = getelementptr inbounds i64, ptr %114, i64 %116, !dbg !75
  %118 = load i64, ptr %117, align 8, !dbg !75, !tbaa !55
  %119 = shl i64 %113, 20, !dbg !75
  %120 = xor i64 %118, %119, !dbg !75
  %121 = load i64, ptr %32, align 8, !dbg !75, !tbaa !56
  %122 = xor i64 %120, %121, !dbg !75
  %123 = and i64 %112, 7, !dbg !75
  %124 = shl nsw i64 -65521, %123, !dbg !75
  %125 = and i64 %122, %124, !dbg !75
  %126 = icmp eq i64 %125, 0, !dbg !75
  br i1 %126, label %__sparse_inline_read4.exit3, label %127, !dbg !75, !prof !45

127:                                              ; preds = %109
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 8\0A\09.byte 1,7,1,0,0,0,0,0\0A\09.popsection", ""() #7, !dbg !75
  call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %111, i32 36) #7, !dbg !75
  br label %__sparse_inline_read4.exit3, !dbg !75

__sparse_inline_read4.exit3:                      ; preds = %109, %127
  %128 = load i32, ptr %111, align 4, !dbg !75, !tbaa !76
    #dbg_value(i32 %128, !33, !DIExpression(), !34)
    #dbg_value(i32 %128, !29, !DIExpression(), !34)
  tail call void @__cxa_end_catch() #7, !dbg !77
  br label %129, !dbg !77

129:                                              ; preds = %__sparse_inline_read4.exit3, %__sparse_inline_read4.exit2, %__sparse_inline_read4.exit
  %130 = phi i32 [ %128, %__sparse_inline_read4.exit3 ], [ 0, %__sparse_inline_read4.exit ], [ %86, %__sparse_inline_read4.exit2 ], !dbg !34
    #dbg_value(i32 %130, !29, !DIExpression(), !34)
  %131 = ptrtoint ptr %1 to i64, !dbg !79
  %132 = lshr i64 %131, 3, !dbg !79
  %133 = load ptr, ptr %4, align 8, !dbg !79, !tbaa !53
  %134 = load i64, ptr %25, align 8, !dbg !79, !tbaa !54
  %135 = and i64 %134, %132, !dbg !79
  %136 = getelementptr inbounds i64, ptr %133, i64 %135, !dbg !79
  %137 = load i64, ptr %136, align 8, !dbg !79, !tbaa !55
  %138 = shl i64 %132, 20, !dbg !79
  %139 = xor i64 %137, %138, !dbg !79
  %140 = load i64, ptr %32, align 8, !dbg !79, !tbaa !56
  %141 = xor i64 %139, %140, !dbg !79
  %142 = and i64 %131, 7, !dbg !79
  %143 = shl nsw i64 -61696, %142, !dbg !79
  %144 = and i64 %141, %143, !dbg !79
  %145 = icmp eq i64 %144, 0, !dbg !79
  br i1 %145, label %__sparse_inline_write4.exit, label %146, !dbg !79, !prof !45

146:                                              ; preds = %129
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 9\0A\09.byte 1,8,1,0,0,1,3,0,0\0A\09.popsection", ""() #7, !dbg !79
  call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %1, i32 68) #7, !dbg !79
  br label %__sparse_inline_write4.exit, !dbg !79

__sparse_inline_write4.exit:                      ; preds = %129, %146
  store i32 %130, ptr %1, align 4, !dbg !79, !tbaa !76
  %147 = load i32, ptr %5, align 8, !dbg !80, !tbaa !37
  %148 = icmp ugt i32 %147, %6, !dbg !80
  br i1 %148, label %149, label %__sparse_inline_func_exit.exit, !dbg !80

149:                                              ; preds = %__sparse_inline_write4.exit
  store i32 %6, ptr %5, align 8, !dbg !80, !tbaa !37
  br label %__sparse_inline_func_exit.exit, !dbg !80

__sparse_inline_func_exit.exit:                   ; preds = %__sparse_inline_write4.exit, %149
  ret i32 %130, !dbg !80

150:                                              ; preds = %__sparse_inline_func_unwind.exit
  %151 = load i32, ptr %5, align 8, !dbg !81, !tbaa !37
  %152 = icmp ugt i32 %151, %6, !dbg !81
  br i1 %152, label %153, label %__sparse_inline_func_exit.exit4, !dbg !81

153:                                              ; preds = %150
  store i32 %6, ptr %5, align 8, !dbg !81, !tbaa !37
  br label %__sparse_inline_func_exit.exit4, !dbg !81

__sparse_inline_func_exit.exit4:                  ; preds = %150, %153
  resume { ptr, i32 } %102, !dbg !81
}

declare noundef ptr @_ZNK4List2atEi(ptr noundef nonnull align 4 dereferenceable(4), i32 noundef) local_unnamed_addr #1

declare i32 @__gxx_personality_v0(...)

; Function Attrs: nounwind memory(none)
declare i32 @llvm.eh.typeid.for.p0(ptr) #2

declare ptr @__cxa_begin_catch(ptr) local_unnamed_addr

declare void @__cxa_end_catch() local_unnamed_addr

; Function Attrs: mustprogress noredzone nounwind uwtable
define dso_local void @_Z4dropP4Item(ptr noundef %0) local_unnamed_addr #3 !dbg !82 {
    #dbg_value(ptr %0, !86, !DIExpression(), !87)
  %2 = call ptr @llvm.returnaddress(i32 0), !dbg !88
  %3 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3), !dbg !88
  %4 = getelementptr inbounds i8, ptr %3, i64 32, !dbg !88
  %5 = load i32, ptr %4, align 8, !dbg !88, !tbaa !37
  %6 = call i64 asm "lea 0(%rip), $0", "=r,~{dirflag},~{fpsr},~{flags}"() #2, !dbg !88
  %7 = getelementptr inbounds i8, ptr %3, i64 36, !dbg !88
  %8 = load i32, ptr %7, align 4, !dbg !88, !tbaa !44
  %9 = icmp ult i32 %5, %8, !dbg !88
  br i1 %9, label %10, label %18, !dbg !88, !prof !45

10:                                               ; preds = %1
  %11 = zext i32 %5 to i64, !dbg !88
  %12 = getelementptr inbounds i8, ptr %3, i64 24, !dbg !88
  %13 = load ptr, ptr %12, align 8, !dbg !88, !tbaa !46
  %14 = getelementptr inbounds i8, ptr %13, i64 %11, !dbg !88
  %15 = ptrtoint ptr %2 to i64, !dbg !88
  store i64 %15, ptr %14, align 8, !dbg !88, !tbaa !47
  %16 = getelementptr inbounds i8, ptr %14, i64 8, !dbg !88
  store i64 %6, ptr %16, align 8, !dbg !88, !tbaa !49
  %17 = getelementptr inbounds i8, ptr %14, i64 16, !dbg !88
  store i64 0, ptr %17, align 8, !dbg !88, !tbaa !50
  br label %__sparse_inline_func_entry.exit, !dbg !88

18:                                               ; preds = %1
  %19 = inttoptr i64 %6 to ptr, !dbg !88
  call void asm sideeffect "call *__sparse_enter@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %2, ptr %19) #7, !dbg !88
  br label %__sparse_inline_func_entry.exit, !dbg !88

__sparse_inline_func_entry.exit:                  ; preds = %10, %18
  %20 = add i32 %5, 40, !dbg !88
  store i32 %20, ptr %4, align 8, !dbg !88, !tbaa !37
  %21 = icmp eq ptr %0, null, !dbg !89
  br i1 %21, label %51, label %22, !dbg !89

22:                                               ; preds = %__sparse_inline_func_entry.exit
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 8\0A\09.byte 0,9,9,0,0,0,0,0\0A\09.popsection", ""() #7, !dbg !89
  %23 = ptrtoint ptr %0 to i64, !dbg !89
  %24 = lshr i64 %23, 3, !dbg !89
  %25 = load ptr, ptr %3, align 8, !dbg !89, !tbaa !53
  %26 = getelementptr inbounds i8, ptr %3, i64 8, !dbg !89
  %27 = load i64, ptr %26, align 8, !dbg !89, !tbaa !54
  %28 = and i64 %27, %24, !dbg !89
  %29 = getelementptr inbounds i64, ptr %25, i64 %28, !dbg !89
  %30 = load i64, ptr %29, align 8, !dbg !89, !tbaa !55
  %31 = shl i64 %24, 20, !dbg !89
  %32 = xor i64 %30, %31, !dbg !89
  %33 = getelementptr inbounds i8, ptr %3, i64 16, !dbg !89
  %34 = load i64, ptr %33, align 8, !dbg !89, !tbaa !56
  %35 = xor i64 %32, %34, !dbg !89
  %36 = and i64 %35, -65281, !dbg !89
  %37 = icmp eq i64 %36, 0, !dbg !89
  br i1 %37, label %__sparse_inline_read8.exit, label %38, !dbg !89, !prof !45

38:                                               ; preds = %22
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 10\0A\09.byte 1,10,9,0,0,1,1,1,1,0\0A\09.popsection", ""() #7, !dbg !89
  call void asm sideeffect "call *__sparse_touch@GOTPCREL(%rip)", "{di},{si},~{memory},~{cc},~{r11},~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31},~{k0},~{k1},~{k2},~{k3},~{k4},~{k5},~{k6},~{k7},~{dirflag},~{fpsr},~{flags}"(ptr %0, i32 40) #7, !dbg !89
  br label %__sparse_inline_read8.exit, !dbg !89

__sparse_inline_read8.exit:                       ; preds = %22, %38
  %39 = load ptr, ptr %0, align 8, !dbg !89, !tbaa !90
  %40 = getelementptr inbounds i8, ptr %39, i64 8, !dbg !89
  %41 = load ptr, ptr %40, align 8, !dbg !89
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 11\0A\09.byte 2,11,9,0,0,0,1,1,1,1,1\0A\09.popsection", ""() #7, !dbg !89
  %42 = call i64 asm sideeffect "lea 0(%rip), $0", "=r,~{dirflag},~{fpsr},~{flags}"() #7, !dbg !89
  %43 = load i32, ptr %7, align 4, !dbg !89, !tbaa !44
  %44 = icmp ugt i32 %43, %5, !dbg !89
  br i1 %44, label %45, label %__sparse_inline_func_calls.exit, !dbg !89, !prof !45

45:                                               ; preds = %__sparse_inline_read8.exit
  %46 = getelementptr inbounds i8, ptr %3, i64 24, !dbg !89
  %47 = load ptr, ptr %46, align 8, !dbg !89, !tbaa !46
  %48 = zext i32 %5 to i64, !dbg !89
  %49 = getelementptr inbounds i8, ptr %47, i64 %48, !dbg !89
  %50 = getelementptr inbounds i8, ptr %49, i64 8, !dbg !89
  store i64 %42, ptr %50, align 8, !dbg !89, !tbaa !49
  br label %__sparse_inline_func_calls.exit, !dbg !89

__sparse_inline_func_calls.exit:                  ; preds = %__sparse_inline_read8.exit, %45
  tail call void %41(ptr noundef nonnull align 8 dereferenceable(12) %0) #7, !dbg !89
  br label %51, !dbg !89

51:                                               ; preds = %__sparse_inline_func_calls.exit, %__sparse_inline_func_entry.exit
  %52 = load i32, ptr %4, align 8, !dbg !92, !tbaa !37
  %53 = icmp ugt i32 %52, %5, !dbg !92
  br i1 %53, label %54, label %__sparse_inline_func_exit.exit, !dbg !92

54:                                               ; preds = %51
  store i32 %5, ptr %4, align 8, !dbg !92, !tbaa !37
  br label %__sparse_inline_func_exit.exit, !dbg !92

__sparse_inline_func_exit.exit:                   ; preds = %51, %54
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
!37 = !{!38, !43, i64 32}
!38 = !{!"sparse_view", !39, i64 0, !42, i64 8, !42, i64 16, !39, i64 24, !43, i64 32, !43, i64 36}
!39 = !{!"any pointer", !40, i64 0}
!40 = !{!"omnipotent char", !41, i64 0}
!41 = !{!"Simple C/C++ TBAA"}
!42 = !{!"long", !40, i64 0}
!43 = !{!"int", !40, i64 0}
!44 = !{!38, !43, i64 36}
!45 = !{!"branch_weights", !"expected", i32 2000, i32 1}
!46 = !{!38, !39, i64 24}
!47 = !{!48, !42, i64 0}
!48 = !{!"sparse_frame", !42, i64 0, !42, i64 8, !42, i64 16, !42, i64 24, !42, i64 32}
!49 = !{!48, !42, i64 8}
!50 = !{!48, !42, i64 16}
!51 = !DILocation(line: 6, column: 27, scope: !52)
!52 = distinct !DILexicalBlock(scope: !31, file: !1, line: 6, column: 5)
!53 = !{!38, !39, i64 0}
!54 = !{!38, !42, i64 8}
!55 = !{!42, !42, i64 0}
!56 = !{!38, !42, i64 16}
!57 = !{!58, !59, i64 0}
!58 = !{!"_ZTS4List", !59, i64 0}
!59 = !{!"int", !60, i64 0}
!60 = !{!"omnipotent char", !61, i64 0}
!61 = !{!"Simple C++ TBAA"}
!62 = !DILocation(line: 6, column: 23, scope: !52)
!63 = !DILocation(line: 6, column: 5, scope: !31)
!64 = !DILocation(line: 6, column: 45, scope: !52)
!65 = !DILocation(line: 6, column: 52, scope: !52)
!66 = !{!67, !59, i64 8}
!67 = !{!"_ZTS4Item", !59, i64 8}
!68 = !DILocation(line: 6, column: 40, scope: !52)
!69 = !DILocation(line: 6, column: 34, scope: !52)
!70 = distinct !{!70, !63, !71, !72, !73}
!71 = !DILocation(line: 6, column: 52, scope: !31)
!72 = !{!"llvm.loop.mustprogress"}
!73 = !{!"llvm.loop.unroll.disable"}
!74 = !DILocation(line: 10, column: 1, scope: !52)
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
