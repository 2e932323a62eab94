// Package perfetto writes what ran when in a recording, for Perfetto's viewer:
// handlers and nested loops as nested slices of their thread, a track of its own
// for each function that spins loops, an arrow from each post to the handler that
// it led to, races as marks.
//
// The rules it keeps:
//   - Time is the number of the operation, a microsecond each: order is what the
//     viewer is to show, and a recording's clock ticks every few milliseconds.
//   - A handler or loop that the recording does not end stays open.
package perfetto

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"

	"sparseracer/internal/report"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// Fields of perfetto.protos.Trace, TracePacket, TrackDescriptor, ThreadDescriptor,
// ProcessDescriptor, TrackEvent and DebugAnnotation.
const (
	tracePacket = 1

	packetTimestamp  = 8
	packetSequence   = 10
	packetEvent      = 11
	packetDescriptor = 60

	descriptorUUID    = 1
	descriptorName    = 2
	descriptorProcess = 3
	descriptorThread  = 4
	descriptorParent  = 5
	processPID        = 1
	processName       = 6
	threadPID         = 1
	threadTID         = 2
	threadName        = 5

	eventAnnotation = 4
	eventType       = 9
	eventTrack      = 11
	eventCategory   = 22
	eventName       = 23
	eventFlow       = 47
	eventFlowEnd    = 48

	annotationText = 6
	annotationName = 10
)

// Types of a TrackEvent.
const (
	sliceBegin = 1
	sliceEnd   = 2
	instant    = 3
)

// Identities of tracks: the process, the races, one for each thread from
// threadTrack on, and those of loops.
const (
	processTrack = 1
	raceTrack    = 2
	threadTrack  = 16
	loopTrack    = 1 << 40
	sequence     = 1
	raceFlow     = 1 << 62 // flows of races, behind those of events
)

// mark is one event of the viewer.
type mark struct {
	op       uint64
	kind     uint64
	track    uint64
	category string
	name     string
	details  [][2]string
	flow     uint64 // 0: none
	flowEnds bool
}

// Write writes the recording; of the races those that are reported.
func Write(w io.Writer, result *sparsehb.Result, r *report.Report) error {
	out := writer{w: w}
	out.describe(result, r)
	marks := events(result)
	marks = append(marks, loops(result)...)
	marks = append(marks, races(r)...)
	slices.SortStableFunc(marks, func(a, b mark) int {
		switch {
		case a.op < b.op:
			return -1
		case a.op > b.op:
			return 1
		}
		return 0
	})
	for i := range marks {
		out.mark(&marks[i])
	}
	return out.err
}

func track(t trace.ThreadID) uint64 { return threadTrack + uint64(t) }

// events are handlers as slices, and their posts.
func events(result *sparsehb.Result) []mark {
	var out []mark
	for i := range result.Events {
		e := &result.Events[i]
		name, flow := title(result, e), uint64(0)
		if e.Deq != sparsehb.NoOp && e.Enq != sparsehb.NoOp {
			flow = uint64(i) + 1
		}
		if e.Enq != sparsehb.NoOp {
			out = append(out, mark{op: e.Enq, kind: instant, track: postTrack(result, e), category: "post", name: "post " + name, flow: flow, details: details(result, e)})
		}
		if e.Deq == sparsehb.NoOp {
			continue
		}
		out = append(out, mark{op: e.Deq, kind: sliceBegin, track: track(e.Thread), category: e.Kind.String(), name: name, flow: flow, flowEnds: true, details: details(result, e)})
		if e.End != sparsehb.NoOp {
			out = append(out, mark{op: e.End, kind: sliceEnd, track: track(e.Thread)})
		}
	}
	return out
}

// postTrack is the thread of the handler that posted an event; other posts stand
// at the thread that they were for.
func postTrack(result *sparsehb.Result, e *sparsehb.Event) uint64 {
	if e.Poster >= 0 && int(e.Poster) < len(result.Events) {
		return track(result.Events[e.Poster].Thread)
	}
	return track(e.Thread)
}

// spinner is what has a track of its own: a function that spins loops, in one
// thread, where they can only lie within each other or follow each other.
type spinner struct {
	thread trace.ThreadID
	what   string
}

// spinners are those of a recording, in order of appearance.
func spinners(result *sparsehb.Result) (list []spinner, track map[spinner]uint64) {
	track = map[spinner]uint64{}
	for i := range result.Loops {
		l := &result.Loops[i]
		if s, ok := spinnerOf(result, l); ok && track[s] == 0 {
			track[s] = loopTrack + uint64(len(list))
			list = append(list, s)
		}
	}
	return list, track
}

// spinnerOf is false for a loop that nobody's handler spun.
func spinnerOf(result *sparsehb.Result, l *sparsehb.Loop) (spinner, bool) {
	if l.Pause == sparsehb.NoOp || l.Owner < 0 || int(l.Owner) >= len(result.Events) {
		return spinner{}, false
	}
	s := spinner{thread: result.Events[l.Owner].Thread, what: "nested loop"}
	if what := l.Attr("what"); what != "" {
		s.what = what
	}
	return s, true
}

