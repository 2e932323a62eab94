/* commute.h: what accesses are part of, by name. */
#ifndef SR_COMMUTE_H
#define SR_COMMUTE_H
#include "recorder.h"

#pragma GCC visibility push(hidden)
/* The string that names what an access is part of: what the program says, else what
 * the compiler does (view.h); 0 = nothing, or no room for the name. */
uint32_t sr_commutes(struct sr_thread *t, unsigned how);
#pragma GCC visibility pop
#endif
