; What is looked up in a container of GLib's is told before the call, what was taken out by what the call gave back.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare ptr @g_hash_table_lookup(ptr, ptr)
declare i32 @g_hash_table_remove(ptr, ptr)
declare i32 @g_hash_table_insert(ptr, ptr, ptr)
declare void @g_hash_table_remove_all(ptr)
declare i32 @g_hash_table_iter_next(ptr, ptr, ptr)
declare void @g_hash_table_iter_remove(ptr)
declare ptr @g_list_remove(ptr, ptr)
declare ptr @g_slist_remove(ptr, ptr)
declare i32 @g_ptr_array_remove(ptr, ptr)
declare i32 @g_hash_table_size(ptr)
declare i32 @__gxx_personality_v0(...)

define ptr @looks(ptr %table, ptr %iter, ptr %key) {
  %found = call ptr @g_hash_table_lookup(ptr %table, ptr %key)
  %more = call i32 @g_hash_table_iter_next(ptr %iter, ptr %key, ptr null)
  %size = call i32 @g_hash_table_size(ptr %table)
  ret ptr %found
}

define void @takes(ptr %table, ptr %array, ptr %list, ptr %iter, ptr %key) {
  %gone = call i32 @g_hash_table_remove(ptr %table, ptr %key)
  %new = call i32 @g_hash_table_insert(ptr %table, ptr %key, ptr %key)
  call void @g_hash_table_remove_all(ptr %table)
  call void @g_hash_table_iter_remove(ptr %iter)
  %left = call ptr @g_list_remove(ptr %list, ptr %key)
  %others = call ptr @g_slist_remove(ptr %list, ptr %key)
  %had = call i32 @g_ptr_array_remove(ptr %array, ptr %key)
  ret void
}

declare ptr @g_list_delete_link(ptr, ptr)
declare ptr @g_slist_remove_link(ptr, ptr)
declare i32 @g_queue_remove(ptr, ptr)
declare void @g_queue_delete_link(ptr, ptr)
declare ptr @g_queue_pop_head(ptr)
declare ptr @g_queue_pop_tail(ptr)
declare ptr @g_queue_find(ptr, ptr)

; By their node, and out of queues, whose ends only the library writes.
define void @unlinks(ptr %list, ptr %queue, ptr %node) {
  %left = call ptr @g_list_delete_link(ptr %list, ptr %node)
  %others = call ptr @g_slist_remove_link(ptr %list, ptr %node)
  %had = call i32 @g_queue_remove(ptr %queue, ptr %node)
  call void @g_queue_delete_link(ptr %queue, ptr %node)
  %first = call ptr @g_queue_pop_head(ptr %queue)
  %last = call ptr @g_queue_pop_tail(ptr %queue)
  %found = call ptr @g_queue_find(ptr %queue, ptr %node)
  ret void
}

; Where an exception may come instead, a removal is told before it, and an insertion is not.
define void @throwing(ptr %table, ptr %key) personality ptr @__gxx_personality_v0 {
  %gone = invoke i32 @g_hash_table_remove(ptr %table, ptr %key) to label %on unwind label %bad
on:
  %new = invoke i32 @g_hash_table_insert(ptr %table, ptr %key, ptr %key) to label %end unwind label %bad
end:
  ret void
bad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

declare ptr @g_object_ref(ptr)
declare void @g_object_unref(ptr)

; References to GObjects, whose count is the second word.
define void @holds(ptr %object) {
  %same = call ptr @g_object_ref(ptr %object)
  call void @g_object_unref(ptr %same)
  ret void
}

declare ptr @g_file_read_finish(ptr, ptr, ptr)
declare i32 @g_error_matches(ptr, i32, i32)
declare void @g_cancellable_cancel(ptr)
declare ptr @g_bus_get_finish(ptr, ptr)

; The second parameter of a callback is a GAsyncResult. Of others nobody knows.
define void @answers(ptr %source, ptr %result, ptr %c) {
  %error = alloca ptr
  %in = call ptr @g_file_read_finish(ptr %source, ptr %result, ptr %error)
  %bus = call ptr @g_bus_get_finish(ptr %result, ptr %error)
  %other = call ptr @g_bus_get_finish(ptr %source, ptr %error)
  %e = load ptr, ptr %error
  %is = call i32 @g_error_matches(ptr %e, i32 1, i32 19)
  call void @g_cancellable_cancel(ptr %c)
  ret void
}

define void @kept(ptr %source, ptr %result, ptr %c) {
  %error = alloca ptr
  %at = alloca ptr
  store ptr %result, ptr %at
  %r = load ptr, ptr %at
  %bus = call ptr @g_bus_get_finish(ptr %r, ptr %error)
  ret void
}

define i32 @noCallback(ptr %source, ptr %result, ptr %c) {
  %in = call ptr @g_file_read_finish(ptr %source, ptr %result, ptr %c)
  ret i32 0
}

declare void @g_ptr_array_set_size(ptr, i32)

; An array is emptied, and gets another length, which may be larger.
define void @cuts(ptr %array, i32 %n) {
  call void @g_ptr_array_set_size(ptr %array, i32 0)
  call void @g_ptr_array_set_size(ptr %array, i32 %n)
  ret void
}

declare ptr @g_atomic_rc_box_acquire(ptr)
declare void @g_rc_box_release_full(ptr, ptr)
declare i32 @g_atomic_ref_count_dec(ptr)

; Counts of references that GLib looks after: in front of the box, and where the program has one.
define i32 @counts(ptr %box, ptr %count, ptr %clear) {
  %held = call ptr @g_atomic_rc_box_acquire(ptr %box)
  call void @g_rc_box_release_full(ptr %box, ptr %clear)
  %last = call i32 @g_atomic_ref_count_dec(ptr %count)
  ret i32 %last
}

@known = external global [4 x i64]

; Places in what is NULL, and in a variable, are constants, which have no location.
define void @constants() !dbg !2 {
  %held = call ptr @g_atomic_rc_box_acquire(ptr null), !dbg !5
  call void @g_rc_box_release_full(ptr @known, ptr null), !dbg !5
  ret void, !dbg !5
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!4}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "boxes.c", directory: "/src")
!2 = distinct !DISubprogram(name: "constants", file: !1, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !6)
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = !DILocation(line: 2, scope: !2)
!6 = !{null}
