/* kept_signals.h: signals that we look at before the program does.
 *
 * Our handler stays installed. What the program (or a crash dialog's library) asks
 * for such a signal is kept: it is what sigaction and signal answer, and it gets each
 * signal, or its default or being ignored takes effect, after we have looked.
 */
#ifndef SK_KEPT_SIGNALS_H
#define SK_KEPT_SIGNALS_H
#include <signal.h>
#include <stdbool.h>

/* look allocates nothing; what it does to errno is undone. */
bool sk_signal_keep(int signal, void (*look)(siginfo_t *info, void *context));
void sk_signal_default(int signal); /* from now on it has its default effect */
#endif
