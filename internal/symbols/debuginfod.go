package symbols

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Servers are debuginfod servers, which hand out debug information by build-id. They
// are asked only if the user's own environment names them (DEBUGINFOD_URLS): what is
// asked informs a server which files somebody looks at.
//
// The rules it keeps: what comes is kept where other tools look for it and keep it
// (DEBUGINFOD_CACHE_PATH, or debuginfod_client in the user's cache); a file counts only
// if its build-id is the one asked for; a server that does not answer is not asked
// again, and no report waits for one longer than DEBUGINFOD_TIMEOUT seconds.
type Servers struct {
	urls    []string
	cache   string
	patient time.Duration // until an answer begins
	most    int64         // bytes of one file
}

const (
	serverPatience = 90 * time.Second // as elfutils has it
	serverMost     = 4 << 30
	serverWhole    = 30 * time.Minute // a whole file may take
)

// ServersOf reads the environment; none where it names no server.
func ServersOf(getenv func(string) string) *Servers {
	s := &Servers{patient: serverPatience, most: serverMost, cache: getenv("DEBUGINFOD_CACHE_PATH")}
	for _, u := range strings.Fields(getenv("DEBUGINFOD_URLS")) {
		if p, err := url.Parse(u); err == nil && (p.Scheme == "http" || p.Scheme == "https") && p.Host != "" {
			s.urls = append(s.urls, strings.TrimRight(u, "/"))
		}
	}
	if n, err := strconv.Atoi(getenv("DEBUGINFOD_TIMEOUT")); err == nil && n > 0 {
		s.patient = time.Duration(n) * time.Second
	}
	if s.cache == "" {
		folder := getenv("XDG_CACHE_HOME")
		if folder == "" {
			folder = filepath.Join(getenv("HOME"), ".cache")
		}
		s.cache = filepath.Join(folder, "debuginfod_client")
	}
	if len(s.urls) == 0 || !filepath.IsAbs(s.cache) {
		return nil
	}
	return s
}

// errNoServer: nobody was asked, or nobody has it.
var errNoServer = errors.New("no debug information there")

// find gives the file with the debug information of a build-id.
func (s *Servers) find(buildID string) (string, error) {
	id := strings.ToLower(buildID)
	if s == nil || len(id) < 8 || len(id) > 128 || !isHex(id) {
		return "", errNoServer
	}
	file := filepath.Join(s.cache, id, "debuginfo")
	if checkFile(file, id) == nil {
		return file, nil
	}
	var failed error
	s.urls = slices.DeleteFunc(s.urls, func(server string) bool {
		if checkFile(file, id) == nil {
			return false // another one had it
		}
		err := s.fetch(server, id, file)
		if err == nil || errors.Is(err, errNoServer) {
			return false
		}
		failed = err
		return true
	})
	if checkFile(file, id) == nil {
		return file, failed
	}
	return "", cmp.Or(failed, errNoServer)
}

// fetch asks one server. errNoServer: it has none; what else goes wrong speaks against
// the server.
func (s *Servers) fetch(server, id, to string) error {
	ctx, cancel := context.WithTimeout(context.Background(), serverWhole)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, server+"/buildid/"+id+"/debuginfo", nil)
	if err != nil {
		return err
	}
	client := http.Client{Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, ResponseHeaderTimeout: s.patient,
		TLSHandshakeTimeout: s.patient, IdleConnTimeout: time.Second}}
	defer client.CloseIdleConnections()
	answer, err := client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	switch {
	case answer.StatusCode == http.StatusNotFound:
		return errNoServer
	case answer.StatusCode != http.StatusOK:
		return fmt.Errorf("%s: %s", server, answer.Status)
	}
	return s.keep(answer.Body, id, to)
}

// keep writes an answer beside its place and moves it there when it is whole and the
// one that was asked for.
func (s *Servers) keep(body io.Reader, id, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	part, err := os.CreateTemp(filepath.Dir(to), "debuginfo.*")
	if err != nil {
		return err
	}
	defer os.Remove(part.Name())
	n, err := io.Copy(part, io.LimitReader(body, s.most+1))
	if err = errors.Join(err, part.Close()); err != nil {
		return err
	}
	if n > s.most {
		return fmt.Errorf("build-id %s: more than %d bytes came", id, s.most)
	}
	if err := checkFile(part.Name(), id); err != nil {
		return fmt.Errorf("build-id %s: what came is something else", id)
	}
	return os.Rename(part.Name(), to)
}
