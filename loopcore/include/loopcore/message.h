/* message.h: what the hooks have to say to the user, on what was standard error when
 * the library was loaded (sparserec/say.h). */
#ifndef LOOPCORE_MESSAGE_H
#define LOOPCORE_MESSAGE_H

void message_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
