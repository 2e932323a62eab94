/* steering_words.h: what steering.h declares. One file of each library includes it. */
#include <sparserec/steering.h>

#define STEERING_WORD(group, name, word) const char steering_##group##_##name[] = word;
#include <sparserec/steering.def>

#define STEERING_DIVERGENCE(name, code, sentence) static const char steering_diverged_##name[] = code;
#include <sparserec/steering.def>

const struct divergence_text steering_divergences[DIVERGENCES] = {
#define STEERING_DIVERGENCE(name, code, sentence) { steering_diverged_##name, sentence },
#include <sparserec/steering.def>
};
