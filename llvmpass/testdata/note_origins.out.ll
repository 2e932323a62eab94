; ModuleID = 'testdata/note_origins.ll'
source_filename = "origins.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%class.Doc = type { ptr, i8 }
%class.List = type { ptr, ptr, i64 }
%class.QList = type { ptr, ptr, i64 }
%class.QList.1 = type { ptr, ptr, i64 }

@staticMetaObject = external constant ptr
@notes = internal global ptr null

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

define void @member(ptr %this, i32 %n) #0 {
entry:
  %open = getelementptr inbounds %class.Doc, ptr %this, i64 0, i32 1
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 8\0A\09.byte 0,1,1,0,0,0,0,0\0A\09.popsection", ""() #1
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 13\0A\09.byte 1,2,1,0,221,140,150,250,7,1,1,0,0\0A\09.popsection", ""() #1
  call void @__sparse_read1(ptr %open)
  %is = load i8, ptr %open, align 8
  %not = icmp eq i8 %is, 0
  br i1 %not, label %out, label %in

in:                                               ; preds = %entry
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 10\0A\09.byte 1,3,1,0,0,1,1,1,2,0\0A\09.popsection", ""() #1
  call void @__sparse_read8(ptr %this)
  %view = load ptr, ptr %this, align 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 10\0A\09.byte 1,4,1,0,0,1,2,1,6,0\0A\09.popsection", ""() #1
  call void @__sparse_write4(ptr %view)
  store i32 0, ptr %view, align 4
  br label %out

out:                                              ; preds = %in, %entry
  ret void
}

define void @ends(ptr %object, ptr %other) #0 {
entry:
  %at = getelementptr inbounds i8, ptr %object, i64 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 8\0A\09.byte 0,5,5,0,0,0,0,0\0A\09.popsection", ""() #1
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 1,6,5,0,0,1,3,0,0\0A\09.popsection", ""() #1
  call void @__sparse_read4(ptr %other)
  %state = load i32, ptr %other, align 4
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 14\0A\09.byte 1,7,5,128,16,195,187,221,203,11,1,1,0,0\0A\09.popsection", ""() #1
  call void @__sparse_read4(ptr %at)
  %id = load i32, ptr %at, align 4
  %set = icmp sgt i32 %id, %state
  br i1 %set, label %in, label %out

in:                                               ; preds = %entry
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 17\0A\09.byte 1,8,5,128,24,195,187,221,203,11,2,2,1,2,2,6,0\0A\09.popsection", ""() #1
  call void @__sparse_read4(ptr %at)
  %again = load i32, ptr %at, align 4
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 11\0A\09.byte 2,9,5,0,0,0,2,6,10,1,0\0A\09.popsection", ""() #1
  %done = call i32 @g_source_remove(i32 %again)
  br label %out

out:                                              ; preds = %in, %entry
  ret void
}

define ptr @tables(ptr %hash, ptr %other) #0 {
entry:
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 0,10,10,0,0,1,20,0,0\0A\09.popsection", ""() #1
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 13\0A\09.byte 1,11,10,0,147,167,238,210,14,1,1,0,0\0A\09.popsection", ""() #1
  call void @__sparse_read8(ptr %hash)
  %d = load ptr, ptr %hash, align 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 10\0A\09.byte 2,12,10,0,0,0,0,1,1,2\0A\09.popsection", ""() #1
  %node = call ptr @_ZN9QHashData9firstNodeEv(ptr %d)
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 13\0A\09.byte 1,13,10,0,147,167,238,210,14,1,3,0,0\0A\09.popsection", ""() #1
  call void @__sparse_read8(ptr %other)
  %e = load ptr, ptr %other, align 8
  %at = getelementptr inbounds i8, ptr %e, i64 20
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 13\0A\09.byte 1,14,10,0,195,251,160,211,1,1,2,0,0\0A\09.popsection", ""() #1
  call void @__sparse_read4(ptr %at)
  %n = load i32, ptr %at, align 4, !tbaa !0
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 1,15,10,0,0,1,10,0,0\0A\09.popsection", ""() #1
  call void @__sparse_read8(ptr %node)
  %f = load ptr, ptr %node, align 8
  ret ptr %f
}

