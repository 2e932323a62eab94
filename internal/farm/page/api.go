package page

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"sparseracer/internal/farm"
	"sparseracer/internal/farm/store"
)

// answer writes JSON, or says why there is none.
func answer(w http.ResponseWriter, v any, err error) {
	if err != nil {
		refuse(w, err)
		return
	}
	data, err := json.Marshal(v)
	if err != nil {
		refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(data)
}

// errBad is what the one who asks is to blame for.
type errBad struct{ error }

func refuse(w http.ResponseWriter, err error) {
	code := http.StatusInternalServerError
	switch {
	case errors.Is(err, store.ErrTooLarge):
		code = http.StatusRequestEntityTooLarge
	case errors.As(err, new(errBad)), errors.Is(err, store.ErrNoZstd):
		code = http.StatusBadRequest
	case errors.Is(err, store.ErrNoBlob):
		code = http.StatusNotFound
	}
	http.Error(w, err.Error(), code)
}

// read reads a request that is JSON.
func read(w http.ResponseWriter, r *http.Request, into any) error {
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, farm.MostJSON))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return errBad{fmt.Errorf("the request cannot be read: %w", err)}
	}
	return nil
}

func (s *server) farm(w http.ResponseWriter, r *http.Request) {
	workers, err := s.store.Workers(r.Context())
	slots := 0
	for _, one := range workers {
		slots += one.Slots
	}
	answer(w, struct{ Protocol, Workers, Slots int }{farm.Protocol, len(workers), slots}, err)
}

// lacks answers with the files of a list that are not in the store.
func (s *server) lacks(w http.ResponseWriter, r *http.Request) {
	var files []farm.File
	if err := read(w, r, &files); err != nil {
		refuse(w, err)
		return
	}
	if len(files) > 2*farm.MostFiles {
		refuse(w, errBad{fmt.Errorf("%d files, at most %d are taken", len(files), 2*farm.MostFiles)})
		return
	}
	for _, f := range files {
		if err := f.Check(); err != nil {
			refuse(w, errBad{err})
			return
		}
	}
	_, lacks, err := s.store.Known(r.Context(), files)
	if lacks == nil {
		lacks = []farm.File{}
	}
	answer(w, lacks, err)
}

// upload takes a file. It can be found by its build-id from then on if it was sent by that: a file of
// debug information has the build-id of the library that it belongs to.
func (s *server) upload(w http.ResponseWriter, r *http.Request) {
	id := ""
	sum, err := s.store.Take(r.Context(), s.scratch, r.Body, farm.MostBlob, func(f *os.File) { id = farm.ReadBuildID(f) })
	if err == nil && id != "" && id == r.URL.Query().Get("build-id") {
		err = s.store.Name(r.Context(), id, sum)
	}
	answer(w, struct{ Sum farm.Sum }{sum}, err)
}

func (s *server) submit(w http.ResponseWriter, r *http.Request) {
	var subs []*farm.Submission
	err := read(w, r, &subs)
	if err == nil {
		err = checkSubmissions(subs)
	}
	if err == nil {
		err = s.whole(r, subs...)
	}
	var again []farm.Sum
	if err == nil {
		again, err = s.store.Submit(r.Context(), subs...)
	}
	if err == nil {
		err = s.queue.Analyze(r.Context(), subs, again)
	}
	answer(w, struct{}{}, err)
}

// checkSubmissions: all of them are taken, or none.
func checkSubmissions(subs []*farm.Submission) error {
	if len(subs) == 0 || len(subs) > farm.MostTraces {
		return errBad{fmt.Errorf("%d traces, 1 to %d are taken at once", len(subs), farm.MostTraces)}
	}
	for _, sub := range subs {
		if sub == nil {
			return errBad{errors.New("a submission is missing")}
		}
		if err := sub.Check(); err != nil {
			return errBad{err}
		}
	}
	return nil
}

// whole: all that submissions name was uploaded. Each file is asked for once.
func (s *server) whole(r *http.Request, subs ...*farm.Submission) error {
	var files []farm.File
	asked := map[farm.File]bool{}
	add := func(list []farm.File) {
		for _, f := range list {
			if !asked[f] {
				asked[f] = true
				files = append(files, f)
			}
		}
	}
	for _, sub := range subs {
		there, err := s.store.Has(r.Context(), sub.Trace)
		if err == nil && !there {
			err = errBad{fmt.Errorf("the trace %s was not uploaded", sub.Trace)}
		}
		if err != nil {
			return err
		}
		add(sub.Symbols.Files)
		if sub.Build != nil {
			add(sub.Build.Everything())
		}
	}
	return s.lacksNone(r, files)
}

// lacksNone: each of some files was uploaded.
func (s *server) lacksNone(r *http.Request, files []farm.File) error {
	_, lacks, err := s.store.Known(r.Context(), files)
	if err == nil && len(lacks) > 0 {
		err = errBad{fmt.Errorf("%s was not uploaded", lacks[0].Path)}
	}
	return err
}

func (s *server) trace(w http.ResponseWriter, r *http.Request) {
	sum := farm.Sum(r.PathValue("sum"))
	if !sum.Valid() {
		http.Error(w, "no such trace was submitted", http.StatusNotFound)
		return
	}
	t, err := s.store.Trace(r.Context(), sum)
	if err == nil && t == nil {
		http.Error(w, "no such trace was submitted", http.StatusNotFound)
		return
	}
	var a farm.Analyzed
	if err == nil {
		a.State, a.Error, a.Unanswered = t.State, t.Error, t.Unanswered
		a.Races, err = s.store.Found(r.Context(), t.Sum)
	}
	if err == nil && a.State == farm.Waiting {
		workers, werr := s.store.Workers(r.Context())
		a.Workers, err = len(workers), werr
	}
	answer(w, a, err)
}

