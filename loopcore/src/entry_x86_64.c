/* entry_x86_64.c: moving the first instructions of a function, with Zydis.
 *
 * Steps: (1) decode from the entry until 5 bytes, the length of a near jump,
 * are covered; (2) copy each instruction to the island, mending what is
 * relative to its place; (3) append a jump to the rest of the function, to which a
 * call returns by itself, so that an exception finds the function's own frame;
 * (4) look through the whole function for branches into the covered bytes;
 * (5) later, replace the entry by a near jump to the island. A function that
 * is over sooner may be followed by padding: then the jump reaches into that.
 */
#include <loopcore/entry.h>

#include <Zydis/Zydis.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { NEAR_JUMP = 5, ISLAND = 1 << 14, SLOT = 128, PAGE = 4096 };

/* Tries addresses below and above the object, within reach of a near jump. */
bool island_open(struct island *is, uintptr_t start, uintptr_t end)
{
	const uintptr_t step = 1 << 20, reach = (uintptr_t)1 << 30;
	for (uintptr_t off = step; off < reach; off += step) {
		uintptr_t try[2] = { (start - off) & ~(uintptr_t)(PAGE - 1),
				     (end + off) & ~(uintptr_t)(PAGE - 1) };
		for (int i = 0; i < 2; i++) {
			long p = syscall(SYS_mmap, try[i], ISLAND, PROT_READ | PROT_WRITE,
					 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
			if (p == -1)
				continue;
			is->start = is->next = (uint8_t *)p;
			is->end = is->start + ISLAND;
			return true;
		}
	}
	return false;
}

bool island_seal(struct island *is)
{
	return syscall(SYS_mprotect, is->start, ISLAND, PROT_READ | PROT_EXEC) == 0;
}

static uint8_t *emit_jump(uint8_t *at, const void *target)
{
	static const uint8_t jmp[6] = { 0xff, 0x25, 0, 0, 0, 0 };
	memcpy(at, jmp, sizeof(jmp));
	memcpy(at + sizeof(jmp), &target, sizeof(target));
	return at + sizeof(jmp) + sizeof(target);
}

static bool store_offset(uint8_t *field, const uint8_t *next, uintptr_t target)
{
	intptr_t d = (intptr_t)target - (intptr_t)next;
	int32_t narrow = (int32_t)d;
	memcpy(field, &narrow, sizeof(narrow));
	return narrow == d;
}

static bool is_branch(const ZydisDecodedInstruction *in)
{
	return in->raw.imm[0].size && in->raw.imm[0].is_relative;
}

static uintptr_t branch_target(const ZydisDecodedInstruction *in, const uint8_t *at)
{
	return (uintptr_t)at + in->length + (uintptr_t)in->raw.imm[0].value.s;
}

/* A branch: short jumps grow to near ones. Returns the new end, NULL if it can't be. */
static uint8_t *move_branch(uint8_t *to, const uint8_t *at, const ZydisDecodedInstruction *in)
{
	uintptr_t target = branch_target(in, at);
	unsigned length = in->length, field = in->raw.imm[0].offset;
	if (in->raw.imm[0].size == 32) {
		memcpy(to, at, length);
	} else if (in->opcode == 0xeb) {
		to[0] = 0xe9;
		field = 1;
		length = 5;
	} else if (in->opcode >= 0x70 && in->opcode <= 0x7f && length == 2) {
		to[0] = 0x0f;
		to[1] = (uint8_t)(in->opcode + 0x10);
		field = 2;
		length = 6;
	} else {
		return NULL; /* loop, jrcxz: only short forms exist */
	}
	return store_offset(to + field, to + length, target) ? to + length : NULL;
}

static bool is_rip_relative(const ZydisDecodedInstruction *in)
{
	return in->raw.disp.size == 32 && in->raw.modrm.mod == 0 && in->raw.modrm.rm == 5;
}

static uint8_t *move_instruction(uint8_t *to, const uint8_t *at, const ZydisDecodedInstruction *in)
{
	if (is_branch(in))
		return move_branch(to, at, in);
	memcpy(to, at, in->length);
	if (is_rip_relative(in)) {
		uintptr_t target = (uintptr_t)at + in->length + (uintptr_t)in->raw.disp.value;
		if (!store_offset(to + in->raw.disp.offset, to + in->length, target))
			return NULL;
	}
	return to + in->length;
}

/* The last of them, a call, becomes a jump that leaves the address behind the original on the
 * stack. Returns the new end, NULL if it can't be. */
static uint8_t *move_call(uint8_t *to, const uint8_t *at, const ZydisDecodedInstruction *in)
{
	enum { PUSH = 6, MODRM_REG = 7 << 3, CALLS = 2 << 3, JUMPS = 4 << 3, RSP = 4 };
	const uint8_t *back = at + in->length, *slot;
	uint8_t *jump = to + PUSH, *end;

	to[0] = 0xff; /* push from memory, relative to what follows */
	to[1] = 0x35;
	if (is_branch(in)) {
		end = emit_jump(jump, (const void *)branch_target(in, at));
	} else {
		if (in->opcode != 0xff || in->raw.modrm.reg != CALLS >> 3 || (in->raw.modrm.mod != 3 && in->raw.modrm.rm == RSP))
			return NULL;
		end = move_instruction(jump, at, in);
		if (!end)
			return NULL;
		jump[in->raw.modrm.offset] = (uint8_t)((jump[in->raw.modrm.offset] & ~MODRM_REG) | JUMPS);
	}
	slot = end;
	memcpy(end, &back, sizeof(back));
	return store_offset(to + 2, jump, (uintptr_t)slot) ? end + sizeof(back) : NULL;
}

static bool ends_function(const ZydisDecodedInstruction *in)
{
	return in->meta.category == ZYDIS_CATEGORY_RET ||
	       in->meta.category == ZYDIS_CATEGORY_UNCOND_BR;
}

/* Is there a branch, anywhere in the function, into the bytes (entry, entry + moved)? */
static bool jumped_into(const ZydisDecoder *dec, const uint8_t *f, size_t size, unsigned moved)
{
	ZydisDecodedInstruction in;
	for (size_t i = 0; i < size; i += in.length) {
		if (ZYAN_FAILED(ZydisDecoderDecodeInstruction(dec, NULL, f + i, size - i, &in)))
			return false;
		if (!is_branch(&in))
			continue;
		uintptr_t t = branch_target(&in, f + i);
		if (t > (uintptr_t)f && t < (uintptr_t)f + moved)
			return true;
	}
	return false;
}

/* Only padding from here to the next place where a function may begin? */
static bool is_padding(const ZydisDecoder *dec, const uint8_t *at)
{
	ZydisDecodedInstruction in;
	for (; (uintptr_t)at & 15; at += in.length)
		if (ZYAN_FAILED(ZydisDecoderDecodeInstruction(dec, NULL, at, 16, &in)) ||
		    (in.mnemonic != ZYDIS_MNEMONIC_NOP && in.mnemonic != ZYDIS_MNEMONIC_INT3))
			return false;
	return true;
}

static bool refuse(struct entry *e, const char *why)
{
	e->refused = why;
	return false;
}

bool entry_prepare(struct island *is, struct entry *e, void *function, size_t size, void *hook)
{
	ZydisDecoder dec;
	ZydisDecodedInstruction in;
	const uint8_t *at = function;
	uint8_t *to = is->next;
	bool calls = false;
	e->function = function;
	e->original = to;
	if (is->end - is->next < SLOT)
		return refuse(e, "no room left near the library");
	if (ZYAN_FAILED(ZydisDecoderInit(&dec, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64)))
		return refuse(e, "the instruction decoder does not start");
	for (e->moved = 0; e->moved < NEAR_JUMP; e->moved += in.length) {
		if (ZYAN_FAILED(ZydisDecoderDecodeInstruction(&dec, NULL, at + e->moved, 16, &in)))
			return refuse(e, "its first bytes are no instructions");
		if (e->moved + in.length < NEAR_JUMP && ends_function(&in) &&
		    (((uintptr_t)at & 15) || !is_padding(&dec, at + e->moved + in.length)))
			return refuse(e, "it is shorter than a jump");
		calls = in.mnemonic == ZYDIS_MNEMONIC_CALL;
		if (calls && e->moved + in.length < NEAR_JUMP)
			return refuse(e, "an instruction at its entry cannot be moved");
		to = calls ? move_call(to, at + e->moved, &in) : move_instruction(to, at + e->moved, &in);
		if (!to)
			return refuse(e, "an instruction at its entry cannot be moved");
	}
	if (jumped_into(&dec, at, size, e->moved))
		return refuse(e, "it jumps back into its entry");
	if (((uintptr_t)at & 7) + NEAR_JUMP > 8)
		return refuse(e, "its entry cannot be replaced by one store");
	e->jump = calls ? to : emit_jump(to, at + e->moved);
	is->next += (size_t)(emit_jump(e->jump, hook) - is->next + 15) & ~(size_t)15;
	return true;
}

bool entry_switch(struct entry *e)
{
	uint64_t *word = (uint64_t *)((uintptr_t)e->function & ~(uintptr_t)7);
	uint64_t value = *word;
	uint8_t *bytes = (uint8_t *)&value + ((uintptr_t)e->function & 7);
	void *page = (void *)((uintptr_t)word & ~(uintptr_t)(PAGE - 1));
	bytes[0] = 0xe9;
	if (!store_offset(bytes + 1, e->function + NEAR_JUMP, (uintptr_t)e->jump))
		return refuse(e, "our code is out of its reach");
	if (syscall(SYS_mprotect, page, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
		return refuse(e, "the system forbids to change its code");
	__atomic_store_n(word, value, __ATOMIC_SEQ_CST);
	syscall(SYS_mprotect, page, PAGE, PROT_READ | PROT_EXEC);
	return true;
}
