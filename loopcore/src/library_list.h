/* library_list.h: a library that is loaded while the program runs. */
#ifndef LOOPCORE_LIBRARY_LIST_H
#define LOOPCORE_LIBRARY_LIST_H
#include <stdbool.h>

/* Calls `then` whenever a library has been loaded; false: that cannot be seen. */
bool library_list_watch(void (*then)(void));
#endif
