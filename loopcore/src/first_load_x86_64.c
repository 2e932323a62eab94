/* first_load_x86_64.c: see first_load.h, with Zydis. */
#include <loopcore/first_load.h>

#include <Zydis/Zydis.h>
#include <stdbool.h>

enum { UNKNOWN = -1, MOST = 4096 };

static bool leaves(const ZydisDecodedInstruction *in)
{
	return in->meta.category == ZYDIS_CATEGORY_CALL || in->meta.category == ZYDIS_CATEGORY_RET ||
	       in->meta.category == ZYDIS_CATEGORY_UNCOND_BR || in->meta.category == ZYDIS_CATEGORY_COND_BR;
}

static bool writes(const ZydisDecodedOperand *o, ZydisRegister r)
{
	return (o->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) && o->type == ZYDIS_OPERAND_TYPE_REGISTER &&
	       ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, o->reg.value) == r;
}

int first_load(const void *function, size_t size)
{
	const uint8_t *at = function;
	ZydisDecoder decoder;
	ZydisDecodedInstruction in;
	ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
	if (ZYAN_FAILED(ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64)))
		return UNKNOWN;
	for (size_t done = 0; done < size; done += in.length) {
		if (ZYAN_FAILED(ZydisDecoderDecodeFull(&decoder, at + done, size - done, &in, operands)) || leaves(&in))
			return UNKNOWN;
		for (unsigned i = 0; i < in.operand_count; i++) {
			const ZydisDecodedOperand *o = &operands[i];
			if (o->type == ZYDIS_OPERAND_TYPE_MEMORY && o->mem.base == ZYDIS_REGISTER_RDI)
				return in.mnemonic == ZYDIS_MNEMONIC_MOV && o->size == 64 && i == 1 &&
				       o->mem.index == ZYDIS_REGISTER_NONE && o->mem.disp.value >= 0 && o->mem.disp.value < MOST
				       ? (int)o->mem.disp.value : UNKNOWN;
		}
		for (unsigned i = 0; i < in.operand_count; i++)
			if (writes(&operands[i], ZYDIS_REGISTER_RDI))
				return UNKNOWN;
	}
	return UNKNOWN;
}
