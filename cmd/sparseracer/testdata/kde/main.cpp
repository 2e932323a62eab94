// main.cpp: the program around a library.
int viewer(int argc, char **argv);

int main(int argc, char **argv)
{
	return viewer(argc, argv);
}
