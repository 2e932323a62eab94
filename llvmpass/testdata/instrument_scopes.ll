; Where variables end whose address others may have: at the optimiser's markers, else at
; each way out of the function. Not what nobody else can see, not in a function that
; calls nothing, not what has no constant size. What a later block has on the stack ends
; at markers only: a way out need not have come there.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%"class.foo::Dialog.7" = type { ptr, i64 }
%struct.anon = type { i32 }

@known = external global ptr
declare void @exec(ptr)
declare void @wait()
declare i32 @__gxx_personality_v0(...)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

define void @marked() {
  %d = alloca %"class.foo::Dialog.7", align 8
  call void @llvm.lifetime.start.p0(i64 16, ptr %d)
  call void @exec(ptr %d)
  call void @llvm.lifetime.end.p0(i64 16, ptr %d)
  call void @wait()
  ret void
}
define void @unmarked(i1 %again, i64 %n) personality ptr @__gxx_personality_v0 {
  %own = alloca i32, align 4
  %two = alloca %struct.anon, i32 2, align 4
  %many = alloca i32, i64 %n, align 4
  store i32 1, ptr %own
  store ptr %two, ptr @known
  call void @exec(ptr %many)
  br i1 %again, label %more, label %out
out:
  ret void
more:
  invoke void @wait() to label %fine unwind label %thrown
fine:
  ret void
thrown:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
define void @conditional(i1 %few) {
  br i1 %few, label %stack, label %out
stack:
  %x = alloca [64 x i8], align 16
  call void @exec(ptr %x)
  br label %out
out:
  ret void
}
define void @conditional_marked(i1 %few) {
  br i1 %few, label %stack, label %out
stack:
  %x = alloca [64 x i8], align 16
  call void @exec(ptr %x)
  call void @llvm.lifetime.end.p0(i64 64, ptr %x)
  br label %out
out:
  ret void
}
define void @calls_nothing() {
  %x = alloca i32, align 4
  store ptr %x, ptr @known
  ret void
}
