; Stores of vtable pointers: known by their type, or by what they store; other
; stores, and those to memory of the function's own, are not for this pass.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@_ZTV6Widget = external constant { [4 x ptr] }
@table = external constant [4 x ptr]

define void @typed(ptr %this, ptr %vtt) {
  %slot = load ptr, ptr %vtt
  store ptr %slot, ptr %this, !tbaa !0
  ret void
}
define void @untyped(ptr %this) {
  store ptr getelementptr inbounds inrange(-16, 16) ({ [4 x ptr] }, ptr @_ZTV6Widget, i32 0, i32 0, i32 2), ptr %this
  ret void
}
define void @others(ptr %this, ptr %p) {
  %own = alloca ptr
  store ptr @_ZTV6Widget, ptr %own
  store ptr getelementptr inbounds ([4 x ptr], ptr @table, i32 0, i32 2), ptr %this
  store ptr %p, ptr %this
  store atomic ptr %p, ptr %this seq_cst, align 8
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"vtable pointer", !2, i64 0}
!2 = !{!"Simple C++ TBAA"}