define ptr @frame(ptr %list) #0 {
entry:
  %slot = alloca ptr, align 8
  store ptr %list, ptr %slot, align 8
  %again = load ptr, ptr %slot, align 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 0,16,16,0,0,1,4,0,0\0A\09.popsection", ""() #1
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 11\0A\09.byte 2,17,16,2,0,0,0,2,1,1,0\0A\09.popsection", ""() #1
  %item = call ptr @_ZNK4List4itemEi(ptr %again, i32 1)
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 1,18,16,1,0,1,2,0,0\0A\09.popsection", ""() #1
  call void @__sparse_use(ptr %item)
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 10\0A\09.byte 2,19,16,1,0,0,0,1,1,6\0A\09.popsection", ""() #1
  call void @_ZN4View4showEv(ptr %item)
  ret ptr %item
}

define i32 @twice(ptr %this) #0 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8
  %first = getelementptr inbounds %class.Doc, ptr %this1, i32 0, i32 0
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 0,20,20,0,0,1,16,0,0\0A\09.popsection", ""() #1
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 13\0A\09.byte 1,21,20,0,159,200,183,141,10,1,1,0,0\0A\09.popsection", ""() #1
  call void @__sparse_read8(ptr %first)
  %view = load ptr, ptr %first, align 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 1,22,20,0,0,1,2,0,0\0A\09.popsection", ""() #1
  call void @__sparse_write4(ptr %view)
  store i32 0, ptr %view, align 4
  %this2 = load ptr, ptr %this.addr, align 8
  %second = getelementptr inbounds %class.Doc, ptr %this2, i32 0, i32 0
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 15\0A\09.byte 1,23,20,128,8,159,200,183,141,10,2,6,1,0,0\0A\09.popsection", ""() #1
  call void @__sparse_read8(ptr %second)
  %again = load ptr, ptr %second, align 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 1,24,20,0,0,1,2,0,0\0A\09.popsection", ""() #1
  call void @__sparse_read8(ptr %again)
  %n = load i32, ptr %again, align 8
  ret i32 %n
}

define void @_ZNK5Model4dataEP4Item(ptr sret(i64) %result, ptr nonnull %this, ptr %item) #0 {
entry:
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 0,25,25,132,1,0,0,0,0\0A\09.popsection", ""() #1
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 1,26,25,1,0,1,3,0,0\0A\09.popsection", ""() #1
  call void @__sparse_use(ptr %this)
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 1,27,25,24,0,1,5,0,0\0A\09.popsection", ""() #1
  call void @__sparse_handed(ptr %item)
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 13\0A\09.byte 2,28,25,1,0,0,0,3,1,3,1,5,0\0A\09.popsection", ""() #1
  call void @_ZN4View6revealEP4Itemi(ptr %this, ptr %item, i32 1)
  ret void
}

define void @front() #0 {
entry:
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 8\0A\09.byte 0,29,29,0,0,0,0,0\0A\09.popsection", ""() #1
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 8\0A\09.byte 2,30,29,2,0,0,0,0\0A\09.popsection", ""() #1
  %window = call ptr @_ZN12QApplication12activeWindowEv()
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 1,31,29,1,0,1,2,0,0\0A\09.popsection", ""() #1
  call void @__sparse_use(ptr %window)
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 10\0A\09.byte 2,32,29,1,0,0,0,1,1,6\0A\09.popsection", ""() #1
  call void @_ZN4View4showEv(ptr nonnull %window)
  ret void
}

define void @_ZN4View18qt_static_metacallEP7QObjectN11QMetaObject4CallEiPPv(ptr %o, i32 %call, i32 %id, ptr %a) #0 {
entry:
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 0,33,33,128,2,0,0,0,0\0A\09.popsection", ""() #1
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 1,34,33,0,0,1,1,0,0\0A\09.popsection", ""() #1
  call void @__sparse_write4(ptr %o)
  store i32 0, ptr %o, align 4
  ret void
}

define void @_ZN9QtPrivate11QSlotObjectIM4ViewFvvENS_4ListIJEEEvE4implEiPNS_15QSlotObjectBaseEP7QObjectPPvPb(i32 %which, ptr %this, ptr %r, ptr %a, ptr %ret) #0 {
entry:
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 0,35,35,128,4,0,0,0,0\0A\09.popsection", ""() #1
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 1,36,35,0,0,1,5,0,0\0A\09.popsection", ""() #1
  call void @__sparse_write4(ptr %r)
  store i32 0, ptr %r, align 4
  ret void
}

