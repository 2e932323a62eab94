/* liveness.h: does a function that waits use a value when it goes on?
 *
 * Machine code is followed from the return address on: both ways at a branch, over
 * calls, to returns. A value is used where it is read while it is still the one
 * that waited: a register that the callee keeps, or a word of the frame.
 *
 * Rules: a comparison with nothing is no use; a register that is restored for the
 * caller is not read by us, for its word in the frame is the caller's. What can't be
 * followed (a jump to an address that was computed, too long a way) is UNKNOWN.
 */
#ifndef SK_LIVENESS_H
#define SK_LIVENESS_H
#include "unwind.h"

enum sk_later { SK_NOT_USED, SK_USED, SK_UNKNOWN };

enum sk_later sk_register_later(const struct sk_frame *f, int saved);
enum sk_later sk_word_later(const struct sk_frame *f, uintptr_t address);
#endif
