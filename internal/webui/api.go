package webui

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"

	"sparseracer/internal/htmlpage"
	"sparseracer/internal/report"
)

//go:embed assets
var assets embed.FS

// handler knows all addresses; docs/cli.md does not list them, they are the
// page's own.
func (s *server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { asset(w, "index.html") })
	mux.HandleFunc("GET /assets/{name}", func(w http.ResponseWriter, r *http.Request) { asset(w, r.PathValue("name")) })
	mux.HandleFunc("GET /api/recordings", s.answer(func(*http.Request) (any, error) { return s.states(), nil }))
	mux.HandleFunc("GET /api/consent", s.answer(func(*http.Request) (any, error) { return map[string]string{"consent": s.consent}, nil }))
	type answers = map[string]func(*recording, *http.Request) (any, error)
	s.serve(mux, http.MethodGet, answers{
		"overview": overview, "races": races, "race": race, "slice": slice, "whatif": whatIf, "order": order,
		"timeline": view, "handlers": handlersOf, "event": event, "search": search, "memory": memory, "history": history,
		"offer": offer, "confirm": confirmState,
	})
	s.serve(mux, http.MethodPost, answers{"suppress": suppressRace, "confirm": confirmRace, "mark": markRace})
	return s.access(mux)
}

// serve adds the addresses of a recording.
func (s *server) serve(mux *http.ServeMux, method string, answers map[string]func(*recording, *http.Request) (any, error)) {
	for what, answer := range answers {
		mux.HandleFunc(method+" /api/{recording}/"+what, s.answer(func(r *http.Request) (any, error) {
			i, err := strconv.Atoi(r.PathValue("recording"))
			if err != nil || i < 0 || i >= len(s.recordings) {
				return nil, errAbsent{"recording " + r.PathValue("recording")}
			}
			return answer(s.recordings[i], r)
		}))
	}
}

// asset sends one of the page's own files. The style that reports share comes
// from their room.
func asset(w http.ResponseWriter, name string) {
	data, err := fs.ReadFile(assets, path.Join("assets", path.Base(name)))
	if name == "theme.css" {
		data, err = []byte(htmlpage.Theme), nil
	}
	if err != nil {
		http.Error(w, "no such file", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
	w.Write(data)
}

func (s *server) states() []state {
	out := make([]state, len(s.recordings))
	for i, r := range s.recordings {
		out[i] = r.state(i)
	}
	return out
}

// Faults of requests.
type (
	errAbsent struct{ what string }
	errBad    struct{ name, value, expected string }
	// errRefused is what the user did not allow, or what is done already.
	errRefused struct{ why string }
)

func (e errAbsent) Error() string  { return fmt.Sprintf("no %s here", report.Clean(e.what)) }
func (e errRefused) Error() string { return report.Clean(e.why) }
func (e errBad) Error() string {
	return fmt.Sprintf("%s=%s: expected %s", e.name, report.Clean(e.value), e.expected)
}

// answer sends what f returns as JSON, or its error as such.
func (s *server) answer(f func(*http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := f(r)
		status := http.StatusOK
		if err != nil {
			status = http.StatusInternalServerError
			switch {
			case errors.As(err, &errNotYet{}):
				status = http.StatusServiceUnavailable
			case errors.As(err, &errRefused{}):
				status = http.StatusConflict
			case errors.As(err, &errAbsent{}):
				status = http.StatusNotFound
			case errors.As(err, &errBad{}):
				status = http.StatusBadRequest
			}
			v = map[string]string{"error": report.Clean(err.Error())}
		}
		data, err := json.Marshal(v)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		w.Write(report.EscapeJSON(data))
	}
}

// number reads a parameter; other is its value where it is absent.
func number(r *http.Request, name string, other uint64) (uint64, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return other, nil
	}
	n, err := strconv.ParseUint(text, 0, 64)
	if err != nil {
		return 0, errBad{name, text, "a number"}
	}
	return n, nil
}

// numbers reads several that must be there.
func numbers(r *http.Request, names ...string) ([]uint64, error) {
	out := make([]uint64, len(names))
	for i, name := range names {
		if r.URL.Query().Get(name) == "" {
			return nil, errBad{name, "", "a number"}
		}
		var err error
		if out[i], err = number(r, name, 0); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// id reads a number that counts events or loops; -1 where it is absent.
func id(r *http.Request, name string) (int32, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return -1, nil
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		return 0, errBad{name, text, "a number"}
	}
	return int32(n), nil
}
