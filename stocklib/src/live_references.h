/* live_references.h: the scan is entered by the hooks alone (stock.h). */
#ifndef SK_LIVE_REFERENCES_H
#define SK_LIVE_REFERENCES_H
#define SPARSEREC_WEAK

/* From now on what each scan takes, in processor time, is appended to that file. */
void sk_pause_time(const char *file);
#endif
