; ModuleID = 'testdata/instrument_flow.ll'
source_filename = "flow.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@there = external global i32
@text = private constant [3 x i8] c"ab\00"
@__sparse_site_numbers = internal global [31 x { i32, i32 }] [{ i32, i32 } zeroinitializer, { i32, i32 } { i32 0, i32 50462978 }, { i32, i32 } zeroinitializer, { i32, i32 } zeroinitializer, { i32, i32 } zeroinitializer, { i32, i32 } { i32 0, i32 16842753 }, { i32, i32 } { i32 0, i32 16777217 }, { i32, i32 } { i32 0, i32 16777216 }, { i32, i32 } { i32 0, i32 16777217 }, { i32, i32 } { i32 0, i32 16777216 }, { i32, i32 } { i32 0, i32 16777216 }, { i32, i32 } zeroinitializer, { i32, i32 } { i32 0, i32 16843009 }, { i32, i32 } zeroinitializer, { i32, i32 } { i32 0, i32 16777216 }, { i32, i32 } { i32 0, i32 33554432 }, { i32, i32 } zeroinitializer, { i32, i32 } zeroinitializer, { i32, i32 } { i32 0, i32 16777217 }, { i32, i32 } { i32 0, i32 50397441 }, { i32, i32 } zeroinitializer, { i32, i32 } zeroinitializer, { i32, i32 } zeroinitializer, { i32, i32 } { i32 0, i32 100860162 }, { i32, i32 } zeroinitializer, { i32, i32 } zeroinitializer, { i32, i32 } zeroinitializer, { i32, i32 } zeroinitializer, { i32, i32 } zeroinitializer, { i32, i32 } { i32 0, i32 33554432 }, { i32, i32 } zeroinitializer]
@__sparse_site_table = internal constant [442 x i8] c"value\00\06\00\00\00\00\00\00\00\00\0A\00\01\03\02\04\00\00\00\00\00\00\00\0D\00\02\00\04\01\00\01\02\02\03\01\01\00\00\00\06\00\05\00\00\00\00\00control\00\06\00\00\00\00\00\00\00\00\0B\00\01\01\01\01\00\00\00\01\01\00\00put\00\0F\00\03\01\01\01\00\00\00\00\00\01\02\02\01\01\00\00\08\00\04\01\00\01\02\00\00\00put\00\10\00\03\01\01\01\18\00\00\00\00\02\02\0A\02\01\01\00\00\08\00\04\01\00\01\02\00\00\00\00\0A\00\05\01\00\03\02\12\0A\00\00\00memory\00\06\00\00\00\00\00\00\00\00\0C\00\02\01\01\04\00\00\01\00\01\05\00\00\00\0C\00\02\00\00\00\00\00\01\03\01\01\00\00put\00\0A\00\03\01\00\00\00\00\00\02\00\00\00\08\00\04\02\00\01\02\00\00\00\00\06\00\05\00\00\00\00\00thrown\00\06\00\00\00\00\00\00\00put\00\0E\00\03\01\01\01\00\00\00\00\00\00\02\01\01\00\00\08\00\04\03\01\01\02\00\00\00\00\0C\00\02\00\04\00\00\01\01\02\01\01\00\00\00\06\00\05\00\00\00\00\00virtual\00\06\00\00\00\00\00\00\00\00\0B\00\01\06\02\08\00\00\00\01\01\00\00\00\0A\00\01\00\04\00\18\00\01\01\00\00memcmp\00\12\00\03\00\02\00\00\00\00\01\00\00\00\00\03\01\01\01\03\00\00\07\00\04\00\01\02\00\00\00\00\0C\00\02\00\04\00\18\01\01\02\01\01\00\00\00\0C\00\03\00\01\00\00\00\00\00\00\01\01\01\00\08\00\04\02\00\01\02\00\00\00\00\07\00\05\00\01\02\00\00\00"
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 0, ptr @__sparse_register_sites, ptr null }]

declare i32 @put(ptr, i32)

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #0

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #1

declare i32 @__gxx_personality_v0(...)

define void @value(ptr %p, i32 %n) #2 {
  %a = load i32, ptr @there, align 4
  %b = add i32 %a, %n
  store i32 %b, ptr %p, align 4
  %1 = zext i32 %b to i64
  %2 = inttoptr i64 %1 to ptr
  notail call void @__sparse_flow_step3(ptr getelementptr inbounds ([31 x { i32, i32 }], ptr @__sparse_site_numbers, i32 0, i32 1), ptr @there, ptr %p, ptr %2)
  ret void
}

define i32 @control(ptr %p) #2 {
entry:
  %flag = load i8, ptr %p, align 1
  %c = icmp eq i8 %flag, 0
  notail call void @__sparse_flow_step1(ptr getelementptr inbounds ([31 x { i32, i32 }], ptr @__sparse_site_numbers, i32 0, i32 5), ptr %p)
  br i1 %c, label %out, label %one

one:                                              ; preds = %entry
  notail call void @__sparse_flow_step1(ptr getelementptr inbounds ([31 x { i32, i32 }], ptr @__sparse_site_numbers, i32 0, i32 6), ptr %p)
  %r = call i32 @put(ptr %p, i32 1)
  %d = icmp eq i32 %r, 0
  notail call void @__sparse_flow_step0(ptr getelementptr inbounds ([31 x { i32, i32 }], ptr @__sparse_site_numbers, i32 0, i32 7))
  br i1 %d, label %out, label %two

