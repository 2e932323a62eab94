// set: a working set of some bytes, over which the program goes several times. What the
// block at hand has made itself is its own business; what it uses of earlier blocks' is
// recorded. So the set is used in the block that makes it, in one later handler, or by
// a handler for each time.
#include "../handler.h"
#include <cstdio>
#include <cstring>
#include <vector>

struct Object {
	Object *next;
	long value;
};

// What lies between objects makes them of many sizes.
static Object *makeObjects(size_t bytes)
{
	Object *all = nullptr;
	for (size_t n = 0, size = 16; n < bytes; n += size, size = 16 + size * 7 % 208) {
		Object *o = static_cast<Object *>(std::malloc(size));
		*o = { all, long(size) };
		all = o;
	}
	return all;
}

static long overObjects(Object *all)
{
	long sum = 0;
	for (Object *o = all; o; o = o->next)
		sum += ++o->value;
	return sum;
}

static long overArray(std::vector<int> &a)
{
	for (size_t i = 1; i < a.size(); i++)
		a[i] = (a[i] + a[i - 1]) % 1009;
	return a.back();
}

int main(int, char **argv)
{
	const char *how = argv[1];
	size_t bytes = std::strtoull(argv[2], nullptr, 10);
	long rounds = std::atol(argv[3]), sum = 0;
	bool objects = !std::strncmp(how, "objects", 7);
	Object *list = objects ? makeObjects(bytes) : nullptr;
	std::vector<int> array(objects ? 1 : bytes / sizeof(int));
	for (size_t i = 0; i < array.size(); i++)
		array[i] = int(i * 7);
	if (std::strstr(how, "handler"))
		nextHandler();
	for (long r = 0; r < rounds; r++) {
		sum += objects ? overObjects(list) : overArray(array);
		if (std::strstr(how, "handlers"))
			nextHandler();
	}
	std::printf("%ld\n", sum);
}
