/* Built with -fsanitize=thread: every atomic operation must do what the
 * language says, alone and with four threads at once. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 20000 };

#define CHECK(type, wide) \
	static void check_##wide(void) \
	{ \
		static type x; \
		type want = 5; \
		__atomic_store_n(&x, 5, __ATOMIC_RELEASE); \
		assert(__atomic_load_n(&x, __ATOMIC_ACQUIRE) == 5); \
		assert(__atomic_exchange_n(&x, 12, __ATOMIC_SEQ_CST) == 5 && x == 12); \
		assert(__atomic_fetch_add(&x, 3, __ATOMIC_RELAXED) == 12 && x == 15); \
		assert(__atomic_fetch_sub(&x, 1, __ATOMIC_RELAXED) == 15 && x == 14); \
		assert(__atomic_fetch_and(&x, 7, __ATOMIC_RELAXED) == 14 && x == 6); \
		assert(__atomic_fetch_or(&x, 9, __ATOMIC_RELAXED) == 6 && x == 15); \
		assert(__atomic_fetch_xor(&x, 5, __ATOMIC_RELAXED) == 15 && x == 10); \
		assert(__atomic_fetch_nand(&x, 3, __ATOMIC_RELAXED) == 10 && x == (type)~2); \
		assert(!__atomic_compare_exchange_n(&x, &want, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)); \
		assert(want == (type)~2 && x == (type)~2); \
		assert(__atomic_compare_exchange_n(&x, &want, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)); \
		assert(x == 1); \
	}
CHECK(uint8_t, 8)
CHECK(uint16_t, 16)
CHECK(uint32_t, 32)
CHECK(uint64_t, 64)
CHECK(unsigned __int128, 128)

static _Atomic long sum;
static unsigned __int128 wide;

static void *add(void *unused)
{
	int i;

	for (i = 0; i < ROUNDS; i++) {
		sum++;
		__atomic_fetch_add(&wide, (unsigned __int128)1 << 64 | 1, __ATOMIC_SEQ_CST);
	}
	return unused;
}

int main(void)
{
	pthread_t threads[THREADS];
	int i;

	check_8();
	check_16();
	check_32();
	check_64();
	check_128();
	for (i = 0; i < THREADS; i++)
		assert(pthread_create(&threads[i], NULL, add, NULL) == 0);
	for (i = 0; i < THREADS; i++)
		assert(pthread_join(threads[i], NULL) == 0);
	printf("%ld %d\n", sum, wide == ((unsigned __int128)(THREADS * ROUNDS) << 64 | THREADS * ROUNDS));
	return 0;
}
