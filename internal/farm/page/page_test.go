package page

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"sparseracer/internal/farm"
	"sparseracer/internal/farm/farmtest"
	"sparseracer/internal/farm/store"
	"sparseracer/internal/farm/work"
	"sparseracer/internal/needs"
)

const token = "0123456789abcdef"

// served is a farm's server on a database and a store, without workers.
func served(t *testing.T, db, blobs string) (*store.Store, *httptest.Server) {
	t.Helper()
	s, err := store.Open(t.Context(), db, blobs)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	if err := errors.Join(s.Migrate(t.Context()), work.Migrate(t.Context(), s)); err != nil {
		t.Fatal(err)
	}
	q, err := work.NewQueue(s)
	if err != nil {
		t.Fatal(err)
	}
	sv := &server{store: s, queue: q, token: token, names: []string{"127.0.0.1", "::1", "localhost", "farm.example.org"}, scratch: t.TempDir(), cookie: "c"}
	web := httptest.NewServer(sv.access(sv.routes()))
	t.Cleanup(web.Close)
	_, sv.port, _ = strings.Cut(strings.TrimPrefix(web.URL, "http://"), ":")
	return s, web
}

func files(t *testing.T) (db, blobs string) {
	dir := t.TempDir()
	return "sqlite:" + filepath.Join(dir, "farm.db"), "file://" + filepath.Join(dir, "store")
}

