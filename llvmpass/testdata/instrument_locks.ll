; Locks that are taken, behind the call; given back, before it; and a condition, with the lock
; that is given back meanwhile. Not what may fail, nor the function's own.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_trylock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_cond_wait(ptr, ptr)
declare void @_ZNSt18condition_variable10notify_oneEv(ptr)
declare void @uv_mutex_lock(...)

define i32 @locks(ptr %m, ptr %c) {
  %a = call i32 @pthread_mutex_lock(ptr %m)
  %b = call i32 @pthread_cond_wait(ptr %c, ptr %m)
  call void @_ZNSt18condition_variable10notify_oneEv(ptr %c)
  %d = call i32 @pthread_mutex_unlock(ptr %m)
  %e = call i32 @pthread_mutex_trylock(ptr %m)
  call void (...) @uv_mutex_lock()
  %f = tail call i32 @pthread_mutex_unlock(ptr %m)
  ret i32 %f
}

define void @own() {
  %m = alloca [40 x i8]
  %a = call i32 @pthread_mutex_lock(ptr %m)
  ret void
}
