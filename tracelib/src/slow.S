/* slow.S: from the fast paths in instrumented code (hooks.h) into the recorder.
 *
 * Every general register comes back as it was, so that code which has nothing to
 * record keeps its values in registers; the stack is aligned here, for the code
 * does not know that it calls. What is handed over beside the arguments is the
 * return address, which names the place of the access.
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
	push	%rbp
	.cfi_def_cfa_offset 80
	.cfi_offset %rbp, -80
	mov	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	and	$-16, %rsp
	.endm

	.macro restore
	mov	%rbp, %rsp
	pop	%rbp
	.cfi_def_cfa %rsp, 72
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
