/* pause.h: the scan is entered by the hooks alone (stock.h). */
#ifndef SK_PAUSE_H
#define SK_PAUSE_H
#define SPARSEREC_WEAK
#endif
