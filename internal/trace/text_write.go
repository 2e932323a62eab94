package trace

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// WriteText writes everything that r gives as text, definitions before their
// first use. It returns the number of operations written.
func WriteText(w io.Writer, r Reader) (uint64, error) {
	t := &textWriter{w: bufio.NewWriterSize(w, 1<<16), r: r, stacks: 1, sites: 1}
	t.header()
	var op Op
	var n uint64
	for {
		err := r.Next(&op)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return n, err
		}
		t.definitions(op.Stack)
		t.defineSites(int(op.Site))
		t.operation(&op)
		n++
	}
	t.definitions(StackID(len(r.Tables().Stacks)))
	t.defineSites(len(r.Tables().Sites))
	t.trailer()
	return n, t.w.Flush()
}

type textWriter struct {
	w                      *bufio.Writer
	r                      Reader
	stacks, modules, sites int // how many are written already
	buf                    []byte
}

func (t *textWriter) header() {
	m := t.r.Meta()
	if m.Loop != LoopUnknown {
		fmt.Fprintf(t.w, "# loop: %s\n", m.Loop)
	}
	if m.PID != 0 {
		fmt.Fprintf(t.w, "# pid: %d\n", m.PID)
	}
	if m.Start != 0 {
		fmt.Fprintf(t.w, "# start: %d\n", m.Start)
	}
	if len(m.Command) > 0 {
		fmt.Fprint(t.w, "# command:")
		for _, a := range m.Command {
			fmt.Fprint(t.w, " ", quoteWord(a))
		}
		fmt.Fprintln(t.w)
	}
}

// trailer writes what is only known after the last operation.
func (t *textWriter) trailer() {
	m := t.r.Meta()
	if c := m.Cut; c != (Cut{}) {
		fmt.Fprintf(t.w, "# cut: %d %d %d %d %d\n", c.At, c.End, c.Blocks, c.Bytes, c.Undefined)
	}
	if m.Stopped != StopNone {
		fmt.Fprintf(t.w, "# stopped: %s\n", stopNames[m.Stopped])
	}
	if m.Signal != 0 {
		fmt.Fprintf(t.w, "# signal: %d\n", m.Signal)
	}
	if m.Lost != 0 {
		fmt.Fprintf(t.w, "# lost: %d", m.Lost)
		for k, n := range m.LostBy {
			if n != 0 {
				fmt.Fprintf(t.w, " %s=%d", Kind(k), n)
			}
		}
		fmt.Fprintln(t.w)
	}
	if m.Fallback {
		fmt.Fprintln(t.w, "# fallback: yes")
	}
	if m.Instrumented {
		fmt.Fprintln(t.w, "# instrumented: yes")
	}
	fmt.Fprintf(t.w, "# complete: %s\n", map[bool]string{true: "yes", false: "no"}[m.Complete])
}

// definitions writes what is new, stacks only up to the one that is needed, so
// that a text does not depend on how far its reader has looked ahead.
func (t *textWriter) definitions(upTo StackID) {
	tab := t.r.Tables()
	for ; t.modules < len(tab.Modules); t.modules++ {
		m := tab.Modules[t.modules]
		fmt.Fprintf(t.w, "# module: %#x %#x %#x %s %s\n", m.Start, m.End, m.Bias,
			quoteWord(m.Path), quoteWord(m.BuildID))
	}
	for ; t.stacks < len(tab.Stacks) && t.stacks <= int(upTo); t.stacks++ {
		s := tab.Stacks[t.stacks]
		if s.Type == "" { // else the operation says it
			fmt.Fprintf(t.w, "# stack: %d %d %#x\n", t.stacks, t.frame(s.Parent), s.PC)
		}
	}
}

// frame is the stack to name where a stack is named: one with a frame.
func (t *textWriter) frame(s StackID) StackID {
	for t.r.Tables().TypeOf(s) != "" {
		s = t.r.Tables().Stacks[s].Parent
	}
	return s
}

