/* sinks.h: what a program writes by way of Qt's own classes, for record --flow.
 *
 * Rules: hooks are placed only where data flow is recorded; nobody else pays. What
 * was written is told once, at the layer that the program called, and by the handler
 * that called it: a stream and a device write later what several handlers left to
 * them, settings when the event loop turns. Qt's own writes below are kept back, but
 * only where the layer above has told of them.
 */
#ifndef SPARSEQT_SINKS_H
#define SPARSEQT_SINKS_H
#include "elfsym.h"

#include <stdbool.h>

void sinks_wanted(bool wanted);
void sinks_install(const struct object *core);
#endif
