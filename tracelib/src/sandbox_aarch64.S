/* sandbox_aarch64.S: syscall, in place of libc's, for sandbox.c. It does what libc's does,
 * in the caller's frame; only the call seccomp is looked at first.
 */
	.text
	.globl	syscall
	.type	syscall, %function
	.balign	16
syscall:
	.cfi_startproc
	bti	c
	cmp	x0, #277		/* seccomp */
	b.eq	2f
1:	mov	x8, x0
	mov	x0, x1
	mov	x1, x2
	mov	x2, x3
	mov	x3, x4
	mov	x4, x5
	mov	x5, x6
	mov	x6, x7
	svc	#0
	cmn	x0, #4095
	b.cs	3f
	ret

2:	stp	x29, x30, [sp, #-64]!
	.cfi_adjust_cfa_offset 64
	.cfi_rel_offset x29, 0
	.cfi_rel_offset x30, 8
	stp	x0, x1, [sp, #16]
	stp	x2, x3, [sp, #32]
	stp	x4, x5, [sp, #48]
	mov	x29, sp
	mov	x0, x1
	mov	x1, x2
	mov	x2, x3
	bl	sr_before_seccomp
	ldp	x0, x1, [sp, #16]
	ldp	x2, x3, [sp, #32]
	ldp	x4, x5, [sp, #48]
	ldp	x29, x30, [sp], #64
	.cfi_restore x29
	.cfi_restore x30
	.cfi_adjust_cfa_offset -64
	b	1b

3:	stp	x29, x30, [sp, #-32]!
	.cfi_adjust_cfa_offset 32
	.cfi_rel_offset x29, 0
	.cfi_rel_offset x30, 8
	str	x0, [sp, #16]
	mov	x29, sp
	bl	__errno_location
	ldr	x1, [sp, #16]
	neg	w1, w1
	str	w1, [x0]
	mov	x0, #-1
	ldp	x29, x30, [sp], #32
	.cfi_restore x29
	.cfi_restore x30
	.cfi_adjust_cfa_offset -32
	ret
	.cfi_endproc
	.size	syscall, . - syscall

	.section .note.GNU-stack,"",%progbits
