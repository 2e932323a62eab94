/* A program to look at from outside: it waits to be told on its standard input that the
 * looking is over, then goes on. Without an argument it waits for nobody. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct node { struct node *next; char text[100]; };

static struct node *list;

__attribute__((noinline)) int work(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		struct node *one = reallocarray(NULL, 1, sizeof *one);

		one = realloc(one, sizeof *one + 8);
		one->next = list;
		sprintf(one->text, "%d", i);
		list = one;
		if (i % 3 == 0 && one->next) {
			struct node *gone = one->next;

			one->next = gone->next;
			free(gone);
		}
	}
	for (struct node *one = list; one; one = one->next)
		sum += atoi(one->text);
	return sum;
}

int main(int argc, char **argv)
{
	char told;

	printf("%d\n", work(1000));
	fflush(stdout);
	if (argc > 1 && read(0, &told, 1) != 1)
		return 1;
	printf("%d\n", work(1000));
	return 4;
}
