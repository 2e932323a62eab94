/* slow_x86_64.S: from the fast paths in instrumented code (hooks.h) into the recorder.
 *
 * Every general register comes back as it was, so that code which has nothing to
 * record keeps its values in registers; the stack is aligned here, for the code
 * does not know that it calls. Where nothing is recorded an access makes the filter of
 * all threads (thread.c) know the 64 bytes around it, so that it does not come again. What
 * is handed over beside the arguments is an address within the call, which names the place
 * of the access.
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

	/* Within the call, for what comes next may be of another line. */
	.macro place
	mov	72(%rbp), %rdx
	dec	%rdx
	.endm

	.macro entry name
	.globl	\name
	.type	\name, @function
	.balign	16
\name:
	.endm

	/* (p, what) -> sr_touch(p, what, place, 0) */
	entry	__sparse_touch
	start
	idle
	save
	place
	xor	%ecx, %ecx
	call	sr_touch
	restore
	.size	__sparse_touch, . - __sparse_touch

	/* (p, what, caller) -> sr_touch(p, what, place, caller) */
	entry	__sparse_touch_leaf
	start
	idle
	save
	mov	%rdx, %rcx
	place
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

/* (p) -> what an access has to ask, where code does not ask it by itself (hooks.h says what,
 * and why). All general registers but r11 are kept. */

	/* rax: of which bytes of the granule, n granules behind p's, is not known that they were
	 * read, written (view.h). r11: the thread's view. */
	.macro look behind, far
	mov	%rdi, %rax
	shr	$3, %rax
	.if \behind
	add	$\behind, %rax
	.endif
	mov	%rax, %rcx
	.if \far
	shr	$18, %rcx	/* SPARSE_FAR_BITS - SPARSE_NEAR_BITS */
	and	$-(1 << 15), %rcx
	xor	%rax, %rcx
	.endif
	and	%fs:8(%r11), %rcx
	shl	$3, %rcx
	add	%fs:(%r11), %rcx
	shl	$20, %rax
	xor	(%rcx), %rax
	xor	%fs:16(%r11), %rax
	.endm

	.macro ask name, n, bits, what, unaligned, far
	entry	\name
	.cfi_startproc
	endbr64
	mov	__sparse_view_3@gottpoff(%rip), %r11
	keep	%rax
	keep	%rcx
	.if \n == 16
	test	$7, %dil
	jne	1f
	look	1, \far
	test	$(\bits * 255) | -65536, %rax
	jne	1f
	look	0, \far
	test	$(\bits * 255) | -65536, %rax
	.else
	look	0, \far
	.if \n < 8
	mov	%edi, %ecx
	and	$7, %ecx
	shr	%cl, %rax
	.if \unaligned
	cmp	$8 - \n, %cl
	ja	1f
	.endif
	.elseif \unaligned
	test	$7, %dil
	jne	1f
	.endif
	test	$(\bits * ((1 << \n) - 1)) | -65536, %rax
	.endif
	jne	1f
	.cfi_remember_state
	back	%rcx
	back	%rax
	ret
	.cfi_restore_state
1:	back	%rcx
	back	%rax
	mov	$\n | \what, %r11d
	jmp	sr_asked
	.cfi_endproc
	.size	\name, . - \name
	.endm

	.macro asks kind, bits, what
	.irp	n, 1, 2, 4, 8, 16
	ask	__sparse_ask_\kind\n, \n, \bits, \what, 0, 0
	ask	__sparse_ask_far_\kind\n, \n, \bits, \what, 0, 1
	.endr
	.irp	n, 2, 4, 8
	ask	__sparse_ask_unaligned_\kind\n, \n, \bits, \what, 1, 0
	ask	__sparse_ask_far_unaligned_\kind\n, \n, \bits, \what, 1, 1
	.endr
	.endm

	asks	read, 1, 32		/* SPARSE_READ */
	asks	write, 256, 64		/* SPARSE_WRITE */
	asks	update, 257, 32 | 64
	ask	__sparse_ask_use, 1, 1, 32 | 128, 0, 0	/* SPARSE_USE */
	ask	__sparse_ask_far_use, 1, 1, 32 | 128, 0, 1

	/* (p, r11d: what) -> sr_touch(p, what, place, 0) */
	.type	sr_asked, @function
	.balign	16
sr_asked:
	start
	idle
	save
	mov	%r11d, %esi
	place
	xor	%ecx, %ecx
	call	sr_touch
	restore
	.size	sr_asked, . - sr_asked

	/* (variable, size, type) -> sr_scope_end(variable, size, type, return address), where handlers
	 * that wait, or have waited, have the variable. */
	entry	__sparse_ask_scope_end
	.cfi_startproc
	endbr64
	mov	__sparse_waits_from@gottpoff(%rip), %r11
	cmp	%fs:(%r11), %rdi
	jae	1f
	ret
1:	save
	mov	72(%rbp), %rcx
	call	sr_scope_end
	restore
	.size	__sparse_ask_scope_end, . - __sparse_ask_scope_end

	/* (token): the frame's function calls what keeps no shadow stack (hooks.h). */
	entry	__sparse_ask_func_calls
	.cfi_startproc
	endbr64
	mov	__sparse_view_3@gottpoff(%rip), %r11
	cmp	%fs:36(%r11), %edi
	jae	1f
	mov	%fs:24(%r11), %r11
	add	%rdi, %r11
	keep	%rax
	mov	8(%rsp), %rax
	mov	%rax, 8(%r11)
	back	%rax
1:	ret
	.cfi_endproc
	.size	__sparse_ask_func_calls, . - __sparse_ask_func_calls

	.section .note.GNU-stack, "", @progbits
