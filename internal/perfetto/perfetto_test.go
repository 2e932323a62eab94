package perfetto

import (
	"bytes"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"sparseracer/internal/report"
	"sparseracer/internal/symbols"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

const recording = `# loop: batch
enterloop
deq(open,kind=input)
alloc(view,16)
end(open)
deq(x,kind=input)
enq(late)
pause(x,v)
deq(ok,kind=input,type=Click,class=QPushButton,name="O\xff K")
reset(v)
end(ok)
resume(x,v)
read(view,8)
end(x)
deq(late)
free(view,16)
`

func analysed(t *testing.T) (*sparsehb.Result, *report.Report) {
	t.Helper()
	src, err := trace.ParseText("t", []byte(recording))
	if err != nil {
		t.Fatal(err)
	}
	result, err := sparsehb.Analyze(src, sparsehb.Options{Rules: sparsehb.Paper})
	if err != nil {
		t.Fatal(err)
	}
	sym := symbols.New(symbols.Options{})
	t.Cleanup(func() { sym.Close() })
	return result, report.New(result, sym, report.Options{})
}

// fields reads a message of the wire format; a field may come more than once.
func fields(t *testing.T, b []byte) map[protowire.Number][]any {
	t.Helper()
	out := map[protowire.Number][]any{}
	for len(b) > 0 {
		field, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			t.Fatal(protowire.ParseError(n))
		}
		b = b[n:]
		var v any
		switch kind {
		case protowire.VarintType:
			v, n = protowire.ConsumeVarint(b)
		case protowire.Fixed64Type:
			v, n = protowire.ConsumeFixed64(b)
		case protowire.BytesType:
			var raw []byte
			raw, n = protowire.ConsumeBytes(b)
			v = raw
		default:
			t.Fatalf("field %d of wire type %d", field, kind)
		}
		if n < 0 {
			t.Fatal(protowire.ParseError(n))
		}
		out[field] = append(out[field], v)
		b = b[n:]
	}
	return out
}

// shown is a line for each event: its time, indented by open slices.
func shown(t *testing.T, data []byte) string {
	t.Helper()
	var out strings.Builder
	open := map[uint64]int{}
	for _, p := range fields(t, data)[tracePacket] {
		packet := fields(t, p.([]byte))
		if packet[packetEvent] == nil {
			continue
		}
		e := fields(t, packet[packetEvent][0].([]byte))
		track := e[eventTrack][0].(uint64)
		if e[eventType][0].(uint64) == sliceEnd {
			if open[track]--; open[track] < 0 {
				t.Error("a slice ends that never began")
			}
			continue
		}
		name := string(e[eventName][0].([]byte))
		for _, f := range []struct {
			mark  string
			field protowire.Number
		}{{" →", eventFlow}, {" ←", eventFlowEnd}} {
			if v := e[f.field]; v != nil {
				name += f.mark
			}
		}
		out.WriteString(strings.Repeat("  ", open[track]) + name + "\n")
		if e[eventType][0].(uint64) == sliceBegin {
			open[track]++
		}
	}
	return out.String()
}

func TestWrite(t *testing.T) {
	result, r := analysed(t)
	if len(r.Reported()) != 1 {
		t.Fatalf("%d races", len(r.Reported()))
	}
	var b bytes.Buffer
	if err := Write(&b, result, r); err != nil {
		t.Fatal(err)
	}
	want := strings.ReplaceAll(`input (open)
input (x)
  post posted (late) →
  loop v
    Click to QPushButton O� K (ok)
      reset v
read of race ID →
posted (late) ←
free of race ID ←
`, "ID", r.Reported()[0].ID)
	if got := shown(t, b.Bytes()); got != want {
		t.Errorf("found\n%s\nexpected\n%s", got, want)
	}
}

func TestNoRoom(t *testing.T) {
	result, r := analysed(t)
	if err := Write(full{}, result, r); err == nil {
		t.Error("a full disk is no error")
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, bytes.ErrTooLarge }
