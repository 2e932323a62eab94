// words.cpp: the words of the steering definition, for this library.
#include <sparserec/steering_words.h>
