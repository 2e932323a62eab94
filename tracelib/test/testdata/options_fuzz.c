/* libFuzzer's entry to the recorder's options. */
#include "options.h"
#include <stdlib.h>
#include <string.h>

void sr_say(const char *format, ...) { (void)format; } /* the recorder's */
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct sr_options o;
	char path[PATH_MAX], *text = malloc(size + 1);

	memcpy(text, data, size);
	text[size] = 0;
	sr_options_parse(&o, text, size % 2);
	free(text);
	if (memchr(o.trace, 0, sizeof(o.trace)) == NULL || memchr(o.unrecorded, 0, sizeof(o.unrecorded)) == NULL)
		abort();
	if (sr_options_path(&o, path) && path[0] != '/')
		abort();
	return 0;
}
