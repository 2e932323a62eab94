// Virtual calls: a scene of shapes behind one interface.
#include "handler.h"
#include <cstdio>
#include <memory>
#include <vector>

struct Shape {
	double x, y;
	long hits = 0;
	Shape(double x, double y) : x(x), y(y) {}
	virtual ~Shape() = default;
	virtual bool covers(double px, double py) const = 0;
	virtual void hit() { hits++; }
};

struct Circle : Shape {
	double r;
	Circle(double x, double y, double r) : Shape(x, y), r(r) {}
	bool covers(double px, double py) const override
	{
		return (px - x) * (px - x) + (py - y) * (py - y) < r * r;
	}
};

struct Box : Shape {
	double w, h;
	Box(double x, double y, double w, double h) : Shape(x, y), w(w), h(h) {}
	bool covers(double px, double py) const override
	{
		return px > x && px < x + w && py > y && py < y + h;
	}
	void hit() override { hits += 2; }
};

int main()
{
	std::vector<std::unique_ptr<Shape>> scene;
	unsigned seed = 7;
	auto next = [&] { return (seed = seed * 1103515245 + 12345) >> 8; };
	for (int i = 0; i < 2000; i++) {
		double x = next() % 1000, y = next() % 1000, n = next() % 50;
		if (i % 2)
			scene.push_back(std::make_unique<Circle>(x, y, n));
		else
			scene.push_back(std::make_unique<Box>(x, y, n, n));
	}
	for (int i = 0; i < 100000; i++) {
		if (i % 100 == 0)
			nextHandler();
		double px = next() % 1000, py = next() % 1000;
		for (auto &shape : scene)
			if (shape->covers(px, py))
				shape->hit();
	}
	long sum = 0;
	for (auto &shape : scene)
		sum += shape->hits;
	std::printf("%ld\n", sum);
}
