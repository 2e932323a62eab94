/* slow.S: from the fast paths in instrumented code (hooks.h) into the recorder.
 *
 * They are called as LLVM's preserve_most: every general register but r11 comes
 * back as it was, so that code which needs nothing recorded keeps its values in
 * registers. What they hand over beside their arguments is their own return
 * address, which names the place of the access.
 */
	.text

	.macro save
	.cfi_startproc
	endbr64
	push	%rax
	push	%rcx
	push	%rdx
	push	%rsi
	push	%rdi
	push	%r8
	push	%r9
	push	%r10
	sub	$8, %rsp
	.cfi_def_cfa_offset 80
	.endm

	.macro restore
	add	$8, %rsp
	pop	%r10
	pop	%r9
	pop	%r8
	pop	%rdi
	pop	%rsi
	pop	%rdx
	pop	%rcx
	pop	%rax
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
	.endm

	.macro entry name
	.globl	\name
	.type	\name, @function
	.balign	16
\name:
	.endm

	/* (p, what) -> sr_touch(p, what, return address, 0) */
	entry	__sparse_touch
	save
	mov	72(%rsp), %rdx
	xor	%ecx, %ecx
	call	sr_touch
	restore
	.size	__sparse_touch, . - __sparse_touch

	/* (p, what, caller) -> sr_touch(p, what, return address, caller) */
	entry	__sparse_touch_leaf
	save
	mov	%rdx, %rcx
	mov	72(%rsp), %rdx
	call	sr_touch
	restore
	.size	__sparse_touch_leaf, . - __sparse_touch_leaf

	/* (caller, inside) -> sr_push(caller, inside) */
	entry	__sparse_enter
	save
	call	sr_push
	restore
	.size	__sparse_enter, . - __sparse_enter

	.section .note.GNU-stack, "", @progbits
