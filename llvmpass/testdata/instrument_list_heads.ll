; What a list begins with is written where the list is kept: a link. What begins another list is not, nor what a
; function of the program's own makes of one.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@notes = global ptr null

declare ptr @g_list_remove(ptr, ptr)
declare ptr @g_slist_prepend(ptr, ptr)
declare ptr @g_list_copy(ptr)
declare ptr @list_remove(ptr, ptr)

define void @kept(ptr %window, ptr %note) {
  %all = load ptr, ptr @notes, align 8
  %left = call ptr @g_list_remove(ptr %all, ptr %note)
  store ptr %left, ptr @notes, align 8
  %place = getelementptr inbounds i8, ptr %window, i64 16
  %its = load ptr, ptr %place, align 8
  %more = call ptr @g_slist_prepend(ptr %its, ptr %note)
  store ptr %more, ptr %place, align 8
  ret void
}

define void @others(ptr %window, ptr %note) {
  %all = load ptr, ptr @notes, align 8
  %left = call ptr @g_list_remove(ptr %all, ptr %note)
  store ptr %left, ptr %window, align 8
  %copy = call ptr @g_list_copy(ptr %all)
  store ptr %copy, ptr @notes, align 8
  %own = call ptr @list_remove(ptr %all, ptr %note)
  store ptr %own, ptr @notes, align 8
  ret void
}