define i32 @ways(ptr %this, ptr %index, i1 %valid) #0 {
entry:
  %item = alloca ptr, align 8
  store ptr null, ptr %item, align 8
  br i1 %valid, label %given, label %root

given:                                            ; preds = %entry
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 0,37,37,0,0,1,12,0,0\0A\09.popsection", ""() #1
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 14\0A\09.byte 2,38,37,0,0,0,1,5,4,1,3,0,0,0\0A\09.popsection", ""() #1
  %cast = call ptr @__dynamic_cast(ptr %index, ptr null, ptr null, i64 0)
  store ptr %cast, ptr %item, align 8
  %one = load ptr, ptr %item, align 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 10\0A\09.byte 1,39,37,0,0,1,3,1,5,0\0A\09.popsection", ""() #1
  call void @__sparse_write4(ptr %one)
  store i32 0, ptr %one, align 4
  br label %both

root:                                             ; preds = %entry
  store ptr %this, ptr %item, align 8
  br label %both

both:                                             ; preds = %root, %given
  %either = load ptr, ptr %item, align 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 10\0A\09.byte 1,40,37,0,0,2,1,3,0,0\0A\09.popsection", ""() #1
  call void @__sparse_read8(ptr %either)
  %n = load i32, ptr %either, align 8
  ret i32 %n
}

define void @unref(ptr %x) #0 {
entry:
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 8\0A\09.byte 0,41,41,0,0,0,0,0\0A\09.popsection", ""() #1
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 1,42,41,0,0,1,1,0,0\0A\09.popsection", ""() #1
  call void @__sparse_update4(ptr %x)
  %n = load i32, ptr %x, align 4
  %less = add i32 %n, -1
  store i32 %less, ptr %x, align 4
  %last = icmp eq i32 %less, 0
  br i1 %last, label %gone, label %there

gone:                                             ; preds = %entry
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 11\0A\09.byte 2,43,41,0,0,0,1,2,1,1,1\0A\09.popsection", ""() #1
  call void @free(ptr %x)
  br label %there

there:                                            ; preds = %gone, %entry
  ret void
}

define void @itemAt(ptr %list, ptr %at) #0 {
entry:
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 8\0A\09.byte 0,44,44,0,0,0,0,0\0A\09.popsection", ""() #1
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 12\0A\09.byte 2,45,44,2,0,0,0,2,1,1,1,3\0A\09.popsection", ""() #1
  %item = call ptr @_ZNK11QListWidget6itemAtERK6QPoint(ptr nonnull align 8 dereferenceable(40) %list, ptr nonnull align 4 dereferenceable(8) %at)
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 1,46,44,0,0,1,2,0,0\0A\09.popsection", ""() #1
  call void @__sparse_write4(ptr %item)
  store i32 0, ptr %item, align 4
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 13\0A\09.byte 2,47,44,128,64,0,0,0,2,1,1,1,3\0A\09.popsection", ""() #1
  %other = call ptr @_ZNK11QListWidget13itemFromIndexERK11QModelIndex(ptr nonnull align 8 dereferenceable(40) %list, ptr nonnull align 8 dereferenceable(24) %at)
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 1,48,44,0,0,1,2,0,0\0A\09.popsection", ""() #1
  call void @__sparse_write4(ptr %other)
  store i32 0, ptr %other, align 4
  ret void
}

define void @child(ptr %parent, ptr %name) #0 {
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 8\0A\09.byte 0,49,49,0,0,0,0,0\0A\09.popsection", ""() #1
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 14\0A\09.byte 2,50,49,2,0,0,0,4,1,1,1,3,0,0\0A\09.popsection", ""() #1
  %c = call ptr @_Z20qt_qFindChild_helperPK7QObjectRK7QStringRK11QMetaObject6QFlagsIN2Qt15FindChildOptionEE(ptr %parent, ptr %name, ptr @staticMetaObject, i32 1)
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 1,51,49,1,0,1,2,0,0\0A\09.popsection", ""() #1
  call void @__sparse_use(ptr %c)
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 10\0A\09.byte 2,52,49,1,0,0,0,1,1,6\0A\09.popsection", ""() #1
  call void @_ZN4View4showEv(ptr %c)
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 12\0A\09.byte 2,53,49,0,0,0,0,2,1,1,1,3\0A\09.popsection", ""() #1
  %d = call ptr @_Z7nearestPK7QObjectRK7QString(ptr %parent, ptr %name)
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 1,54,49,1,0,1,2,0,0\0A\09.popsection", ""() #1
  call void @__sparse_use(ptr %d)
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 10\0A\09.byte 2,55,49,1,0,0,0,1,1,6\0A\09.popsection", ""() #1
  call void @_ZN4View4showEv(ptr %d)
  ret void
}

