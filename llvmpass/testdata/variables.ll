; What the function reads of its own variables, whose address others get, too.
source_filename = "variables.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare void @__sparse_read8(ptr)
declare void @__sparse_write4(ptr)
declare i1 @_ZNK4List8containsERKP4Item(ptr nonnull, ptr nonnull)
declare void @_ZN4List4findERP4Item(ptr nonnull, ptr nonnull)
declare void @llvm.lifetime.start.p0(i64, ptr)

; A variable that a function gets to read holds what was stored there; after one that may change it, its read is one for itself.

define void @variable(ptr %list, ptr %item) {
entry:
  %v = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr %v)
  store ptr %item, ptr %v, align 8
  %has = call i1 @_ZNK4List8containsERKP4Item(ptr %list, ptr %v)
  call void @__sparse_read8(ptr %v)
  %kept = load ptr, ptr %v, align 8
  call void @__sparse_write4(ptr %kept)
  store i32 0, ptr %kept, align 4
  call void @_ZN4List4findERP4Item(ptr %list, ptr %v)
  call void @__sparse_read8(ptr %v)
  %changed = load ptr, ptr %v, align 8
  call void @__sparse_write4(ptr %changed)
  store i32 0, ptr %changed, align 4
  ret void
}

; Round a loop its address is known from the time before, but not where it comes into being again each time.
define void @round(ptr %list, ptr %item, i1 %more) {
entry:
  %old = alloca ptr, align 8
  %new = alloca ptr, align 8
  br label %again

again:
  call void @llvm.lifetime.start.p0(i64 8, ptr %new)
  store ptr %item, ptr %old, align 8
  store ptr %item, ptr %new, align 8
  call void @__sparse_read8(ptr %old)
  %changed = load ptr, ptr %old, align 8
  call void @__sparse_write4(ptr %changed)
  store i32 0, ptr %changed, align 4
  call void @__sparse_read8(ptr %new)
  %kept = load ptr, ptr %new, align 8
  call void @__sparse_write4(ptr %kept)
  store i32 0, ptr %kept, align 4
  call void @_ZN4List4findERP4Item(ptr %list, ptr %old)
  call void @_ZN4List4findERP4Item(ptr %list, ptr %new)
  br i1 %more, label %again, label %out

out:
  ret void
}

; Only another way hands it out.
define void @ways(ptr %list, ptr %item, ptr %other, i1 %is) {
entry:
  %v = alloca ptr, align 8
  store ptr %item, ptr %v, align 8
  br i1 %is, label %in, label %out

in:
  store ptr %other, ptr %v, align 8
  %kept = load ptr, ptr %v, align 8
  ret void

out:
  call void @_ZN4List4findERP4Item(ptr %list, ptr %v)
  %changed = load ptr, ptr %v, align 8
  ret void
}

; Who keeps its address may write there by any later call, as a lambda does that captures it.
define void @captured(ptr %list, ptr %item, ptr %lambda) {
entry:
  %v = alloca ptr, align 8
  store ptr %v, ptr %lambda, align 8
  store ptr %item, ptr %v, align 8
  call void @__sparse_read8(ptr %v)
  %changed = load ptr, ptr %v, align 8
  ret void
}
