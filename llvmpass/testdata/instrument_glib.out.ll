; ModuleID = 'testdata/instrument_glib.ll'
source_filename = "testdata/instrument_glib.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@known = external global [4 x i64]

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

define ptr @looks(ptr %table, ptr %iter, ptr %key) #0 {
  notail call void @__sparse_looked(ptr %table)
  %found = call ptr @g_hash_table_lookup(ptr %table, ptr %key)
  %1 = load ptr, ptr %iter, align 8
  notail call void @__sparse_looked(ptr %1)
  %more = call i32 @g_hash_table_iter_next(ptr %iter, ptr %key, ptr null)
  %size = call i32 @g_hash_table_size(ptr %table)
  ret ptr %found
}

define void @takes(ptr %table, ptr %array, ptr %list, ptr %iter, ptr %key) #0 {
  %gone = call i32 @g_hash_table_remove(ptr %table, ptr %key)
  notail call void @__sparse_taken(ptr %table, i32 %gone)
  %new = call i32 @g_hash_table_insert(ptr %table, ptr %key, ptr %key)
  %1 = icmp eq i32 %new, 0
  %2 = zext i1 %1 to i32
  notail call void @__sparse_taken(ptr %table, i32 %2)
  notail call void @__sparse_taken(ptr %table, i32 1)
  call void @g_hash_table_remove_all(ptr %table)
  %3 = load ptr, ptr %iter, align 8
  notail call void @__sparse_taken(ptr %3, i32 1)
  call void @g_hash_table_iter_remove(ptr %iter)
  notail call void @__sparse_glist_taken(ptr %list, ptr %key, i32 1)
  %left = call ptr @g_list_remove(ptr %list, ptr %key)
  notail call void @__sparse_glist_taken(ptr %list, ptr %key, i32 0)
  %others = call ptr @g_slist_remove(ptr %list, ptr %key)
  %had = call i32 @g_ptr_array_remove(ptr %array, ptr %key)
  notail call void @__sparse_taken(ptr %array, i32 %had)
  ret void
}

declare ptr @g_list_delete_link(ptr, ptr)

declare ptr @g_slist_remove_link(ptr, ptr)

declare i32 @g_queue_remove(ptr, ptr)

declare void @g_queue_delete_link(ptr, ptr)

declare ptr @g_queue_pop_head(ptr)

declare ptr @g_queue_pop_tail(ptr)

declare ptr @g_queue_find(ptr, ptr)

define void @unlinks(ptr %list, ptr %queue, ptr %node) #0 {
  notail call void @__sparse_glist_unlinked(ptr %list, ptr %node, i32 1)
  %left = call ptr @g_list_delete_link(ptr %list, ptr %node)
  notail call void @__sparse_glist_unlinked(ptr %list, ptr %node, i32 0)
  %others = call ptr @g_slist_remove_link(ptr %list, ptr %node)
  notail call void @__sparse_gqueue_taken(ptr %queue, ptr %node, i32 0)
  %had = call i32 @g_queue_remove(ptr %queue, ptr %node)
  notail call void @__sparse_gqueue_taken(ptr %queue, ptr %node, i32 1)
  call void @g_queue_delete_link(ptr %queue, ptr %node)
  notail call void @__sparse_gqueue_taken(ptr %queue, ptr null, i32 2)
  %first = call ptr @g_queue_pop_head(ptr %queue)
  notail call void @__sparse_gqueue_taken(ptr %queue, ptr null, i32 3)
  %last = call ptr @g_queue_pop_tail(ptr %queue)
  notail call void @__sparse_looked(ptr %queue)
  %found = call ptr @g_queue_find(ptr %queue, ptr %node)
  ret void
}

define void @throwing(ptr %table, ptr %key) #0 personality ptr @__gxx_personality_v0 {
  notail call void @__sparse_taken(ptr %table, i32 1)
  %gone = invoke i32 @g_hash_table_remove(ptr %table, ptr %key)
          to label %on unwind label %bad

on:                                               ; preds = %0
  %new = invoke i32 @g_hash_table_insert(ptr %table, ptr %key, ptr %key)
          to label %end unwind label %bad

end:                                              ; preds = %on
  ret void

bad:                                              ; preds = %on, %0
  %e = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %e
}

declare ptr @g_object_ref(ptr)

declare void @g_object_unref(ptr)

define void @holds(ptr %object) #0 {
  %1 = getelementptr i8, ptr %object, i64 8
  notail call void @__sparse_ref(ptr %1)
  %same = call ptr @g_object_ref(ptr %object)
  %2 = getelementptr i8, ptr %same, i64 8
  notail call void @__sparse_unref(ptr %2)
  call void @g_object_unref(ptr %same)
  ret void
}

declare ptr @g_file_read_finish(ptr, ptr, ptr)

