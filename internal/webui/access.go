package webui

import (
	"crypto/subtle"
	"net"
	"net/http"
	"strings"
)

// server is what requests find.
type server struct {
	token      string // of the address that is printed once
	session    string // of the cookie that the page gets for it
	consent    string // that changes are asked for with
	port       string
	recordings []*recording
}

// policy is the Content-Security-Policy of everything served.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// access lets through what the page itself asks for, and nothing else:
//  1. The Host is a name of loopback with our port: a name that an attacker's DNS
//     points here (rebinding) is none.
//  2. Other sites' pages are refused by what browsers say of a request's origin,
//     whatever cookie comes with it.
//  3. Changes are asked for by our page, with what only it can send (changes.go).
//  4. Who has no cookie must bring the token, for the page's address only.
func (s *server) access(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		switch {
		case !s.ownHost(r.Host):
			http.Error(w, "this server answers to 127.0.0.1, ::1 and localhost only", http.StatusMisdirectedRequest)
		case r.Method != http.MethodGet && r.Method != http.MethodHead && !s.changes(r):
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "this cannot be changed: GET only", http.StatusMethodNotAllowed)
		case s.foreign(r):
			http.Error(w, "requests of other sites are refused", http.StatusForbidden)
		case s.changes(r) && !(s.known(r) && s.consented(r)):
			http.Error(w, "changes are asked for on the page itself", http.StatusForbidden)
		case r.URL.Path == "/" && same(r.URL.Query().Get("token"), s.token):
			// Not redirected: a browser that came from elsewhere would leave a
			// strict cookie out of the redirect. The page takes the token out of
			// the address itself.
			http.SetCookie(w, &http.Cookie{Name: s.cookie(), Value: s.session, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
			next.ServeHTTP(w, r)
		case s.known(r):
			next.ServeHTTP(w, r)
		default:
			http.Error(w, "open the address that sparseracer serve printed: the token in it is missing here", http.StatusUnauthorized)
		}
	})
}

// ownHost accepts names of loopback with our port.
func (s *server) ownHost(host string) bool {
	name, port, err := net.SplitHostPort(host)
	if err != nil { // port 80 is left out
		name, port = strings.Trim(host, "[]"), "80"
	}
	return port == s.port && (name == "127.0.0.1" || name == "::1" || strings.EqualFold(name, "localhost"))
}

// foreign is what a page of another site asks for, opening ours aside.
func (s *server) foreign(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" && !strings.EqualFold(origin, "http://"+r.Host) {
		return true
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
		return false
	}
	return r.URL.Path != "/" || r.Header.Get("Sec-Fetch-Mode") != "navigate" || r.Header.Get("Sec-Fetch-Dest") != "document"
}

// cookie's name has the port in it: cookies are shared by all ports of a host.
func (s *server) cookie() string { return "sparseracer-" + s.port }

// known looks at all cookies of the name: others on this host may set one too.
func (s *server) known(r *http.Request) bool {
	for _, c := range r.CookiesNamed(s.cookie()) {
		if same(c.Value, s.session) {
			return true
		}
	}
	return false
}

// same compares in a time that does not show how much is right.
func same(got, want string) bool { return subtle.ConstantTimeCompare([]byte(got), []byte(want)) == 1 }
