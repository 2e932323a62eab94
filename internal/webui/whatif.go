package webui

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"sparseracer/internal/report"
	"sparseracer/sparsehb"
)

// maxAdded bounds the orders that are added at a time.
const maxAdded = 64

// tryJSON is an order that somebody might add: the block of each operation of First
// comes before the block of the one of Then at the same place.
type tryJSON struct {
	Text  string   `json:"text"`
	First []uint64 `json:"first"`
	Then  []uint64 `json:"then"`
}

// tries are the orders that suggest themselves for a race: each way round, for all of
// its pairs of handlers, and the end of the loop in time.
func tries(race *report.Race) []tryJSON {
	var uses, frees []uint64
	for _, s := range race.Sources[:min(len(race.Sources), maxAdded)] {
		uses, frees = append(uses, s.First.Op), append(frees, s.Second.Op)
	}
	if len(uses) == 0 {
		return nil
	}
	often := ""
	if len(uses) > 1 {
		often = fmt.Sprintf(", in each of the %d pairs of handlers", len(uses))
	}
	out := []tryJSON{
		{fmt.Sprintf("the %s before the %s%s", race.First.Kind, race.Second.Kind, often), uses, frees},
		{fmt.Sprintf("the %s before the %s%s", race.Second.Kind, race.First.Kind, often), frees, uses},
	}
	l := race.Loop
	if l == nil || race.Second.Event == nil {
		return out
	}
	if l.Resume != sparsehb.NoOp {
		out = append(out, tryJSON{fmt.Sprintf("the end of loop %s before %s", report.Clean(l.Name), race.Second.Event.Full()), []uint64{l.Resume}, frees[:1]})
	}
	return out
}

// whatIfJSON is what orders added by hand would settle.
type whatIfJSON struct {
	Already    bool          `json:"already"`  // all hold without being added
	Opposite   bool          `json:"opposite"` // the opposite of one holds, or they contradict each other
	First      string        `json:"first"`
	Then       string        `json:"then"`
	Added      int           `json:"added"`
	Vanish     []settledJSON `json:"vanish"`
	Partly     []settledJSON `json:"partly"` // some of their pairs of handlers
	Considered int           `json:"considered"`
}

type settledJSON struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Summary string `json:"summary"`
	Settled int    `json:"settled"`
	Of      int    `json:"of"`
}

// supposed is the order with some more of it.
type supposed struct {
	order *sparsehb.Order
	added [][2]sparsehb.BlockID
}

// before is the transitive closure of both: from the first block by the order, by an
// added one, by the order again, and so on. The rules are not asked again, so it is
// a lower bound: what they would conclude from the new order is left out.
func (s *supposed) before(from, to sparsehb.BlockID) bool {
	if from < 0 || to < 0 {
		return false
	}
	used := make([]bool, len(s.added))
	at := []sparsehb.BlockID{from}
	for len(at) > 0 {
		b := at[0]
		at = at[1:]
		if b == to || s.order.Before(b, to) {
			return true
		}
		for i, a := range s.added {
			if !used[i] && (b == a[0] || s.order.Before(b, a[0])) {
				used[i] = true
				at = append(at, a[1])
			}
		}
	}
	return false
}

// whatIf says which races would be gone: those whose blocks get an order.
func whatIf(r *recording, q *http.Request) (any, error) {
	a, err := r.found()
	if err != nil {
		return nil, err
	}
	s, err := suppose(a.Result.Order, q)
	if err != nil {
		return nil, err
	}
	first := s.added[0]
	out := &whatIfJSON{First: blockText(a, first[0]), Then: blockText(a, first[1]), Added: len(s.added), Vanish: []settledJSON{}, Partly: []settledJSON{}, Already: true}
	for _, e := range s.added {
		out.Already = out.Already && (e[0] == e[1] || s.order.Before(e[0], e[1]))
		out.Opposite = out.Opposite || e[0] != e[1] && s.before(e[1], e[0])
	}
	if !out.Already && !out.Opposite {
		out.settle(a.Report, s)
	}
	return out, nil
}

func (out *whatIfJSON) settle(r *report.Report, s *supposed) {
	for _, race := range r.Reported() {
		if race.Thread != "" {
			continue // the order is that of the main thread's loop
		}
		out.Considered++
		row := settledJSON{ID: report.Clean(race.ID), Title: race.Title(), Summary: race.Summary(), Of: len(race.Sources)}
		for _, pair := range race.Sources {
			if s.before(pair.First.Block, pair.Second.Block) || s.before(pair.Second.Block, pair.First.Block) {
				row.Settled++
			}
		}
		switch {
		case row.Settled == row.Of && row.Of > 0:
			out.Vanish = append(out.Vanish, row)
		case row.Settled > 0:
			out.Partly = append(out.Partly, row)
		}
	}
}

// suppose reads the operations, which stand with commas between.
func suppose(o *sparsehb.Order, q *http.Request) (*supposed, error) {
	var blocks [2][]sparsehb.BlockID
	for i, name := range []string{"first", "then"} {
		text := q.URL.Query().Get(name)
		for _, word := range strings.Split(text, ",") {
			op, err := strconv.ParseUint(strings.TrimSpace(word), 10, 64)
			if err != nil {
				return nil, errBad{name, text, "a number"}
			}
			b := o.BlockOf(op)
			if b == sparsehb.NoBlock {
				return nil, errBad{name, word, "an operation of a handler on the thread of the main loop"}
			}
			blocks[i] = append(blocks[i], b)
		}
	}
	if n := len(blocks[0]); n != len(blocks[1]) || n > maxAdded {
		return nil, errBad{"then", q.URL.Query().Get("then"), fmt.Sprintf("as many operations as come first, at most %d", maxAdded)}
	}
	s := &supposed{order: o}
	for i := range blocks[0] {
		s.added = append(s.added, [2]sparsehb.BlockID{blocks[0][i], blocks[1][i]})
	}
	return s, nil
}
