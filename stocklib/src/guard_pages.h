/* guard_pages.h: blocks on pages of their own that nobody can touch once they are freed.
 *
 * Only what predicted places allocate is guarded, and each block's addresses are
 * used once, so a fault in them is a use of what was freed and nothing else.
 */
#ifndef SK_GUARD_PAGES_H
#define SK_GUARD_PAGES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern bool sk_guarding;

/* sites: "module+0xoffset" separated by ';', offsets of return addresses; report:
 * where reports go, ".PID" is added. */
void sk_guard_open(const char *sites, const char *report);

/* NULL: not to be guarded, or no more room. */
void *sk_guard_get(size_t align, size_t n, uint64_t site);
bool sk_guard_has(const void *p);
void sk_guard_put(void *p);
size_t sk_guard_size(const void *p); /* of a live block, else 0 */
/* A free of what is no block: says whether it lies in the frames that wait. */
void sk_guard_foreign(const void *p);
#endif
