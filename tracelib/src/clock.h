/* clock.h: how long recording has gone on. */
#ifndef SR_CLOCK_H
#define SR_CLOCK_H
#include <stdint.h>

void sr_clock_begin(void); /* now */
/* Milliseconds since then, as exact as the system's tick: 1 to 10. No system call where the kernel
 * shares its clock with the process. 0 where there is no such clock. */
uint64_t sr_clock_ms(void);
#endif
