/* qt_sinks.h: what a program writes by way of Qt's own classes, for record --flow.
 *
 * Rules: what was written is reported by the handler that called the class: a stream and a
 * device write later what several handlers left to them, settings when the event loop
 * turns. Qt's own writes below are kept back, but only where the layer above has reported of
 * them.
 */
#ifndef SPARSEQT_QT_SINKS_H
#define SPARSEQT_QT_SINKS_H
#include <loopcore/sinks.h>

extern const struct sink_part sinks_settings, sinks_devices, sinks_processes;

/* Where QtCore's code is. */
struct sparse_layer qt_core_layer(void);

void qt_sinks_install(const struct object *core);
#endif
