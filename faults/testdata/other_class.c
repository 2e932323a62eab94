/* A 32-bit program, built without a 32-bit libc's headers and linked with its library. What
 * it prints is its own; what its loader says goes to standard error. */
void *malloc(unsigned);
void free(void *);
void exit(int);
int puts(const char *);

__attribute__((force_align_arg_pointer)) void _start(void)
{
	for (unsigned i = 0; i < 1000; i++)
		free(malloc(i * 7));
	puts("of 32 bits");
	exit(7);
}
