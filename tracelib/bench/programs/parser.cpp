// A parser: arithmetic text to a tree, the tree to a number.
#include "handler.h"
#include <cctype>
#include <cstdio>
#include <memory>
#include <string>

struct Node {
	char op;
	long value;
	std::unique_ptr<Node> left, right;
};

struct Parser {
	const std::string &text;
	size_t at = 0;

	char peek()
	{
		while (at < text.size() && text[at] == ' ')
			at++;
		return at < text.size() ? text[at] : '\0';
	}
	std::unique_ptr<Node> atom()
	{
		if (peek() == '(') {
			at++;
			auto inside = sum();
			peek();
			at++;
			return inside;
		}
		long value = 0;
		while (at < text.size() && std::isdigit((unsigned char)text[at]))
			value = value * 10 + (text[at++] - '0');
		return std::unique_ptr<Node>(new Node{'n', value, nullptr, nullptr});
	}
	std::unique_ptr<Node> product()
	{
		auto left = atom();
		while (peek() == '*') {
			at++;
			auto right = atom();
			left.reset(new Node{'*', 0, std::move(left), std::move(right)});
		}
		return left;
	}
	std::unique_ptr<Node> sum()
	{
		auto left = product();
		while (peek() == '+' || peek() == '-') {
			char op = text[at++];
			auto right = product();
			left.reset(new Node{op, 0, std::move(left), std::move(right)});
		}
		return left;
	}
};

static long evaluate(const Node &n)
{
	switch (n.op) {
	case '+': return evaluate(*n.left) + evaluate(*n.right);
	case '-': return evaluate(*n.left) - evaluate(*n.right);
	case '*': return evaluate(*n.left) * evaluate(*n.right) % 1000003;
	}
	return n.value;
}

int main()
{
	std::string text;
	unsigned seed = 3;
	for (int i = 0; i < 400; i++) {
		seed = seed * 1103515245 + 12345;
		text += "(" + std::to_string(seed >> 20) + " + " + std::to_string(i) + " * 31) - ";
	}
	text += "1";
	long sum = 0;
	for (int i = 0; i < 8000; i++) {
		nextHandler();
		sum += evaluate(*Parser{text}.sum()) + i;
	}
	std::printf("%ld\n", sum);
}
