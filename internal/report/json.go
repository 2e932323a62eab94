package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"

	"sparseracer/internal/plain"
	"sparseracer/internal/symbols"
	"sparseracer/sparsehb"
	"sparseracer/sparsehb/filter"
)

// JSONVersion is the version of the JSON of `analyze --json`.
const JSONVersion = 1

// The JSON of `analyze --json`; docs/cli.md has its contract. Fields may be
// added, never renamed.
type (
	jsonReport struct {
		Version  int         `json:"version"`
		Trace    jsonTrace   `json:"trace"`
		Counts   jsonCounts  `json:"counts"`
		Crash    *jsonCrash  `json:"crash,omitempty"`
		Races    []jsonRace  `json:"races"`
		Part     *jsonPart   `json:"part,omitempty"` // of the list, nil: all of it
		Possible []jsonApart `json:"possible,omitempty"`
		Dangling []jsonApart `json:"dangling,omitempty"`
		// Unanswered: why no race in the list does not mean that there is none.
		Unanswered string   `json:"unanswered,omitempty"`
		Warnings   []string `json:"warnings"`
		Notes      []string `json:"notes"`
	}
	jsonTrace struct {
		Operations uint64 `json:"operations"`
		Events     int    `json:"events"`
		Blocks     int    `json:"blocks"`
		Loops      int    `json:"loops"`
		Elsewhere  int    `json:"events_of_other_threads"`
		// Threads beside the main one whose loops were looked at.
		Threads  []string `json:"threads,omitempty"`
		Complete bool     `json:"complete"`
		Lost     uint64   `json:"lost"`
		Dropped  uint64   `json:"dropped_edges"`
		// CutShort is absent for an order that was found to the end.
		CutShort *CutShort `json:"order_cut_short,omitempty"`
	}
	jsonCounts struct {
		OperationPairs uint64 `json:"operation_pairs"`
		BenignPairs    uint64 `json:"benign_pairs"`
		ReportedPairs  uint64 `json:"reported_pairs"`
		HandlerPairs   uint64 `json:"handler_pairs"`
		ReadWritePairs uint64 `json:"read_write_pairs"`
		OutlivedPairs  uint64 `json:"outlived_pairs"`
		ModalPairs     uint64 `json:"modal_pairs"`
		GuardedPairs   uint64 `json:"guarded_pairs"`
		CountedPairs   uint64 `json:"counted_pairs"`
		AnewPairs      uint64 `json:"anew_pairs"`
		PossiblePairs  uint64 `json:"possible_pairs"`
		DanglingPairs  uint64 `json:"dangling_pairs"`
		DoubleFrees    uint64 `json:"double_frees"`
		UnsureFrees    uint64 `json:"unsure_double_frees"`
		SharedPairs    uint64 `json:"shared_pairs"`
		UntoldPairs    uint64 `json:"untold_pairs"`
		Uncovered      uint64 `json:"uncovered_pairs"`
		Covered        uint64 `json:"covered_pairs"`

		FilteredPairs map[string]uint64 `json:"filtered_pairs"` // read-write, by filter

		Suppressed int `json:"suppressed"`
		Baseline   int `json:"in_baseline"`
	}
	jsonCrash struct { // of a program that ended by its own fault
		Signal string      `json:"signal,omitempty"`
		Text   string      `json:"text"`
		Story  []jsonTold  `json:"story"` // what led to it
		Loops  []*jsonLoop `json:"loops"` // that were open
		Last   *jsonPlace  `json:"last,omitempty"`
		Use    *jsonPlace  `json:"use,omitempty"` // of memory that was freed
		Free   *jsonPlace  `json:"free,omitempty"`
		Alloc  *jsonPlace  `json:"alloc,omitempty"`
	}
	jsonRace struct {
		ID       string       `json:"id"`
		Was      string       `json:"was,omitempty"` // the id in older reports
		Kind     string       `json:"kind"`
		Verdict  string       `json:"verdict"`
		Summary  string       `json:"summary"`
		Use      *jsonPlace   `json:"use,omitempty"`
		Free     *jsonPlace   `json:"free,omitempty"`
		First    *jsonPlace   `json:"first,omitempty"`
		Second   *jsonPlace   `json:"second,omitempty"`
		Alloc    *jsonPlace   `json:"alloc"`
		Pairs    uint64       `json:"pairs"`
		Handlers int          `json:"handlers"`
		Observed bool         `json:"observed"`
		Thread   string       `json:"thread,omitempty"` // whose loop runs the handlers, absent for the main one
		By       string       `json:"by,omitempty"`     // call: only a D-Bus call, the end of the session or quit
		Loop     *jsonLoop    `json:"loop"`
		Places   []jsonPair   `json:"places"`
		More     int          `json:"more_places,omitempty"` // that are left out of a part
		Filtered *string      `json:"filtered"`
		Filter   string       `json:"filter,omitempty"` // id, see `sparseracer rules`
		Steered  *jsonSteered `json:"steered,omitempty"`
		Coverage string       `json:"coverage,omitempty"`
		Matters  *jsonMatters `json:"matters,omitempty"`    // to what outlives the program
		Covers   []string     `json:"covered_by,omitempty"` // ids, "" for a race that none of the list is
		Harm     string       `json:"harm,omitempty"`
	}
	jsonSteered struct {
		Verdict  string `json:"verdict"`
		Reason   string `json:"reason"`
		Proven   int    `json:"proven"`
		Runs     int    `json:"runs"`
		Schedule string `json:"schedule,omitempty"`
	}
	jsonPlace struct {
		Operation uint64      `json:"operation"`
		Operator  string      `json:"does"`
		Event     *string     `json:"event"`
		Test      string      `json:"test,omitempty"` // the function of a QtTest that ran, with its row
		Location  string      `json:"location"`
		Size      uint64      `json:"size"`
		Type      string      `json:"type,omitempty"`
		Owned     bool        `json:"owned,omitempty"`
		Stack     []jsonFrame `json:"stack"`
		head      []jsonFrame // of the stack, see Part
	}
	jsonFrame struct {
		Function string `json:"function"`
		File     string `json:"file"`
		Line     int    `json:"line"`
		Column   int    `json:"column,omitempty"`
		Module   string `json:"module,omitempty"`
	}
	jsonPair struct { // the frames that headings name
		First  jsonFrame `json:"first"`
		Second jsonFrame `json:"second"`
		Pairs  uint64    `json:"pairs"`
	}
	jsonLoop struct {
		Name     string      `json:"guard"`
		Pause    uint64      `json:"pause"`
		Resume   *uint64     `json:"resume"`
		Reset    *uint64     `json:"reset"`
		Resetter *string     `json:"resetter"`
		Test     string      `json:"test,omitempty"`
		Stack    []jsonFrame `json:"stack"`
		head     []jsonFrame
	}
)

