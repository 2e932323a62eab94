/* called.h: who called a function of ours, by where the call returns to.
 *
 * A call that stands last is compiled to a jump, which leaves no address behind: what
 * is called returns to the caller's caller. So a library that calls back into the program
 * looks like the caller of whatever the program's callback ends in. But it calls
 * a callback by a pointer, and functions of libraries by their names.
 */
#ifndef LOOPCORE_CALLED_H
#define LOOPCORE_CALLED_H
#include <loopcore/elfsym.h>

/* Does `library` call by name where this call returns to? Then it is the caller, as far as it
 * itself makes no jumps. */
bool called_by(const struct object *library, const void *back);
#endif
