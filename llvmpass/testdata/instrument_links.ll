; What ties a node of a list or a tree in, or takes one out, is told before the library does it.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare void @_ZNSt8__detail15_List_node_base7_M_hookEPS0_(ptr, ptr)
declare void @_ZNSt8__detail15_List_node_base9_M_unhookEv(ptr)
declare void @_ZNSt8__detail15_List_node_base10_M_reverseEv(ptr)
declare void @_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(i1 zeroext, ptr, ptr, ptr)
declare void @_ZN12QMapDataBase20freeNodeAndRebalanceEP12QMapNodeBase(ptr, ptr)
declare ptr @_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(ptr, ptr)

declare void @_ZN9QListData6removeEi(ptr, i32)
declare void @_ZN9QListData6removeEii(ptr, i32, i32)
declare ptr @_ZN9QListData5eraseEPPv(ptr, ptr)
declare ptr @_ZN9QListData6appendEv(ptr)

define void @links(ptr %node, ptr %at, ptr %header, i1 %left) {
  call void @_ZNSt8__detail15_List_node_base7_M_hookEPS0_(ptr %node, ptr %at)
  call void @_ZNSt8__detail15_List_node_base9_M_unhookEv(ptr %node)
  call void @_ZNSt8__detail15_List_node_base10_M_reverseEv(ptr %node)
  call void @_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(i1 zeroext %left, ptr %node, ptr %at, ptr %header)
  call void @_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(i1 zeroext true, ptr %node, ptr %at, ptr %header)
  %gone = call ptr @_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(ptr %node, ptr %header)
  call void @_ZN12QMapDataBase20freeNodeAndRebalanceEP12QMapNodeBase(ptr %header, ptr %node)
  call void @_ZN9QListData6removeEi(ptr %header, i32 1)
  call void @_ZN9QListData6removeEii(ptr %header, i32 1, i32 2)
  %next = call ptr @_ZN9QListData5eraseEPPv(ptr %header, ptr %node)
  %last = call ptr @_ZN9QListData6appendEv(ptr %header)
  ret void
}
