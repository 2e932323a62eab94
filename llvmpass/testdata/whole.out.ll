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
  call preserve_mostcc void @__sparse_enter(ptr noundef %3, ptr noundef %20) #7, !dbg !36
  br label %__sparse_inline_func_entry.exit, !dbg !36

__sparse_inline_func_entry.exit:                  ; preds = %11, %19
  %21 = add i32 %6, 40, !dbg !36
  store i32 %21, ptr %5, align 8, !dbg !36, !tbaa !37
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 12\0A\09.byte 0,1,1,0,0,4,24,16,4,20,0,0\0A\09.popsection", ""() #8, !dbg !51
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 12\0A\09.byte 1,2,1,0,175,240,230,115,1,1,0,0\0A\09.popsection", ""() #8, !dbg !51
  call preserve_mostcc void @__sparse_ask_read4(ptr noundef %0) #7, !dbg !51
  %22 = load i32, ptr %0, align 4, !dbg !51, !tbaa !53
  %23 = icmp sgt i32 %22, 0, !dbg !58
  br i1 %23, label %24, label %47, !dbg !59

24:                                               ; preds = %29, %__sparse_inline_func_entry.exit
  %25 = phi i32 [ %32, %29 ], [ 0, %__sparse_inline_func_entry.exit ]
  %26 = phi i32 [ %33, %29 ], [ 0, %__sparse_inline_func_entry.exit ]
    #dbg_value(i32 %25, !29, !DIExpression(), !34)
    #dbg_value(i32 %26, !30, !DIExpression(), !35)
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 11\0A\09.byte 1,3,1,0,0,1,1,2,2,12,0\0A\09.popsection", ""() #8, !dbg !60
  call preserve_mostcc void @__sparse_ask_use(ptr noundef %0) #7, !dbg !60
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 13\0A\09.byte 2,4,1,2,0,0,2,6,8,2,1,1,0\0A\09.popsection", ""() #8, !dbg !60
  %27 = zext i32 %6 to i64, !dbg !60
  call preserve_mostcc void @__sparse_ask_func_calls(i64 noundef %27) #7, !dbg !60
  %28 = invoke noundef ptr @_ZNK4List2atEi(ptr noundef nonnull align 4 dereferenceable(4) %0, i32 noundef %26)
          to label %29 unwind label %36, !dbg !60

29:                                               ; preds = %24
  %30 = getelementptr inbounds i8, ptr %28, i64 8, !dbg !61
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 15\0A\09.byte 1,5,1,0,241,227,237,165,6,1,2,2,10,4,0\0A\09.popsection", ""() #8, !dbg !61
  call preserve_mostcc void @__sparse_ask_read4(ptr noundef %30) #7, !dbg !61
  %31 = load i32, ptr %30, align 8, !dbg !61, !tbaa !62
  %32 = add nsw i32 %31, %25, !dbg !64
    #dbg_value(i32 %32, !29, !DIExpression(), !34)
  %33 = add nuw nsw i32 %26, 1, !dbg !65
    #dbg_value(i32 %33, !30, !DIExpression(), !35)
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 16\0A\09.byte 1,6,1,128,8,175,240,230,115,2,14,1,2,14,0,0\0A\09.popsection", ""() #8, !dbg !51
  call preserve_mostcc void @__sparse_ask_read4(ptr noundef %0) #7, !dbg !51
  %34 = load i32, ptr %0, align 4, !dbg !51, !tbaa !53
  %35 = icmp slt i32 %33, %34, !dbg !58
  br i1 %35, label %24, label %47, !dbg !59, !llvm.loop !66

36:                                               ; preds = %24
  %37 = landingpad { ptr, i32 }
          cleanup
          catch ptr @_ZTIi, !dbg !70
  %38 = load i32, ptr %5, align 8, !dbg !70, !tbaa !37
  %39 = call i32 @llvm.umin.i32(i32 %38, i32 %21), !dbg !70
  store i32 %39, ptr %5, align 8, !dbg !70, !tbaa !37
  %40 = extractvalue { ptr, i32 } %37, 1, !dbg !70
  %41 = tail call i32 @llvm.eh.typeid.for.p0(ptr nonnull @_ZTIi) #8, !dbg !71
  %42 = icmp eq i32 %40, %41, !dbg !71
  br i1 %42, label %43, label %51, !dbg !71

