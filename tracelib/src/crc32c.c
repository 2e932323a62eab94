/* crc32c.c: CRC-32C (Castagnoli, reflected, as in RFC 3720) of a sealed block.
 * The processor's instruction where there is one, else four bits at a time. */
#include "file.h"
#include <string.h>

static uint32_t plain(uint32_t crc, const uint8_t *p, size_t n)
{
	/* Remainders of the 16 nibbles for the reflected polynomial 0x82f63b78. */
	static const uint32_t nibble[16] = {
		0x00000000, 0x105ec76f, 0x20bd8ede, 0x30e349b1,
		0x417b1dbc, 0x5125dad3, 0x61c69362, 0x7198540d,
		0x82f63b78, 0x92a8fc17, 0xa24bb5a6, 0xb21572c9,
		0xc38d26c4, 0xd3d3e1ab, 0xe330a81a, 0xf36e6f75,
	};

	for (; n; n--) {
		crc ^= *p++;
		crc = (crc >> 4) ^ nibble[crc & 15];
		crc = (crc >> 4) ^ nibble[crc & 15];
	}
	return crc;
}

#ifdef __x86_64__
__attribute__((target("sse4.2")))
static uint32_t fast(uint32_t crc, const uint8_t *p, size_t n)
{
	uint64_t wide = crc, word;

	for (; n >= 8; n -= 8, p += 8) {
		__builtin_memcpy(&word, p, 8);
		wide = __builtin_ia32_crc32di(wide, word);
	}
	return plain((uint32_t)wide, p, n);
}
#endif

uint32_t sr_crc32c(const void *data, size_t n)
{
#ifdef __x86_64__
	__builtin_cpu_init();
	if (__builtin_cpu_supports("sse4.2"))
		return ~fast(~0u, data, n);
#endif
	return ~plain(~0u, data, n);
}
