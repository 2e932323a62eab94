/* python.h: the functions of a Python program that a thread is in.
 *
 * The interpreter's frames are read as they lie, at the offsets that the tool has found in a
 * run of the same interpreter (option stock_python). Each place of a function gets an address
 * that nothing else has: its function's, and the line in its file.
 */
#ifndef SK_PYTHON_H
#define SK_PYTHON_H
#include <stdint.h>

/* The option's value: device and inode of the interpreter, then its offsets. */
void sk_python_open(const char *found);

/* The places of a stack of this thread, innermost first, from number `from` on, with Python's
 * functions in the place of the interpreter's own; gives how many there are then, at most `max`. */
unsigned sk_python_merge(const uint64_t *pcs, unsigned n, unsigned from, uint64_t *merged, unsigned max);
#endif
