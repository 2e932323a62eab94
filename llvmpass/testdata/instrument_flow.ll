; What values depend on: a table of sites, and a hook for each.
source_filename = "flow.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@there = external global i32
@text = private constant [3 x i8] c"ab\00"

declare i32 @put(ptr, i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i32 @__gxx_personality_v0(...)

; the value of the store: the read and the argument; its address: the argument
define void @value(ptr %p, i32 %n) {
  %a = load i32, ptr @there, align 4
  %b = add i32 %a, %n
  store i32 %b, ptr %p, align 4
  ret void
}

; the call is decided about by the read, the second one by the first one's result too
define i32 @control(ptr %p) {
entry:
  %flag = load i8, ptr %p, align 1
  %c = icmp eq i8 %flag, 0
  br i1 %c, label %out, label %one

one:
  %r = call i32 @put(ptr %p, i32 1)
  %d = icmp eq i32 %r, 0
  br i1 %d, label %out, label %two

two:
  %s = call i32 @put(ptr dereferenceable(24) %p, i32 2)
  br label %out

out:
  %x = phi i32 [ 0, %entry ], [ 1, %one ], [ %s, %two ]
  ret i32 %x
}

; through the own frame, a copy and a fill; constants carry nothing
define void @memory(ptr %p, i8 %v, i32 %k) {
  %own = alloca [4 x i32], align 4
  %at = getelementptr i32, ptr %own, i32 %k
  store i32 1, ptr %at, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %own, i64 16, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 %v, i64 16, i1 false)
  %c = load i8, ptr @text, align 1
  %r = call i32 @put(ptr @text, i32 0)
  ret void
}

; control is back where the call returns; unwinding is no edge
define void @thrown(ptr %p) personality ptr @__gxx_personality_v0 {
  %r = invoke i32 @put(ptr %p, i32 0) to label %next unwind label %pad

next:
  store i32 %r, ptr %p, align 4
  ret void

pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

; a virtual call: the pointer to the table is read, the table is constant; what libc
; compares records nothing itself, so the step goes on behind it
define i32 @virtual(ptr %object, ptr %q) {
  %table = load ptr, ptr %object, align 8, !tbaa !0
  %slot = getelementptr inbounds i8, ptr %table, i64 16
  %f = load ptr, ptr %slot, align 8
  %n = getelementptr inbounds { i64, [2 x i32], i32 }, ptr %object, i64 0, i32 1, i64 1
  %v = load i32, ptr %n, align 4
  %c = call i32 @memcmp(ptr %object, ptr %q, i64 8)
  store i32 %c, ptr %n, align 4
  %r = call i32 %f(ptr %object)
  ret i32 %r
}

declare i32 @memcmp(ptr, ptr, i64)

!0 = !{!1, !1, i64 0}
!1 = !{!"vtable pointer", !2, i64 0}
!2 = !{!"Simple C++ TBAA"}
