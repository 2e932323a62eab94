/* called_x86_64.c: see called.h. Two instructions call by name: to a distance from themselves,
 * where the function or its stub stands, and, where a library was compiled for no stubs, to what
 * stands in the linker's table at a distance.
 */
#include <loopcore/called.h>

#include <string.h>

enum { NEAR = 0xe8, GROUP = 0xff, BY_TABLE = 0x15, LENGTH = 6 };

static bool has(const struct object *o, uintptr_t address)
{
	return address >= o->start && address < o->end;
}

bool called_by(const struct object *library, const void *back)
{
	const unsigned char *at = back;
	int32_t distance;
	if (!has(library, (uintptr_t)back) || !has(library, (uintptr_t)back - LENGTH))
		return false;
	memcpy(&distance, at - sizeof(distance), sizeof(distance));
	return (at[-5] == NEAR || (at[-6] == GROUP && at[-5] == BY_TABLE)) &&
	       has(library, (uintptr_t)back + (uintptr_t)(intptr_t)distance);
}
