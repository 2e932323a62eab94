/* slots.c: what a library calls for the program when a signal is emitted, where that keeps
 * what it calls in no memory of its own that code here could see: GLib's closures.
 *
 * A slot is a range of bytes that its backend hands out: made, called and gone, as Qt's slots
 * are by their memory. Rule: where a call begins and ends, the filter forgets, so that accesses
 * inside do not stand for those outside, or in another slot's call.
 */
#include "../include/sparserec/instrument.h"
#include "../include/sparserec/sparserec.h"
#include "filter.h"

void __sparse_slot_made(const void *slot, size_t n, const char *type)
{
	sr_note_typed_alloc(slot, n, SR_CALLER, type);
}

static void forget(void)
{
	SR_INSIDE struct sr_thread *t = sr_enter();

	if (t)
		sr_next_epoch(t);
}

void __sparse_slot_called(const void *where)
{
	sparse_read(where, sizeof(void *));
	forget();
}