// TestAccess: who has no token, comes by another name, speaks another protocol or only has the page's
// cookie and wants to change something, is refused.
func TestAccess(t *testing.T) {
	db, blobs := files(t)
	_, web := served(t, db, blobs)
	cookie := (&server{token: token}).session()
	bearer := map[string]string{"Authorization": "Bearer " + token, farm.ProtocolHeader: fmt.Sprint(farm.Protocol)}
	for name, c := range map[string]struct {
		method, path, host string
		header             map[string]string
		code               int
	}{
		"nothing":           {"GET", "/", "", nil, 401},
		"a wrong token":     {"GET", "/?token=x", "", nil, 401},
		"the token":         {"GET", "/?token=" + token, "", nil, 200},
		"elsewhere":         {"GET", "/jobs?token=" + token, "", nil, 401},
		"the cookie":        {"GET", "/jobs", "", map[string]string{"Cookie": "c=" + cookie}, 200},
		"a wrong cookie":    {"GET", "/jobs", "", map[string]string{"Cookie": "c=" + token}, 401},
		"cookie that posts": {"POST", "/api/lacks", "", map[string]string{"Cookie": "c=" + cookie}, 401},
		"rebinding":         {"GET", "/?token=" + token, "evil.example.org", nil, 421},
		"another port":      {"GET", "/?token=" + token, "localhost:1", nil, 421},
		"a name of ours":    {"GET", "/?token=" + token, "farm.example.org", nil, 200},
		"a client":          {"GET", "/api/races", "", bearer, 200},
		"a wrong bearer":    {"GET", "/api/races", "", map[string]string{"Authorization": "Bearer x"}, 401},
		"another protocol":  {"GET", "/api/races", "", map[string]string{"Authorization": "Bearer " + token, farm.ProtocolHeader: "99"}, 426},
		"no such race":      {"GET", "/race/x", "", bearer, 404},
		"no such schedule":  {"GET", "/schedule/x", "", bearer, 404},
		"far away":          {"GET", "/api/races?offset=-1", "", bearer, 400},
	} {
		r, err := http.NewRequest(c.method, web.URL+c.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if c.host != "" {
			r.Host = c.host
		}
		for k, v := range c.header {
			r.Header.Set(k, v)
		}
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(a.Body)
		a.Body.Close()
		if a.StatusCode != c.code || bytes.Contains(text, []byte(token)) {
			t.Errorf("%s: %d, expected %d: %.200s", name, a.StatusCode, c.code, text)
		}
	}
}

// TestAddresses: one that others can reach needs consent.
func TestAddresses(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":0", "[::]:0", "192.0.2.1:0"} {
		if err := Serve(t.Context(), nil, nil, Options{Address: address}); !errors.Is(err, ErrOpen) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// TestBuildIDs: a file of debug information, which has the build-id of its program, does not take its place.
func TestBuildIDs(t *testing.T) {
	dir := t.TempDir()
	program, debug, source := filepath.Join(dir, "program"), filepath.Join(dir, "a.debug"), filepath.Join(dir, "p.c")
	if err := os.WriteFile(source, []byte("int main(void) { return 0; }"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, argv := range [][]string{{"cc", "-g", "-Wl,--build-id", "-o", program, source}, {"objcopy", "--only-keep-debug", program, debug}} {
		if out, err := exec.Command(argv[0], argv[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", argv, err, out)
		}
	}
	id := farm.BuildIDOf(program)
	if id == "" || farm.BuildIDOf(debug) != id {
		t.Fatalf("build-ids %q and %q", id, farm.BuildIDOf(debug))
	}
	_, web := served(t, "sqlite:"+filepath.Join(dir, "farm.db"), "file://"+filepath.Join(dir, "store"))
	c, err := farm.NewClient(web.URL+"/?token="+token, "")
	if err != nil {
		t.Fatal(err)
	}
	files := []farm.File{{Path: program, BuildID: id}}
	for _, step := range []struct {
		path, id string
		lacks    int
	}{{debug, "", 1}, {source, id, 1}, {program, id, 0}} {
		if _, err := c.Send(t.Context(), step.path, step.id); err != nil {
			t.Fatal(err)
		}
		if lacks, err := c.Lacks(t.Context(), files); err != nil || len(lacks) != step.lacks {
			t.Errorf("after %s: it lacks %v, %v", step.path, lacks, err)
		}
	}
}

// TestUploads: what is sent comes back under its name; a trace that was not sent, a program that names a
// file outside, bytes that are not compressed and too many of them are refused.
func TestUploads(t *testing.T) {
	suite := func(t *testing.T, db, blobs string) {
		s, web := served(t, db, blobs)
		c, err := farm.NewClient(web.URL+"/?token="+token, "")
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "a.srt")
		text := strings.Repeat("a trace ", 100_000)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		sum, err := c.Send(t.Context(), path, "")
		if err != nil || sum != farm.SumOf([]byte(text)) {
			t.Fatalf("%s: %v", sum, err)
		}
		var b bytes.Buffer
		if err := s.Get(t.Context(), sum, &b); err != nil || b.String() != text {
			t.Errorf("%d bytes came back: %v", b.Len(), err)
		}
		if err := c.Submit(t.Context(), farm.Submission{Trace: sum, Name: "a.srt", Revision: "r"}); err != nil {
			t.Error(err)
		}
		if a, err := c.Analyzed(t.Context(), sum); err != nil || a.State != farm.Waiting || a.Workers != 0 {
			t.Errorf("%+v, %v", a, err)
		}
		missing := farm.SumOf([]byte("missing"))
		for want, sub := range map[string]farm.Submission{
			"was not uploaded":                   {Trace: missing},
			"is no SHA-256":                      {Trace: "../x"},
			"/bin/app was not uploaded":          {Trace: sum, Symbols: farm.Files{Files: []farm.File{{Path: "/bin/app", BuildID: "abcd"}}}},
			"expected an absolute path":          {Trace: sum, Symbols: farm.Files{Files: []farm.File{{Path: "/a/../../etc/x", Sum: sum}}}},
			"is the program, but none of its":    {Trace: sum, Build: &farm.Build{Files: farm.Files{Program: "/app"}}},
			"variables that are not handed on":   {Trace: sum, Build: &farm.Build{Files: farm.Files{Program: "/app", Files: []farm.File{{Path: "/app", Sum: sum}}}, Env: []string{"LD_PRELOAD=/x"}}},
			"101 runs: expected 1 to 100":        {Trace: sum, Runs: 101},
			"are too long":                       {Trace: sum, Name: strings.Repeat("x", farm.MostName+1)},
			"neither a build-id nor a SHA-256":   {Trace: sum, Symbols: farm.Files{Files: []farm.File{{Path: "/app"}}}},
			"\"zz\" is no build-id":              {Trace: sum, Symbols: farm.Files{Files: []farm.File{{Path: "/app", BuildID: "zz"}}}},
			"must not have a NUL byte":           {Trace: sum, Name: "a\x00.srt"},
			"4097 files, at most 4096 are taken": {Trace: sum, Symbols: farm.Files{Files: make([]farm.File, farm.MostFiles+1)}},
		} {
			if err := c.Submit(t.Context(), sub); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, expected %q", err, want)
			}
		}
		if err := c.Submit(t.Context()); err == nil || !strings.Contains(err.Error(), "0 traces, 1 to 1000 are taken at once") {
			t.Errorf("no trace at all: %v", err)
		}
		for _, revision := range []string{"whole", "half"} { // of several traces all are taken, or none
			other, err := s.Put(t.Context(), []byte("another trace "+revision))
			if err != nil {
				t.Fatal(err)
			}
			second := farm.Submission{Trace: sum}
			if revision == "half" {
				second.Trace = missing
			}
			err = c.Submit(t.Context(), farm.Submission{Trace: other, Name: "b.srt"}, second)
			if _, seen := c.Analyzed(t.Context(), other); (err == nil) != (revision == "whole") || (seen == nil) != (revision == "whole") {
				t.Errorf("%s: %v, %v", revision, err, seen)
			}
		}
		twice(t, s, c, sum)
		nul(t, s, c, web.URL, sum)
		r, _ := http.NewRequest("PUT", web.URL+"/api/blobs", strings.NewReader("plain"))
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set(farm.ProtocolHeader, strconv.Itoa(farm.Protocol))
		if a, err := http.DefaultClient.Do(r); err != nil || a.StatusCode != http.StatusBadRequest {
			t.Errorf("bytes that are not compressed: %v, %v", a, err)
		}
		if _, err := s.Take(t.Context(), t.TempDir(), zip(t, []byte(text)), 1000, nil); !errors.Is(err, store.ErrTooLarge) {
			t.Errorf("too large: %v", err)
		}
	}
	t.Run("SQLite and files", func(t *testing.T) { db, blobs := files(t); suite(t, db, blobs) })
	t.Run("Postgres and S3", func(t *testing.T) {
		blobs := farmtest.S3(t)
		suite(t, farmtest.StartPostgres(t).Database("farm"), blobs)
	})
}

// twice: a trace that comes twice in one request is one, with what both ask for; so are ranges of a search.
func twice(t *testing.T, s *store.Store, c *farm.Client, program farm.Sum) {
	t.Helper()
	trace, err := s.Put(t.Context(), []byte("a trace that comes twice"))
	if err != nil {
		t.Fatal(err)
	}
	build := func(name string) *farm.Build {
		return &farm.Build{Files: farm.Files{Program: name, Files: []farm.File{{Path: name, Sum: program}}}}
	}
	a, b := farm.Submission{Trace: trace, Build: build("/a")}, farm.Submission{Trace: trace, Build: build("/b")}
	if err := c.Submit(t.Context(), a, b, a); err != nil {
		t.Errorf("submitted: %v", err)
	}
	if asked, err := s.Asked(t.Context(), trace); err != nil || len(asked) != 2 {
		t.Errorf("asked %+v, %v", asked, err)
	}
	r := farm.Range{From: 0, To: 10}
	if _, err := c.Search(t.Context(), farm.Search{Kind: farm.Fuzz, Build: *build("/a"), Input: trace, Timeout: time.Second}, []farm.Range{r, r}); err != nil {
		t.Errorf("a search: %v", err)
	}
}

// nul: what Postgres does not take in a text is refused or replaced, and no fault of the server.
func nul(t *testing.T, s *store.Store, c *farm.Client, url string, trace farm.Sum) {
	t.Helper()
	for path, want := range map[string]int{"/?q=%00": 400, "/?q=%ff": 400, "/?status=%00": 400, "/race/%00": 400, "/race/%ff": 400, "/schedule/%00": 404,
		"/api/traces/%00": 404, "/api/races?q=a%00": 400, "/api/search/%00": 400} {
		r, _ := http.NewRequestWithContext(t.Context(), "GET", url+path, nil)
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set(farm.ProtocolHeader, strconv.Itoa(farm.Protocol))
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		a.Body.Close()
		if a.StatusCode != want {
			t.Errorf("%s: %d, expected %d", path, a.StatusCode, want)
		}
	}
	if _, err := c.Lacks(t.Context(), []farm.File{{Path: "/app", BuildID: "ab\x00d"}}); err == nil || !strings.Contains(err.Error(), "is no build-id") {
		t.Errorf("a build-id with NUL: %v", err)
	}
	if err := s.Analyzed(t.Context(), trace, "why\x00", []store.Sighting{{ID: "f00d", Kind: "use\x00free", Summary: "a\x00b\xff", Verdict: "pre\x00dicted"}}); err != nil {
		t.Errorf("a race with NUL: %v", err)
	}
	if race, err := s.Race(t.Context(), "f00d"); err != nil || race == nil || race.Summary != "a\uFFFDb\uFFFD" {
		t.Errorf("%+v, %v", race, err)
	}
	if err := s.Judge(t.Context(), &store.Verdict{Race: "f00d", Trace: trace, Verdict: "not run", Reason: "\x00"}); err != nil {
		t.Errorf("a verdict with NUL: %v", err)
	}
}

// TestSearches: a search's timeout is bounded; what its ranges showed comes once and by itself.
func TestSearches(t *testing.T) {
	db, blobs := files(t)
	s, web := served(t, db, blobs)
	c, err := farm.NewClient(web.URL+"/?token="+token, "")
	if err != nil {
		t.Fatal(err)
	}
	sum, err := s.Put(t.Context(), []byte("a trace, and a program"))
	if err != nil {
		t.Fatal(err)
	}
	f := farm.Search{Kind: farm.Fuzz, Build: farm.Build{Files: farm.Files{Program: "/app", Files: []farm.File{{Path: "/app", Sum: sum}}}}, Input: sum, Timeout: farm.MostTimeout + 1}
	ranges := []farm.Range{{From: 0, To: 10}, {From: 10, To: 20}}
	if _, err := c.Search(t.Context(), f, ranges); err == nil || !strings.Contains(err.Error(), "at most 1h0m0s are taken") {
		t.Errorf("a long timeout: %v", err)
	}
	f.Timeout = farm.MostTimeout
	search, err := c.Search(t.Context(), f, ranges)
	if err != nil {
		t.Fatal(err)
	}
	result, err := s.Put(t.Context(), []byte(`[{"run":0}]`))
	if err == nil {
		err = s.Ran(t.Context(), search, ranges[0], result, "", 0)
	}
	if err == nil {
		err = s.Ran(t.Context(), search, ranges[1], "", "it broke", 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	done, _, err := c.Ranges(t.Context(), search, 0, 20)
	if want := []farm.Ranged{{Range: ranges[0]}, {Range: ranges[1], Error: "it broke"}}; err != nil || !slices.Equal(done, want) {
		t.Errorf("%+v, %v", done, err)
	}
	var got []struct{ Run int }
	if err := c.Result(t.Context(), search, ranges[0], &got); err != nil || len(got) != 1 {
		t.Errorf("%+v, %v", got, err)
	}
	for _, r := range []farm.Range{ranges[1], {From: 7, To: 8}} {
		if err := c.Result(t.Context(), search, r, &got); err == nil || !strings.Contains(err.Error(), "no such runs") {
			t.Errorf("%+v: %v", r, err)
		}
	}
}

// TestClock: times are the database's. A server of Postgres that is a day behind sees its workers, and its
// traces come from yesterday.
func TestClock(t *testing.T) {
	const library = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"
	if _, err := os.Stat(library); err != nil {
		needs.Missing(t, "libfaketime is not installed")
	}
	_, blobs := files(t)
	s, _ := served(t, farmtest.StartPostgres(t, "LD_PRELOAD="+library, "FAKETIME=-24h", "FAKETIME_DONT_FAKE_MONOTONIC=1").Database("farm"), blobs)
	yesterday := func(what string, at time.Time) {
		t.Helper()
		if ago := time.Since(at); ago < 23*time.Hour || ago > 25*time.Hour {
			t.Errorf("%s is of %v", what, at)
		}
	}
	if err := s.Beat(t.Context(), store.Worker{ID: "a", Host: "a", Slots: 1}); err != nil {
		t.Fatal(err)
	}
	workers, err := s.Workers(t.Context())
	if err != nil || len(workers) != 1 {
		t.Fatalf("%+v, %v", workers, err)
	}
	yesterday("the worker", time.UnixMilli(workers[0].Seen))
	trace := farm.SumOf([]byte("t"))
	if _, err := s.Submit(t.Context(), &farm.Submission{Trace: trace, Name: "a.srt"}); err != nil {
		t.Fatal(err)
	}
	if err := s.Analyzed(t.Context(), trace, "", []store.Sighting{{ID: "a", Kind: "use-free", Summary: "a", Verdict: "predicted"}}); err != nil {
		t.Fatal(err)
	}
	race, err := s.Race(t.Context(), "a")
	if err != nil || race == nil {
		t.Fatal(err)
	}
	yesterday("the race", race.LastSeen)
	now, err := s.Now(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	yesterday("now", now)
}

// TestList: names of a stranger's trace are text, pages follow one another, a search finds.
func TestList(t *testing.T) {
	db, blobs := files(t)
	s, web := served(t, db, blobs)
	const races = 120
	var list []store.Sighting
	for i := range races {
		list = append(list, store.Sighting{ID: fmt.Sprintf("%012x", i), Kind: "use-free", Summary: fmt.Sprintf("<script>alert(%d)</script>\x1b[31m", i), Verdict: "predicted"})
	}
	trace := farm.SumOf([]byte("t"))
	if _, err := s.Submit(t.Context(), &farm.Submission{Trace: trace, Name: "<b>a.srt", Revision: "r1"}); err != nil {
		t.Fatal(err)
	}
	if err := s.Analyzed(t.Context(), trace, "", list); err != nil {
		t.Fatal(err)
	}
	page := func(path string) string {
		t.Helper()
		r, _ := http.NewRequestWithContext(context.Background(), "GET", web.URL+path, nil)
		r.AddCookie(&http.Cookie{Name: "c", Value: (&server{token: token}).session()})
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Body.Close()
		text, _ := io.ReadAll(a.Body)
		if a.StatusCode != 200 || bytes.Contains(text, []byte("<script")) || bytes.Contains(text, []byte("<b>")) || bytes.ContainsRune(text, 0x1b) {
			t.Errorf("%s: %d\n%.300s", path, a.StatusCode, text)
		}
		return string(text)
	}
	if text := page("/"); !strings.Contains(text, "1 to 50 of 120") || !strings.Contains(text, `href="/?offset=50"`) || strings.Contains(text, `rel="prev"`) {
		t.Errorf("%.600s", text)
	}
	if text := page("/?offset=100"); !strings.Contains(text, "101 to 120 of 120") || strings.Contains(text, `rel="next"`) || strings.Count(text, "<tr ") != 21 {
		t.Errorf("%.600s", text)
	}
	if text := page("/?q=ALERT%28119%29&status=new"); !strings.Contains(text, "1 to 1 of 1") {
		t.Errorf("%.600s", text)
	}
	if text := page("/?q=no+such+thing"); !strings.Contains(text, "No race of that kind") {
		t.Errorf("%.600s", text)
	}
	if text := page("/race/000000000001"); !strings.Contains(text, "a.srt") || !strings.Contains(text, "r1") {
		t.Errorf("%.600s", text)
	}
	page("/jobs")
	var got struct{ All int }
	r, _ := http.NewRequest("GET", web.URL+"/api/races?limit=1", nil)
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set(farm.ProtocolHeader, strconv.Itoa(farm.Protocol))
	if a, err := http.DefaultClient.Do(r); err != nil || json.NewDecoder(a.Body).Decode(&got) != nil || got.All != races {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestLaterDatabase: a database of a later release is refused, and stays as it is.
func TestLaterDatabase(t *testing.T) {
	db, blobs := files(t)
	s, _ := served(t, db, blobs)
	if _, err := s.SQL.Exec("UPDATE farm_version SET version = 99"); err != nil {
		t.Fatal(err)
	}
	if err := s.Migrate(t.Context()); !errors.Is(err, store.ErrLater) {
		t.Errorf("%v", err)
	}
	if err := s.Check(t.Context()); !errors.Is(err, store.ErrLater) {
		t.Errorf("%v", err)
	}
}

func zip(t *testing.T, data []byte) io.Reader {
	t.Helper()
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(z.EncodeAll(data, nil))
}

// TestVerdicts: who waits for verdicts gets them without details, and with them when all are there.
func TestVerdicts(t *testing.T) {
	db, blobs := files(t)
	s, web := served(t, db, blobs)
	c, err := farm.NewClient(web.URL+"/?token="+token, "")
	if err != nil {
		t.Fatal(err)
	}
	trace, build := farm.SumOf([]byte("trace")), farm.SumOf([]byte("build"))
	if err := s.Judge(t.Context(), &store.Verdict{Race: "a", Trace: trace, Build: build, Asked: 2, Verdict: "confirmed", Proven: 1, Runs: 2, Detail: "{}"}); err != nil {
		t.Fatal(err)
	}
	for brief, want := range map[bool]string{true: "", false: "{}"} {
		list, _, err := c.Verdicts(t.Context(), trace, build, 2, brief)
		if err != nil || len(list) != 1 || list[0].Race != "a" || list[0].Proven != 1 || list[0].Detail != want {
			t.Errorf("brief %v: %+v, %v", brief, list, err)
		}
	}
}
