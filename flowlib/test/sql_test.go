// Package test compiles parts of libsparseflow.so with a driver and runs them.
package test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

// driver prints what each line of its input changes.
const driver = `#include "sql.h"
#include <stdio.h>
#include <string.h>
int main(void)
{
	static char line[4096];
	while (fgets(line, sizeof line, stdin)) {
		struct sql_change c;
		line[strcspn(line, "\n")] = 0;
		for (char *p = line; *p; p++)
			if (*p == '~')
				*p = '\n';
		if (sql_change(line, &c))
			printf("%s %s.%s\n", c.adds ? "adds" : "changes", c.schema, c.table);
		else
			puts("nothing");
	}
	return 0;
}
`

// TestSQL: the table that a statement changes; ~ stands for a line break.
func TestSQL(t *testing.T) {
	dir := t.TempDir()
	main, exe := filepath.Join(dir, "main.c"), filepath.Join(dir, "main")
	if err := os.WriteFile(main, []byte(driver), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"-std=c11", "-D_GNU_SOURCE", "-g", "-fsanitize=address,undefined", "-Wall", "-Wextra", "-Werror", "-I../src", "-o", exe, main, "../src/sql.c"}
	if out, err := exec.Command(needs.Tool(t, "clang-19"), args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	long := strings.Repeat("x", 300)
	cases := [][2]string{
		{"INSERT INTO rows VALUES (1)", "adds .rows"}, {"insert or ignore into rows values (1)", "adds .rows"},
		{"INSERT OR REPLACE INTO rows VALUES (1)", "changes .rows"}, {"REPLACE INTO rows VALUES (1)", "changes .rows"},
		{"UPDATE rows SET a = 1", "changes .rows"}, {"UPDATE OR FAIL main.rows SET a = 1", "changes main.rows"},
		{"DELETE FROM \"my rows\" WHERE a", "changes .my rows"}, {"delete from [my rows]", "changes .my rows"},
		{"DELETE FROM `a``b`", "changes .a`b"}, {"INSERT INTO main . 'rows' VALUES (1)", "adds main.rows"},
		{"WITH x AS (DELETE FROM y) INSERT INTO rows SELECT * FROM x", "adds .rows"},
		{"-- INSERT INTO a~/* UPDATE b */ DELETE FROM rows", "changes .rows"},
		{"CREATE TABLE IF NOT EXISTS rows (a)", "changes .rows"}, {"DROP TABLE rows", "changes .rows"},
		{"CREATE INDEX i ON rows (a)", "nothing"}, {"BEGIN", "nothing"}, {"", "nothing"}, {"SELECT a FROM rows", "nothing"},
		{"INSERT INTO", "nothing"}, {"UPDATE", "nothing"}, {"DELETE FROM \"open", "changes .open"}, {"/* open", "nothing"},
		{"INSERT INTO " + long + " VALUES (1)", "adds ." + long[:127]}, {"WITH ((((", "nothing"},
	}
	var in, want strings.Builder
	for _, c := range cases {
		in.WriteString(c[0] + "\n")
		want.WriteString(c[1] + "\n")
	}
	cmd := exec.Command(exe)
	cmd.Stdin = strings.NewReader(in.String())
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	got := strings.Split(string(out), "\n")
	for i, c := range cases {
		if i >= len(got) || got[i] != c[1] {
			t.Errorf("%s: %q, expected %q", c[0], got[min(i, len(got)-1)], c[1])
		}
	}
}