// JSON writes the report as `analyze --json` does.
func (r *Report) JSON(w io.Writer) error {
	out := r.headJSON()
	for _, race := range r.Listed() {
		out.Races = append(out.Races, raceJSON(race))
	}
	return WriteJSON(w, out)
}

// headJSON is the report without its races.
func (r *Report) headJSON() jsonReport {
	return jsonReport{
		Version: JSONVersion,
		Trace:   r.traceJSON(),
		Counts: jsonCounts{r.Counts.OperationPairs, r.Counts.Filtered.Of(filter.Benign), r.Counts.ReportedPairs,
			r.Counts.HandlerPairs, r.Counts.ReadWritePairs, r.Counts.Filtered.Of(filter.Outlived),
			r.Counts.Filtered.Of(filter.Modal), r.Counts.Filtered.Of(filter.Guarded), r.Counts.Filtered.Of(filter.Counted), r.Counts.Filtered.Of(filter.Again), r.Counts.Filtered.Of(filter.Possible), r.Counts.Filtered.Of(filter.Dangling), r.Counts.DoubleFrees, r.Counts.UnsureFrees, r.Counts.SharedPairs, r.Counts.UntoldPairs,
			r.Counts.UncoveredPairs, r.Counts.CoveredPairs, filteredPairs(&r.Counts), r.Suppressed, r.Known},
		Crash:      r.Crash.json(),
		Races:      []jsonRace{},
		Possible:   apartJSON(r.Possible()),
		Dangling:   apartJSON(r.Dangling()),
		Unanswered: r.Unanswered(),
		Warnings:   append([]string{}, r.Warnings...),
		Notes:      append([]string{}, r.Notes...),
	}
}

