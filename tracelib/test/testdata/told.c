/* Posts by sparse_enq and, of the same information, by __sparse_enq_told: event 2n + 1 says what
 * event 2n says. Exits with a number that tells which call did not answer as it must. */
#include <sparserec/told.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static uint64_t event = 2;

static void expect(int is, int code)
{
	if (!is)
		_exit(code);
}

/* Posts both; `known`: whether the attributes are told already. */
static void post(struct sparse_told *told, uint64_t of, const struct sparse_attr *attrs, uint32_t n, const char *stem,
		 uint32_t number, int known, int code)
{
	char text[100] = "";
	struct sparse_attr all[SPARSE_MAX_ATTRS] = { attrs[0], { "label", text } };
	struct sparse_info info = { SPARSE_POSTED, 3, -1, n + 1, all }, bare = { SPARSE_POSTED, 3, -1, 0, NULL };
	struct sparse_label label = { stem ? text : NULL, (uintptr_t)stem, stem ? (uint32_t)strlen(stem) : 0, number };

	if (stem)
		snprintf(text, sizeof text, "%s%u", stem, number);
	memcpy(all + 2, attrs + 1, (n - 1) * sizeof *attrs);
	if (!stem) { /* none among the attributes either */
		memcpy(all, attrs, n * sizeof *attrs);
		info.nattrs = n;
	}
	sparse_enq(event, &info);
	if (known) {
		expect(__sparse_enq_told(event + 1, &bare, told, of, &label) == 1, code);
	} else {
		expect(__sparse_enq_told(event + 1, &bare, told, of, &label) == 0, code);
		expect(__sparse_enq_told(event + 1, &info, told, of, &label) == 1, code + 1);
	}
	event += 2;
}

int main(void)
{
	static char longest[300];
	static struct sparse_told one, other, full, none;
	struct sparse_attr attrs[] = { { "object", "0x1234" }, { "type", "1000" }, { "class", "Sink" }, { "name", "a b" } };
	struct sparse_attr many[12];
	static const char a[] = "posted a #", b[] = "posted b #";

	post(&one, 1, attrs, 4, a, 1, 0, 10);
	post(&one, 1, attrs, 4, a, 2, 1, 12);
	post(&one, 1, attrs, 4, b, 1, 1, 14);
	attrs[3].value = "renamed";
	post(&one, 2, attrs, 4, a, 3, 0, 16); /* said of something else */
	post(&one, 2, attrs, 4, a, 4, 1, 18);
	post(&other, 2, attrs, 3, b, 2, 0, 20);
	post(&none, 1, attrs, 2, NULL, 0, 0, 22); /* no label at all */
	post(&none, 1, attrs, 2, NULL, 0, 1, 24);
	memset(longest, 'x', sizeof longest - 1);
	for (int i = 0; i < 12; i++)
		many[i] = (struct sparse_attr){ i % 2 ? "name" : longest, "1234567890123456" };
	for (int i = 0; i < 12; i++)
		many[i].key = i % 2 ? "name" : "class";
	post(&full, 1, many, 12, a, 5, 0, 26); /* too much to be kept */
	post(&full, 1, many, 12, a, 6, 0, 28);
	fflush(NULL);
	if (fork() == 0) { /* a recording of its own, in which the texts have other ids */
		sparse_enq(event++, &(struct sparse_info){ SPARSE_POSTED, 0, -1, 1, &(struct sparse_attr){ "name", "before" } });
		event++;
		post(&one, 2, attrs, 4, a, 7, 0, 30);
		post(&one, 2, attrs, 4, a, 8, 1, 32);
		exit(0);
	}
	int status = 0;
	wait(&status);
	expect(WIFEXITED(status), 40);
	return WEXITSTATUS(status);
}
