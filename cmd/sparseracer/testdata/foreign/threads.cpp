// A program with a thread and a heap, for builds with a sanitizer's runtime.
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

int main()
{
	std::vector<int> v;
	for (int i = 0; i < 1000; i++)
		v.push_back(i);
	std::thread t([&] { v[5]++; });
	t.join();
	std::printf("%d %zu\n", v[5], std::string(100, 'x').size());
	std::fflush(stdout);
}
