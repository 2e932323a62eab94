/* slow_x86_64.S: from the fast paths in instrumented code (hooks.h) into the recorder.
 *
 * Every general register comes back as it was, so that code which has nothing to
 * record keeps its values in registers; the stack is aligned here, for the code
 * does not know that it calls. Where nothing is recorded an access makes the filter of
 * all threads (thread.c) know the 64 bytes around it, so that it does not come again. What is handed over beside the arguments is the
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

	.macro start
	.cfi_startproc
	endbr64
	cmpl	$0, sr_state(%rip)	/* SR_OFF */
	jne	1f
	.endm

	/* Eight cells, of the granules around p: each is its granule << SPARSE_GRANULE_SHIFT. */
	.macro known
	.irp	cell, 0, 8, 16, 24, 32, 40, 48, 56
	mov	%rax, \cell(%rdx,%r8)
	add	$1 << 20, %rax
	.endr
	.endm

	/* Both where code with and without SPARSE_FAR looks (view.h). */
	.macro idle
	keep	%rax
	keep	%rcx
	keep	%rdx
	keep	%r8
	lea	sr_idle_cells(%rip), %rdx
	mov	__sparse_view_3@gottpoff(%rip), %rax
	cmp	%rdx, %fs:(%rax)	/* a thread that was recorded has cells of its own */
	jne	2f
	mov	%rdi, %rax
	shr	$6, %rax
	mov	%eax, %ecx
	mov	%rdi, %r8
	shr	$24, %r8
	and	$-(1 << 12), %r8d
	xor	%ecx, %r8d
	and	$(1 << 15) - 1, %r8d	/* of SPARSE_CELLS / 8 */
	and	$(1 << 15) - 1, %ecx
	shl	$6, %r8
	shl	$6, %rcx
	shl	$23, %rax
	known
	sub	$8 << 20, %rax
	mov	%rcx, %r8
	known
	.cfi_remember_state
	back	%r8
	back	%rdx
	back	%rcx
	back	%rax
	ret
2:
	.cfi_restore_state
	back	%r8
	back	%rdx
	back	%rcx
	back	%rax
1:
	.endm

	.macro save
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
	start
	idle
	save
	mov	72(%rbp), %rdx
	xor	%ecx, %ecx
	call	sr_touch
	restore
	.size	__sparse_touch, . - __sparse_touch

	/* (p, what, caller) -> sr_touch(p, what, return address, caller) */
	entry	__sparse_touch_leaf
	start
	idle
	save
	mov	%rdx, %rcx
	mov	72(%rbp), %rdx
	call	sr_touch
	restore
	.size	__sparse_touch_leaf, . - __sparse_touch_leaf

	/* (caller, inside) -> sr_push(caller, inside) */
	entry	__sparse_enter
	start
	ret
1:
	save
	call	sr_push
	restore
	.size	__sparse_enter, . - __sparse_enter

	.section .note.GNU-stack, "", @progbits
