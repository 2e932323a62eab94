/* steering.h: the words of steering.def, for C and C++.
 *
 * Each library has them once, in its words.c (steering_words.h). A limit is
 * STEERING_MOST_name.
 */
#ifndef SPARSEREC_STEERING_H
#define SPARSEREC_STEERING_H
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(hidden)

#define STEERING_WORD(group, name, word) extern const char steering_##group##_##name[];
#include <sparserec/steering.def>

enum {
#define STEERING_LIMIT(name, most) STEERING_MOST_##name = most,
#include <sparserec/steering.def>
};

/* Why a run diverged. */
enum divergence {
#define STEERING_DIVERGENCE(name, code, sentence) DIVERGED_##name,
#include <sparserec/steering.def>
	DIVERGENCES
};
struct divergence_text {
	const char *code, *sentence;
};
extern const struct divergence_text steering_divergences[DIVERGENCES];

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
