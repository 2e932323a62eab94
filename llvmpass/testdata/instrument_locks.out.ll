; ModuleID = 'testdata/instrument_locks.ll'
source_filename = "testdata/instrument_locks.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @pthread_mutex_lock(ptr)

declare i32 @pthread_mutex_trylock(ptr)

declare i32 @pthread_mutex_unlock(ptr)

declare i32 @pthread_cond_wait(ptr, ptr)

declare void @_ZNSt18condition_variable10notify_oneEv(ptr)

declare void @uv_mutex_lock(...)

define i32 @locks(ptr %m, ptr %c) #0 {
  %a = call i32 @pthread_mutex_lock(ptr %m)
  notail call void @__sparse_commute4(ptr %m, i32 13)
  notail call void @__sparse_commute4(ptr %m, i32 13)
  %b = call i32 @pthread_cond_wait(ptr %c, ptr %m)
  notail call void @__sparse_commute4(ptr %m, i32 13)
  notail call void @__sparse_commute4(ptr %c, i32 13)
  notail call void @__sparse_commute4(ptr %c, i32 13)
  call void @_ZNSt18condition_variable10notify_oneEv(ptr %c)
  notail call void @__sparse_commute4(ptr %m, i32 13)
  %d = call i32 @pthread_mutex_unlock(ptr %m)
  %e = call i32 @pthread_mutex_trylock(ptr %m)
  call void (...) @uv_mutex_lock()
  notail call void @__sparse_commute4(ptr %m, i32 13)
  %f = tail call i32 @pthread_mutex_unlock(ptr %m)
  ret i32 %f
}

define void @own() #0 {
  %m = alloca [40 x i8], align 1
  %a = call i32 @pthread_mutex_lock(ptr %m)
  notail call void @__sparse_commute4(ptr %m, i32 13)
  ret void
}

; Function Attrs: nounwind nonlazybind
declare void @__sparse_commute4(ptr, i32) #1

attributes #0 = { "sparse-instrumented" }
attributes #1 = { nounwind nonlazybind }
