; ModuleID = 'testdata/whole.ll'
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
  %3 = call ptr @llvm.returnaddress(i32 0), !dbg !36
  %4 = notail call i32 @__sparse_func_entry(ptr %3), !dbg !36
  notail call void @__sparse_read4(ptr %0), !dbg !37
  %5 = load i32, ptr %0, align 4, !dbg !37, !tbaa !39
  %6 = icmp sgt i32 %5, 0, !dbg !44
  br i1 %6, label %7, label %27, !dbg !45

7:                                                ; preds = %11, %2
  %8 = phi i32 [ %14, %11 ], [ 0, %2 ]
  %9 = phi i32 [ %15, %11 ], [ 0, %2 ]
    #dbg_value(i32 %8, !29, !DIExpression(), !34)
    #dbg_value(i32 %9, !30, !DIExpression(), !35)
  notail call void @__sparse_use(ptr %0), !dbg !46
  %10 = invoke noundef ptr @_ZNK4List2atEi(ptr noundef nonnull align 4 dereferenceable(4) %0, i32 noundef %9)
          to label %11 unwind label %18, !dbg !46

11:                                               ; preds = %7
  %12 = getelementptr inbounds i8, ptr %10, i64 8, !dbg !47
  notail call void @__sparse_read4(ptr %12), !dbg !47
  %13 = load i32, ptr %12, align 8, !dbg !47, !tbaa !48
  %14 = add nsw i32 %13, %8, !dbg !50
    #dbg_value(i32 %14, !29, !DIExpression(), !34)
  %15 = add nuw nsw i32 %9, 1, !dbg !51
    #dbg_value(i32 %15, !30, !DIExpression(), !35)
  notail call void @__sparse_read4(ptr %0), !dbg !37
  %16 = load i32, ptr %0, align 4, !dbg !37, !tbaa !39
  %17 = icmp slt i32 %15, %16, !dbg !44
  br i1 %17, label %7, label %27, !dbg !45, !llvm.loop !52

18:                                               ; preds = %7
  %19 = landingpad { ptr, i32 }
          cleanup
          catch ptr @_ZTIi, !dbg !56
  notail call void @__sparse_func_unwind(i32 %4), !dbg !56
  %20 = extractvalue { ptr, i32 } %19, 1, !dbg !56
  %21 = tail call i32 @llvm.eh.typeid.for.p0(ptr nonnull @_ZTIi) #6, !dbg !57
  %22 = icmp eq i32 %20, %21, !dbg !57
  br i1 %22, label %23, label %29, !dbg !57

23:                                               ; preds = %18
  %24 = extractvalue { ptr, i32 } %19, 0, !dbg !56
  %25 = tail call ptr @__cxa_begin_catch(ptr %24) #6, !dbg !57
  notail call void @__sparse_read4(ptr %25), !dbg !57
  %26 = load i32, ptr %25, align 4, !dbg !57, !tbaa !58
    #dbg_value(i32 %26, !33, !DIExpression(), !34)
    #dbg_value(i32 %26, !29, !DIExpression(), !34)
  tail call void @__cxa_end_catch() #6, !dbg !59
  br label %27, !dbg !59

27:                                               ; preds = %23, %11, %2
  %28 = phi i32 [ %26, %23 ], [ 0, %2 ], [ %14, %11 ], !dbg !34
    #dbg_value(i32 %28, !29, !DIExpression(), !34)
  notail call void @__sparse_write4(ptr %1), !dbg !61
  store i32 %28, ptr %1, align 4, !dbg !61, !tbaa !58
  notail call void @__sparse_func_exit(i32 %4), !dbg !62
  ret i32 %28, !dbg !62

29:                                               ; preds = %18
  notail call void @__sparse_func_exit(i32 %4), !dbg !63
  resume { ptr, i32 } %19, !dbg !63
}

declare noundef ptr @_ZNK4List2atEi(ptr noundef nonnull align 4 dereferenceable(4), i32 noundef) local_unnamed_addr #1

declare i32 @__gxx_personality_v0(...)

