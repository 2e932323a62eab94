package test

import (
	"os"
	"os/exec"
	"path/filepath"
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

// reported compiles a program with teller in front and libraries, runs it under
// libsparseflow.so, and gives what that reported.
func reported(t *testing.T, program string, libraries ...string) string {
	t.Helper()
	library, err := filepath.Abs("../../lib/libsparseflow.so")
	if err == nil {
		_, err = os.Stat(library)
	}
	needs.Have(t, "libsparseflow.so (run make)", err == nil)
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
