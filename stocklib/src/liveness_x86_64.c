/* liveness_x86_64.c: see liveness.h. */
#include "liveness.h"
#include "modules.h"
#include <Zydis/Zydis.h>
#include <string.h>

enum { STEPS = 6000, PLACES = 512, CACHE = 1024 };

/* What is looked for. */
struct wanted {
	const struct sk_frame *f;
	ZydisRegister reg;  /* or NONE */
	uintptr_t word;     /* or 0 */
	uintptr_t next[PLACES], seen[PLACES];
	unsigned nnext, nseen;
	bool lost;          /* some way could not be followed */
};

static const ZydisRegister names[SK_SAVED] = {
	ZYDIS_REGISTER_RBX, ZYDIS_REGISTER_RBP, ZYDIS_REGISTER_R12, ZYDIS_REGISTER_R13, ZYDIS_REGISTER_R14,
	ZYDIS_REGISTER_R15,
};

static ZydisRegister whole(ZydisRegister r)
{
	return ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, r);
}

/* Jumps lead to places; each is gone to once. */
static void go_to(struct wanted *w, uintptr_t a)
{
	for (unsigned i = 0; i < w->nseen; i++)
		if (w->seen[i] == a)
			return;
	if (w->nseen == PLACES) {
		w->lost = true;
		return;
	}
	w->seen[w->nseen++] = a;
	w->next[w->nnext++] = a;
}

/* The address of a memory operand, if it is in the frame: sp and bp are what they
 * were when the function waited. */
static uintptr_t in_frame(const struct wanted *w, const ZydisDecodedOperand *o)
{
	uintptr_t base;

	if (o->mem.index != ZYDIS_REGISTER_NONE)
		return 0;
	if (o->mem.base == ZYDIS_REGISTER_RSP)
		base = w->f->lo;
	else if (o->mem.base == ZYDIS_REGISTER_RBP)
		base = w->f->saved[SK_RBP];
	else
		return 0;
	return base + (uintptr_t)o->mem.disp.value;
}

static bool touches_word(const struct wanted *w, const ZydisDecodedOperand *o)
{
	return w->word && o->mem.type == ZYDIS_MEMOP_TYPE_MEM && in_frame(w, o) == w->word;
}

static bool is_wanted(const struct wanted *w, ZydisRegister r)
{
	return w->reg != ZYDIS_REGISTER_NONE && r != ZYDIS_REGISTER_NONE && whole(r) == w->reg;
}

/* test r,r and cmp with a constant say only whether there is something. */
static bool only_looks(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *o)
{
	if (in->mnemonic == ZYDIS_MNEMONIC_TEST)
		return o[0].type == ZYDIS_OPERAND_TYPE_REGISTER;
	return in->mnemonic == ZYDIS_MNEMONIC_CMP && o[1].type == ZYDIS_OPERAND_TYPE_IMMEDIATE;
}

static bool clears(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *o)
{
	return in->mnemonic == ZYDIS_MNEMONIC_XOR && o[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
	       o[1].type == ZYDIS_OPERAND_TYPE_REGISTER && o[0].reg.value == o[1].reg.value;
}

enum effect { NOTHING, READ, GONE };

static enum effect effect_of(const struct wanted *w, const ZydisDecodedInstruction *in, const ZydisDecodedOperand *o)
{
	bool gone = false, looks = only_looks(in, o);

	for (int i = 0; i < in->operand_count; i++) {
		const ZydisDecodedOperand *p = &o[i];
		bool is = false;

		if (p->type == ZYDIS_OPERAND_TYPE_MEMORY) {
			if (p->visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN)
				continue; /* the stack of push, pop and call */
			if (is_wanted(w, p->mem.base) || is_wanted(w, p->mem.index))
				return READ;
			is = touches_word(w, p);
		} else if (p->type == ZYDIS_OPERAND_TYPE_REGISTER) {
			is = is_wanted(w, p->reg.value);
		}
		if (!is)
			continue;
		if (p->actions & ZYDIS_OPERAND_ACTION_MASK_READ && !looks &&
		    !clears(in, o))
			return READ;
		gone = gone || p->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE;
	}
	return gone ? GONE : NOTHING;
}

/* Where an instruction leads; false: not on to the next one. */
static bool goes_on(struct wanted *w, const ZydisDecodedInstruction *in, const ZydisDecodedOperand *o, uintptr_t at)
{
	uintptr_t to;

	switch (in->meta.category) {
	case ZYDIS_CATEGORY_RET:
	case ZYDIS_CATEGORY_INTERRUPT:
		return false;
	case ZYDIS_CATEGORY_COND_BR:
	case ZYDIS_CATEGORY_UNCOND_BR:
		if (o[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE &&
		    ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(in, &o[0], at, &to)))
			go_to(w, to);
		else
			w->lost = true;
		return in->meta.category == ZYDIS_CATEGORY_COND_BR;
	default:
		return in->mnemonic != ZYDIS_MNEMONIC_UD2 && in->mnemonic != ZYDIS_MNEMONIC_HLT;
	}
}

static enum sk_later follow(struct wanted *w)
{
	ZydisDecodedOperand o[ZYDIS_MAX_OPERAND_COUNT];
	ZydisDecodedInstruction in;
	ZydisDecoder decoder;
	unsigned steps = 0;

	ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
	go_to(w, w->f->pc);
	while (w->nnext) {
		uintptr_t at = w->next[--w->nnext];
		bool on = true;

		while (on) {
			enum effect e;

			if (++steps > STEPS || !sk_is_code(at, ZYDIS_MAX_INSTRUCTION_LENGTH) ||
			    ZYAN_FAILED(ZydisDecoderDecodeFull(&decoder, (const void *)at, ZYDIS_MAX_INSTRUCTION_LENGTH,
							       &in, o))) {
				w->lost = true;
				break;
			}
			if ((e = effect_of(w, &in, o)) == READ)
				return SK_USED;
			on = e != GONE && goes_on(w, &in, o, at);
			at += in.length;
		}
	}
	return w->lost ? SK_UNKNOWN : SK_NOT_USED;
}

/* The answer is the code's alone: by return address and place it stays. */
struct known { uintptr_t pc; intptr_t place; uint64_t generation; enum sk_later answer; };

static enum sk_later ask(const struct sk_frame *f, ZydisRegister reg, uintptr_t word)
{
	static struct known cache[CACHE];
	static struct wanted w;
	intptr_t place = word ? (intptr_t)(word - f->lo) + 64 : (intptr_t)reg - 1024;
	struct known *k = &cache[(f->pc * 31 + (uintptr_t)place) % CACHE];

	if (k->pc == f->pc && k->place == place && k->generation == sk_modules_generation())
		return k->answer;
	w = (struct wanted){ .f = f, .reg = reg, .word = word };
	*k = (struct known){ f->pc, place, sk_modules_generation(), follow(&w) };
	return k->answer;
}

enum sk_later sk_register_later(const struct sk_frame *f, int saved) { return ask(f, names[saved], 0); }

enum sk_later sk_word_later(const struct sk_frame *f, uintptr_t address)
{
	return ask(f, ZYDIS_REGISTER_NONE, address);
}
