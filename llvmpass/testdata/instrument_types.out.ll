; ModuleID = 'testdata/instrument_types.ll'
source_filename = "types.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@_ZTVN2ns3BazE = external unnamed_addr constant { [4 x ptr] }
@0 = private unnamed_addr constant [13 x i8] c"ns::Foo<int>\00", align 1
@1 = private unnamed_addr constant [7 x i8] c"int*[]\00", align 1
@2 = private unnamed_addr constant [17 x i8] c"ns::Outer::Alias\00", align 1
@3 = private unnamed_addr constant [8 x i8] c"ns::Bar\00", align 1
@4 = private unnamed_addr constant [8 x i8] c"ns::Baz\00", align 1
@5 = private unnamed_addr constant [69 x i8] c"QtPrivate::QSlotObject<void (QObject::*)(), QtPrivate::List<>, void>\00", align 1
@6 = private unnamed_addr constant [6 x i8] c"int[]\00", align 1
@7 = private unnamed_addr constant [21 x i8] c"std::_List_node<int>\00", align 1

@_ZN2ns3BarD1Ev = alias void (ptr), ptr @_ZN2ns3BarD2Ev

declare ptr @_Znwm(i64)

declare ptr @_Znam(i64)

declare ptr @_ZnwmSt11align_val_t(i64, i64)

declare ptr @_ZnwmPv(i64, ptr)

declare void @_ZdlPvm(ptr, i64)

declare void @_ZdaPv(ptr)

declare void @_ZN2ns3BarC1Ev(ptr)

declare void @_ZN2ns3Bar4implEv()

declare void @_ZN9QtPrivate11QSlotObjectIM7QObjectFvvENS_4ListIJEEEvE4implEiPNS_15QSlotObjectBaseEPS1_PPvPb()

declare ptr @malloc(i64)

define ptr @noted() #0 {
  notail call void @__sparse_of_type(ptr @0)
  %1 = call ptr @_Znwm(i64 8), !heapallocsite !3
  ret ptr %1
}

define ptr @array_of_pointers(i64 %n) #0 {
  notail call void @__sparse_of_type(ptr @1)
  %1 = call ptr @_Znam(i64 %n), !heapallocsite !5
  ret ptr %1
}

define ptr @nested() #0 {
  notail call void @__sparse_of_type(ptr @2)
  %1 = call ptr @_ZnwmSt11align_val_t(i64 64, i64 64), !heapallocsite !7
  ret ptr %1
}

define ptr @constructed() #0 {
  notail call void @__sparse_of_type(ptr @3)
  %1 = call ptr @_Znwm(i64 16)
  call void @_ZN2ns3BarC1Ev(ptr %1)
  ret ptr %1
}

define ptr @by_vtable() #0 {
  notail call void @__sparse_of_type(ptr @4)
  %1 = call ptr @_Znwm(i64 16)
  store ptr getelementptr inbounds ({ [4 x ptr] }, ptr @_ZTVN2ns3BazE, i64 0, i32 0, i64 2), ptr %1, align 8
  ret ptr %1
}

define ptr @slot() #0 {
  notail call void @__sparse_of_type(ptr @5)
  %1 = call ptr @_Znwm(i64 24)
  store i32 1, ptr %1, align 4
  %2 = getelementptr inbounds i8, ptr %1, i64 8
  store ptr @_ZN9QtPrivate11QSlotObjectIM7QObjectFvvENS_4ListIJEEEvE4implEiPNS_15QSlotObjectBaseEPS1_PPvPb, ptr %2, align 8
  ret ptr %1
}

define ptr @callback() #0 {
  %1 = call ptr @_Znwm(i64 24)
  %2 = getelementptr inbounds i8, ptr %1, i64 8
  store ptr @_ZN2ns3Bar4implEv, ptr %2, align 8
  ret ptr %1
}

define linkonce_odr ptr @_ZNSt15__new_allocatorIiE8allocateEmPKv(ptr %this, i64 %n, ptr %hint) #0 {
  notail call void @__sparse_of_type(ptr @6)
  %1 = call ptr @_Znwm(i64 %n)
  ret ptr %1
}

define linkonce_odr ptr @_ZNSt15__new_allocatorISt10_List_nodeIiEE8allocateEmPKv(ptr %this, i64 %n, ptr %hint) #0 {
  notail call void @__sparse_of_type(ptr @7)
  %1 = call ptr @_Znwm(i64 %n)
  ret ptr %1
}

define void @_ZN2ns3BarD2Ev(ptr %this) #0 {
  ret void
}

define void @_ZN2ns3BarD0Ev(ptr %this) #0 {
  notail call void @__sparse_of_type(ptr @3)
  call void @_ZdlPvm(ptr %this, i64 16)
  ret void
}

define void @deleted(ptr %p) #0 {
  call void @_ZN2ns3BarD1Ev(ptr %p)
  notail call void @__sparse_of_type(ptr @3)
  call void @_ZdlPvm(ptr %p, i64 16)
  ret void
}

define void @unknown(ptr %p, i64 %n) #0 {
  %1 = call ptr @_Znwm(i64 %n)
  %2 = call ptr @malloc(i64 8), !heapallocsite !3
  %3 = call ptr @_ZnwmPv(i64 8, ptr %p), !heapallocsite !3
  call void @_ZdaPv(ptr %1)
  ret void
}

; Function Attrs: nounwind nonlazybind
declare void @__sparse_of_type(ptr) #1

attributes #0 = { "sparse-instrumented" }
attributes #1 = { nounwind nonlazybind }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "types.cpp", directory: "/src")
!3 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Foo<int>", scope: !4, file: !2, line: 1, identifier: "_ZTSN2ns3FooIiEE")
!4 = !DINamespace(name: "ns", scope: null)
!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DIDerivedType(tag: DW_TAG_typedef, name: "Alias", scope: !8, file: !2, line: 2, baseType: !6)
!8 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Outer", scope: !4, file: !2, line: 1)
