package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// counting says each request to end that it gets, and ends soon after the first. Perl, for a shell takes two that come
// while it waits for one.
const counting = `$| = 1;
my $asked = 0;
$SIG{INT} = sub { print "int\n"; $asked = 1 };
$SIG{TERM} = sub { print "term\n"; $asked = 1 };
print "ready\n";
select(undef, undef, undef, 0.05) until $asked;
select(undef, undef, undef, 0.4);
print "over\n";`

// recordCounting begins a recording of it with a terminal of its own or none; send is called once
// it is ready. It returns what it said.
func recordCounting(t *testing.T, pty bool, send func(*exec.Cmd, io.Writer)) string {
	t.Helper()
	cmd := exec.Command(built(t, "bin/sparseracer"), "record", "-o", filepath.Join(t.TempDir(), "t.srt"), "--", "perl", "-e", counting)
	from, to, err := os.Pipe()
	must(t, err)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	keys := io.Writer(nil)
	if pty {
		from, to = terminal(t)
		cmd.Stdin, cmd.Stderr, keys = to, to, from
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	}
	cmd.Stdout = to
	must(t, cmd.Start())
	to.Close()
	var said bytes.Buffer
	ready, buf := false, make([]byte, 4096)
	for {
		n, err := from.Read(buf)
		said.Write(buf[:n])
		if !ready && strings.Contains(said.String(), "ready") {
			ready = true
			send(cmd, keys)
		}
		if err != nil { // the last who had it open has ended
			break
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v\n%s", err, &said)
	}
	return said.String()
}

// terminal is a new one: its keyboard and screen, and what programs have of it.
func terminal(t *testing.T) (keys, program *os.File) {
	t.Helper()
	keys, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	must(t, err)
	t.Cleanup(func() { keys.Close() })
	must(t, unix.IoctlSetPointerInt(int(keys.Fd()), unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(int(keys.Fd()), unix.TIOCGPTN)
	must(t, err)
	program, err = os.OpenFile(fmt.Sprint("/dev/pts/", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	must(t, err)
	return keys, program
}

// TestHandedOn: a program that is recorded gets each request to end as if it ran alone: once,
// and as what it was.
func TestHandedOn(t *testing.T) {
	for _, c := range []struct {
		name, want string
		pty        bool
		send       func(*exec.Cmd, io.Writer)
	}{
		{"Ctrl-C", "int", true, func(_ *exec.Cmd, keys io.Writer) { _, _ = keys.Write([]byte{3}) }},
		{"the tool's SIGTERM", "term", false, func(c *exec.Cmd, _ io.Writer) { _ = c.Process.Signal(syscall.SIGTERM) }},
		{"the tool's SIGINT", "int", false, func(c *exec.Cmd, _ io.Writer) { _ = c.Process.Signal(syscall.SIGINT) }},
		{"the group's SIGTERM", "term", false, func(c *exec.Cmd, _ io.Writer) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGTERM) }},
		{"the group's SIGINT", "int", false, func(c *exec.Cmd, _ io.Writer) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGINT) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			said := recordCounting(t, c.pty, c.send)
			ints, terms := strings.Count(said, "int\n")+strings.Count(said, "int\r"), strings.Count(said, "term\n")+strings.Count(said, "term\r")
			if want := map[string]int{"int": ints, "term": terms}; ints+terms != 1 || want[c.want] != 1 || !strings.Contains(said, "over") {
				t.Errorf("it got %v, expected %s once:\n%s", want, c.want, said)
			}
		})
	}
}