two:                                              ; preds = %one
  notail call void @__sparse_flow_step1(ptr getelementptr inbounds ([31 x { i32, i32 }], ptr @__sparse_site_numbers, i32 0, i32 8), ptr %p)
  %s = call i32 @put(ptr dereferenceable(24) %p, i32 2)
  notail call void @__sparse_flow_step0(ptr getelementptr inbounds ([31 x { i32, i32 }], ptr @__sparse_site_numbers, i32 0, i32 9))
  br label %out

out:                                              ; preds = %two, %one, %entry
  %x = phi i32 [ 0, %entry ], [ 1, %one ], [ %s, %two ]
  notail call void @__sparse_flow_step0(ptr getelementptr inbounds ([31 x { i32, i32 }], ptr @__sparse_site_numbers, i32 0, i32 10))
  ret i32 %x
}

define void @memory(ptr %p, i8 %v, i32 %k) #2 {
  %own = alloca [4 x i32], align 4
  %at = getelementptr i32, ptr %own, i32 %k
  store i32 1, ptr %at, align 4
  notail call void @__sparse_flow_step2(ptr getelementptr inbounds ([31 x { i32, i32 }], ptr @__sparse_site_numbers, i32 0, i32 12), ptr %at, ptr inttoptr (i64 1 to ptr))
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %own, i64 16, i1 false)
  notail call void @__sparse_flow_store(ptr %p, i64 16, ptr getelementptr inbounds ([31 x { i32, i32 }], ptr @__sparse_site_numbers, i32 0, i32 13))
  call void @llvm.memset.p0.i64(ptr %p, i8 %v, i64 16, i1 false)
  %c = load i8, ptr @text, align 1
  notail call void @__sparse_flow_step0(ptr getelementptr inbounds ([31 x { i32, i32 }], ptr @__sparse_site_numbers, i32 0, i32 14))
  %r = call i32 @put(ptr @text, i32 0)
  notail call void @__sparse_flow_step0(ptr getelementptr inbounds ([31 x { i32, i32 }], ptr @__sparse_site_numbers, i32 0, i32 15))
  ret void
}

define void @thrown(ptr %p) #2 personality ptr @__gxx_personality_v0 {
  notail call void @__sparse_flow_step1(ptr getelementptr inbounds ([31 x { i32, i32 }], ptr @__sparse_site_numbers, i32 0, i32 18), ptr %p)
  %r = invoke i32 @put(ptr %p, i32 0)
          to label %next unwind label %pad

next:                                             ; preds = %0
  store i32 %r, ptr %p, align 4
  %1 = zext i32 %r to i64
  %2 = inttoptr i64 %1 to ptr
  notail call void @__sparse_flow_step2(ptr getelementptr inbounds ([31 x { i32, i32 }], ptr @__sparse_site_numbers, i32 0, i32 19), ptr %p, ptr %2)
  ret void

pad:                                              ; preds = %0
  %e = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %e
}

define i32 @virtual(ptr %object, ptr %q) #2 {
  %table = load ptr, ptr %object, align 8, !tbaa !0
  %slot = getelementptr inbounds i8, ptr %table, i64 16
  %f = load ptr, ptr %slot, align 8
  %n = getelementptr inbounds { i64, [2 x i32], i32 }, ptr %object, i64 0, i32 1, i64 1
  %v = load i32, ptr %n, align 4
  %c = call i32 @memcmp(ptr %object, ptr %q, i64 8)
  store i32 %c, ptr %n, align 4
  %1 = zext i32 %c to i64
  %2 = inttoptr i64 %1 to ptr
  notail call void @__sparse_flow_step3(ptr getelementptr inbounds ([31 x { i32, i32 }], ptr @__sparse_site_numbers, i32 0, i32 23), ptr %object, ptr %q, ptr %2)
  %r = call i32 %f(ptr %object)
  notail call void @__sparse_flow_step0(ptr getelementptr inbounds ([31 x { i32, i32 }], ptr @__sparse_site_numbers, i32 0, i32 29))
  ret i32 %r
}

declare i32 @memcmp(ptr, ptr, i64)

; Function Attrs: nounwind nonlazybind
declare void @__sparse_flow_store(ptr, i64, ptr) #3

; Function Attrs: nounwind nonlazybind
declare void @__sparse_flow_step3(ptr, ptr, ptr, ptr) #3

; Function Attrs: nounwind nonlazybind
declare void @__sparse_flow_step1(ptr, ptr) #3

; Function Attrs: nounwind nonlazybind
declare void @__sparse_flow_step0(ptr) #3

; Function Attrs: nounwind nonlazybind
declare void @__sparse_flow_step2(ptr, ptr, ptr) #3

; Function Attrs: nounwind
define internal void @__sparse_register_sites() #4 {
  call void @__sparse_flow_sites(ptr @__sparse_site_table, ptr @__sparse_site_numbers, i32 31)
  ret void
}

; Function Attrs: nounwind nonlazybind
declare void @__sparse_flow_sites(ptr, ptr, i32) #3

attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #2 = { "sparse-instrumented" }
attributes #3 = { nounwind nonlazybind }
attributes #4 = { nounwind }

!0 = !{!1, !1, i64 0}
!1 = !{!"vtable pointer", !2, i64 0}
!2 = !{!"Simple C++ TBAA"}