func (r *Report) traceJSON() jsonTrace {
	return jsonTrace{r.Operations, r.Events, r.Blocks, r.Loops, r.Elsewhere, r.Threads, r.Complete, r.Lost, r.Dropped, r.CutShort}
}

func raceJSON(r *Race) jsonRace {
	out := jsonRace{
		ID: r.ID, Was: r.Was, Kind: r.Kind, Verdict: r.Verdict, Summary: r.Summary(), Pairs: r.Pairs, Handlers: r.Handlers,
		Observed: r.Observed, Thread: r.Thread, By: string(r.By), Loop: loopJSON(r.Loop), Places: []jsonPair{},
		Coverage: r.Coverage, Covers: coversJSON(r), Harm: r.harm()[0], Matters: mattersJSON(r.Matters),
	}
	if s := r.Steered; s != nil {
		out.Steered = &jsonSteered{s.Verdict, s.Reason, s.Proven, s.Runs, s.Schedule}
	}
	for _, p := range r.Places() {
		out.Places = append(out.Places, jsonPair{frameJSON(at(p.First)), frameJSON(at(p.Second)), p.Pairs})
	}
	if r.Kind != kindUseFree {
		out.First, out.Second = placeJSON(&r.First), placeJSON(&r.Second)
	} else {
		out.Use, out.Free = placeJSON(&r.First), placeJSON(&r.Second)
	}
	if r.Alloc != nil {
		out.Alloc = placeJSON(r.Alloc)
	}
	if r.Filtered != "" {
		out.Filtered, out.Filter = &r.Filtered, r.Filter
	}
	return out
}

func placeJSON(p *Place) *jsonPlace {
	return &jsonPlace{p.Operation, p.Kind, eventJSON(p.Event), p.Test, p.Location, p.Size, p.Type, p.Owned, stackJSON(p.Stack), headsJSON(p.own())}
}

func eventJSON(e *Event) *string {
	if e == nil {
		return nil
	}
	return &e.Name
}

func stackJSON(stack []symbols.Frame) []jsonFrame {
	out := make([]jsonFrame, 0, len(stack))
	for i := range stack {
		out = append(out, frameJSON(&stack[i]))
	}
	return out
}

func frameJSON(f *symbols.Frame) jsonFrame {
	return jsonFrame{f.Name(), f.File, f.Line, f.Column, f.Module}
}

func loopJSON(l *Loop) *jsonLoop {
	if l == nil {
		return nil
	}
	return &jsonLoop{l.Name, l.Pause, operationJSON(l.Resume), operationJSON(l.Reset), eventJSON(l.Resetter), l.test(), stackJSON(l.Stack), headsJSON(l.Stack)}
}

func operationJSON(op uint64) *uint64 {
	if op == sparsehb.NoOp {
		return nil
	}
	return &op
}

// WriteJSON writes one indented value, as every verb's JSON is written. Characters that a terminal would obey
// are escaped, which changes no string; encoding/json leaves those above 0x7e
// as they are.
func WriteJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(EscapeJSON(b.Bytes()))
	return err
}

// compactJSON writes a value on one line.
func compactJSON(w io.Writer, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(EscapeJSON(data))
	return err
}

// EscapeJSON writes what a terminal would obey, or a reader not see, as JSON's
// escapes: the value stays the same.
func EscapeJSON(in []byte) []byte {
	out := make([]byte, 0, len(in))
	for i := 0; i < len(in); {
		c, n := utf8.DecodeRune(in[i:])
		switch {
		case c < 0x7f || plain.Visible(c):
			out = append(out, in[i:i+n]...)
		case c <= 0xffff:
			out = fmt.Appendf(out, `\u%04x`, c)
		default: // a surrogate pair
			c -= 0x10000
			out = fmt.Appendf(out, `\u%04x\u%04x`, 0xd800+c>>10, 0xdc00+c&0x3ff)
		}
		i += n
	}
	return out
}