43:                                               ; preds = %36
  %44 = extractvalue { ptr, i32 } %37, 0, !dbg !70
  %45 = tail call ptr @__cxa_begin_catch(ptr %44) #8, !dbg !71
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 8\0A\09.byte 1,7,1,0,0,0,0,0\0A\09.popsection", ""() #8, !dbg !71
  call preserve_mostcc void @__sparse_ask_read4(ptr noundef %45) #7, !dbg !71
  %46 = load i32, ptr %45, align 4, !dbg !71, !tbaa !72
    #dbg_value(i32 %46, !33, !DIExpression(), !34)
    #dbg_value(i32 %46, !29, !DIExpression(), !34)
  tail call void @__cxa_end_catch() #8, !dbg !73
  br label %47, !dbg !73

47:                                               ; preds = %43, %29, %__sparse_inline_func_entry.exit
  %48 = phi i32 [ %46, %43 ], [ 0, %__sparse_inline_func_entry.exit ], [ %32, %29 ], !dbg !34
    #dbg_value(i32 %48, !29, !DIExpression(), !34)
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 9\0A\09.byte 1,8,1,0,0,1,3,0,0\0A\09.popsection", ""() #8, !dbg !75
  call preserve_mostcc void @__sparse_ask_write4(ptr noundef %1) #7, !dbg !75
  store i32 %48, ptr %1, align 4, !dbg !75, !tbaa !72
  %49 = load i32, ptr %5, align 8, !dbg !76, !tbaa !37
  %50 = call i32 @llvm.umin.i32(i32 %49, i32 %6), !dbg !76
  store i32 %50, ptr %5, align 8, !dbg !76, !tbaa !37
  ret i32 %48, !dbg !76

51:                                               ; preds = %36
  %52 = call i32 @llvm.umin.i32(i32 %39, i32 %6), !dbg !77
  store i32 %52, ptr %5, align 8, !dbg !77, !tbaa !37
  resume { ptr, i32 } %37, !dbg !77
}

declare noundef ptr @_ZNK4List2atEi(ptr noundef nonnull align 4 dereferenceable(4), i32 noundef) local_unnamed_addr #1

declare i32 @__gxx_personality_v0(...)

; Function Attrs: nounwind memory(none)
declare i32 @llvm.eh.typeid.for.p0(ptr) #2

declare ptr @__cxa_begin_catch(ptr) local_unnamed_addr

declare void @__cxa_end_catch() local_unnamed_addr

; Function Attrs: mustprogress noredzone nounwind uwtable
define dso_local void @_Z4dropP4Item(ptr noundef %0) local_unnamed_addr #3 !dbg !78 {
    #dbg_value(ptr %0, !82, !DIExpression(), !83)
  %2 = call ptr @llvm.returnaddress(i32 0), !dbg !84
  %3 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__sparse_view_3), !dbg !84
  %4 = getelementptr inbounds i8, ptr %3, i64 32, !dbg !84
  %5 = load i32, ptr %4, align 8, !dbg !84, !tbaa !37
  %6 = call i64 asm "lea 0(%rip), $0", "=r,~{dirflag},~{fpsr},~{flags}"() #2, !dbg !84
  %7 = getelementptr inbounds i8, ptr %3, i64 36, !dbg !84
  %8 = load i32, ptr %7, align 4, !dbg !84, !tbaa !44
  %9 = icmp ult i32 %5, %8, !dbg !84
  br i1 %9, label %10, label %18, !dbg !84, !prof !45

10:                                               ; preds = %1
  %11 = zext i32 %5 to i64, !dbg !84
  %12 = getelementptr inbounds i8, ptr %3, i64 24, !dbg !84
  %13 = load ptr, ptr %12, align 8, !dbg !84, !tbaa !46
  %14 = getelementptr inbounds i8, ptr %13, i64 %11, !dbg !84
  %15 = ptrtoint ptr %2 to i64, !dbg !84
  store i64 %15, ptr %14, align 8, !dbg !84, !tbaa !47
  %16 = getelementptr inbounds i8, ptr %14, i64 8, !dbg !84
  store i64 %6, ptr %16, align 8, !dbg !84, !tbaa !49
  %17 = getelementptr inbounds i8, ptr %14, i64 16, !dbg !84
  store i64 0, ptr %17, align 8, !dbg !84, !tbaa !50
  br label %__sparse_inline_func_entry.exit, !dbg !84

18:                                               ; preds = %1
  %19 = inttoptr i64 %6 to ptr, !dbg !84
  call preserve_mostcc void @__sparse_enter(ptr noundef %2, ptr noundef %19) #7, !dbg !84
  br label %__sparse_inline_func_entry.exit, !dbg !84

__sparse_inline_func_entry.exit:                  ; preds = %10, %18
  %20 = add i32 %5, 40, !dbg !84
  store i32 %20, ptr %4, align 8, !dbg !84, !tbaa !37
  %21 = icmp eq ptr %0, null, !dbg !85
  br i1 %21, label %27, label %22, !dbg !85