define void @children(ptr %parent) #0 {
  %list = alloca %class.List, align 8
  %other = alloca %class.List, align 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 8\0A\09.byte 0,56,56,0,0,0,0,0\0A\09.popsection", ""() #1
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 13\0A\09.byte 2,57,56,0,0,0,0,4,1,1,0,0,0\0A\09.popsection", ""() #1
  call void @_Z23qt_qFindChildren_helperPK7QObjectRK11QMetaObjectP5QListIPvE6QFlagsIN2Qt15FindChildOptionEE(ptr %parent, ptr @staticMetaObject, ptr %list, i32 1)
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 13\0A\09.byte 2,58,56,0,0,0,0,4,1,1,0,0,0\0A\09.popsection", ""() #1
  call void @_Z23qt_qFindChildren_helperPK7QObjectRK11QMetaObjectP5QListIPvE6QFlagsIN2Qt15FindChildOptionEE(ptr %parent, ptr @staticMetaObject, ptr %other, i32 1)
  %at = getelementptr inbounds i8, ptr %list, i64 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 17\0A\09.byte 1,59,56,0,167,225,221,171,252,148,220,187,197,1,0,0,0\0A\09.popsection", ""() #1
  call void @__sparse_read8(ptr %at)
  %items = load ptr, ptr %at, align 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 12\0A\09.byte 1,60,56,128,32,0,1,2,0,1,1,10\0A\09.popsection", ""() #1
  call void @__sparse_read8(ptr %items)
  %item = load ptr, ptr %items, align 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 1,61,56,0,0,1,2,0,0\0A\09.popsection", ""() #1
  call void @__sparse_read8(ptr %item)
  %in = load ptr, ptr %item, align 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 11\0A\09.byte 2,62,56,0,0,0,0,2,0,1,1\0A\09.popsection", ""() #1
  call void @_ZN5QListIP3BarE6appendEOS1_(ptr %other, ptr %parent)
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 8\0A\09.byte 1,63,56,0,0,0,0,0\0A\09.popsection", ""() #1
  call void @__sparse_read8(ptr %other)
  %more = load ptr, ptr %other, align 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 1,64,56,0,0,1,2,0,0\0A\09.popsection", ""() #1
  call void @__sparse_read8(ptr %more)
  %last = load ptr, ptr %more, align 8
  ret void
}

define void @goes_over(ptr %parent) #0 {
  %list = alloca %class.List, align 8
  %range = alloca ptr, align 8
  %it = alloca ptr, align 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 8\0A\09.byte 0,65,65,0,0,0,0,0\0A\09.popsection", ""() #1
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 12\0A\09.byte 2,66,65,0,0,0,0,3,0,1,1,0\0A\09.popsection", ""() #1
  call void @_ZNK7QObject12findChildrenIP3BarEE5QListIT_E6QFlagsIN2Qt15FindChildOptionEE(ptr sret(%class.List) %list, ptr %parent, i32 1)
  store ptr %list, ptr %range, align 8
  %over = load ptr, ptr %range, align 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 2,67,65,0,0,0,0,1,0\0A\09.popsection", ""() #1
  %begin = call ptr @_ZN5QListIP3BarE5beginEv(ptr %over)
  store ptr %begin, ptr %it, align 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 2,68,65,2,0,0,0,1,0\0A\09.popsection", ""() #1
  %place = call ptr @_ZNK5QListIP3BarE8iteratordeEv(ptr %it)
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 12\0A\09.byte 1,69,65,128,32,0,1,2,0,1,1,10\0A\09.popsection", ""() #1
  call void @__sparse_read8(ptr %place)
  %item = load ptr, ptr %place, align 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 2,70,65,2,0,0,0,1,0\0A\09.popsection", ""() #1
  %1 = call ptr @_ZN5QListIP3BarE8iteratorppEv(ptr %it)
  ret void
}

