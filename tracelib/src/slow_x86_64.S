/* slow_x86_64.S: from the fast paths in instrumented code (hooks.h) into the recorder.
 *
 * Every general register comes back as it was, so that code which has nothing to
 * record keeps its values in registers; the stack is aligned here, for the code
 * does not know that it calls. What is handed over beside the arguments is the
 * return address, which names the place of the access.
 *
 * The unwind information is right at every instruction: a signal may come at any.
 */
	.text

	.macro keep register
	push	\register
	.cfi_adjust_cfa_offset 8
	.endm

	.macro back register
	pop	\register
	.cfi_adjust_cfa_offset -8
	.endm

	.macro save
	.cfi_startproc
	endbr64
	keep	%rax
	keep	%rcx
	keep	%rdx
	keep	%rsi
	keep	%rdi
	keep	%r8
	keep	%r9
	keep	%r10
	keep	%rbp
	.cfi_offset %rbp, -80
	mov	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	and	$-16, %rsp
	.endm

	.macro restore
	mov	%rbp, %rsp
	pop	%rbp
	.cfi_def_cfa %rsp, 72
	.cfi_restore %rbp
	back	%r10
	back	%r9
	back	%r8
	back	%rdi
	back	%rsi
	back	%rdx
	back	%rcx
	back	%rax
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
	mov	72(%rbp), %rdx
	xor	%ecx, %ecx
	call	sr_touch
	restore
	.size	__sparse_touch, . - __sparse_touch

	/* (p, what, caller) -> sr_touch(p, what, return address, caller) */
	entry	__sparse_touch_leaf
	save
	mov	%rdx, %rcx
	mov	72(%rbp), %rdx
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
