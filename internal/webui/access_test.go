package webui

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// guarded is a server without recordings, on port 1234.
func guarded() (*server, http.Handler) {
	s := &server{token: "the-token", session: "the-session", port: "1234"}
	return s, s.handler()
}

func TestWhoGetsIn(t *testing.T) {
	const cookie = "sparseracer-1234=the-session"
	for _, c := range []struct {
		name, method, target, host string
		headers                    map[string]string
		want                       int
	}{
		{"the address that was told", "GET", "/?token=the-token", "127.0.0.1:1234", nil, 200},
		{"by its IPv6 name", "GET", "/?token=the-token", "[::1]:1234", nil, 200},
		{"as localhost", "GET", "/?token=the-token", "localhost:1234", nil, 200},
		{"with the cookie", "GET", "/", "127.0.0.1:1234", map[string]string{"Cookie": cookie}, 200},
		{"data with the cookie", "GET", "/api/recordings", "127.0.0.1:1234", map[string]string{"Cookie": cookie}, 200},
		{"two cookies of that name", "GET", "/api/recordings", "127.0.0.1:1234", map[string]string{"Cookie": "sparseracer-1234=planted; " + cookie}, 200},
		{"the page itself asks", "GET", "/api/recordings", "127.0.0.1:1234", map[string]string{"Cookie": cookie, "Sec-Fetch-Site": "same-origin", "Origin": "http://127.0.0.1:1234"}, 200},
		{"a link elsewhere leads here", "GET", "/?token=the-token", "127.0.0.1:1234", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, 200},

		{"without anything", "GET", "/", "127.0.0.1:1234", nil, 401},
		{"a wrong token", "GET", "/?token=the-tokem", "127.0.0.1:1234", nil, 401},
		{"an empty token", "GET", "/?token=", "127.0.0.1:1234", nil, 401},
		{"the token for data", "GET", "/api/recordings?token=the-token", "127.0.0.1:1234", nil, 401},
		{"the token for a file", "GET", "/assets/app.js?token=the-token", "127.0.0.1:1234", nil, 401},
		{"a wrong cookie", "GET", "/api/recordings", "127.0.0.1:1234", map[string]string{"Cookie": "sparseracer-1234=guess"}, 401},
		{"another port's cookie", "GET", "/api/recordings", "127.0.0.1:1234", map[string]string{"Cookie": "sparseracer-1=the-session"}, 401},
		{"a name bound to loopback", "GET", "/?token=the-token", "evil.example:1234", nil, 421},
		{"a name that looks like it", "GET", "/?token=the-token", "127.0.0.1.evil.example:1234", nil, 421},
		{"another port", "GET", "/?token=the-token", "127.0.0.1:1235", nil, 421},
		{"no port", "GET", "/?token=the-token", "127.0.0.1", nil, 421},
		{"no host", "GET", "/?token=the-token", "", nil, 421},
		{"a foreign origin", "GET", "/api/recordings", "127.0.0.1:1234", map[string]string{"Cookie": cookie, "Origin": "https://evil.example"}, 403},
		{"no origin of its own", "GET", "/api/recordings", "127.0.0.1:1234", map[string]string{"Cookie": cookie, "Origin": "null"}, 403},
		{"another port of this host", "GET", "/api/recordings", "127.0.0.1:1234", map[string]string{"Cookie": cookie, "Sec-Fetch-Site": "same-site"}, 403},
		{"a script of another site", "GET", "/assets/app.js", "127.0.0.1:1234", map[string]string{"Cookie": cookie, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}, 403},
		{"a frame of another site", "GET", "/?token=the-token", "127.0.0.1:1234", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}, 403},
		{"a change", "POST", "/api/recordings", "127.0.0.1:1234", map[string]string{"Cookie": cookie}, 405},
		{"leave for a change", "OPTIONS", "/api/recordings", "127.0.0.1:1234", map[string]string{"Cookie": cookie}, 405},
		{"a file that is not there", "GET", "/assets/..%2fguard.go", "127.0.0.1:1234", map[string]string{"Cookie": cookie}, 404},
		{"a recording that is not there", "GET", "/api/7/races", "127.0.0.1:1234", map[string]string{"Cookie": cookie}, 404},
		{"one below zero", "GET", "/api/-1/races", "127.0.0.1:1234", map[string]string{"Cookie": cookie}, 404},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, handler := guarded()
			r := httptest.NewRequest(c.method, c.target, nil)
			r.Host = c.host
			for k, v := range c.headers {
				r.Header.Set(k, v)
			}
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			if w.Code != c.want {
				t.Fatalf("%s %s of %q: %d %s, expected %d", c.method, c.target, c.host, w.Code, w.Body, c.want)
			}
			h := w.Header()
			if h.Get("Access-Control-Allow-Origin") != "" {
				t.Error("other origins are let in")
			}
			if p := h.Get("Content-Security-Policy"); !strings.HasPrefix(p, "default-src 'none'") || strings.Contains(p, "unsafe") {
				t.Errorf("policy %q", p)
			}
			if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Cache-Control") != "no-store" {
				t.Errorf("headers %v", h)
			}
			if strings.Contains(w.Body.String(), "the-token") || strings.Contains(w.Body.String(), "the-session") {
				t.Error("the answer has a secret in it")
			}
		})
	}
}

func TestCookie(t *testing.T) {
	_, handler := guarded()
	r := httptest.NewRequest("GET", "/?token=the-token", nil)
	r.Host = "127.0.0.1:1234"
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	c := w.Result().Cookies()
	if len(c) != 1 || c[0].Value != "the-session" || !c[0].HttpOnly || c[0].SameSite != http.SameSiteStrictMode || c[0].Path != "/" {
		t.Errorf("cookies %v", c)
	}
}

// The page has no code or style in its markup, and loads nothing from elsewhere.
func TestAssetsKeepThePolicy(t *testing.T) {
	entries, err := assets.ReadDir("assets")
	if err != nil {
		t.Fatal(err)
	}
	forbidden := []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "DOMParser", "srcdoc", "javascript:", "https://", "http://"}
	for _, e := range entries {
		data, err := assets.ReadFile("assets/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(string(data), "http://www.w3.org/2000/svg", "")
		for _, f := range forbidden {
			if strings.Contains(text, f) {
				t.Errorf("%s has %q in it", e.Name(), f)
			}
		}
		if e.Name() == "index.html" && (strings.Contains(text, "<style") || strings.Contains(text, " style=") || strings.Count(text, "<script") != strings.Count(text, "<script type=\"module\" src=\"/assets/")) {
			t.Error("index.html has inline code or style")
		}
		if n := strings.Count(text, "\n"); n > 400 {
			t.Errorf("%s has %d lines", e.Name(), n)
		}
	}
}

func TestAddresses(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":0", "192.168.1.1:80", "example.com:0", "127.0.0.1", "127.0.0.1:http", "127.0.0.1:-1", "127.0.0.1:65536", "[::]:0", "127.0.0.2:0"} {
		if l, _, err := listen(address); err == nil {
			t.Errorf("%s: listening on %v", address, l[0].Addr())
		}
	}
	for _, address := range []string{"", "127.0.0.1:0", "localhost:0"} {
		l, port, err := listen(address)
		if err != nil {
			t.Fatalf("%q: %v", address, err)
		}
		if got := l[0].Addr().String(); got != "127.0.0.1:"+port || port == "0" {
			t.Errorf("%q: listening on %s, port %s", address, got, port)
		}
		for _, one := range l {
			one.Close()
		}
	}
}