declare i32 @g_error_matches(ptr, i32, i32)

declare void @g_cancellable_cancel(ptr)

declare ptr @g_bus_get_finish(ptr, ptr)

define void @answers(ptr %source, ptr %result, ptr %c) #0 {
  %error = alloca ptr, align 8
  notail call void @__sparse_answered(ptr %result)
  %in = call ptr @g_file_read_finish(ptr %source, ptr %result, ptr %error)
  notail call void @__sparse_answered(ptr %result)
  %bus = call ptr @g_bus_get_finish(ptr %result, ptr %error)
  %other = call ptr @g_bus_get_finish(ptr %source, ptr %error)
  %e = load ptr, ptr %error, align 8
  %is = call i32 @g_error_matches(ptr %e, i32 1, i32 19)
  notail call void @__sparse_cancelled(ptr %c)
  call void @g_cancellable_cancel(ptr %c)
  ret void
}

define void @kept(ptr %source, ptr %result, ptr %c) #0 {
  %error = alloca ptr, align 8
  %at = alloca ptr, align 8
  store ptr %result, ptr %at, align 8
  %r = load ptr, ptr %at, align 8
  notail call void @__sparse_answered(ptr %r)
  %bus = call ptr @g_bus_get_finish(ptr %r, ptr %error)
  ret void
}

define i32 @noCallback(ptr %source, ptr %result, ptr %c) #0 {
  %in = call ptr @g_file_read_finish(ptr %source, ptr %result, ptr %c)
  ret i32 0
}

declare void @g_ptr_array_set_size(ptr, i32)

define void @cuts(ptr %array, i32 %n) #0 {
  notail call void @__sparse_taken(ptr %array, i32 1)
  call void @g_ptr_array_set_size(ptr %array, i32 0)
  call void @g_ptr_array_set_size(ptr %array, i32 %n)
  ret void
}

declare ptr @g_atomic_rc_box_acquire(ptr)

declare void @g_rc_box_release_full(ptr, ptr)

declare i32 @g_atomic_ref_count_dec(ptr)

define i32 @counts(ptr %box, ptr %count, ptr %clear) #0 {
  %1 = getelementptr i8, ptr %box, i64 -8
  notail call void @__sparse_commute4(ptr %1, i32 9)
  notail call void @__sparse_ref(ptr %1)
  %held = call ptr @g_atomic_rc_box_acquire(ptr %box)
  %2 = getelementptr i8, ptr %box, i64 -8
  notail call void @__sparse_commute4(ptr %2, i32 9)
  notail call void @__sparse_unref(ptr %2)
  call void @g_rc_box_release_full(ptr %box, ptr %clear)
  notail call void @__sparse_commute4(ptr %count, i32 9)
  notail call void @__sparse_unref(ptr %count)
  %last = call i32 @g_atomic_ref_count_dec(ptr %count)
  ret i32 %last
}

define void @constants() #0 !dbg !3 {
  notail call void @__sparse_commute4(ptr getelementptr (i8, ptr null, i64 -8), i32 9), !dbg !6
  notail call void @__sparse_ref(ptr getelementptr (i8, ptr null, i64 -8)), !dbg !6
  %held = call ptr @g_atomic_rc_box_acquire(ptr null), !dbg !6
  notail call void @__sparse_commute4(ptr getelementptr (i8, ptr @known, i64 -8), i32 9), !dbg !6
  notail call void @__sparse_unref(ptr getelementptr (i8, ptr @known, i64 -8)), !dbg !6
  call void @g_rc_box_release_full(ptr @known, ptr null), !dbg !6
  ret void, !dbg !6
}

; Function Attrs: nounwind nonlazybind
declare void @__sparse_looked(ptr) #1

; Function Attrs: nounwind nonlazybind
declare void @__sparse_taken(ptr, i32) #1

; Function Attrs: nounwind nonlazybind
declare void @__sparse_glist_taken(ptr, ptr, i32) #1

; Function Attrs: nounwind nonlazybind
declare void @__sparse_glist_unlinked(ptr, ptr, i32) #1

; Function Attrs: nounwind nonlazybind
declare void @__sparse_gqueue_taken(ptr, ptr, i32) #1

; Function Attrs: nounwind nonlazybind
declare void @__sparse_ref(ptr) #1

; Function Attrs: nounwind nonlazybind
declare void @__sparse_unref(ptr) #1

; Function Attrs: nounwind nonlazybind
declare void @__sparse_answered(ptr) #1

; Function Attrs: nounwind nonlazybind
declare void @__sparse_cancelled(ptr) #1

; Function Attrs: nounwind nonlazybind
declare void @__sparse_commute4(ptr, i32) #1

attributes #0 = { "sparse-instrumented" }
attributes #1 = { nounwind nonlazybind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "boxes.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "constants", scope: null, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocation(line: 2, scope: !3)
