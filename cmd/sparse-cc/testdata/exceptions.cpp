// Exceptions through instrumented and uninstrumented frames, from constructors
// and destructors on the way, rethrown, and caught by type.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

struct Guard {
	std::string &log;
	char name;
	~Guard() { log += name; }
};

static std::string trail;
static std::atomic<int> thrown;

__attribute__((noinline)) static int deep(int n)
{
	Guard g{trail, char('a' + n)};
	if (n == 3) {
		thrown++;
		throw std::out_of_range("deep");
	}
	return deep(n + 1) + 1;
}

struct Fussy {
	std::vector<int> v;
	explicit Fussy(int n) : v(3) { v.at(n) = n; }
};

static int rethrown()
{
	try {
		return deep(0);
	} catch (std::logic_error &) {
		throw;
	}
}

int main()
{
	std::map<std::string, int> seen;
	for (int i = 0; i < 5; i++) {
		try {
			if (i % 2)
				rethrown();
			else
				Fussy f(i + 1);
			seen["none"]++;
		} catch (const std::out_of_range &e) {
			seen["out of range"]++;
		} catch (...) {
			seen["other"]++;
		}
	}
	std::vector<int> v{3, 1, 2};
	try { // through the frames of a library's template
		std::sort(v.begin(), v.end(), [](int, int) -> bool { throw 7; });
	} catch (int n) {
		seen["int"] += n;
	}
	auto shared = std::make_shared<std::string>("kept");
	for (auto &s : seen)
		std::printf("%s %d\n", s.first.c_str(), s.second);
	std::printf("%s %d %s\n", trail.c_str(), thrown.load(), shared->c_str());
}
