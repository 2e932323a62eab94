; ModuleID = 'testdata/instrument_scopes.ll'
source_filename = "testdata/instrument_scopes.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%"class.foo::Dialog.7" = type { ptr, i64 }
%struct.anon = type { i32 }

@known = external global ptr
@0 = private unnamed_addr constant [12 x i8] c"foo::Dialog\00", align 1

declare void @exec(ptr)

declare void @wait()

declare i32 @__gxx_personality_v0(...)

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #0

define void @marked() #1 {
  %d = alloca %"class.foo::Dialog.7", align 8
  call void @llvm.lifetime.start.p0(i64 16, ptr %d)
  call void @exec(ptr %d)
  notail call void @__sparse_scope_end(ptr %d, i64 16, ptr @0)
  call void @llvm.lifetime.end.p0(i64 16, ptr %d)
  call void @wait()
  ret void
}

define void @unmarked(i1 %again, i64 %n) #1 personality ptr @__gxx_personality_v0 {
  %own = alloca i32, align 4
  %two = alloca %struct.anon, i32 2, align 4
  %many = alloca i32, i64 %n, align 4
  store i32 1, ptr %own, align 4
  store ptr %two, ptr @known, align 8
  call void @exec(ptr %many)
  br i1 %again, label %more, label %out

out:                                              ; preds = %0
  notail call void @__sparse_scope_end(ptr %two, i64 8, ptr null)
  ret void

more:                                             ; preds = %0
  invoke void @wait()
          to label %fine unwind label %thrown

fine:                                             ; preds = %more
  notail call void @__sparse_scope_end(ptr %two, i64 8, ptr null)
  ret void

thrown:                                           ; preds = %more
  %e = landingpad { ptr, i32 }
          cleanup
  notail call void @__sparse_scope_end(ptr %two, i64 8, ptr null)
  resume { ptr, i32 } %e
}

define void @conditional(i1 %few) #1 {
  br i1 %few, label %stack, label %out

stack:                                            ; preds = %0
  %x = alloca [64 x i8], align 16
  call void @exec(ptr %x)
  br label %out

out:                                              ; preds = %stack, %0
  ret void
}

define void @conditional_marked(i1 %few) #1 {
  br i1 %few, label %stack, label %out

stack:                                            ; preds = %0
  %x = alloca [64 x i8], align 16
  call void @exec(ptr %x)
  notail call void @__sparse_scope_end(ptr %x, i64 64, ptr null)
  call void @llvm.lifetime.end.p0(i64 64, ptr %x)
  br label %out

out:                                              ; preds = %stack, %0
  ret void
}

define void @calls_nothing() #1 {
  %x = alloca i32, align 4
  store ptr %x, ptr @known, align 8
  ret void
}

; Function Attrs: nounwind nonlazybind
declare void @__sparse_scope_end(ptr, i64, ptr) #2

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #1 = { "sparse-instrumented" }
attributes #2 = { nounwind nonlazybind }
