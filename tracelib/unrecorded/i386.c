/* i386.c: what a 32-bit program gets in place of our libraries, which it cannot load.
 *
 * LD_PRELOAD names our libraries by the loader's own word for the machine ($PLATFORM), so
 * each loader finds one that it can load, and none complains on the program's standard
 * error. This one adds the program's name to the file that the tool has named, so that the
 * tool can say at the end what was not recorded.
 *
 * Rules: nothing is needed of a 32-bit libc, here or where it is built. Three system calls,
 * which the loader has made before. What cannot be done is left undone.
 */
#define STEERING_WORD(group, name, word) static const char group##_##name[] __attribute__((unused)) = word;
#include <sparserec/steering.def>

enum { READ_PATH = 4096, OPEN = 5, WRITE = 4, CLOSE = 6, /* Linux on i386 */
       WRONLY = 01, APPEND = 02000, NOFOLLOW = 0400000, CLOEXEC = 02000000, AT_EXECFN = 31 };

static long call(long number, long a, long b, long c)
{
	long result;

	__asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c) : "memory");
	return result;
}

/* What follows `word` in s, if s begins with it; else 0. */
static const char *behind(const char *s, const char *word)
{
	for (; *word; word++, s++)
		if (*s != *word)
			return 0;
	return s;
}

/* Copies up to `end` and returns the length; 0: there is no end, or no room. */
static int copy(char to[READ_PATH], const char *from, char end)
{
	for (int n = 0; n < READ_PATH - 1; n++) {
		if (from[n] == end) {
			to[n] = 0;
			return n;
		}
		if (!from[n])
			return 0;
		to[n] = from[n];
	}
	return 0;
}

/* The file that the options name, "" if none. */
static void find_file(char path[READ_PATH], char **environment)
{
	path[0] = 0;
	for (; *environment; environment++) {
		const char *options = behind(*environment, environment_options), *value;

		for (const char *s = options; s && *s; s++)
			if ((*s == '=' || *s == ':') && (value = behind(s + 1, option_unrecorded)) && (value = behind(value, "='")))
				if (copy(path, value, '\''))
					return;
	}
}

/* The path that was executed, as the kernel gives it to the loader behind the environment. */
static const char *program(char **environment)
{
	const long *word;

	while (*environment)
		environment++;
	for (word = (const long *)(environment + 1); word[0]; word += 2)
		if (word[0] == AT_EXECFN)
			return (const char *)word[1];
	return "";
}

static void tell(int argc, char **argv, char **environment)
{
	static char path[READ_PATH], line[2 * READ_PATH];
	int n, file;

	(void)argc, (void)argv;
	find_file(path, environment);
	n = copy(line, unrecorded_class, 0);
	n += copy(line + n, program(environment), 0);
	if (!path[0])
		return;
	line[n++] = '\n';
	file = (int)call(OPEN, (long)path, WRONLY | APPEND | NOFOLLOW | CLOEXEC, 0);
	if (file < 0)
		return;
	call(WRITE, file, (long)line, n);
	call(CLOSE, file, 0, 0);
}

__attribute__((section(".init_array"), used)) static void (*const at_start)(int, char **, char **) = tell;
