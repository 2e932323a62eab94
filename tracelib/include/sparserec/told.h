/* told.h: posts whose attributes the recorder was told before, from the hooks of event loops.
 *
 * Most posts differ from earlier ones of their type to their receiver in the label alone. What
 * is the same is written from the bytes that it had before, with no text looked up again.
 *
 * Rules: the bytes are of one recording, and of one state of what they are said of; each has a
 * number, and bytes of other numbers are none. The recorder alone writes them, under its
 * guard; a jump out of it leaves none.
 */
#ifndef SPARSEREC_TOLD_H
#define SPARSEREC_TOLD_H
#include <sparserec/sparserec.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SPARSE_TOLD = 96, SPARSE_TOLD_HEAD = 16 };

struct sparse_told {
	uint64_t recording; /* whose ids these are; 0: nothing is told */
	uint64_t of;        /* what they are said of, as the caller counts */
	uint32_t n, label;  /* attributes but the label; its key */
	uint16_t head, size; /* bytes before the place of the label, and all */
	uint8_t bytes[SPARSE_TOLD + SPARSE_TOLD_HEAD]; /* the rest is room to be copied */
};

/* A label that ends in a number. */
struct sparse_label {
	const char *text; /* NULL: none */
	uint64_t hash;    /* of what stands before the number: who has this hash has this text */
	uint32_t stem;    /* bytes before the number */
	uint32_t number;
};

/* As sparse_enq; `info` needs no attributes if they are told already, and has the label among
 * them if not. 0: they are needed, and nothing was recorded; never with attributes. What
 * there is no room for is needed at each call. */
SPARSEREC_API int __sparse_enq_told(uint64_t event, const struct sparse_info *info, struct sparse_told *told,
				    uint64_t of, const struct sparse_label *label);

#ifdef __cplusplus
}
#endif
#endif
