; What stores store, as a number.
source_filename = "values.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@there = external global i32

define void @numbers(ptr %p, i1 %b, i8 %c, i32 %i, i64 %l, float %f, double %d) {
  store i1 %b, ptr %p, align 1
  store i8 %c, ptr %p, align 1
  store i32 %i, ptr %p, align 4
  store i32 7, ptr @there, align 4
  store i64 %l, ptr %p, align 8
  store float %f, ptr %p, align 4
  store float 1.000000e+00, ptr %p, align 4
  store double %d, ptr %p, align 8
  store ptr %p, ptr %p, align 8
  store ptr null, ptr %p, align 8
  ret void
}

; a second store to the place counts as well
define void @twice(ptr %p) {
  store i32 1, ptr %p, align 4
  store i32 2, ptr %p, align 4
  ret void
}

; left to others: larger than a number, atomic, of the function's own
define void @others(ptr %p, i128 %n, <4 x i32> %v, { i64, i64 } %s) {
  %own = alloca i32, align 4
  store i32 1, ptr %own, align 4
  store i128 %n, ptr %p, align 16
  store <4 x i32> %v, ptr %p, align 16
  store { i64, i64 } %s, ptr %p, align 8
  store atomic i32 1, ptr %p seq_cst, align 4
  ret void
}