; Function Attrs: nounwind memory(none)
declare i32 @llvm.eh.typeid.for.p0(ptr) #2

declare ptr @__cxa_begin_catch(ptr) local_unnamed_addr

declare void @__cxa_end_catch() local_unnamed_addr

; Function Attrs: mustprogress nounwind uwtable
define dso_local void @_Z4dropP4Item(ptr noundef %0) local_unnamed_addr #3 !dbg !64 {
    #dbg_value(ptr %0, !68, !DIExpression(), !69)
  %2 = call ptr @llvm.returnaddress(i32 0), !dbg !70
  %3 = notail call i32 @__sparse_func_entry(ptr %2), !dbg !70
  %4 = icmp eq ptr %0, null, !dbg !71
  br i1 %4, label %9, label %5, !dbg !71

5:                                                ; preds = %1
  notail call void @__sparse_read8(ptr %0), !dbg !71
  %6 = load ptr, ptr %0, align 8, !dbg !71, !tbaa !72
  %7 = getelementptr inbounds i8, ptr %6, i64 8, !dbg !71
  %8 = load ptr, ptr %7, align 8, !dbg !71
  tail call void %8(ptr noundef nonnull align 8 dereferenceable(12) %0) #6, !dbg !71
  br label %9, !dbg !71

9:                                                ; preds = %5, %1
  notail call void @__sparse_func_exit(i32 %3), !dbg !74
  ret void, !dbg !74
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

attributes #0 = { mustprogress uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "sparse-instrumented" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind memory(none) }
attributes #3 = { mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "sparse-instrumented" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind nonlazybind }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #6 = { nounwind }

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
!37 = !DILocation(line: 6, column: 27, scope: !38)
!38 = distinct !DILexicalBlock(scope: !31, file: !1, line: 6, column: 5)
!39 = !{!40, !41, i64 0}
!40 = !{!"_ZTS4List", !41, i64 0}
!41 = !{!"int", !42, i64 0}
!42 = !{!"omnipotent char", !43, i64 0}
!43 = !{!"Simple C++ TBAA"}
!44 = !DILocation(line: 6, column: 23, scope: !38)
!45 = !DILocation(line: 6, column: 5, scope: !31)
!46 = !DILocation(line: 6, column: 45, scope: !38)
!47 = !DILocation(line: 6, column: 52, scope: !38)
!48 = !{!49, !41, i64 8}
!49 = !{!"_ZTS4Item", !41, i64 8}
!50 = !DILocation(line: 6, column: 40, scope: !38)
!51 = !DILocation(line: 6, column: 34, scope: !38)
!52 = distinct !{!52, !45, !53, !54, !55}
!53 = !DILocation(line: 6, column: 52, scope: !31)
!54 = !{!"llvm.loop.mustprogress"}
!55 = !{!"llvm.loop.unroll.disable"}
!56 = !DILocation(line: 10, column: 1, scope: !38)
!57 = !DILocation(line: 7, column: 3, scope: !32)
!58 = !{!41, !41, i64 0}
!59 = !DILocation(line: 7, column: 28, scope: !60)
!60 = distinct !DILexicalBlock(scope: !10, file: !1, line: 7, column: 19)
!61 = !DILocation(line: 8, column: 9, scope: !10)
!62 = !DILocation(line: 9, column: 3, scope: !10)
!63 = !DILocation(line: 10, column: 1, scope: !10)
!64 = distinct !DISubprogram(name: "drop", linkageName: "_Z4dropP4Item", scope: !1, file: !1, line: 11, type: !65, scopeLine: 11, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !67)
!65 = !DISubroutineType(types: !66)
!66 = !{null, !22}
!67 = !{!68}
!68 = !DILocalVariable(name: "i", arg: 1, scope: !64, file: !1, line: 11, type: !22)
!69 = !DILocation(line: 0, scope: !64)
!70 = !DILocation(line: 11, scope: !64)
!71 = !DILocation(line: 11, column: 22, scope: !64)
!72 = !{!73, !73, i64 0}
!73 = !{!"vtable pointer", !43, i64 0}
!74 = !DILocation(line: 11, column: 32, scope: !64)