// loops stand twice: in their thread, around what they delivered, and in the
// track of what spun them.
func loops(result *sparsehb.Result) []mark {
	var out []mark
	_, tracks := spinners(result)
	for i := range result.Loops {
		l := &result.Loops[i]
		s, ok := spinnerOf(result, l)
		if !ok {
			continue
		}
		loop := result.Tables.LoopName(l.ID)
		about := [][2]string{{"spun by", result.Tables.EventName(l.Owner)}}
		if l.Resetter >= 0 {
			about = append(about, [2]string{"ended by", result.Tables.EventName(l.Resetter)})
		}
		for _, t := range []uint64{track(s.thread), tracks[s]} {
			out = append(out, mark{op: l.Pause, kind: sliceBegin, track: t, category: "loop", name: s.what + " " + loop, details: about})
			if l.Resume != sparsehb.NoOp {
				out = append(out, mark{op: l.Resume, kind: sliceEnd, track: t})
			}
		}
		if l.Reset != sparsehb.NoOp {
			out = append(out, mark{op: l.Reset, kind: instant, track: track(s.thread), category: "loop", name: "reset " + loop})
		}
	}
	return out
}

// races are pairs of marks with an arrow between them.
func races(r *report.Report) []mark {
	var out []mark
	for i, race := range r.Reported() {
		first, second := &race.First, &race.Second
		if first.Operation > second.Operation {
			first, second = second, first
		}
		for j, p := range []*report.Place{first, second} {
			out = append(out, mark{
				op: p.Operation, kind: instant, track: raceTrack, category: "race", name: p.Kind + " of race " + race.ID,
				flow: raceFlow + uint64(i), flowEnds: j == 1,
				details: raceDetails(race, p),
			})
		}
	}
	return out
}

func raceDetails(r *report.Race, p *report.Place) [][2]string {
	out := [][2]string{{"race", r.Title()}, {"verdict", r.Verdict}, {"summary", r.Summary()}, {"location", p.Location}}
	if p.Type != "" {
		out = append(out, [2]string{"type", p.Type})
	} else if r.Alloc != nil && r.Alloc.Type != "" {
		out = append(out, [2]string{"type", r.Alloc.Type})
	}
	return out
}

// title names a handler: the framework's words where it gave some.
func title(result *sparsehb.Result, e *sparsehb.Event) string {
	s := e.Attr("type")
	if s == "" {
		s = e.Kind.String()
	}
	if class := e.Attr("class"); class != "" {
		s += " to " + class
	}
	if name := e.Attr("name"); name != "" {
		s += " " + name
	}
	return s + " (" + result.Tables.EventName(e.ID) + ")"
}

func details(result *sparsehb.Result, e *sparsehb.Event) [][2]string {
	out := [][2]string{{"event", result.Tables.EventName(e.ID)}, {"kind", e.Kind.String()}, {"priority", fmt.Sprint(e.Prio)}}
	for _, a := range e.Attrs.All() {
		out = append(out, [2]string{a.Key, a.Value})
	}
	return out
}

// writer writes packets, and nothing more after an error.
type writer struct {
	w   io.Writer
	err error
}

func (o *writer) packet(content []byte) {
	if o.err == nil {
		_, o.err = o.w.Write(message(nil, tracePacket, content))
	}
}

// describe names the tracks.
func (o *writer) describe(result *sparsehb.Result, r *report.Report) {
	pid := uint64(result.Meta.PID)
	process := number(nil, processPID, pid)
	process = text(process, processName, strings.Join(r.Command, " "))
	o.packet(message(nil, packetDescriptor, message(number(nil, descriptorUUID, processTrack), descriptorProcess, process)))
	o.packet(message(nil, packetDescriptor,
		number(text(number(nil, descriptorUUID, raceTrack), descriptorName, "races"), descriptorParent, processTrack)))
	threads := map[trace.ThreadID]bool{0: true}
	for i := range result.Events {
		threads[result.Events[i].Thread] = true
	}
	ids := make([]trace.ThreadID, 0, len(threads))
	for t := range threads {
		ids = append(ids, t)
	}
	slices.Sort(ids)
	for _, t := range ids {
		name := fmt.Sprintf("thread %d", t)
		if t == 0 {
			name = "main thread"
		}
		thread := text(number(number(nil, threadPID, pid), threadTID, pid+uint64(t)), threadName, name)
		o.packet(message(nil, packetDescriptor,
			number(message(number(nil, descriptorUUID, track(t)), descriptorThread, thread), descriptorParent, processTrack)))
	}
	list, tracks := spinners(result)
	for _, s := range list {
		o.packet(message(nil, packetDescriptor,
			number(text(number(nil, descriptorUUID, tracks[s]), descriptorName, "loops of "+s.what), descriptorParent, track(s.thread))))
	}
}

func (o *writer) mark(m *mark) {
	e := number(number(nil, eventType, m.kind), eventTrack, m.track)
	if m.kind != sliceEnd {
		e = text(text(e, eventCategory, m.category), eventName, m.name)
	}
	if m.flow != 0 {
		field := protowire.Number(eventFlow)
		if m.flowEnds {
			field = eventFlowEnd
		}
		e = protowire.AppendFixed64(protowire.AppendTag(e, field, protowire.Fixed64Type), m.flow)
	}
	for _, d := range m.details {
		e = message(e, eventAnnotation, text(text(nil, annotationName, d[0]), annotationText, d[1]))
	}
	p := number(number(nil, packetTimestamp, m.op*1000), packetSequence, sequence)
	o.packet(message(p, packetEvent, e))
}

func number(to []byte, field protowire.Number, v uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(to, field, protowire.VarintType), v)
}

// text replaces what is no UTF-8: a string field of protobuf must be.
func text(to []byte, field protowire.Number, s string) []byte {
	return protowire.AppendString(protowire.AppendTag(to, field, protowire.BytesType), strings.ToValidUTF8(s, "�"))
}

func message(to []byte, field protowire.Number, content []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(to, field, protowire.BytesType), content)
}