define void @takes(ptr %parent) #0 {
  %list = alloca %class.List, align 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 8\0A\09.byte 0,71,71,0,0,0,0,0\0A\09.popsection", ""() #1
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 12\0A\09.byte 2,72,71,0,0,0,0,3,0,1,1,0\0A\09.popsection", ""() #1
  call void @_ZNK7QObject12findChildrenIP3BarEE5QListIT_E6QFlagsIN2Qt15FindChildOptionEE(ptr sret(%class.List) %list, ptr %parent, i32 1)
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 2,73,71,2,0,0,0,1,0\0A\09.popsection", ""() #1
  %bar = call ptr @_ZN5QListIP3BarE9takeFirstEv(ptr %list)
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 1,74,71,0,0,1,2,0,0\0A\09.popsection", ""() #1
  call void @__sparse_read8(ptr %bar)
  %in = load ptr, ptr %bar, align 8
  ret void
}

define void @given(ptr %area, ptr %item) #0 {
  %all = alloca %class.QList, align 8
  %of = alloca %class.QList.1, align 8
  %index = alloca %class.List, align 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 8\0A\09.byte 0,75,75,0,0,0,0,0\0A\09.popsection", ""() #1
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 2,76,75,2,0,0,0,1,0\0A\09.popsection", ""() #1
  call void @_ZN12QApplication15topLevelWidgetsEv(ptr sret(%class.QList) %all)
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 13\0A\09.byte 2,77,75,0,0,0,0,3,0,1,1,1,3\0A\09.popsection", ""() #1
  call void @_ZNK4Area4nextEP4Item(ptr sret(%class.QList.1) %of, ptr %area, ptr %item)
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 12\0A\09.byte 2,78,75,0,0,0,0,3,0,1,1,0\0A\09.popsection", ""() #1
  call void @_ZNK4Area2atEi(ptr sret(%class.List) %index, ptr %area, i32 1)
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 8\0A\09.byte 1,79,75,0,0,0,0,0\0A\09.popsection", ""() #1
  call void @__sparse_read8(ptr %all)
  %first = load ptr, ptr %all, align 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 12\0A\09.byte 1,80,75,128,32,0,1,2,0,1,1,14\0A\09.popsection", ""() #1
  call void @__sparse_read8(ptr %first)
  %window = load ptr, ptr %first, align 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 8\0A\09.byte 1,81,75,0,0,0,0,0\0A\09.popsection", ""() #1
  call void @__sparse_read8(ptr %of)
  %next = load ptr, ptr %of, align 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 1,82,75,0,0,1,2,0,0\0A\09.popsection", ""() #1
  call void @__sparse_read8(ptr %next)
  %beside = load ptr, ptr %next, align 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 8\0A\09.byte 1,83,75,0,0,0,0,0\0A\09.popsection", ""() #1
  call void @__sparse_read8(ptr %index)
  %model = load ptr, ptr %index, align 8
  ret void
}

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

declare ptr @_Z20qt_qFindChild_helperPK7QObjectRK7QStringRK11QMetaObject6QFlagsIN2Qt15FindChildOptionEE(ptr, ptr, ptr, i32)

declare ptr @_Z7nearestPK7QObjectRK7QString(ptr, ptr)

declare void @free(ptr)

declare void @__sparse_update4(ptr)

declare ptr @_ZNK11QListWidget6itemAtERK6QPoint(ptr, ptr)

declare ptr @_ZNK11QListWidget13itemFromIndexERK11QModelIndex(ptr, ptr)

define void @global_variable() #0 {
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 8\0A\09.byte 0,84,84,0,0,0,0,0\0A\09.popsection", ""() #1
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 12\0A\09.byte 1,85,84,0,205,233,166,128,12,0,0,0\0A\09.popsection", ""() #1
  call void @__sparse_read8(ptr @notes)
  %first = load ptr, ptr @notes, align 8
  call void asm sideeffect "nop\0A771:\0A\09.pushsection .debug_sparse,\22?\22,@progbits\0A\09.quad 771b, 0xa7e42ee3df6f45bb\0A\09.short 9\0A\09.byte 1,86,84,0,0,1,2,0,0\0A\09.popsection", ""() #1
  call void @__sparse_read4(ptr %first)
  %x = load i32, ptr %first, align 4
  ret void
}

attributes #0 = { "sparse-instrumented" }
attributes #1 = { nounwind }

!0 = !{!1, !3, i64 20}
!1 = !{!"_ZTS9QHashData", !2, i64 0, !3, i64 20}
!2 = !{!"omnipotent char"}
!3 = !{!"int", !2, i64 0}
