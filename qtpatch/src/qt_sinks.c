/* qt_sinks.c: see qt_sinks.h. */
#include "qt_sinks.h"

static const struct sink_part *const parts[] = { &sinks_settings, &sinks_devices, &sinks_processes };

static struct sparse_layer core;

struct sparse_layer qt_core_layer(void)
{
	return core;
}

void qt_sinks_install(const struct object *o)
{
	core = (struct sparse_layer){ (const void *)o->start, (const void *)o->end };
	sinks_place(o, parts, SINK_COUNT(parts));
}
