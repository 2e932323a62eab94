package timeline

import (
	"sort"
	"strings"
	"sync"

	"sparseracer/internal/trace"
)

// Event is what is known of one event.
type Event struct {
	ID            trace.EventID
	Name          string
	Label         Label
	Enq, Deq, End uint64 // None if absent
	Poster        trace.EventID
	Row           int // where it ran, -1 if it did not
	Dropped       bool
}

// Event returns an event, false for an id that the recording has not.
func (t *Timeline) Event(id trace.EventID) (Event, bool) {
	if id < 0 || int(id) >= len(t.events) {
		return Event{}, false
	}
	e := &t.events[id]
	out := Event{ID: id, Name: t.tables.EventName(id), Enq: e.enq, Deq: e.deq, End: e.end,
		Poster: e.poster, Row: int(e.to), Dropped: e.dropped}
	if int(e.label) < len(t.labels) {
		out.Label = t.labels[e.label]
	}
	return out, true
}

// LoopName names a nested loop.
func (t *Timeline) LoopName(g trace.LoopID) string { return t.tables.LoopName(g) }

// Found is the answer to a search: the events, in the order in which they were
// delivered; what never was comes by its enq.
type Found struct {
	Events []trace.EventID
	at     []uint64
}

// Next is the place of the first one at or after an operation.
func (f *Found) Next(op uint64) int {
	return sort.Search(len(f.at), func(i int) bool { return f.at[i] >= op })
}

// Columns are the columns of a query that hold one of the events, in order.
func (f *Found) Columns(q Query, operations uint64) []int {
	q.fit(operations)
	step := q.step()
	out := []int{}
	for i := f.Next(q.From); i < len(f.at) && f.at[i] < q.To; {
		column := (f.at[i] - q.From) / step
		out = append(out, int(column))
		i = f.Next(q.From + (column+1)*step)
	}
	return out
}

// searches keeps the last answers: a page asks for one again at each step.
type searches struct {
	mu   sync.Mutex
	keys []string
	by   map[string]*Found
}

const keptSearches = 4

// Search looks for events whose name, kind, type or receiver contain every word,
// whatever their case. Without a word it finds nothing.
func (t *Timeline) Search(text string) *Found {
	words := strings.Fields(strings.ToLower(text))
	if len(words) == 0 {
		return &Found{}
	}
	key := strings.Join(words, " ")
	t.search.mu.Lock()
	defer t.search.mu.Unlock()
	if f := t.search.by[key]; f != nil {
		return f
	}
	f := t.find(words)
	if len(t.search.keys) == keptSearches {
		delete(t.search.by, t.search.keys[0])
		t.search.keys = t.search.keys[1:]
	}
	if t.search.by == nil {
		t.search.by = map[string]*Found{}
	}
	t.search.keys, t.search.by[key] = append(t.search.keys, key), f
	return f
}

// Every is all events, as if a search had found each.
func (t *Timeline) Every() *Found {
	t.every.Do(func() { t.all = t.find(nil) })
	return t.all
}

// find asks each label once; names, of which every event has its own, are asked
// for the words that the label lacks.
func (t *Timeline) find(words []string) *Found {
	missing := make([][]string, len(t.labels))
	for i := range t.labels {
		text := strings.ToLower(t.labels[i].Kind.String() + " " + t.labels[i].Text())
		for _, w := range words {
			if !strings.Contains(text, w) {
				missing[i] = append(missing[i], w)
			}
		}
	}
	f := &Found{}
	for id := range t.events {
		e := &t.events[id]
		at := e.deq
		if at == None {
			at = e.enq
		}
		if at == None || !containsAll(t.tables.EventName(trace.EventID(id)), missing[e.label]) {
			continue
		}
		f.Events, f.at = append(f.Events, trace.EventID(id)), append(f.at, at)
	}
	sort.Sort(f)
	return f
}

func containsAll(name string, words []string) bool {
	if len(words) == 0 {
		return true
	}
	name = strings.ToLower(name)
	for _, w := range words {
		if !strings.Contains(name, w) {
			return false
		}
	}
	return true
}

// Len, Less and Swap sort by operation.
func (f *Found) Len() int           { return len(f.at) }
func (f *Found) Less(i, j int) bool { return f.at[i] < f.at[j] }
func (f *Found) Swap(i, j int) {
	f.at[i], f.at[j] = f.at[j], f.at[i]
	f.Events[i], f.Events[j] = f.Events[j], f.Events[i]
}

// Depth of a row: how many handlers and loops are around what it shows.
func (t *Timeline) Depth(row int) int { return t.tracks[row].depth }

// Posts are the events that a handler posted and that were delivered, bounded as
// arcs are.
func (t *Timeline) Posts(id trace.EventID) []trace.EventID {
	var out []trace.EventID
	for _, a := range t.arcsAt(id) {
		if a.Event != id {
			out = append(out, a.Event)
		}
	}
	return out
}
