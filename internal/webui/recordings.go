package webui

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"sparseracer/internal/report"
	"sparseracer/internal/timeline"
	"sparseracer/internal/trace"
)

// recording is a Recording with what is known of it so far: first nothing, then
// the timeline, at last the analysis.
type recording struct {
	Recording
	roots []string
	all   []*recording // of the server, for comparisons

	mu         sync.Mutex
	step       string
	done       float64
	begun      time.Time // of the step
	ended      bool
	err        error
	src        trace.Source
	timeline   *timeline.Timeline
	analysis   *Analysis
	quote      func() report.Quote
	said       sayings    // of races
	changing   sync.Mutex // held while something is changed
	confirming confirming
	only       *sync.Mutex // of the server: one program runs at a time
	jobs       *sync.WaitGroup
	until      context.Context // of the server

	listing sync.Mutex // guards what is made of the analysis when somebody asks first
	list    *raceList
	places  [axisCount]marks // of races
}

func newRecordings(ctx context.Context, o Options) []*recording {
	out := make([]*recording, len(o.Recordings))
	only, jobs := new(sync.Mutex), new(sync.WaitGroup)
	for i := range o.Recordings {
		out[i] = &recording{Recording: o.Recordings[i], roots: o.Roots, all: out, step: "waiting", only: only, jobs: jobs, until: ctx, said: o.Recordings[i].Changes.Marked}
	}
	return out
}

// load works on all recordings, one after the other. It fails when every one of
// them did, with the first one's error.
func (s *server) load(ctx context.Context, report func(string, error)) error {
	var first error
	failed := 0
	for _, r := range s.recordings {
		err := r.load(ctx)
		r.end(err)
		if err == nil || ctx.Err() != nil {
			continue
		}
		failed++
		if first == nil {
			first = err
		} else if report != nil {
			report(r.Name, err)
		}
	}
	if failed > 0 && failed == len(s.recordings) {
		return first
	}
	if first != nil && report != nil {
		report("", first)
	}
	return nil
}

// load reads the timeline first: it is quick, and shows what there is.
func (r *recording) load(ctx context.Context) error {
	r.advance("opening", 0)
	src, err := r.Open(ctx)
	if err != nil {
		return err
	}
	r.advance("reading", 0)
	t, err := timeline.New(src, func(done float64) error {
		r.advance("reading", done)
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	r.mu.Lock()
	r.src, r.timeline = src, t
	r.mu.Unlock()
	r.advance("analyzing", 0)
	a, err := r.Analyze(ctx, src, func(step string, done float64) { r.advance("analyzing: "+step, done) })
	if err != nil {
		return err
	}
	quote := sync.OnceValue(func() report.Quote { return quoteOf(r.roots, a) })
	r.mu.Lock()
	r.analysis, r.quote = a, quote
	r.mu.Unlock()
	_, err = r.rows() // long lists take a moment: it is over before somebody asks
	return err
}

func (r *recording) advance(step string, done float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if step != r.step {
		r.begun = time.Now()
	}
	r.step, r.done = step, done
}

func (r *recording) end(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended, r.err, r.step, r.done = true, err, "done", 1
}

func (r *recording) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.analysis != nil {
		r.analysis.Symbols.Close()
	}
}

// state is what the page shows while it waits.
type state struct {
	Index    int     `json:"index"`
	Name     string  `json:"name"`
	Step     string  `json:"step"`
	Done     float64 `json:"done"`
	Seconds  float64 `json:"seconds"` // that the step takes already
	Timeline bool    `json:"timeline"`
	Races    bool    `json:"races"`
	Ended    bool    `json:"ended"`
	Error    string  `json:"error"`
}

func (r *recording) state(index int) state {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := state{Index: index, Name: report.Clean(r.Name), Step: r.step, Done: r.done, Timeline: r.timeline != nil,
		Races: r.analysis != nil, Ended: r.ended}
	if !r.begun.IsZero() {
		s.Seconds = time.Since(r.begun).Seconds()
	}
	if r.err != nil {
		s.Error = report.Clean(r.err.Error())
	}
	return s
}

// errNotYet is what is asked for too early.
type errNotYet struct{ what string }

func (e errNotYet) Error() string { return fmt.Sprintf("%s: not there yet", e.what) }

func (r *recording) lines() (*timeline.Timeline, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.timeline == nil {
		return nil, errNotYet{"the timeline"}
	}
	return r.timeline, nil
}

// axis is what the timeline counts.
type axis int

const (
	byOperation axis = iota
	byStep
	byClock
	axisCount
)

// axis is the timeline that a request wants.
func (r *recording) axis(q *http.Request) (*timeline.Timeline, axis, error) {
	t, err := r.lines()
	if err != nil {
		return nil, 0, err
	}
	switch name := q.URL.Query().Get("axis"); {
	case name == "":
		return t, byOperation, nil
	case name == "step":
		return t.Even(), byStep, nil
	case name == "time" && t.HasClock():
		return t.Clock(), byClock, nil
	case name == "time":
		return nil, 0, errBad{"axis", name, "step, or none for operations: this recording has no clock"}
	default:
		return nil, 0, errBad{"axis", name, "step, time, or none for operations"}
	}
}

func (r *recording) found() (*Analysis, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.analysis == nil {
		return nil, errNotYet{"the analysis"}
	}
	return r.analysis, nil
}
