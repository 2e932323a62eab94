/* pieces_x86_64.c: see pieces.h. */
#include "pieces.h"
#include "unwind.h"
#include <Zydis/Zydis.h>

static bool is_in(const struct sk_piece *p, uintptr_t pc) { return pc - p->start < p->end - p->start; }

/* The next jump of a piece to an address that it has in its code, from `*at` on; moves `*at` behind. */
static bool next_jump(const ZydisDecoder *decoder, const struct sk_piece *p, uintptr_t *at, uintptr_t *to)
{
	ZydisDecodedOperand o[ZYDIS_MAX_OPERAND_COUNT];
	ZydisDecodedInstruction in;

	while (*at < p->end) {
		uintptr_t here = *at;

		if (ZYAN_FAILED(ZydisDecoderDecodeFull(decoder, (const void *)here, p->end - here, &in, o))) {
			++*at; /* not code; the next instructions are found again */
			continue;
		}
		*at += in.length;
		if ((in.meta.category == ZYDIS_CATEGORY_COND_BR || in.meta.category == ZYDIS_CATEGORY_UNCOND_BR) &&
		    o[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE && ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&in, &o[0], here, to)))
			return true;
	}
	return false;
}

static bool jumps_into(const ZydisDecoder *decoder, const struct sk_piece *from, const struct sk_piece *to)
{
	uintptr_t at = from->start, target;

	while (next_jump(decoder, from, &at, &target))
		if (target != to->start && is_in(to, target))
			return true;
	return false;
}

static void add(struct sk_function *f, const ZydisDecoder *decoder, const struct sk_piece *from, uintptr_t target)
{
	struct sk_piece other = { sk_function_of(target), sk_function_end(target) };

	if (f->n < SK_PIECES && is_in(&other, target) && (target != other.start || jumps_into(decoder, &other, from)))
		f->pieces[f->n++] = other;
}

bool sk_returns_to(const struct sk_function *f, uintptr_t pc)
{
	/* What never returns may be called last. */
	for (unsigned i = 0; i < f->n; i++)
		if (is_in(&f->pieces[i], pc - 1))
			return true;
	return false;
}

void sk_find_pieces(struct sk_function *f, uintptr_t start)
{
	ZydisDecoder decoder;
	uintptr_t at, target;

	f->pieces[0] = (struct sk_piece){ sk_function_of(start), sk_function_end(start) };
	f->n = is_in(&f->pieces[0], start);
	ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
	for (unsigned i = 0; i < f->n; i++)
		for (at = f->pieces[i].start; next_jump(&decoder, &f->pieces[i], &at, &target);)
			if (!sk_returns_to(f, target + 1))
				add(f, &decoder, &f->pieces[i], target);
}
