; Hooks stand where the other passes put them; each gets a label with where its pointer
; came from, and so does each call.
source_filename = "origins.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%class.Doc = type { ptr, i8 }

declare void @__sparse_read8(ptr)
declare void @__sparse_read1(ptr)
declare void @__sparse_read4(ptr)
declare i32 @g_source_remove(i32)
declare ptr @_ZN9QHashData9firstNodeEv(ptr)
declare void @__sparse_write4(ptr)
declare void @__sparse_use(ptr)
declare void @_ZN4View4showEv(ptr nonnull)
declare nonnull ptr @_ZNK4List4itemEi(ptr nonnull, i32)
declare void @__sparse_handed(ptr)
declare void @_ZN4View6revealEP4Itemi(ptr nonnull, ptr, i32)
declare ptr @_ZN12QApplication12activeWindowEv()
declare ptr @__dynamic_cast(ptr, ptr, ptr, i64)

; What is loaded from a member, under a condition.
define void @member(ptr %this, i32 %n) {
entry:
  %open = getelementptr inbounds %class.Doc, ptr %this, i64 0, i32 1
  call void @__sparse_read1(ptr %open)
  %is = load i8, ptr %open, align 8
  %not = icmp eq i8 %is, 0
  br i1 %not, label %out, label %in

in:
  call void @__sparse_read8(ptr %this)
  %view = load ptr, ptr %this, align 8
  call void @__sparse_write4(ptr %view)
  store i32 0, ptr %view, align 4
  br label %out

out:
  ret void
}

; What is read there goes to a call that ends a source, by a second read of the same; what else is read there does not.
define void @ends(ptr %object, ptr %other) {
entry:
  %at = getelementptr inbounds i8, ptr %object, i64 8
  call void @__sparse_read4(ptr %other)
  %state = load i32, ptr %other, align 4
  call void @__sparse_read4(ptr %at)
  %id = load i32, ptr %at, align 4
  %set = icmp sgt i32 %id, %state
  br i1 %set, label %in, label %out

in:
  call void @__sparse_read4(ptr %at)
  %again = load i32, ptr %at, align 4
  %done = call i32 @g_source_remove(i32 %again)
  br label %out

out:
  ret void
}

; The table of a QHash of Qt 5 has a name, however it is come to; another pointer that a union has has none.
define ptr @tables(ptr %hash, ptr %other) {
entry:
  call void @__sparse_read8(ptr %hash)
  %d = load ptr, ptr %hash, align 8
  %node = call ptr @_ZN9QHashData9firstNodeEv(ptr %d)
  call void @__sparse_read8(ptr %other)
  %e = load ptr, ptr %other, align 8
  %at = getelementptr inbounds i8, ptr %e, i64 20
  call void @__sparse_read4(ptr %at)
  %n = load i32, ptr %at, align 4, !tbaa !20
  call void @__sparse_read8(ptr %node)
  %f = load ptr, ptr %node, align 8
  ret ptr %f
}

; What the function stored in its own frame, and what a library hands out.
define ptr @frame(ptr %list) {
entry:
  %slot = alloca ptr, align 8
  store ptr %list, ptr %slot, align 8
  %again = load ptr, ptr %slot, align 8
  %item = call ptr @_ZNK4List4itemEi(ptr %again, i32 1)
  call void @__sparse_use(ptr %item)
  call void @_ZN4View4showEv(ptr %item)
  ret ptr %item
}

; Without optimisation: `this` is loaded from the frame, a member is reached twice, and the
; second read says that it is the first one again.
define i32 @twice(ptr %this) {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8
  %first = getelementptr inbounds %class.Doc, ptr %this1, i32 0, i32 0
  call void @__sparse_read8(ptr %first)
  %view = load ptr, ptr %first, align 8
  call void @__sparse_write4(ptr %view)
  store i32 0, ptr %view, align 4
  %this2 = load ptr, ptr %this.addr, align 8
  %second = getelementptr inbounds %class.Doc, ptr %this2, i32 0, i32 0
  call void @__sparse_read8(ptr %second)
  %again = load ptr, ptr %second, align 8
  call void @__sparse_read8(ptr %again)
  %n = load i32, ptr %again, align 8
  ret i32 %n
}

; A member function whose result goes into memory, and a pointer that a call hands over.
define void @_ZNK5Model4dataEP4Item(ptr sret(i64) %result, ptr nonnull %this, ptr %item) {
entry:
  call void @__sparse_use(ptr %this)
  call void @__sparse_handed(ptr %item)
  call void @_ZN4View6revealEP4Itemi(ptr %this, ptr %item, i32 1)
  ret void
}

; A static function hands out a pointer, too.
define void @front() {
entry:
  %window = call ptr @_ZN12QApplication12activeWindowEv()
  call void @__sparse_use(ptr %window)
  call void @_ZN4View4showEv(ptr nonnull %window)
  ret void
}

