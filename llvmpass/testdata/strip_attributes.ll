; What the optimiser concluded about defined functions goes, at call sites too;
; claims about functions of other modules stay.
declare i32 @pure(i32) memory(none) nosync

define i32 @square(i32 %x) memory(none) nosync nofree nounwind speculatable {
  %y = mul i32 %x, %x
  ret i32 %y
}

define i32 @twice(i32 %x) nosync nounwind memory(none) {
  %a = tail call i32 @square(i32 %x) memory(none) nosync nounwind
  %b = tail call i32 @pure(i32 %a) memory(none)
  ret i32 %b
}

define i32 @left_alone(i32 %x) disable_sanitizer_instrumentation memory(none) {
  %a = tail call i32 @square(i32 %x) memory(none) nounwind
  ret i32 %a
}