// number is one out of the address, up to most.
func number(r *http.Request, name string, otherwise, most int) (int, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		return 0, errBad{fmt.Errorf("%s=%.20q: expected 0 to %d", name, text, most)}
	}
	return n, nil
}

// isText: a database takes it as a text.
func isText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

// mostOffset bounds how far into a list is looked.
const mostOffset = 1_000_000_000

// query reads what of the list is asked for.
func query(r *http.Request, limit, most int) (q store.Query, err error) {
	q.Text, q.Status, q.Program = r.URL.Query().Get("q"), r.URL.Query().Get("status"), r.URL.Query().Get("program")
	if len(q.Text) > 200 {
		return q, errBad{errors.New("the text to search for is too long")}
	}
	if !isText(q.Text + q.Status + q.Program) {
		return q, errBad{errors.New("the text to search for has a NUL byte, or is no UTF-8")}
	}
	if q.Offset, err = number(r, "offset", 0, mostOffset); err != nil {
		return q, err
	}
	q.Limit, err = number(r, "limit", limit, most)
	return q, err
}

func (s *server) races(w http.ResponseWriter, r *http.Request) {
	q, err := query(r, 100, 10_000)
	if err != nil {
		refuse(w, err)
		return
	}
	list, all, err := s.store.Races(r.Context(), q)
	if list == nil {
		list = []farm.Race{}
	}
	answer(w, struct {
		Races []farm.Race `json:"races"`
		All   int         `json:"all"`
	}{list, all}, err)
}

func (s *server) search(w http.ResponseWriter, r *http.Request) {
	var in struct {
		farm.Search
		Ranges []farm.Range `json:"ranges"`
	}
	if err := read(w, r, &in); err != nil {
		refuse(w, err)
		return
	}
	if err := errors.Join(in.Search.Check(), checkRanges(in.Ranges)); err != nil {
		refuse(w, errBad{err})
		return
	}
	sub := farm.Submission{Trace: in.Input, Symbols: in.Symbols, Build: &in.Build}
	var id farm.Sum
	again := false
	err := s.whole(r, &sub)
	if err == nil {
		id, again, err = s.store.Search(r.Context(), &in.Search, in.Ranges)
	}
	if err == nil {
		err = s.queue.Search(r.Context(), in.Kind, id, in.Ranges, again)
	}
	answer(w, struct{ Search farm.Sum }{id}, err)
}

func checkRanges(list []farm.Range) error {
	for _, r := range list {
		if r.From < 0 || r.To <= r.From || r.To > farm.MostRuns {
			return fmt.Errorf("runs %d to %d: expected some of at most %d", r.From, r.To, farm.MostRuns)
		}
	}
	if len(list) == 0 || len(list) > 100_000 {
		return fmt.Errorf("%d ranges of runs", len(list))
	}
	return nil
}

func (s *server) ranges(w http.ResponseWriter, r *http.Request) {
	from, err1 := number(r, "from", 0, farm.MostRuns)
	to, err2 := number(r, "to", farm.MostRuns, farm.MostRuns)
	err := errors.Join(err1, err2)
	if search := farm.Sum(r.PathValue("search")); err == nil && !search.Valid() {
		err = fmt.Errorf("%.80q is no SHA-256", search)
	}
	if err != nil {
		refuse(w, errBad{err})
		return
	}
	list, _, err := s.store.Ranges(r.Context(), farm.Sum(r.PathValue("search")), from, to)
	workers, werr := s.store.Workers(r.Context())
	answer(w, struct {
		Done    []farm.Ranged
		Workers int
	}{list, len(workers)}, errors.Join(err, werr))
}

// result is what the runs of one range showed: a client asks for it once.
func (s *server) result(w http.ResponseWriter, r *http.Request) {
	search := farm.Sum(r.PathValue("search"))
	from, err := strconv.Atoi(r.PathValue("first"))
	if err != nil || !search.Valid() || from < 0 || from >= farm.MostRuns {
		refuse(w, errBad{errors.New("expected a search and the first run of a range")})
		return
	}
	list, sums, err := s.store.Ranges(r.Context(), search, from, from+1)
	if err == nil && (len(list) == 0 || list[0].Error != "") {
		http.Error(w, "the farm has no such runs", http.StatusNotFound)
		return
	}
	var b bytes.Buffer
	if err == nil {
		err = s.store.Get(r.Context(), sums[0], &b)
	}
	if err != nil {
		refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(b.Bytes())
}

// verdicts are what a client waits for that had the races of a trace confirmed.
func (s *server) verdicts(w http.ResponseWriter, r *http.Request) {
	trace, build := farm.Sum(r.PathValue("trace")), farm.Sum(r.PathValue("build"))
	runs, err := number(r, "runs", 1, farm.MostConfirm)
	if err == nil && (!trace.Valid() || !build.Valid()) {
		err = errBad{errors.New("expected the SHA-256 of a trace and of a build")}
	}
	var out struct {
		Verdicts []farm.Judged
		Workers  int
	}
	if err == nil {
		out.Verdicts, err = s.store.VerdictsOf(r.Context(), trace, build, runs, r.URL.Query().Has("brief"))
	}
	if err == nil {
		var workers []store.Worker
		workers, err = s.store.Workers(r.Context())
		out.Workers = len(workers)
	}
	answer(w, out, err)
}