; What Qt calls for a signal: the receiver is the first argument, or the third.
define void @_ZN4View18qt_static_metacallEP7QObjectN11QMetaObject4CallEiPPv(ptr %o, i32 %call, i32 %id, ptr %a) {
entry:
  call void @__sparse_write4(ptr %o)
  store i32 0, ptr %o, align 4
  ret void
}

define void @_ZN9QtPrivate11QSlotObjectIM4ViewFvvENS_4ListIJEEEvE4implEiPNS_15QSlotObjectBaseEP7QObjectPPvPb(i32 %which, ptr %this, ptr %r, ptr %a, ptr %ret) {
entry:
  call void @__sparse_write4(ptr %r)
  store i32 0, ptr %r, align 4
  ret void
}

; Without optimisation: what is stored on the way to the first read, and on both to the last;
; a cast gives back its object.
define i32 @ways(ptr %this, ptr %index, i1 %valid) {
entry:
  %item = alloca ptr, align 8
  store ptr null, ptr %item, align 8
  br i1 %valid, label %given, label %root

given:
  %cast = call ptr @__dynamic_cast(ptr %index, ptr null, ptr null, i64 0)
  store ptr %cast, ptr %item, align 8
  %one = load ptr, ptr %item, align 8
  call void @__sparse_write4(ptr %one)
  store i32 0, ptr %one, align 4
  br label %both

root:
  store ptr %this, ptr %item, align 8
  br label %both

both:
  %either = load ptr, ptr %item, align 8
  call void @__sparse_read8(ptr %either)
  %n = load i32, ptr %either, align 8
  ret i32 %n
}

; What decides whether memory is given back; and what a library hands out for a value, or for what it is given.
define void @unref(ptr %x) {
entry:
  call void @__sparse_update4(ptr %x)
  %n = load i32, ptr %x, align 4
  %less = add i32 %n, -1
  store i32 %less, ptr %x, align 4
  %last = icmp eq i32 %less, 0
  br i1 %last, label %gone, label %there

gone:
  call void @free(ptr %x)
  br label %there

there:
  ret void
}

define void @itemAt(ptr %list, ptr %at) {
entry:
  %item = call ptr @_ZNK11QListWidget6itemAtERK6QPoint(ptr nonnull align 8 dereferenceable(40) %list, ptr nonnull align 4 dereferenceable(8) %at)
  call void @__sparse_write4(ptr %item)
  store i32 0, ptr %item, align 4
  %other = call ptr @_ZNK11QListWidget13itemFromIndexERK11QModelIndex(ptr nonnull align 8 dereferenceable(40) %list, ptr nonnull align 8 dereferenceable(24) %at)
  call void @__sparse_write4(ptr %other)
  store i32 0, ptr %other, align 4
  ret void
}

; QObject::findChild is a template of a header: the library's helper hands out a child that lives. Another function of
; no class may hand out what it was given.
define void @child(ptr %parent, ptr %name) {
  %c = call ptr @_Z20qt_qFindChild_helperPK7QObjectRK7QStringRK11QMetaObject6QFlagsIN2Qt15FindChildOptionEE(ptr %parent, ptr %name, ptr @staticMetaObject, i32 1)
  call void @__sparse_use(ptr %c)
  call void @_ZN4View4showEv(ptr %c)
  %d = call ptr @_Z7nearestPK7QObjectRK7QString(ptr %parent, ptr %name)
  call void @__sparse_use(ptr %d)
  call void @_ZN4View4showEv(ptr %d)
  ret void
}

; QObject::findChildren fills a variable: what is read by an address that is kept there is an item of the list, what that points
; to is none. A list into which the program puts something else has none that are known.
define void @children(ptr %parent) {
  %list = alloca %class.List, align 8
  %other = alloca %class.List, align 8
  call void @_Z23qt_qFindChildren_helperPK7QObjectRK11QMetaObjectP5QListIPvE6QFlagsIN2Qt15FindChildOptionEE(ptr %parent, ptr @staticMetaObject, ptr %list, i32 1)
  call void @_Z23qt_qFindChildren_helperPK7QObjectRK11QMetaObjectP5QListIPvE6QFlagsIN2Qt15FindChildOptionEE(ptr %parent, ptr @staticMetaObject, ptr %other, i32 1)
  %at = getelementptr inbounds i8, ptr %list, i64 8
  call void @__sparse_read8(ptr %at)
  %items = load ptr, ptr %at, align 8
  call void @__sparse_read8(ptr %items)
  %item = load ptr, ptr %items, align 8
  call void @__sparse_read8(ptr %item)
  %in = load ptr, ptr %item, align 8
  call void @_ZN5QListIP3BarE6appendEOS1_(ptr %other, ptr %parent)
  call void @__sparse_read8(ptr %other)
  %more = load ptr, ptr %other, align 8
  call void @__sparse_read8(ptr %more)
  %last = load ptr, ptr %more, align 8
  ret void
}

