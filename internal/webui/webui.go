// Package webui serves recordings and what was found in them to a browser on the
// same machine: `sparseracer serve`.
//
// The rules it keeps:
//   - It listens on loopback only, and answers only who has the token, asks by a
//     name of loopback and does not come from another site (access.go).
//   - It reads. What it may change is listed in changes.go: each with what the user named
//     for it on the command line, and after a person said yes.
//   - The page needs nothing but this server: all of it is embedded, its policy
//     forbids everything else, inline code too.
//   - Names from traces leave as JSON, neutralised as in every report; the page
//     makes text nodes of them, never markup.
//   - Sources are read below the allowed roots only (sources.go).
//   - It answers at once. What takes time runs beside it, and the page shows how
//     far it is.
package webui

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"

	"sparseracer/internal/report"
	"sparseracer/internal/symbols"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// Recording is one trace to be served. Open and Analyze run beside the server.
type Recording struct {
	Name    string
	Open    func(context.Context) (trace.Source, error)
	Analyze func(ctx context.Context, src trace.Source, progress func(step string, done float64)) (*Analysis, error)
	Changes Changes
}

// Analysis is what was found out about a recording.
type Analysis struct {
	Result  *sparsehb.Result
	Report  *report.Report
	Symbols Symbolizer
}

// Symbolizer names functions, and the compilations of the program.
type Symbolizer interface {
	symbols.Symbolizer
	Units([]trace.Module) []symbols.Unit
}

// Options of Serve.
type Options struct {
	Address    string // a port of loopback, "" is 127.0.0.1:0
	Recordings []Recording
	// Roots are folders that sources may be shown from; none: those that the
	// program was compiled in.
	Roots  []string
	Ready  func(url string)             // called once, when requests are answered
	Failed func(name string, err error) // called for each recording that failed
}

// ErrNotLoopback refuses an address that others could reach.
var ErrNotLoopback = errors.New("expected an address of loopback: 127.0.0.1, ::1 or localhost, and a port")

// Serve serves until ctx ends, or until nothing is left to be served because
// every recording failed; the error is the first one's.
func Serve(ctx context.Context, o Options) error {
	listeners, port, err := listen(o.Address)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s := &server{token: random(), session: random(), port: port, recordings: newRecordings(ctx, o), consent: random()}
	web := &http.Server{Handler: s.handler(), ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 64 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx }}
	ended := make(chan error, len(listeners))
	for _, l := range listeners {
		go func() { ended <- web.Serve(l) }()
	}
	if o.Ready != nil {
		o.Ready(fmt.Sprintf("http://%s/?token=%s", listeners[0].Addr(), s.token))
	}
	work := make(chan struct{})
	go func() {
		defer close(work)
		if err := s.load(ctx, o.Failed); err != nil {
			cancel(err)
		}
	}()
	select {
	case <-ctx.Done():
	case err = <-ended:
		cancel(err)
	}
	stop(web)
	<-work
	for _, r := range s.recordings {
		r.jobs.Wait()
		r.close()
	}
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
		return cause
	}
	return nil
}

// stop lets answers that are on their way be finished, but not wait for long.
func stop(web *http.Server) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if web.Shutdown(ctx) != nil {
		web.Close()
	}
}

// listen opens the port on the address that was asked for and on its counterpart
// of the other protocol, where this machine has that and the port is free there.
func listen(address string) ([]net.Listener, string, error) {
	if address == "" {
		address = "127.0.0.1:0"
	}
	host, port, err := net.SplitHostPort(address)
	if n, perr := strconv.ParseUint(port, 10, 16); err != nil || perr != nil || port != strconv.FormatUint(n, 10) {
		return nil, "", fmt.Errorf("%q: %w", address, ErrNotLoopback)
	}
	other := "::1"
	switch host {
	case "127.0.0.1", "localhost":
		host = "127.0.0.1"
	case "::1":
		other = "127.0.0.1"
	default:
		return nil, "", fmt.Errorf("%q: %w", address, ErrNotLoopback)
	}
	first, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		return nil, "", err
	}
	_, port, err = net.SplitHostPort(first.Addr().String())
	if err != nil {
		first.Close()
		return nil, "", err
	}
	out := []net.Listener{first}
	if second, err := net.Listen("tcp", net.JoinHostPort(other, port)); err == nil {
		out = append(out, second)
	}
	return out, port, nil
}

// random is 128 bits that nobody can guess.
func random() string {
	var b [16]byte
	rand.Read(b[:]) // never fails, by its documentation
	return hex.EncodeToString(b[:])
}
