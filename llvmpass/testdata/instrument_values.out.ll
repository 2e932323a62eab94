; ModuleID = 'testdata/instrument_values.ll'
source_filename = "values.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@there = external global i32

define void @numbers(ptr %p, i1 %b, i8 %c, i32 %i, i64 %l, float %f, double %d) #0 {
  %1 = zext i1 %b to i64
  notail call void @__sparse_value(ptr %p, i64 1, i64 %1)
  store i1 %b, ptr %p, align 1
  %2 = zext i8 %c to i64
  notail call void @__sparse_value(ptr %p, i64 1, i64 %2)
  store i8 %c, ptr %p, align 1
  %3 = zext i32 %i to i64
  notail call void @__sparse_value(ptr %p, i64 4, i64 %3)
  store i32 %i, ptr %p, align 4
  notail call void @__sparse_value(ptr @there, i64 4, i64 7)
  store i32 7, ptr @there, align 4
  notail call void @__sparse_value(ptr %p, i64 8, i64 %l)
  store i64 %l, ptr %p, align 8
  %4 = bitcast float %f to i32
  %5 = zext i32 %4 to i64
  notail call void @__sparse_value(ptr %p, i64 4, i64 %5)
  store float %f, ptr %p, align 4
  notail call void @__sparse_value(ptr %p, i64 4, i64 1065353216)
  store float 1.000000e+00, ptr %p, align 4
  %6 = bitcast double %d to i64
  notail call void @__sparse_value(ptr %p, i64 8, i64 %6)
  store double %d, ptr %p, align 8
  %7 = ptrtoint ptr %p to i64
  notail call void @__sparse_value(ptr %p, i64 8, i64 %7)
  store ptr %p, ptr %p, align 8
  notail call void @__sparse_value(ptr %p, i64 8, i64 0)
  store ptr null, ptr %p, align 8
  ret void
}

define void @twice(ptr %p) #0 {
  notail call void @__sparse_value(ptr %p, i64 4, i64 1)
  store i32 1, ptr %p, align 4
  notail call void @__sparse_value(ptr %p, i64 4, i64 2)
  store i32 2, ptr %p, align 4
  ret void
}

define void @others(ptr %p, i128 %n, <4 x i32> %v, { i64, i64 } %s) #0 {
  %own = alloca i32, align 4
  store i32 1, ptr %own, align 4
  notail call void @__sparse_write_range(ptr %p, i64 16)
  store i128 %n, ptr %p, align 16
  notail call void @__sparse_write_range(ptr %p, i64 16)
  store <4 x i32> %v, ptr %p, align 16
  notail call void @__sparse_write_range(ptr %p, i64 16)
  store { i64, i64 } %s, ptr %p, align 8
  store atomic i32 1, ptr %p seq_cst, align 4
  ret void
}

; Function Attrs: nounwind nonlazybind
declare void @__sparse_value(ptr, i64, i64) #1

; Function Attrs: nounwind nonlazybind
declare void @__sparse_write_range(ptr, i64) #1

attributes #0 = { "sparse-instrumented" }
attributes #1 = { nounwind nonlazybind }
