; ModuleID = 'testdata/instrument_memory.ll'
source_filename = "testdata/instrument_memory.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@text = constant [4 x i8] c"abc\00"

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #0

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.inline.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #0

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memmove.p0.p0.i32(ptr nocapture writeonly, ptr nocapture readonly, i32, i1 immarg) #0

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <2 x i64> @llvm.masked.load.v2i64.p0(ptr nocapture, i32 immarg, <2 x i1>, <2 x i64>) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.masked.store.v2i64.p0(<2 x i64>, ptr nocapture, i32 immarg, <2 x i1>) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare <2 x i64> @llvm.masked.gather.v2i64.v2p0(<2 x ptr>, i32 immarg, <2 x i1>, <2 x i64>) #4

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(write)
declare void @llvm.masked.scatter.v2i64.v2p0(<2 x i64>, <2 x ptr>, i32 immarg, <2 x i1>) #5

declare ptr @memcpy(ptr, ptr, i64)

define void @ranges(ptr %p, ptr %q, i64 %n, i32 %m) #6 {
  notail call void @__sparse_read_range(ptr %q, i64 %n)
  notail call void @__sparse_write_range(ptr %p, i64 %n)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  notail call void @__sparse_read16(ptr %q)
  notail call void @__sparse_write16(ptr %p)
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %p, ptr %q, i64 16, i1 false)
  %1 = zext i32 %m to i64
  notail call void @__sparse_read_range(ptr %q, i64 %1)
  %2 = zext i32 %m to i64
  notail call void @__sparse_write_range(ptr %p, i64 %2)
  call void @llvm.memmove.p0.p0.i32(ptr %p, ptr %q, i32 %m, i1 false)
  notail call void @__sparse_write_range(ptr %p, i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 0, i1 false)
  %r = call ptr @memcpy(ptr %p, ptr %q, i64 %n)
  ret void
}

define void @one_side(ptr %p) #6 {
  %x = alloca [32 x i8], align 1
  notail call void @__sparse_read_range(ptr %p, i64 32)
  call void @llvm.memcpy.p0.p0.i64(ptr %x, ptr %p, i64 32, i1 false)
  notail call void @__sparse_unaligned_write4(ptr %p)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr @text, i64 4, i1 false)
  call void @llvm.memset.p0.i64(ptr %x, i8 0, i64 32, i1 false)
  ret void
}

define <2 x i64> @lanes(ptr %p, <2 x i1> %mask) #6 {
  %1 = extractelement <2 x i1> %mask, i64 0
  %2 = select i1 %1, i64 8, i64 0
  %3 = getelementptr i64, ptr %p, i64 0
  notail call void @__sparse_read_range(ptr %3, i64 %2)
  %4 = extractelement <2 x i1> %mask, i64 1
  %5 = select i1 %4, i64 8, i64 0
  %6 = getelementptr i64, ptr %p, i64 1
  notail call void @__sparse_read_range(ptr %6, i64 %5)
  %v = call <2 x i64> @llvm.masked.load.v2i64.p0(ptr %p, i32 8, <2 x i1> %mask, <2 x i64> zeroinitializer)
  %7 = getelementptr i64, ptr %p, i64 0
  notail call void @__sparse_write_range(ptr %7, i64 8)
  call void @llvm.masked.store.v2i64.p0(<2 x i64> %v, ptr %p, i32 8, <2 x i1> <i1 true, i1 false>)
  ret <2 x i64> %v
}

define void @scattered(<2 x ptr> %p, <2 x i1> %mask) #6 {
  %1 = extractelement <2 x ptr> %p, i64 0
  notail call void @__sparse_read_range(ptr %1, i64 8)
  %2 = extractelement <2 x ptr> %p, i64 1
  notail call void @__sparse_read_range(ptr %2, i64 8)
  %v = call <2 x i64> @llvm.masked.gather.v2i64.v2p0(<2 x ptr> %p, i32 8, <2 x i1> <i1 true, i1 true>, <2 x i64> zeroinitializer)
  %3 = extractelement <2 x i1> %mask, i64 0
  %4 = select i1 %3, i64 8, i64 0
  %5 = extractelement <2 x ptr> %p, i64 0
  notail call void @__sparse_write_range(ptr %5, i64 %4)
  %6 = extractelement <2 x i1> %mask, i64 1
  %7 = select i1 %6, i64 8, i64 0
  %8 = extractelement <2 x ptr> %p, i64 1
  notail call void @__sparse_write_range(ptr %8, i64 %7)
  call void @llvm.masked.scatter.v2i64.v2p0(<2 x i64> %v, <2 x ptr> %p, i32 8, <2 x i1> %mask)
  ret void
}

; Function Attrs: nounwind nonlazybind
declare void @__sparse_read_range(ptr, i64) #7

; Function Attrs: nounwind nonlazybind
declare void @__sparse_write_range(ptr, i64) #7

; Function Attrs: nounwind nonlazybind
declare void @__sparse_read16(ptr) #7

; Function Attrs: nounwind nonlazybind
declare void @__sparse_write16(ptr) #7

; Function Attrs: nounwind nonlazybind
declare void @__sparse_unaligned_write4(ptr) #7

attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(argmem: write) }
attributes #4 = { nocallback nofree nosync nounwind willreturn memory(read) }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(write) }
attributes #6 = { "sparse-instrumented" }
attributes #7 = { nounwind nonlazybind }
