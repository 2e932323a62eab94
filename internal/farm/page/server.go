// Package page serves a farm: the API for clients, and a page for people.
//
// The rules it keeps:
//   - It listens on loopback unless the user named another address, and asks for the token in either
//     case: clients send it with each request, a browser gets a cookie for it.
//   - It answers to names that it has: of loopback, or those that the user gave.
//   - Only clients with the token in the request itself change anything; the page reads.
//   - The page is made here, escaped by html/template, and has no script. Its policy forbids
//     everything but its own style sheet.
//   - What is uploaded is bounded, hashed, and looked at by readers that are fuzzed. No path that it
//     has is opened here.
package page

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"sparseracer/internal/farm"
	"sparseracer/internal/farm/store"
	"sparseracer/internal/farm/work"
)

// Options of Serve.
type Options struct {
	Address string   // HOST:PORT; "": a free port of loopback
	Open    bool     // others may reach it
	Names   []string // that it answers to besides
	Token   string
	Scratch string // folder for what is being uploaded
	Ready   func(url string)
}

// ErrOpen refuses an address that others could reach, unless the user says so.
var ErrOpen = errors.New("others can reach this address; --open allows it (docs/farm.md says what they may do)")

// server is what requests find.
type server struct {
	store   *store.Store
	queue   *work.Queue
	token   string
	cookie  string // name; it has the port in it
	names   []string
	port    string
	scratch string
}

// Serve serves until ctx ends.
func Serve(ctx context.Context, s *store.Store, q *work.Queue, o Options) error {
	if o.Address == "" {
		o.Address = "127.0.0.1:0"
	}
	host, _, err := net.SplitHostPort(o.Address)
	if err != nil {
		return fmt.Errorf("--addr %q: expected HOST:PORT", o.Address)
	}
	if !loopback(host) && !o.Open {
		return fmt.Errorf("--addr %q: %w", o.Address, ErrOpen)
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", o.Address)
	if err != nil {
		return fmt.Errorf("--addr %q: %w", o.Address, err)
	}
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		return err
	}
	sv := &server{store: s, queue: q, token: o.Token, names: append([]string{"127.0.0.1", "::1", "localhost"}, o.Names...), port: port, scratch: o.Scratch,
		cookie: "sparseracer-farm-" + port}
	if !loopback(host) && host != "" && net.ParseIP(host) != nil && !net.ParseIP(host).IsUnspecified() {
		sv.names = append(sv.names, host)
	}
	web := &http.Server{Handler: sv.access(sv.routes()), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx }}
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(l) }()
	if o.Ready != nil {
		name := host
		if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
			name = "127.0.0.1"
		}
		o.Ready(fmt.Sprintf("http://%s/?token=%s", net.JoinHostPort(name, port), o.Token))
	}
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if web.Shutdown(late) != nil {
		web.Close()
	}
	return nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func (s *server) routes() http.Handler {
	m := http.NewServeMux()
	m.HandleFunc("GET /{$}", s.list)
	m.HandleFunc("GET /race/{id}", s.race)
	m.HandleFunc("GET /jobs", s.jobs)
	m.HandleFunc("GET /schedule/{sum}", s.schedule)
	m.HandleFunc("GET /style.css", s.style)
	m.HandleFunc("GET /api/farm", s.farm)
	m.HandleFunc("POST /api/lacks", s.lacks)
	m.HandleFunc("PUT /api/blobs", s.upload)
	m.HandleFunc("POST /api/submit", s.submit)
	m.HandleFunc("GET /api/traces/{sum}", s.trace)
	m.HandleFunc("GET /api/races", s.races)
	m.HandleFunc("GET /api/verdicts/{trace}/{build}", s.verdicts)
	m.HandleFunc("GET /api/proof/{race}", s.proof)
	m.HandleFunc("POST /api/bisect", s.bisect)
	m.HandleFunc("GET /api/bisect/{id}", s.bisected)
	m.HandleFunc("POST /api/minimise/{schedule}/{build}", s.minimise)
	m.HandleFunc("GET /api/minimise/{schedule}/{build}", s.smaller)
	m.HandleFunc("POST /api/search", s.search)
	m.HandleFunc("GET /api/search/{search}", s.ranges)
	m.HandleFunc("GET /api/search/{search}/{first}", s.result)
	return m
}

// policy is the Content-Security-Policy of everything served.
const policy = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// access lets through who has the token:
//  1. The Host is a name that we have, so that none which an attacker's DNS points here (rebinding) is.
//  2. A client sends the token with the request, and the protocol that it speaks. Only it may change
//     anything: no page of another site can send that header unasked.
//  3. A browser brings the token once, in the address, or the cookie that it got for it; it may read.
func (s *server) access(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		bearer, client := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		reads := r.Method == http.MethodGet || r.Method == http.MethodHead
		switch {
		case !s.ownHost(r.Host):
			http.Error(w, "this farm does not go by that name; --name adds one", http.StatusMisdirectedRequest)
		case client && !same(bearer, s.token):
			http.Error(w, "the token is not this farm's", http.StatusUnauthorized)
		case client && r.Header.Get(farm.ProtocolHeader) != strconv.Itoa(farm.Protocol):
			http.Error(w, fmt.Sprintf("this farm speaks protocol %d and the client %.20q: use the same release of sparseracer for both", farm.Protocol, r.Header.Get(farm.ProtocolHeader)),
				http.StatusUpgradeRequired)
		case client:
			next.ServeHTTP(w, r)
		case !reads:
			http.Error(w, "changes are asked for with the token in the request (Authorization: Bearer)", http.StatusUnauthorized)
		case r.URL.Path == "/" && same(r.URL.Query().Get("token"), s.token):
			http.SetCookie(w, &http.Cookie{Name: s.cookie, Value: s.session(), Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
			// Not a redirect: a browser that came from elsewhere would leave a strict cookie out of it.
			next.ServeHTTP(w, r)
		case s.known(r):
			next.ServeHTTP(w, r)
		default:
			http.Error(w, "open the address that sparseracer farm printed: the token in it is missing here", http.StatusUnauthorized)
		}
	})
}

// session is what the cookie holds: not the token itself, which also allows changes.
func (s *server) session() string { return string(farm.SumOf([]byte("a farm's page " + s.token))) }

func (s *server) known(r *http.Request) bool {
	return slices.ContainsFunc(r.CookiesNamed(s.cookie), func(c *http.Cookie) bool { return same(c.Value, s.session()) })
}

// ownHost accepts our names, with our port or, behind a proxy, with another one.
func (s *server) ownHost(host string) bool {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = strings.Trim(host, "[]"), ""
	}
	i := slices.IndexFunc(s.names, func(n string) bool { return strings.EqualFold(n, name) })
	return i >= 0 && (i >= 3 || port == s.port || port == "" && s.port == "80")
}

// same compares in a time that does not show how much is right.
func same(got, want string) bool { return subtle.ConstantTimeCompare([]byte(got), []byte(want)) == 1 }
