; ModuleID = 'testdata/instrument_destructors.ll'
source_filename = "testdata/instrument_destructors.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@_ZTV6Widget = external constant { [4 x ptr] }
@_ZTVN3foo4PaneE = external constant { [4 x ptr] }
@_ZTV5Small = external constant { [4 x ptr] }

@_ZN6WidgetD1Ev = alias void (ptr), ptr @_ZN6WidgetD2Ev

declare void @members(ptr)

declare void @_ZdlPv(ptr)

declare void @_ZN6DialogD0Ev(ptr)

declare i32 @__gxx_personality_v0(...)

define void @_ZN6WidgetD2Ev(ptr nonnull dereferenceable(40) %this) #0 personality ptr @__gxx_personality_v0 {
  %early = icmp eq ptr %this, null
  br i1 %early, label %out, label %in

out:                                              ; preds = %0
  notail call void @__sparse_destroyed(ptr %this, i64 40)
  ret void

in:                                               ; preds = %0
  invoke void @members(ptr %this)
          to label %fine unwind label %thrown

fine:                                             ; preds = %in
  notail call void @__sparse_destroyed(ptr %this, i64 40)
  ret void

thrown:                                           ; preds = %in
  %e = landingpad { ptr, i32 }
          cleanup
  notail call void @__sparse_destroyed(ptr %this, i64 40)
  resume { ptr, i32 } %e
}

define void @_ZN6WidgetD0Ev(ptr nonnull dereferenceable(40) %this) #0 {
  call void @_ZN6WidgetD1Ev(ptr %this)
  call void @_ZdlPv(ptr %this)
  ret void
}

define void @_ZN3foo4PaneD1Ev(ptr nonnull dereferenceable(24) %this) #0 {
  notail call void @__sparse_destroyed(ptr %this, i64 24)
  musttail call void @members(ptr %this)
  ret void
}

define void @_ZN6DialogD2Ev(ptr nonnull dereferenceable(8) %this) #0 {
  notail call void @__sparse_destroyed(ptr %this, i64 8)
  ret void
}

define void @_ZN5PlainD2Ev(ptr nonnull dereferenceable(8) %this) #0 {
  ret void
}

define void @_ZN6WidgetD1EvX(ptr nonnull dereferenceable(8) %this) #0 {
  ret void
}

define void @_ZN5SmallD2Ev(ptr nonnull %this) #0 {
  ret void
}

define void @_ZN6Widget5closeEv(ptr nonnull dereferenceable(40) %this) #0 {
  ret void
}

; Function Attrs: nounwind nonlazybind
declare void @__sparse_destroyed(ptr, i64) #1

attributes #0 = { "sparse-instrumented" }
attributes #1 = { nounwind nonlazybind }
