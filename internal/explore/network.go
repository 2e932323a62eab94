package explore

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"sparseracer/internal/steer"
	"sparseracer/internal/steering"
	"sparseracer/internal/system"
)

// A run alone: what it says to a network and on D-Bus is kept, and goes nowhere else.

// NetworkLibrary, in the program, keeps what is sent and leads it to the stub.
const (
	networkVariable = steering.EnvironmentNetwork // PORT:FOLDER
	sentFolder      = "sent"                      // in the scratch folder
)

// alone changes how a program is run; the function ends what that needs.
func alone(opt *steer.RunOptions, scratch string) (end func(), err error) {
	folder := filepath.Join(scratch, sentFolder)
	if err := os.Mkdir(folder, 0o700); err != nil {
		return nil, err
	}
	stub, err := newStub()
	if err != nil {
		return nil, err
	}
	library, err := filepath.Abs(filepath.Join(opt.Lib, system.NetworkLibrary))
	if err == nil {
		_, err = os.Stat(library)
	}
	if err != nil {
		stub.end()
		return nil, err
	}
	opt.OwnBus = true
	opt.Preload = append(opt.Preload, library)
	opt.Env = append(opt.Env, fmt.Sprintf("%s=%d:%s", networkVariable, stub.port(), folder))
	return stub.end, nil
}

// said adds what went to each peer, and to others on D-Bus.
func (f Facts) said(o *steer.Outcome, scratch string, same *strings.Replacer) error {
	folder := filepath.Join(scratch, sentFolder)
	list, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range list {
		if f["net "+e.Name()], err = contents(filepath.Join(folder, e.Name()), same); err != nil {
			return err
		}
	}
	if len(o.Messages) > 0 {
		f["dbus messages"] = same.Replace(strings.Join(o.Messages, "\n") + "\n")
	}
	return nil
}

// stub is a server that takes all that is sent to it, and answers who speaks HTTP that it
// is well.
type stub struct {
	listener net.Listener
	mu       sync.Mutex
	open     map[net.Conn]bool
	ended    bool
	all      sync.WaitGroup
}

func newStub() (*stub, error) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &stub{listener: listener, open: map[net.Conn]bool{}}
	s.all.Add(1)
	go s.serve()
	return s, nil
}

func (s *stub) port() int { return s.listener.Addr().(*net.TCPAddr).Port }

func (s *stub) serve() {
	defer s.all.Done()
	for {
		c, err := s.listener.Accept()
		if err != nil {
			return
		}
		s.mu.Lock()
		s.open[c] = true
		if s.ended { // it came in while end closed the others
			c.Close()
		}
		s.mu.Unlock()
		s.all.Add(1)
		go func() {
			defer s.all.Done()
			speak(c)
			c.Close()
			s.mu.Lock()
			delete(s.open, c)
			s.mu.Unlock()
		}()
	}
}

// speak takes what comes to its end.
func speak(c net.Conn) {
	in := bufio.NewReader(c)
	for isHTTP(in) {
		request, err := http.ReadRequest(in)
		if err != nil {
			break
		}
		io.Copy(io.Discard, request.Body)
		if _, err := io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"); err != nil {
			break
		}
	}
	io.Copy(io.Discard, in)
}

// isHTTP: a request begins here, by its method.
func isHTTP(in *bufio.Reader) bool {
	for _, method := range []string{"GET ", "PUT ", "HEAD ", "POST ", "PATCH ", "DELETE ", "OPTIONS "} {
		if start, err := in.Peek(1); err != nil || start[0] != method[0] {
			continue
		}
		if start, _ := in.Peek(len(method)); string(start) == method {
			return true
		}
	}
	return false
}

// end is the end of all its connections, too.
func (s *stub) end() {
	s.listener.Close()
	s.mu.Lock()
	s.ended = true
	for c := range s.open {
		c.Close()
	}
	s.mu.Unlock()
	s.all.Wait()
}
