; ModuleID = 'whole.cpp'
source_filename = "whole.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@_ZTIi = external constant ptr

; Function Attrs: mustprogress uwtable
define dso_local noundef i32 @_Z3sumRK4ListPi(ptr noundef nonnull align 4 dereferenceable(4) %0, ptr nocapture noundef writeonly %1) local_unnamed_addr #0 personality ptr @__gxx_personality_v0 !dbg !10 {
    #dbg_value(ptr %0, !27, !DIExpression(), !34)
    #dbg_value(ptr %1, !28, !DIExpression(), !34)
    #dbg_value(i32 0, !29, !DIExpression(), !34)
    #dbg_value(i32 0, !30, !DIExpression(), !35)
  %3 = load i32, ptr %0, align 4, !dbg !36, !tbaa !38
  %4 = icmp sgt i32 %3, 0, !dbg !43
  br i1 %4, label %5, label %25, !dbg !44

5:                                                ; preds = %2, %9
  %6 = phi i32 [ %12, %9 ], [ 0, %2 ]
  %7 = phi i32 [ %13, %9 ], [ 0, %2 ]
    #dbg_value(i32 %6, !29, !DIExpression(), !34)
    #dbg_value(i32 %7, !30, !DIExpression(), !35)
  %8 = invoke noundef ptr @_ZNK4List2atEi(ptr noundef nonnull align 4 dereferenceable(4) %0, i32 noundef %7)
          to label %9 unwind label %16, !dbg !45

9:                                                ; preds = %5
  %10 = getelementptr inbounds i8, ptr %8, i64 8, !dbg !46
  %11 = load i32, ptr %10, align 8, !dbg !46, !tbaa !47
  %12 = add nsw i32 %11, %6, !dbg !49
    #dbg_value(i32 %12, !29, !DIExpression(), !34)
  %13 = add nuw nsw i32 %7, 1, !dbg !50
    #dbg_value(i32 %13, !30, !DIExpression(), !35)
  %14 = load i32, ptr %0, align 4, !dbg !36, !tbaa !38
  %15 = icmp slt i32 %13, %14, !dbg !43
  br i1 %15, label %5, label %25, !dbg !44, !llvm.loop !51

16:                                               ; preds = %5
  %17 = landingpad { ptr, i32 }
          cleanup
          catch ptr @_ZTIi, !dbg !55
  %18 = extractvalue { ptr, i32 } %17, 1, !dbg !55
  %19 = tail call i32 @llvm.eh.typeid.for.p0(ptr nonnull @_ZTIi) #4, !dbg !56
  %20 = icmp eq i32 %18, %19, !dbg !56
  br i1 %20, label %21, label %27, !dbg !56

21:                                               ; preds = %16
  %22 = extractvalue { ptr, i32 } %17, 0, !dbg !55
  %23 = tail call ptr @__cxa_begin_catch(ptr %22) #4, !dbg !56
  %24 = load i32, ptr %23, align 4, !dbg !56, !tbaa !57
    #dbg_value(i32 %24, !33, !DIExpression(), !34)
    #dbg_value(i32 %24, !29, !DIExpression(), !34)
  tail call void @__cxa_end_catch() #4, !dbg !58
  br label %25, !dbg !58

25:                                               ; preds = %9, %2, %21
  %26 = phi i32 [ %24, %21 ], [ 0, %2 ], [ %12, %9 ], !dbg !34
    #dbg_value(i32 %26, !29, !DIExpression(), !34)
  store i32 %26, ptr %1, align 4, !dbg !60, !tbaa !57
  ret i32 %26, !dbg !61

27:                                               ; preds = %16
  resume { ptr, i32 } %17, !dbg !62
}

declare noundef ptr @_ZNK4List2atEi(ptr noundef nonnull align 4 dereferenceable(4), i32 noundef) local_unnamed_addr #1

declare i32 @__gxx_personality_v0(...)

; Function Attrs: nofree nosync nounwind memory(none)
declare i32 @llvm.eh.typeid.for.p0(ptr) #2

declare ptr @__cxa_begin_catch(ptr) local_unnamed_addr

declare void @__cxa_end_catch() local_unnamed_addr

; Function Attrs: mustprogress nounwind uwtable
define dso_local void @_Z4dropP4Item(ptr noundef %0) local_unnamed_addr #3 !dbg !63 {
    #dbg_value(ptr %0, !67, !DIExpression(), !68)
  %2 = icmp eq ptr %0, null, !dbg !69
  br i1 %2, label %7, label %3, !dbg !69

3:                                                ; preds = %1
  %4 = load ptr, ptr %0, align 8, !dbg !69, !tbaa !70
  %5 = getelementptr inbounds i8, ptr %4, i64 8, !dbg !69
  %6 = load ptr, ptr %5, align 8, !dbg !69
  tail call void %6(ptr noundef nonnull align 8 dereferenceable(12) %0) #4, !dbg !69
  br label %7, !dbg !69

7:                                                ; preds = %3, %1
  ret void, !dbg !72
}

attributes #0 = { mustprogress uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nofree nosync nounwind memory(none) }
attributes #3 = { mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }

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
!36 = !DILocation(line: 6, column: 27, scope: !37)
!37 = distinct !DILexicalBlock(scope: !31, file: !1, line: 6, column: 5)
!38 = !{!39, !40, i64 0}
!39 = !{!"_ZTS4List", !40, i64 0}
!40 = !{!"int", !41, i64 0}
!41 = !{!"omnipotent char", !42, i64 0}
!42 = !{!"Simple C++ TBAA"}
!43 = !DILocation(line: 6, column: 23, scope: !37)
!44 = !DILocation(line: 6, column: 5, scope: !31)
!45 = !DILocation(line: 6, column: 45, scope: !37)
!46 = !DILocation(line: 6, column: 52, scope: !37)
!47 = !{!48, !40, i64 8}
!48 = !{!"_ZTS4Item", !40, i64 8}
!49 = !DILocation(line: 6, column: 40, scope: !37)
!50 = !DILocation(line: 6, column: 34, scope: !37)
!51 = distinct !{!51, !44, !52, !53, !54}
!52 = !DILocation(line: 6, column: 52, scope: !31)
!53 = !{!"llvm.loop.mustprogress"}
!54 = !{!"llvm.loop.unroll.disable"}
!55 = !DILocation(line: 10, column: 1, scope: !37)
!56 = !DILocation(line: 7, column: 3, scope: !32)
!57 = !{!40, !40, i64 0}
!58 = !DILocation(line: 7, column: 28, scope: !59)
!59 = distinct !DILexicalBlock(scope: !10, file: !1, line: 7, column: 19)
!60 = !DILocation(line: 8, column: 9, scope: !10)
!61 = !DILocation(line: 9, column: 3, scope: !10)
!62 = !DILocation(line: 10, column: 1, scope: !10)
!63 = distinct !DISubprogram(name: "drop", linkageName: "_Z4dropP4Item", scope: !1, file: !1, line: 11, type: !64, scopeLine: 11, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !66)
!64 = !DISubroutineType(types: !65)
!65 = !{null, !22}
!66 = !{!67}
!67 = !DILocalVariable(name: "i", arg: 1, scope: !63, file: !1, line: 11, type: !22)
!68 = !DILocation(line: 0, scope: !63)
!69 = !DILocation(line: 11, column: 22, scope: !63)
!70 = !{!71, !71, i64 0}
!71 = !{!"vtable pointer", !42, i64 0}
!72 = !DILocation(line: 11, column: 32, scope: !63)
