; Where a destructor of a class with a vtable ends: at each return, and when it
; lets an exception out; not the deleting one, not of plain classes, not where
; the size of the object is not known.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@_ZTV6Widget = external constant { [4 x ptr] }
@_ZTVN3foo4PaneE = external constant { [4 x ptr] }
declare void @members(ptr)
declare void @_ZdlPv(ptr)
declare void @_ZN6DialogD0Ev(ptr)
declare i32 @__gxx_personality_v0(...)

define void @_ZN6WidgetD2Ev(ptr nonnull dereferenceable(40) %this) personality ptr @__gxx_personality_v0 {
  %early = icmp eq ptr %this, null
  br i1 %early, label %out, label %in
out:
  ret void
in:
  invoke void @members(ptr %this) to label %fine unwind label %thrown
fine:
  ret void
thrown:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
@_ZN6WidgetD1Ev = alias void (ptr), ptr @_ZN6WidgetD2Ev
define void @_ZN6WidgetD0Ev(ptr nonnull dereferenceable(40) %this) {
  call void @_ZN6WidgetD1Ev(ptr %this)
  call void @_ZdlPv(ptr %this)
  ret void
}
define void @_ZN3foo4PaneD1Ev(ptr nonnull dereferenceable(24) %this) {
  musttail call void @members(ptr %this)
  ret void
}
define void @_ZN6DialogD2Ev(ptr nonnull dereferenceable(8) %this) {
  ret void
}
define void @_ZN5PlainD2Ev(ptr nonnull dereferenceable(8) %this) {
  ret void
}
define void @_ZN6WidgetD1EvX(ptr nonnull dereferenceable(8) %this) {
  ret void
}
@_ZTV5Small = external constant { [4 x ptr] }
define void @_ZN5SmallD2Ev(ptr nonnull %this) {
  ret void
}
define void @_ZN6Widget5closeEv(ptr nonnull dereferenceable(40) %this) {
  ret void
}
