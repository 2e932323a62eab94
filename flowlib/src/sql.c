/* sql.c: see sql.h. */
#include "sql.h"
#include <string.h>
#include <strings.h>

/* A word, a name in quotes, or one other character; "" at the end. */
struct token { char text[SQL_NAME]; bool quoted; };

static const char *skip(const char *s)
{
	for (;;) {
		s += strspn(s, " \t\r\n\f");
		if (s[0] == '-' && s[1] == '-')
			s += strcspn(s, "\n");
		else if (s[0] == '/' && s[1] == '*')
			s = strstr(s + 2, "*/") ? strstr(s + 2, "*/") + 2 : s + strlen(s);
		else
			return s;
	}
}

static bool of_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' || c < 0;
}

static const char *quoted(const char *s, struct token *t)
{
	char end = *s == '[' ? ']' : *s;
	unsigned n = 0;

	t->quoted = true;
	for (s++; *s && (*s != end || (s[1] == end && end != ']')); s++) {
		s += *s == end; /* twice: once, and no end */
		if (n < SQL_NAME - 1)
			t->text[n++] = *s;
	}
	t->text[n] = 0;
	return *s ? s + 1 : s;
}

static const char *next(const char *s, struct token *t)
{
	unsigned n = 0;

	*t = (struct token){ 0 };
	s = skip(s);
	if (*s && strchr("\"`['", *s))
		return quoted(s, t);
	if (!of_word(*s)) {
		t->text[0] = *s;
		return *s ? s + 1 : s;
	}
	for (; of_word(*s); s++)
		if (n < SQL_NAME - 1)
			t->text[n++] = *s;
	return s;
}

static bool is(const struct token *t, const char *word) { return !t->quoted && strcasecmp(t->text, word) == 0; }

static bool one_of(const struct token *t, const char *const *words)
{
	for (; *words; words++)
		if (is(t, *words))
			return true;
	return false;
}

/* [IF [NOT] EXISTS] [SCHEMA .] TABLE */
static bool name(const char *s, struct sql_change *c)
{
	static const char *const passing[] = { "if", "not", "exists", NULL };
	struct token t, dot, rest;

	for (s = next(s, &t); one_of(&t, passing);)
		s = next(s, &t);
	s = next(s, &dot);
	c->schema[0] = 0;
	if (is(&dot, ".")) {
		strcpy(c->schema, t.text);
		next(s, &rest);
		t = rest;
	}
	strcpy(c->table, t.text);
	return t.text[0] != 0;
}

bool sql_change(const char *s, struct sql_change *c)
{
	static const char *const verbs[] = { "insert", "replace", "update", "delete", "create", "drop", "alter", NULL };
	struct token verb, t;
	int depth = 0;

	do { /* what a WITH says before lies in brackets */
		s = next(s, &verb);
		depth += is(&verb, "(") - is(&verb, ")");
		if (!verb.text[0] && !verb.quoted)
			return false;
	} while (depth || !one_of(&verb, verbs));
	c->adds = is(&verb, "insert");
	for (;;) {
		const char *before = s;

		s = next(s, &t);
		if (!t.text[0] && !t.quoted)
			return false;
		if (is(&t, "or")) { /* … REPLACE: what was there goes */
			s = next(s, &t);
			c->adds = c->adds && !is(&t, "replace");
		} else if (is(&verb, "update")) {
			return name(before, c);
		} else if (is(&t, "into") || is(&t, "from") || is(&t, "table")) {
			return name(s, c);
		} else if (one_of(&t, (const char *const[]){ "index", "view", "trigger", NULL })) {
			return false;
		}
	}
}
