; What operator new and delete are called for: noted by clang, by the constructor,
; by the vtable, by an allocator's name, by the destructor.
source_filename = "types.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@_ZTVN2ns3BazE = external unnamed_addr constant { [4 x ptr] }
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

define ptr @noted() {
  %1 = call ptr @_Znwm(i64 8), !heapallocsite !0
  ret ptr %1
}

define ptr @array_of_pointers(i64 %n) {
  %1 = call ptr @_Znam(i64 %n), !heapallocsite !4
  ret ptr %1
}

define ptr @nested() {
  %1 = call ptr @_ZnwmSt11align_val_t(i64 64, i64 64), !heapallocsite !5
  ret ptr %1
}

define ptr @constructed() {
  %1 = call ptr @_Znwm(i64 16)
  call void @_ZN2ns3BarC1Ev(ptr %1)
  ret ptr %1
}

define ptr @by_vtable() {
  %1 = call ptr @_Znwm(i64 16)
  store ptr getelementptr inbounds ({ [4 x ptr] }, ptr @_ZTVN2ns3BazE, i64 0, i32 0, i64 2), ptr %1
  ret ptr %1
}

; the slot of a connection: its function tells
define ptr @slot() {
  %1 = call ptr @_Znwm(i64 24)
  store i32 1, ptr %1
  %2 = getelementptr inbounds i8, ptr %1, i64 8
  store ptr @_ZN9QtPrivate11QSlotObjectIM7QObjectFvvENS_4ListIJEEEvE4implEiPNS_15QSlotObjectBaseEPS1_PPvPb, ptr %2
  ret ptr %1
}

; a function of somebody else's says nothing
define ptr @callback() {
  %1 = call ptr @_Znwm(i64 24)
  %2 = getelementptr inbounds i8, ptr %1, i64 8
  store ptr @_ZN2ns3Bar4implEv, ptr %2
  ret ptr %1
}

; std::allocator<int>::allocate
define linkonce_odr ptr @_ZNSt15__new_allocatorIiE8allocateEmPKv(ptr %this, i64 %n, ptr %hint) {
  %1 = call ptr @_Znwm(i64 %n)
  ret ptr %1
}

; a node: one at a time
define linkonce_odr ptr @_ZNSt15__new_allocatorISt10_List_nodeIiEE8allocateEmPKv(ptr %this, i64 %n, ptr %hint) {
  %1 = call ptr @_Znwm(i64 %n)
  ret ptr %1
}

define void @_ZN2ns3BarD2Ev(ptr %this) {
  ret void
}

define void @_ZN2ns3BarD0Ev(ptr %this) {
  call void @_ZdlPvm(ptr %this, i64 16)
  ret void
}

define void @deleted(ptr %p) {
  call void @_ZN2ns3BarD1Ev(ptr %p)
  call void @_ZdlPvm(ptr %p, i64 16)
  ret void
}

; nothing is known of these
define void @unknown(ptr %p, i64 %n) {
  %1 = call ptr @_Znwm(i64 %n)
  %2 = call ptr @malloc(i64 8), !heapallocsite !0
  %3 = call ptr @_ZnwmPv(i64 8, ptr %p), !heapallocsite !0
  call void @_ZdaPv(ptr %1)
  ret void
}

!llvm.module.flags = !{!10}
!llvm.dbg.cu = !{!8}

!0 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Foo<int>", scope: !2, file: !1, line: 1, identifier: "_ZTSN2ns3FooIiEE")
!1 = !DIFile(filename: "types.cpp", directory: "/src")
!2 = !DINamespace(name: "ns", scope: null)
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !3, size: 64)
!5 = !DIDerivedType(tag: DW_TAG_typedef, name: "Alias", scope: !6, file: !1, line: 2, baseType: !3)
!6 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Outer", scope: !2, file: !1, line: 1)
!8 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, isOptimized: false, emissionKind: FullDebug)
!10 = !{i32 2, !"Debug Info Version", i32 3}
