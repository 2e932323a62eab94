/* start.h: between the start of the library and the hooks on other loops than Qt's. */
#ifndef SPARSEQT_START_H
#define SPARSEQT_START_H
#include <stdbool.h>

/* Opens the schedule and the tables; false if there is nothing to do here. */
bool start_foreign(void);

/* uvpatch */
bool uv_hooks_begin(void);
bool uv_hooks_on(void);
/* glibpatch */
bool glib_hooks_install(void);
#endif
