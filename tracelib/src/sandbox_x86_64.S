/* sandbox_x86_64.S: syscall, in place of libc's, for sandbox.c. It does what libc's does, in
 * the caller's frame; only the call seccomp is looked at first.
 */
	.text
	.globl	syscall
	.type	syscall, @function
	.balign	16
syscall:
	.cfi_startproc
	endbr64
	cmp	$317, %rdi		/* seccomp */
	je	2f
1:	mov	%rdi, %rax
	mov	%rsi, %rdi
	mov	%rdx, %rsi
	mov	%rcx, %rdx
	mov	%r8, %r10
	mov	%r9, %r8
	mov	8(%rsp), %r9
	syscall
	cmp	$-4095, %rax
	jae	3f
	ret

2:	push	%rdi
	.cfi_adjust_cfa_offset 8
	push	%rsi
	.cfi_adjust_cfa_offset 8
	push	%rdx
	.cfi_adjust_cfa_offset 8
	push	%rcx
	.cfi_adjust_cfa_offset 8
	push	%r8
	.cfi_adjust_cfa_offset 8
	mov	%rsi, %rdi
	mov	%rdx, %rsi
	mov	%rcx, %rdx
	call	sr_before_seccomp
	pop	%r8
	.cfi_adjust_cfa_offset -8
	pop	%rcx
	.cfi_adjust_cfa_offset -8
	pop	%rdx
	.cfi_adjust_cfa_offset -8
	pop	%rsi
	.cfi_adjust_cfa_offset -8
	pop	%rdi
	.cfi_adjust_cfa_offset -8
	jmp	1b

3:	neg	%eax
	push	%rax
	.cfi_adjust_cfa_offset 8
	call	__errno_location@PLT
	pop	%rdx
	.cfi_adjust_cfa_offset -8
	mov	%edx, (%rax)
	mov	$-1, %rax
	ret
	.cfi_endproc
	.size	syscall, . - syscall

	.section .note.GNU-stack,"",@progbits
