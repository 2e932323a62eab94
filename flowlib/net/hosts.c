/* hosts.c: names of other machines, which nobody is asked for. */
#define _GNU_SOURCE
#include "net.h"
#include <arpa/inet.h>
#include <netdb.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { HOSTS = 1024, HOST = 256, FIRST = 127u << 24 | 53u << 16 };

static char hosts[HOSTS][HOST];
static _Atomic uint32_t known;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

const char *net_host(uint32_t address)
{
	return address >= FIRST && address - FIRST < known ? hosts[address - FIRST] : NULL;
}

/* The address that stands for a name, 0: there are too many. */
static uint32_t address_for(const char *name)
{
	uint32_t i;

	pthread_mutex_lock(&lock);
	for (i = 0; i < known && strcasecmp(hosts[i], name) != 0; i++)
		;
	if (i == known && i < HOSTS && strlen(name) < HOST) {
		strcpy(hosts[i], name);
		known = i + 1;
	}
	pthread_mutex_unlock(&lock);
	return i < known ? FIRST + i : 0;
}

static bool is_own(const char *name)
{
	unsigned char bytes[16];
	char self[HOST];
	size_t n = strcspn(name, "%");

	if (inet_pton(AF_INET, name, bytes) == 1 || strchr(name, ':') || n < strlen(name) || strcasecmp(name, "localhost") == 0)
		return true;
	return gethostname(self, sizeof self) == 0 && strcasecmp(name, self) == 0;
}

NET_DECLARE(getaddrinfo);
NET_EXPORT int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **list)
{
	struct addrinfo asked = hints ? *hints : (struct addrinfo){ .ai_flags = AI_V4MAPPED | AI_ADDRCONFIG };
	uint32_t address;
	char text[INET_ADDRSTRLEN];

	if (!net_on() || !name || asked.ai_flags & AI_NUMERICHOST || is_own(name))
		return NET_NEXT(getaddrinfo)(name, service, hints, list);
	address = asked.ai_family == AF_INET6 && !(asked.ai_flags & AI_V4MAPPED) ? 0 : address_for(name);
	if (!address)
		return EAI_NONAME;
	snprintf(text, sizeof text, "%u.%u.%u.%u", address >> 24, address >> 16 & 255, address >> 8 & 255, address & 255);
	return NET_NEXT(getaddrinfo)(text, service, hints ? &asked : NULL, list);
}
