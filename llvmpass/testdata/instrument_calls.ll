; Which calls use the objects that they are handed: external member functions and
; destructors their own; those and constructors, static members and free functions what
; they are handed by reference, or by a pointer to a class. Not what this module defines,
; nor what the function made for the call.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare void @_ZN6Widget4showEv(ptr nonnull)
declare void @_ZNK6Widget5titleEv(ptr sret(i64), ptr nonnull)
declare void @_ZN6Widget6createEPS_i(ptr nonnull, i32)
declare void @_ZN6WidgetC1EPS_(ptr nonnull, ptr)
declare void @_ZN6WidgetD1Ev(ptr nonnull)
declare void @_Z4freeP6Widget(ptr nonnull)
declare void @_ZN6Widget8setTitleERK6String(ptr nonnull, ptr nonnull)
declare void @free(ptr nonnull)
declare i32 @__gxx_personality_v0(...)

define available_externally void @_ZN6Widget4hideEv(ptr nonnull %this) {
  ret void
}
define void @_ZN6Widget5closeEv(ptr nonnull %this) {
  ret void
}

define void @calls(ptr %w) personality ptr @__gxx_personality_v0 {
  call void @_ZN6WidgetC1EPS_(ptr %w, ptr null)
  %title = alloca i64
  call void @_ZNK6Widget5titleEv(ptr sret(i64) %title, ptr %w)
  call void @_ZN6Widget6createEPS_i(ptr %w, i32 1)
  call void @_Z4freeP6Widget(ptr %w)
  call void @_Z4freeP6Widget(ptr null)
  %item = load ptr, ptr %w
  %name = getelementptr i8, ptr %item, i64 8
  call void @_ZN6Widget8setTitleERK6String(ptr %w, ptr %name)
  call void @_ZN6Widget8setTitleERK6String(ptr %w, ptr %title)
  call void @_ZN6WidgetC1EPS_(ptr %title, ptr %item)
  call void @free(ptr %w)
  call void @_ZN6Widget4hideEv(ptr %w)
  call void @_ZN6Widget5closeEv(ptr %w)
  invoke void @_ZN6Widget4showEv(ptr %w) to label %fine unwind label %thrown
fine:
  call void @_ZN6WidgetD1Ev(ptr %w)
  ret void
thrown:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
