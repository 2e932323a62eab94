/* call_text.h: a call from outside as one line, which a schedule can make again:
 * "PATH INTERFACE.MEMBER ARGUMENT…" (steering.def, group `call`).
 */
#ifndef LOOPCORE_CALL_TEXT_H
#define LOOPCORE_CALL_TEXT_H
#include <loopcore/text.h>

#include <stdbool.h>

/* Appends " TYPE:", for the value to follow; false: a type that no schedule has. */
bool call_text_argument(struct text *t, int type);
/* Appends a text, its bytes that are not plain percent-encoded. */
void call_text_encoded(struct text *t, const char *s);
#endif