22:                                               ; preds = %__sparse_inline_func_entry.exit
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 8\0A\09.byte 0,9,9,0,0,0,0,0\0A\09.popsection", ""() #8, !dbg !85
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 10\0A\09.byte 1,10,9,0,0,1,1,1,1,0\0A\09.popsection", ""() #8, !dbg !85
  call preserve_mostcc void @__sparse_ask_read8(ptr noundef %0) #7, !dbg !85
  %23 = load ptr, ptr %0, align 8, !dbg !85, !tbaa !86
  %24 = getelementptr inbounds i8, ptr %23, i64 8, !dbg !85
  %25 = load ptr, ptr %24, align 8, !dbg !85
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xc6b490385227423c\0A\09.short 11\0A\09.byte 2,11,9,0,0,0,1,1,1,1,1\0A\09.popsection", ""() #8, !dbg !85
  %26 = zext i32 %5 to i64, !dbg !85
  call preserve_mostcc void @__sparse_ask_func_calls(i64 noundef %26) #7, !dbg !85
  tail call void %25(ptr noundef nonnull align 8 dereferenceable(12) %0) #8, !dbg !85
  br label %27, !dbg !85

27:                                               ; preds = %22, %__sparse_inline_func_entry.exit
  %28 = load i32, ptr %4, align 8, !dbg !88, !tbaa !37
  %29 = call i32 @llvm.umin.i32(i32 %28, i32 %5), !dbg !88
  store i32 %29, ptr %4, align 8, !dbg !88, !tbaa !37
  ret void, !dbg !88
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

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_touch(ptr noundef, i32 noundef) local_unnamed_addr #4

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_read4(ptr noundef) local_unnamed_addr #4

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_write4(ptr noundef) local_unnamed_addr #4

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_read8(ptr noundef) local_unnamed_addr #4

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_use(ptr noundef) local_unnamed_addr #4

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_enter(ptr noundef, ptr noundef) local_unnamed_addr #4

; Function Attrs: nounwind nonlazybind
declare preserve_mostcc void @__sparse_ask_func_calls(i64 noundef) local_unnamed_addr #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umin.i32(i32, i32) #6

attributes #0 = { mustprogress noredzone uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "sparse-instrumented" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind memory(none) }
attributes #3 = { mustprogress noredzone nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "sparse-instrumented" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind nonlazybind }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #6 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nomerge nounwind }
attributes #8 = { nounwind }

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
!53 = !{!54, !55, i64 0}
!54 = !{!"_ZTS4List", !55, i64 0}
!55 = !{!"int", !56, i64 0}
!56 = !{!"omnipotent char", !57, i64 0}
!57 = !{!"Simple C++ TBAA"}
!58 = !DILocation(line: 6, column: 23, scope: !52)
!59 = !DILocation(line: 6, column: 5, scope: !31)
!60 = !DILocation(line: 6, column: 45, scope: !52)
!61 = !DILocation(line: 6, column: 52, scope: !52)
!62 = !{!63, !55, i64 8}
!63 = !{!"_ZTS4Item", !55, i64 8}
!64 = !DILocation(line: 6, column: 40, scope: !52)
!65 = !DILocation(line: 6, column: 34, scope: !52)
!66 = distinct !{!66, !59, !67, !68, !69}
!67 = !DILocation(line: 6, column: 52, scope: !31)
!68 = !{!"llvm.loop.mustprogress"}
!69 = !{!"llvm.loop.unroll.disable"}
!70 = !DILocation(line: 10, column: 1, scope: !52)
!71 = !DILocation(line: 7, column: 3, scope: !32)
!72 = !{!55, !55, i64 0}
!73 = !DILocation(line: 7, column: 28, scope: !74)
!74 = distinct !DILexicalBlock(scope: !10, file: !1, line: 7, column: 19)
!75 = !DILocation(line: 8, column: 9, scope: !10)
!76 = !DILocation(line: 9, column: 3, scope: !10)
!77 = !DILocation(line: 10, column: 1, scope: !10)
!78 = distinct !DISubprogram(name: "drop", linkageName: "_Z4dropP4Item", scope: !1, file: !1, line: 11, type: !79, scopeLine: 11, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !81)
!79 = !DISubroutineType(types: !80)
!80 = !{null, !22}
!81 = !{!82}
!82 = !DILocalVariable(name: "i", arg: 1, scope: !78, file: !1, line: 11, type: !22)
!83 = !DILocation(line: 0, scope: !78)
!84 = !DILocation(line: 11, scope: !78)
!85 = !DILocation(line: 11, column: 22, scope: !78)
!86 = !{!87, !87, i64 0}
!87 = !{!"vtable pointer", !57, i64 0}
!88 = !DILocation(line: 11, column: 32, scope: !78)