func (t *textWriter) operation(op *Op) {
	tab := t.r.Tables()
	b := append(t.buf[:0], op.Kind.String()...)
	sep := byte('(')
	add := func(s string) {
		b = append(b, sep)
		b = append(b, s...)
		sep = ','
	}
	attr := func(key, value string) { add(key + "=" + value) }
	for _, what := range shapes[op.Kind].args {
		switch what {
		case 'e':
			add(tab.EventName(op.Event))
		case 'g':
			add(tab.LoopName(op.Loop))
		case 't':
			add(strconv.Quote(op.Sink))
		case 'x':
			add(tab.LocationName(op.Addr))
		case 'w':
			add(tab.LocationName(op.From))
		case 'i':
			add(strconv.Itoa(int(op.Site)))
			for _, o := range op.Objects {
				add(tab.LocationName(o.Addr) + ":" + strconv.FormatUint(o.Size, 10))
			}
		case 'n':
			if op.Size != shapes[op.Kind].defaultSize || op.Kind == Sink {
				add(strconv.FormatUint(op.Size, 10))
			}
		}
	}
	writeAttrs(op, t.r.Tables(), attr)
	if typ := tab.TypeOf(op.Stack); typ != "" && op.takesType() {
		attr("type", quoteValue(typ))
	}
	if op.Thread != 0 {
		attr("thread", strconv.Itoa(int(op.Thread)))
	}
	if s := t.frame(op.Stack); s != NoStack {
		attr("stack", strconv.Itoa(int(s)))
	}
	if sep == ',' {
		b = append(b, ')')
	}
	t.buf = append(b, '\n')
	t.w.Write(t.buf)
}

// writeAttrs gives the attributes that differ from their defaults.
func writeAttrs(op *Op, tables *Tables, attr func(key, value string)) {
	if (op.Kind == Enq || op.Kind == Deq) && op.EventKind != Posted {
		attr("kind", op.EventKind.String())
	}
	if op.Kind == Enq && op.Prio != 0 {
		attr("prio", strconv.Itoa(int(op.Prio)))
	}
	if op.Kind == Enq && op.Level != NoLevel {
		attr("level", strconv.Itoa(int(op.Level)))
	}
	if op.Mode&ModeUse != 0 {
		attr("use", "1")
	}
	if op.Mode&ModeAtomic != 0 {
		attr("atomic", "1")
	}
	if op.Mode&ModeVptr != 0 {
		attr("vptr", "1")
	}
	if op.Mode&ModeHeld != 0 {
		attr("held", "1")
	}
	if op.Mode&ModeLink != 0 {
		attr("link", "1")
	}
	if op.Mode&ModeLoose != 0 {
		attr("loose", "1")
	}
	if op.Mode&ModeLocal != 0 {
		attr("local", "1")
	}
	if op.Mode&ModeSite != 0 {
		attr("site", strconv.Itoa(int(op.Site)))
	}
	if op.Mode&ModeVal != 0 {
		attr("val", strconv.FormatUint(op.Val, 10))
	}
	if op.Mode&ModeWas != 0 {
		attr("was", strconv.FormatUint(op.Val, 10))
	}
	if op.Mode&ModeCommutes != 0 {
		attr("commutes", quoteValue(tables.CommuteName(op.Commutes)))
	}
	for _, a := range op.Attrs {
		attr(a.Key, quoteValue(a.Value))
	}
	if op.Moment != 0 {
		attr("ms", strconv.FormatUint(op.Moment, 10))
	}
}

func quoteValue(s string) string {
	if isName(s) {
		return s
	}
	return strconv.Quote(s)
}

// quoteWord quotes a word of a directive where blanks or quotes demand it.
func quoteWord(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c <= ' ' || c == '"' || c == '\\' || c >= 0x7f {
			return strconv.Quote(s)
		}
	}
	if s == "" {
		return `""`
	}
	return s
}
