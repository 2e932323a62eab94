/* libc_heap.h: blocks of stock mode's heap that come to the C library's own functions.
 *
 * A library that is loaded with RTLD_DEEPBIND, as PHP loads its extensions, calls the C
 * library's `free` and not ours, and so does who asks dlsym for it there. It would take a
 * block of ours for one of its own.
 */
#ifndef LIBC_HEAP_H
#define LIBC_HEAP_H
/* Nothing happens without stock mode's heap. Before the program has other threads. */
void libc_heap_watch(void);
#endif
