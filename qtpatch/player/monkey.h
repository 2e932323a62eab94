// monkey.h: random input, the same for the same seed.
#pragma once

#include <random>

namespace session {

// Monkey chooses what to do without looking at the program's state, so that a seed
// gives the same choices in a plain run and in a recorded one; only where a click
// lands depends on the window in front. It uses the generator's raw numbers, which
// the C++ standard fixes, unlike its distributions.
//
// It never asks a window manager to close a window and presses no shortcut that
// quits; a click on a Quit button may still end the program.
class Monkey {
public:
	explicit Monkey(unsigned seed) : random(seed) {}
	void act();
	void skip(int acts); // as if they had been done

private:
	unsigned below(unsigned n) { return unsigned(random() % n); }

	std::mt19937 random;
};

} // namespace session
