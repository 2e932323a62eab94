; Memory intrinsics with constant and unknown lengths, masked vector accesses;
; library functions of the same name stay alone.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@text = constant [4 x i8] c"abc\00"

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i32(ptr, ptr, i32, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare <2 x i64> @llvm.masked.load.v2i64.p0(ptr, i32, <2 x i1>, <2 x i64>)
declare void @llvm.masked.store.v2i64.p0(<2 x i64>, ptr, i32, <2 x i1>)
declare <2 x i64> @llvm.masked.gather.v2i64.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x i64>)
declare void @llvm.masked.scatter.v2i64.v2p0(<2 x i64>, <2 x ptr>, i32, <2 x i1>)
declare ptr @memcpy(ptr, ptr, i64)

define void @ranges(ptr %p, ptr %q, i64 %n, i32 %m) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %p, ptr %q, i64 16, i1 false)
  call void @llvm.memmove.p0.p0.i32(ptr %p, ptr %q, i32 %m, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 0, i1 false)
  %r = call ptr @memcpy(ptr %p, ptr %q, i64 %n)
  ret void
}

define void @one_side(ptr %p) {
  %x = alloca [32 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %x, ptr %p, i64 32, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr @text, i64 4, i1 false)
  call void @llvm.memset.p0.i64(ptr %x, i8 0, i64 32, i1 false)
  ret void
}

define <2 x i64> @lanes(ptr %p, <2 x i1> %mask) {
  %v = call <2 x i64> @llvm.masked.load.v2i64.p0(ptr %p, i32 8, <2 x i1> %mask, <2 x i64> zeroinitializer)
  call void @llvm.masked.store.v2i64.p0(<2 x i64> %v, ptr %p, i32 8, <2 x i1> <i1 true, i1 false>)
  ret <2 x i64> %v
}

define void @scattered(<2 x ptr> %p, <2 x i1> %mask) {
  %v = call <2 x i64> @llvm.masked.gather.v2i64.v2p0(<2 x ptr> %p, i32 8, <2 x i1> <i1 true, i1 true>, <2 x i64> zeroinitializer)
  call void @llvm.masked.scatter.v2i64.v2p0(<2 x i64> %v, <2 x ptr> %p, i32 8, <2 x i1> %mask)
  ret void
}
