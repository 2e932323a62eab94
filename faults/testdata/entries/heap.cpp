// heap.cpp: functions of the heap, C's and C++'s.
#include "entry.h"
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <new>

static void *volatile kept; // so that no compiler leaves an allocation out

static void *hold(void *p) { return kept = p, kept; }

static void filled(void *p, size_t n)
{
	MUST(p);
	memset(hold(p), 0x5a, n);
}

#define USE [] () -> void

template <class F> static void nothrow_fails(F f)
{
	errno = 0;
	MUST(!f(SIZE_MAX / 4));
}

const entry heap_entries[] = {
	{ "malloc", USE { void *p = malloc(40); filled(p, 40); free(p); }, FORKABLE },
	{ "free", USE { free(hold(malloc(7))); free(nullptr); errno = 77; free(hold(malloc(1 << 18))); MUST(errno == 77); }, FORKABLE },
	{ "calloc", USE { char *p = static_cast<char *>(calloc(5, 8)); MUST(p && !p[39]); filled(p, 40); free(p); }, FORKABLE },
	{ "realloc", USE { void *p = malloc(9); filled(p, 9); p = realloc(hold(p), 9000); filled(p, 9000); p = realloc(p, 3); MUST(static_cast<char *>(p)[2] == 0x5a); free(p); }, FORKABLE },
	{ "reallocarray", USE { void *p = reallocarray(nullptr, 3, 30); filled(p, 90); MUST(!reallocarray(p, SIZE_MAX / 2, 8)); free(p); }, FORKABLE },
	{ "memalign", USE { void *p = memalign(256, 40); filled(p, 40); MUST(uintptr_t(p) % 256 == 0); free(p); }, FORKABLE },
	{ "aligned_alloc", USE { void *p = aligned_alloc(64, 128); filled(p, 128); MUST(uintptr_t(p) % 64 == 0); free(p); }, FORKABLE },
	{ "posix_memalign", USE { void *p = nullptr; MUST(posix_memalign(&p, 64, 100) == 0); filled(p, 100); free(p); MUST(posix_memalign(&p, 3, 1) == EINVAL); }, FORKABLE },
	{ "valloc", USE { void *p = valloc(40); filled(p, 40); MUST(uintptr_t(p) % 4096 == 0); free(p); }, FORKABLE },
	{ "pvalloc", USE { void *p = pvalloc(40); filled(p, 4096); free(p); }, FORKABLE },
	{ "malloc_usable_size", USE { void *p = malloc(41); size_t n = malloc_usable_size(hold(p)); MUST(n >= 41); filled(p, n); p = realloc(p, 9000); for (size_t i = 0; i < n; i++) MUST(static_cast<char *>(p)[i] == 0x5a); free(p); MUST(malloc_usable_size(nullptr) == 0); }, FORKABLE },
	{ "_Znwm", USE { void *p = operator new(40); filled(p, 40); operator delete(p); bool thrown = false; try { hold(operator new(SIZE_MAX / 4)); } catch (std::bad_alloc &) { thrown = true; } MUST(thrown); }, FORKABLE },
	{ "_Znam", USE { void *p = operator new[](40); filled(p, 40); operator delete[](p); bool thrown = false; try { hold(operator new[](SIZE_MAX / 4)); } catch (std::bad_alloc &) { thrown = true; } MUST(thrown); }, FORKABLE },
	{ "_ZnwmRKSt9nothrow_t", USE { void *p = operator new(40, std::nothrow); filled(p, 40); operator delete(p); nothrow_fails([] (size_t n) { return operator new(n, std::nothrow); }); }, FORKABLE },
	{ "_ZnamRKSt9nothrow_t", USE { void *p = operator new[](40, std::nothrow); filled(p, 40); operator delete[](p); nothrow_fails([] (size_t n) { return operator new[](n, std::nothrow); }); }, FORKABLE },
	{ "_ZnwmSt11align_val_t", USE { void *p = operator new(40, std::align_val_t(64)); filled(p, 40); MUST(uintptr_t(p) % 64 == 0); operator delete(p, std::align_val_t(64)); }, FORKABLE },
	{ "_ZnamSt11align_val_t", USE { void *p = operator new[](40, std::align_val_t(64)); filled(p, 40); operator delete[](p, std::align_val_t(64)); }, FORKABLE },
	{ "_ZnwmSt11align_val_tRKSt9nothrow_t", USE { void *p = operator new(40, std::align_val_t(64), std::nothrow); filled(p, 40); operator delete(p, std::align_val_t(64)); }, FORKABLE },
	{ "_ZnamSt11align_val_tRKSt9nothrow_t", USE { void *p = operator new[](40, std::align_val_t(64), std::nothrow); filled(p, 40); operator delete[](p, std::align_val_t(64)); }, FORKABLE },
	{ "_ZdlPv", USE { operator delete(hold(operator new(40))); operator delete(nullptr); }, FORKABLE },
	{ "_ZdaPv", USE { operator delete[](hold(operator new[](40))); operator delete[](nullptr); }, FORKABLE },
	{ "_ZdlPvm", USE { operator delete(hold(operator new(40)), size_t(40)); }, FORKABLE },
	{ "_ZdaPvm", USE { operator delete[](hold(operator new[](40)), size_t(40)); }, FORKABLE },
	{ "_ZdlPvRKSt9nothrow_t", USE { operator delete(hold(operator new(40)), std::nothrow); }, FORKABLE },
	{ "_ZdaPvRKSt9nothrow_t", USE { operator delete[](hold(operator new[](40)), std::nothrow); }, FORKABLE },
	{ "_ZdlPvSt11align_val_t", USE { operator delete(hold(operator new(40, std::align_val_t(64))), std::align_val_t(64)); }, FORKABLE },
	{ "_ZdaPvSt11align_val_t", USE { operator delete[](hold(operator new[](40, std::align_val_t(64))), std::align_val_t(64)); }, FORKABLE },
	{ "_ZdlPvmSt11align_val_t", USE { operator delete(hold(operator new(40, std::align_val_t(64))), size_t(40), std::align_val_t(64)); }, FORKABLE },
	{ "_ZdaPvmSt11align_val_t", USE { operator delete[](hold(operator new[](40, std::align_val_t(64))), size_t(40), std::align_val_t(64)); }, FORKABLE },
	{ "_ZdlPvSt11align_val_tRKSt9nothrow_t", USE { operator delete(hold(operator new(40, std::align_val_t(64))), std::align_val_t(64), std::nothrow); }, FORKABLE },
	{ "_ZdaPvSt11align_val_tRKSt9nothrow_t", USE { operator delete[](hold(operator new[](40, std::align_val_t(64))), std::align_val_t(64), std::nothrow); }, FORKABLE },
	{},
};
