#include "scenario.h"
#include <dlfcn.h>
#include <memory>
#include <new>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

static void loads()
{
	for (int i = 0; i < 20; i++) {
		void *m = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
		SAY(m != nullptr);
		auto bound = reinterpret_cast<unsigned long (*)(unsigned long)>(dlsym(m, "compressBound"));
		SAY(bound(1000));
		SAY(dlclose(m));
	}
	SAY(dlopen("libnowhere.so", RTLD_NOW) == nullptr);
	SAY(std::string(dlerror()).find("libnowhere.so") != std::string::npos);
}

static void own_space()
{
	void *m = dlmopen(LM_ID_NEWLM, "libz.so.1", RTLD_NOW);
	SAY(m != nullptr);
	auto bound = reinterpret_cast<unsigned long (*)(unsigned long)>(dlsym(m, "compressBound"));
	SAY(bound ? bound(1000) : 0);
	SAY(dlclose(m));
}

static void next()
{
	void *m = dlsym(RTLD_NEXT, "malloc");
	SAY(m != nullptr);
	void *p = reinterpret_cast<void *(*)(size_t)>(m)(10);
	reinterpret_cast<void (*)(void *)>(dlsym(RTLD_NEXT, "free"))(p);
}

static void refused()
{
	volatile size_t much = size_t(-1) / 2 - 4096;
	try { ::operator new(much); puts("given"); } catch (const std::bad_alloc &) { puts("bad_alloc"); }
	SAY(::operator new(much, std::nothrow) == nullptr);
	try { std::vector<char>(much).size(); } catch (const std::exception &e) { puts("exception"); }
}

static int asked;
static void handler() { if (++asked == 3) throw std::bad_alloc(); }

static void new_handler()
{
	volatile size_t much = size_t(-1) / 2 - 4096;
	std::set_new_handler(handler);
	try { ::operator new(much); } catch (const std::bad_alloc &) { puts("bad_alloc"); }
	SAY(asked);
}

struct Guarded { int n; ~Guarded() { printf("unwound %d\n", n); delete new int; } };

static void deep(int n)
{
	Guarded g{n};
	std::unique_ptr<int> p(new int(n));
	if (n == 0)
		throw std::runtime_error("deep");
	deep(n - 1);
}

static void throws()
{
	for (int i = 0; i < 3; i++)
		try { deep(5); } catch (const std::exception &e) { puts(e.what()); }
}

static void thread_throws()
{
	std::thread t([] { try { deep(3); } catch (const std::exception &e) { puts(e.what()); } });
	t.join();
}

static void uncaught() { throw 5; }

static thread_local std::string local = "thread";

static void locals()
{
	for (int i = 0; i < 4; i++)
		std::thread([] { local += "!"; puts(local.c_str()); }).join();
}

static void aligned()
{
	struct alignas(256) Wide { char c[256]; };
	auto *w = new Wide;
	SAY(reinterpret_cast<size_t>(w) % 256);
	delete w;
	auto *a = new Wide[3];
	SAY(reinterpret_cast<size_t>(a) % 256);
	delete[] a;
}

static void *unwound(void *)
{
	Guarded g{1};
	pthread_exit(nullptr);
}

static void thread_exit()
{
	pthread_t t;
	pthread_create(&t, nullptr, unwound, nullptr);
	pthread_join(t, nullptr);
}

int main(int argc, char **argv)
{
	static const scenario all[] = {
		{ "loads", loads }, { "own-space", own_space }, { "next", next }, { "refused", refused },
		{ "new-handler", new_handler }, { "throws", throws }, { "thread-throws", thread_throws },
		{ "uncaught", uncaught }, { "locals", locals }, { "aligned", aligned }, { "thread-exit", thread_exit }, { nullptr, nullptr },
	};
	return run_scenario(all, argc, argv);
}
