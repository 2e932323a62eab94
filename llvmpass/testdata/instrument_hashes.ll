; That an element goes out of a hash table of libstdc++ or Qt 5 is told where the number of elements is stored.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%"class.std::_Hashtable" = type { ptr, i64, %"struct.std::__detail::_Hash_node_base", i64, %"struct.std::__detail::_Prime_rehash_policy", ptr }
%"class.std::_Hashtable.2" = type { ptr, i64, %"struct.std::__detail::_Hash_node_base", i64, %"struct.std::__detail::_Prime_rehash_policy", ptr }
%"struct.std::__detail::_Hash_node_base" = type { ptr }
%"struct.std::__detail::_Prime_rehash_policy" = type { float, i64 }

; As the compiler leaves it with optimisation: a member of an object, one fewer; one more says nothing.
define void @erase(ptr %this) {
  %at = getelementptr inbounds i8, ptr %this, i64 56
  %n = load i64, ptr %at, align 8, !tbaa !0
  %less = add i64 %n, -1
  store i64 %less, ptr %at, align 8, !tbaa !0
  %more = add i64 %n, 1
  store i64 %more, ptr %at, align 8, !tbaa !0
  ret void
}

; All go.
define void @clear(ptr %this) {
  %at = getelementptr inbounds i8, ptr %this, i64 24
  store i64 0, ptr %at, align 8, !tbaa !0
  ret void
}

; Another member, and another class.
define void @others(ptr %this) {
  %at = getelementptr inbounds i8, ptr %this, i64 8
  store i64 0, ptr %at, align 8, !tbaa !4
  %other = getelementptr inbounds i8, ptr %this, i64 24
  store i64 0, ptr %other, align 8, !tbaa !5
  ret void
}

; Without optimisation the type is named.
define void @typed(ptr %this) {
  %at = getelementptr inbounds %"class.std::_Hashtable.2", ptr %this, i32 0, i32 3
  %n = load i64, ptr %at, align 8
  %less = sub i64 %n, 1
  store i64 %less, ptr %at, align 8
  ret void
}

; Qt 5: the hash has a pointer to its table.
define void @qhash(ptr %this) {
  %d = load ptr, ptr %this, align 8
  %at = getelementptr inbounds i8, ptr %d, i64 20
  %n = load i32, ptr %at, align 4, !tbaa !7
  %less = add nsw i32 %n, -1
  store i32 %less, ptr %at, align 4, !tbaa !7
  ret void
}

!0 = !{!1, !2, i64 24}
!1 = !{!"_ZTSSt10_HashtableIiSt4pairIKi7SessionEE", !3, i64 0, !2, i64 8, !3, i64 16, !2, i64 24}
!2 = !{!"long", !3, i64 0}
!3 = !{!"omnipotent char"}
!4 = !{!1, !2, i64 8}
!5 = !{!6, !2, i64 24}
!6 = !{!"_ZTS5Other", !2, i64 24}
!7 = !{!8, !9, i64 20}
!8 = !{!"_ZTS9QHashData", !3, i64 0, !3, i64 8, !9, i64 16, !9, i64 20}
!9 = !{!"int", !3, i64 0}
