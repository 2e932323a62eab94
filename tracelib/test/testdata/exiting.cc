// A static destructor ends the program once more, with a status of its own; what
// is destroyed after it goes on allocating.
#include <cstdlib>
#include <unistd.h>

struct Late {
	int n, status;
	~Late()
	{
		std::free(std::malloc(std::size_t(n)));
		if (status < 0)
			_exit(-status);
		if (status)
			std::exit(status);
	}
};

// Destroyed from the last one to the first.
static Late after{2001, 0};

int main(int argc, char **)
{
	static Late ending{2002, argc > 1 ? -8 : 7};
	static Late before{2003, 0};
	(void)before;
}
