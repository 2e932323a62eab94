package test

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"sparseracer/internal/needs"
)

// speaker says hello to a host and port, as a datagram if asked to; or to itself.
const speaker = `#include <arpa/inet.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static int dial(const char *host, const char *port, int type)
{
	struct addrinfo hints = { .ai_family = AF_INET, .ai_socktype = type }, *found;
	int fd, why = getaddrinfo(host, port, &hints, &found);
	if (why)
		return fprintf(stderr, "%s\n", gai_strerror(why)), -1;
	fd = socket(AF_INET, type, 0);
	if (type == SOCK_DGRAM) {
		struct iovec part = { "hello", 5 };
		struct msghdr m = { .msg_name = found->ai_addr, .msg_namelen = found->ai_addrlen, .msg_iov = &part, .msg_iovlen = 1 };
		if (sendto(fd, "hello", 5, 0, found->ai_addr, found->ai_addrlen) != 5 || sendmsg(fd, &m, 0) != 5)
			perror("sendto");
	} else if (connect(fd, found->ai_addr, found->ai_addrlen) != 0) {
		perror("connect");
	}
	freeaddrinfo(found);
	return fd;
}

static void say(int fd)
{
	struct iovec parts[] = { { "l", 1 }, { "o", 1 } };
	if (write(fd, "he", 2) != 2 || send(fd, "l", 1, 0) != 1 || writev(fd, parts, 2) != 2)
		perror("write");
}

int main(int argc, char **argv)
{
	struct sockaddr_in own = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof own;
	char port[8];
	int listener, there, here;
	if (argc > 3)
		return dial(argv[1], argv[2], SOCK_DGRAM) < 0;
	if (argc > 2) {
		say(dial(argv[1], argv[2], SOCK_STREAM));
		return 0;
	}
	listener = socket(AF_INET, SOCK_STREAM, 0);
	if (bind(listener, (struct sockaddr *)&own, size) != 0 || listen(listener, 1) != 0 || getsockname(listener, (struct sockaddr *)&own, &size) != 0)
		perror("listen");
	sprintf(port, "%u", ntohs(own.sin_port));
	here = dial("localhost", port, SOCK_STREAM);
	there = accept(listener, NULL, NULL);
	say(here);
	if (write(there, "well", 4) != 4 || read(here, port, 4) != 4 || memcmp(port, "well", 4) != 0)
		perror("accepted");
	return 0;
}
`

func speakerBuilt(t *testing.T) (exe, library string) {
	t.Helper()
	library, err := filepath.Abs("../../lib/libsparsenet.so")
	if err == nil {
		_, err = os.Stat(library)
	}
	needs.Have(t, "libsparsenet.so (run make)", err == nil)
	dir := t.TempDir()
	source := filepath.Join(dir, "speaker.c")
	exe = filepath.Join(dir, "speaker")
	if err := os.WriteFile(source, []byte(speaker), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("cc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-o", exe, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return exe, library
}

// TestNetworkKept: what a program sends is kept by the name of the peer; it goes to a
// server of this machine, to the stub, or, a datagram, nowhere.
func TestNetworkKept(t *testing.T) {
	exe, library := speakerBuilt(t)
	server := func() (port string, said chan string) {
		l, err := net.Listen("tcp4", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		said = make(chan string, 1)
		go func() {
			if c, err := l.Accept(); err == nil {
				text, _ := io.ReadAll(c)
				said <- string(text)
			}
		}()
		return fmt.Sprint(l.Addr().(*net.TCPAddr).Port), said
	}
	free := func() string { // a port that nobody listens on
		l, err := net.Listen("tcp4", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		return fmt.Sprint(l.Addr().(*net.TCPAddr).Port)
	}
	real, heardReal := server()
	unserved := free()
	for _, c := range []struct {
		name string
		args []string
		kept map[string]string
		said func(stub chan string) chan string // who hears it
	}{
		{"another machine", []string{"example.invalid", "80"}, map[string]string{"example.invalid:80": "hello"}, func(stub chan string) chan string { return stub }},
		{"an address", []string{"192.0.2.1", "80"}, map[string]string{"192.0.2.1:80": "hello"}, func(stub chan string) chan string { return stub }},
		{"nobody here", []string{"127.0.0.1", unserved}, map[string]string{"127.0.0.1:" + unserved: "hello"}, func(stub chan string) chan string { return stub }},
		{"somebody here", []string{"127.0.0.1", real}, map[string]string{"127.0.0.1:*": "hello"}, func(chan string) chan string { return heardReal }},
		{"itself", nil, map[string]string{"127.0.0.1:*": "hello", "served:*": "well"}, nil},
		{"a datagram", []string{"192.0.2.1", "53", "datagram"}, map[string]string{"192.0.2.1:53": "hellohello"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			port, stub := server()
			cmd := exec.Command(exe, c.args...)
			cmd.Env = append(os.Environ(), "LD_PRELOAD="+library, "SPARSERACER_NETWORK="+port+":"+folder)
			if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
				t.Fatalf("%v %s", err, out)
			}
			list, err := os.ReadDir(folder)
			if err != nil {
				t.Fatal(err)
			}
			if len(list) != len(c.kept) {
				t.Errorf("kept: %v, expected %v", list, c.kept)
			}
			for name, want := range c.kept {
				if got, err := os.ReadFile(filepath.Join(folder, name)); string(got) != want {
					t.Errorf("%s: %q, %v", name, got, err)
				}
			}
			if c.said != nil {
				if got := <-c.said(stub); got != "hello" {
					t.Errorf("heard %q", got)
				}
			}
		})
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), "LD_PRELOAD="+library)
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("switched off: %v %s", err, out)
	}
}
