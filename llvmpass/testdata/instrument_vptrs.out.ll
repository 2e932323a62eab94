; ModuleID = 'testdata/instrument_vptrs.ll'
source_filename = "testdata/instrument_vptrs.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@_ZTV6Widget = external constant { [4 x ptr] }
@table = external constant [4 x ptr]

define void @typed(ptr %this, ptr %vtt) #0 {
  %slot = load ptr, ptr %vtt, align 8
  notail call void @__sparse_vptr_write(ptr %this, ptr %slot)
  store ptr %slot, ptr %this, align 8, !tbaa !0
  ret void
}

define void @untyped(ptr %this) #0 {
  notail call void @__sparse_vptr_write(ptr %this, ptr getelementptr inbounds inrange(-16, 16) ({ [4 x ptr] }, ptr @_ZTV6Widget, i32 0, i32 0, i32 2))
  store ptr getelementptr inbounds inrange(-16, 16) ({ [4 x ptr] }, ptr @_ZTV6Widget, i32 0, i32 0, i32 2), ptr %this, align 8
  ret void
}

define void @others(ptr %this, ptr %p) #0 {
  %own = alloca ptr, align 8
  store ptr @_ZTV6Widget, ptr %own, align 8
  store ptr getelementptr inbounds ([4 x ptr], ptr @table, i32 0, i32 2), ptr %this, align 8
  store ptr %p, ptr %this, align 8
  store atomic ptr %p, ptr %this seq_cst, align 8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare void @__sparse_vptr_write(ptr, ptr) #1

attributes #0 = { "sparse-instrumented" }
attributes #1 = { nounwind nonlazybind }

!0 = !{!1, !1, i64 0}
!1 = !{!"vtable pointer", !2, i64 0}
!2 = !{!"Simple C++ TBAA"}
