package explore

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/steer"
)

// TestStandInForTheNetwork: it takes all, answers who speaks HTTP, and ends with a connection open.
func TestStandInForTheNetwork(t *testing.T) {
	s, err := newStub()
	if err != nil {
		t.Fatal(err)
	}
	address := fmt.Sprintf("127.0.0.1:%d", s.port())
	for range 2 { // on one connection
		reply, err := http.Post("http://"+address+"/save", "text/plain", strings.NewReader(strings.Repeat("x", 100_000)))
		if err != nil {
			t.Fatal(err)
		}
		if body, err := io.ReadAll(reply.Body); reply.StatusCode != http.StatusOK || len(body) > 0 || err != nil {
			t.Errorf("%s %q %v", reply.Status, body, err)
		}
		reply.Body.Close()
	}
	for _, text := range []string{"", "G", "GETS\n", "\x16\x03\x01", "GET / nonsense\n\n", strings.Repeat("POST", 100_000)} {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(c, text); err != nil {
			t.Error(err)
		}
		c.(*net.TCPConn).CloseWrite()
		if answer, err := io.ReadAll(c); len(answer) > 0 || err != nil {
			t.Errorf("%.20q: %q, %v", text, answer, err)
		}
		c.Close()
	}
	open, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	s.end()
	http.DefaultClient.CloseIdleConnections()
}

// TestMessagesAreFacts: what a run sent and said are facts that last.
func TestMessagesAreFacts(t *testing.T) {
	scratch := t.TempDir()
	sent := filepath.Join(scratch, sentFolder)
	if err := os.Mkdir(sent, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(sent, "example.org:80"), []byte("from "+scratch+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f := Facts{"exit": exitedWell}
	if err := f.said(&steer.Outcome{Messages: []string{"signal /a", "call b " + scratch}}, scratch, strings.NewReplacer(scratch, "SCRATCH")); err != nil {
		t.Fatal(err)
	}
	want := Facts{"net example.org:80": "from SCRATCH\n", "dbus messages": "signal /a\ncall b SCRATCH\n"}
	if got := f.lasting(); len(got) != 2 || len(differences(want, got, nil)) > 0 {
		t.Errorf("%q, expected %q", got, want)
	}
}
