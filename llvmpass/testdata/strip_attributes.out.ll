; ModuleID = 'testdata/strip_attributes.ll'
source_filename = "testdata/strip_attributes.ll"

; Function Attrs: nosync memory(none)
declare i32 @pure(i32) #0

; Function Attrs: nounwind
define i32 @square(i32 %x) #1 {
  %y = mul i32 %x, %x
  ret i32 %y
}

; Function Attrs: nounwind
define i32 @twice(i32 %x) #1 {
  %a = tail call i32 @square(i32 %x) #3
  %b = tail call i32 @pure(i32 %a) #4
  ret i32 %b
}

; Function Attrs: disable_sanitizer_instrumentation memory(none)
define i32 @left_alone(i32 %x) #2 {
  %a = tail call i32 @square(i32 %x) #3
  ret i32 %a
}

attributes #0 = { nosync memory(none) }
attributes #1 = { nounwind "sparse-instrumented" }
attributes #2 = { disable_sanitizer_instrumentation memory(none) }
attributes #3 = { nounwind }
attributes #4 = { memory(none) }
