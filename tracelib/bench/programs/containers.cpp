// Containers and strings: a map of words, vectors that grow, sorting.
#include "handler.h"
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

static unsigned seed = 1;
static unsigned next() { return seed = seed * 1103515245 + 12345, seed >> 8; }

int main()
{
	std::map<std::string, int> counts;
	std::unordered_map<unsigned, std::vector<int>> groups;
	for (int i = 0; i < 2400000; i++) {
		if (i % 2400 == 0)
			nextHandler();
		std::string word = "word-" + std::to_string(next() % 5000);
		counts[word] += (int)word.size();
		groups[next() % 2000].push_back(i);
	}
	long sum = 0;
	for (int round = 0; round < 2; round++)
		for (auto &group : groups) {
			nextHandler();
			std::sort(group.second.begin(), group.second.end(),
				  [](int a, int b) { return (a * 2654435761u) < (b * 2654435761u); });
			for (int v : group.second)
				sum += v;
		}
	for (auto &count : counts)
		sum += count.second;
	std::printf("%ld\n", sum);
}