; Without optimisation: the template gives a list back, an iterator goes over it, and a variable keeps where the list is. What
; first() gives back is where an item is, what takeFirst() gives back is one.
define void @goes_over(ptr %parent) {
  %list = alloca %class.List, align 8
  %range = alloca ptr, align 8
  %it = alloca ptr, align 8
  call void @_ZNK7QObject12findChildrenIP3BarEE5QListIT_E6QFlagsIN2Qt15FindChildOptionEE(ptr sret(%class.List) %list, ptr %parent, i32 1)
  store ptr %list, ptr %range, align 8
  %over = load ptr, ptr %range, align 8
  %begin = call ptr @_ZN5QListIP3BarE5beginEv(ptr %over)
  store ptr %begin, ptr %it, align 8
  %place = call ptr @_ZNK5QListIP3BarE8iteratordeEv(ptr %it)
  call void @__sparse_read8(ptr %place)
  %item = load ptr, ptr %place, align 8
  call ptr @_ZN5QListIP3BarE8iteratorppEv(ptr %it)
  ret void
}

define void @takes(ptr %parent) {
  %list = alloca %class.List, align 8
  call void @_ZNK7QObject12findChildrenIP3BarEE5QListIT_E6QFlagsIN2Qt15FindChildOptionEE(ptr sret(%class.List) %list, ptr %parent, i32 1)
  %bar = call ptr @_ZN5QListIP3BarE9takeFirstEv(ptr %list)
  call void @__sparse_read8(ptr %bar)
  %in = load ptr, ptr %bar, align 8
  ret void
}

; A member function of a library gives a list back: its items are read there. Not where the function was handed a pointer, nor what
; another thing than a list has.
define void @given(ptr %area, ptr %item) {
  %all = alloca %class.QList, align 8
  %of = alloca %class.QList.1, align 8
  %index = alloca %class.List, align 8
  call void @_ZN12QApplication15topLevelWidgetsEv(ptr sret(%class.QList) %all)
  call void @_ZNK4Area4nextEP4Item(ptr sret(%class.QList.1) %of, ptr %area, ptr %item)
  call void @_ZNK4Area2atEi(ptr sret(%class.List) %index, ptr %area, i32 1)
  call void @__sparse_read8(ptr %all)
  %first = load ptr, ptr %all, align 8
  call void @__sparse_read8(ptr %first)
  %window = load ptr, ptr %first, align 8
  call void @__sparse_read8(ptr %of)
  %next = load ptr, ptr %of, align 8
  call void @__sparse_read8(ptr %next)
  %beside = load ptr, ptr %next, align 8
  call void @__sparse_read8(ptr %index)
  %model = load ptr, ptr %index, align 8
  ret void
}

%class.List = type { ptr, ptr, i64 }
%class.QList = type { ptr, ptr, i64 }
%class.QList.1 = type { ptr, ptr, i64 }
declare void @_ZN12QApplication15topLevelWidgetsEv(ptr)
declare void @_ZNK4Area4nextEP4Item(ptr, ptr, ptr)
declare void @_ZNK4Area2atEi(ptr, ptr, i32)
declare void @_Z23qt_qFindChildren_helperPK7QObjectRK11QMetaObjectP5QListIPvE6QFlagsIN2Qt15FindChildOptionEE(ptr, ptr, ptr, i32)
declare void @_ZNK7QObject12findChildrenIP3BarEE5QListIT_E6QFlagsIN2Qt15FindChildOptionEE(ptr, ptr, i32)
declare void @_ZN5QListIP3BarE6appendEOS1_(ptr, ptr)
declare ptr @_ZN5QListIP3BarE5beginEv(ptr)
declare ptr @_ZNK5QListIP3BarE8iteratordeEv(ptr)
declare ptr @_ZN5QListIP3BarE8iteratorppEv(ptr)
declare ptr @_ZN5QListIP3BarE9takeFirstEv(ptr)
@staticMetaObject = external constant ptr
declare ptr @_Z20qt_qFindChild_helperPK7QObjectRK7QStringRK11QMetaObject6QFlagsIN2Qt15FindChildOptionEE(ptr, ptr, ptr, i32)
declare ptr @_Z7nearestPK7QObjectRK7QString(ptr, ptr)
declare void @free(ptr)
declare void @__sparse_update4(ptr)
declare ptr @_ZNK11QListWidget6itemAtERK6QPoint(ptr, ptr)
declare ptr @_ZNK11QListWidget13itemFromIndexERK11QModelIndex(ptr, ptr)
!20 = !{!21, !22, i64 20}
!21 = !{!"_ZTS9QHashData", !23, i64 0, !22, i64 20}
!22 = !{!"int", !23, i64 0}
!23 = !{!"omnipotent char"}

@notes = internal global ptr null

; A variable of the program has a name: a read that the recorder has left out is known by another one of it.
define void @global_variable() {
  call void @__sparse_read8(ptr @notes)
  %first = load ptr, ptr @notes, align 8
  call void @__sparse_read4(ptr %first)
  %x = load i32, ptr %first, align 4
  ret void
}
