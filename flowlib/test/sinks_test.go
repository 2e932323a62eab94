package test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

// teller is a program that stands for the recorder, too: it prints what is reported to it,
// and its errors.
const teller = `#define _GNU_SOURCE
#include <sparserec/flow.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
int sparse_flow_on(void);
void sparse_state(const struct sparse_state *s);
__attribute__((visibility("default"))) int sparse_flow_on(void) { return 1; }
__attribute__((visibility("default"))) void sparse_state(const struct sparse_state *s)
{
	fprintf(stderr, "%s %s", s->how, s->name);
	if (s->to)
		fprintf(stderr, " to %s", s->to);
	if (s->bytes && s->size)
		fprintf(stderr, " <%.*s>", (int)strnlen(s->bytes, s->size), (const char *)s->bytes);
	fprintf(stderr, "\n");
}
`

func hooks(t *testing.T) string {
	t.Helper()
	library, err := filepath.Abs("../../lib/libsparseflow.so")
	if err == nil {
		_, err = os.Stat(library)
	}
	needs.Have(t, "libsparseflow.so (run make)", err == nil)
	return library
}

// reported compiles a program with teller in front and libraries, runs it under
// libsparseflow.so, and gives what that reported.
func reported(t *testing.T, program string, libraries ...string) string {
	t.Helper()
	library := hooks(t)
	dir := t.TempDir()
	source, exe := filepath.Join(dir, "main.c"), filepath.Join(dir, "main")
	if err := os.WriteFile(source, []byte(teller+program), 0o600); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"-std=gnu11", "-g", "-Wall", "-Wextra", "-Werror", "-rdynamic", "-I../../tracelib/include", "-o", exe, source}, libraries...)
	if out, err := exec.Command("cc", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(exe)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LD_PRELOAD="+library, "HOME="+dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// TestMessagesAreSinks: a message of libdbus is reported by what it calls, with its arguments;
// one that only asks is not, nor is one that was made of another.
func TestMessagesAreSinks(t *testing.T) {
	libraries, err := exec.Command("pkg-config", "--cflags", "--libs", "dbus-1").Output()
	needs.Have(t, "dbus-1", err == nil)
	got := reported(t, `
#include <dbus/dbus.h>
int main(void)
{
	const char *text = "hello", *two[] = { "a", "b" };
	const unsigned char bytes[] = "xyz", *at = bytes;
	const char **texts = two;
	DBusMessageIter whole, part;
	DBusMessage *call = dbus_message_new_method_call("org.example.S", "/path", "org.example.I", "Keep"), *reply, *signal, *copy;

	dbus_message_append_args(call, DBUS_TYPE_STRING, &text, DBUS_TYPE_ARRAY, DBUS_TYPE_STRING, &texts, 2, DBUS_TYPE_INVALID);
	dbus_message_set_serial(call, 7);
	copy = dbus_message_copy(call);
	dbus_message_append_args(copy, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID);
	reply = dbus_message_new_method_return(call);
	dbus_message_append_args(reply, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID);
	dbus_message_unref(call);
	signal = dbus_message_new_signal("/other", "org.example.I", "Said");
	dbus_message_iter_init_append(signal, &whole);
	dbus_message_iter_open_container(&whole, DBUS_TYPE_ARRAY, "y", &part);
	dbus_message_iter_append_fixed_array(&part, DBUS_TYPE_BYTE, &at, 3);
	dbus_message_iter_close_container(&whole, &part);
	dbus_message_unref(signal);
	dbus_message_unref(copy);
	dbus_message_unref(reply);
	call = dbus_message_new_method_call("org.example.S", "/path", "org.freedesktop.DBus.Properties", "GetAll");
	dbus_message_append_args(call, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID);
	dbus_message_unref(call);
	return 0;
}
`, strings.Fields(string(libraries))...)
	want := `append dbus:org.example.S/path.Keep <dbus:org.example.S/path.Keep>
append dbus:org.example.S/path.Keep <hello>
append dbus:org.example.S/path.Keep <a>
append dbus:org.example.S/path.Keep <b>
append dbus:reply/path.Keep <dbus:reply/path.Keep>
append dbus:reply/path.Keep <hello>
append dbus:/other.Said <dbus:/other.Said>
append dbus:/other.Said <xyz>
`
	if got != want {
		t.Errorf("reported:\n%sexpected:\n%s", got, want)
	}
}

// TestRemovalsAreSinks: what goes is reported under the name that it had.
func TestRemovalsAreSinks(t *testing.T) {
	got := reported(t, `
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void)
{
	int folder;

	if (mkdir("d", 0700) != 0 || (folder = open("d", O_RDONLY | O_DIRECTORY)) < 0)
		return 1;
	fclose(fopen("d/one", "w"));
	fclose(fopen("d/two", "w"));
	return rename("d", "e") != 0 || unlinkat(folder, "one", 0) != 0 || remove("e/two") != 0 || unlinkat(AT_FDCWD, "e", AT_REMOVEDIR) != 0;
}
`)
	want := `truncate file:$HOME/d/one
truncate file:$HOME/d/two
commit file:$HOME/d to file:$HOME/e
remove file:$HOME/e/one
remove file:$HOME/e/two
remove file:$HOME/e
`
	if got != want {
		t.Errorf("reported:\n%sexpected:\n%s", got, want)
	}
}

// TestStartedProgramsAreSinks: what is started is reported where it is asked for, with its arguments.
func TestStartedProgramsAreSinks(t *testing.T) {
	got := reported(t, `
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
extern char **environ;
int main(void)
{
	pid_t pid;
	FILE *f;
	char *args[] = { "true", "--one", NULL }, *none[] = { "nothing", NULL };

	if (posix_spawnp(&pid, "true", NULL, NULL, args, environ) != 0 || waitpid(pid, NULL, 0) != pid)
		return 1;
	if (posix_spawn(&pid, "/nowhere/true", NULL, NULL, args, environ) == 0 || execv("/nowhere/true", args) == 0)
		return 1;
	if (system(" true two") != 0 || !(f = popen("cat >/dev/null; true", "w")) || pclose(f) != 0)
		return 1;
	if (execve("/nowhere/nothing", none, environ) == 0)
		return 1;
	return execv("/bin/true", args);
}
`)
	want := `append exec:true <true>
append exec:true <--one>
append exec:true < true two>
append exec:cat <cat >/dev/null; true>
append exec:/bin/true <true>
append exec:/bin/true <--one>
`
	if got != want {
		t.Errorf("reported:\n%sexpected:\n%s", got, want)
	}
}

// TestJumpOfAPlugin: a library that only a plugin sees is found where the plugin's last call is a jump, which returns to a program
// that does not see it.
func TestJumpOfAPlugin(t *testing.T) {
	library := hooks(t)
	_, err := exec.Command("pkg-config", "--exists", "sqlite3").Output()
	needs.Have(t, "libsqlite3-dev", err == nil)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"plugin.c": `#include <sqlite3.h>
int opened(sqlite3 **db) { int result = sqlite3_open(":memory:", db); return result; }
int executes(sqlite3 *db) { return sqlite3_exec(db, "CREATE TABLE rows (a)", 0, 0, 0); }
`,
		"main.c": `#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv)
{
	void *plugin = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL, *db = NULL;
	int (*opened)(void **) = plugin ? (int (*)(void **))dlsym(plugin, "opened") : NULL;
	int (*executes)(void *) = plugin ? (int (*)(void *))dlsym(plugin, "executes") : NULL;
	int open = opened ? opened(&db) : -1, result = executes ? executes(db) : -1;
	printf("opened %d, executed %d\n", open, result);
	return 0;
}
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	exe, plugin := filepath.Join(dir, "main"), filepath.Join(dir, "plugin.so")
	for _, args := range [][]string{
		{"-shared", "-fPIC", "-o", plugin, filepath.Join(dir, "plugin.c"), "-lsqlite3"}, {"-o", exe, filepath.Join(dir, "main.c"), "-ldl"},
	} {
		if out, err := exec.Command("cc", append([]string{"-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror"}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	code, err := exec.Command(needs.Tool(t, "objdump"), "-d", "--no-show-raw-insn", plugin).Output()
	if err != nil || !regexp.MustCompile(`jmp +[0-9a-f]+ <sqlite3_exec@plt>`).Match(code) {
		t.Fatalf("the compiler has made no jump: %v", err)
	}
	cmd := exec.Command(exe, plugin)
	cmd.Env = append(os.Environ(), "LD_PRELOAD="+library)
	if out, err := cmd.CombinedOutput(); err != nil || string(out) != "opened 0, executed 0\n" {
		t.Errorf("%v, %q", err, out)
	}
}
