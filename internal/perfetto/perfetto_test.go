package perfetto

import (
	"bytes"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"sparseracer/internal/perfetto/perfettotest"
	"sparseracer/internal/report"
	"sparseracer/internal/symbols"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

const recording = `# loop: batch
# command: ./app
enterloop
deq(open,kind=input)
alloc(view,16,type=View)
end(open)
deq(x,kind=input)
enq(late)
pause(x,v,what=QDialog::exec)
deq(ok,kind=input,type=Click,class=QPushButton,name="O\xff K")
reset(v)
pause(ok,w,what=QDialog::exec)
resume(ok,w)
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

func TestWrite(t *testing.T) {
	result, r := analysed(t)
	if len(r.Reported()) != 1 {
		t.Fatalf("%d races", len(r.Reported()))
	}
	var b bytes.Buffer
	if err := Write(&b, result, r); err != nil {
		t.Fatal(err)
	}
	read, err := perfettotest.Read(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	want := strings.ReplaceAll(`./app
races
  read of race ID →
  free of race ID ←
main thread
  input (open)
  input (x)
    post posted (late) →
    QDialog::exec v
      Click to QPushButton O� K (ok)
        reset v
        QDialog::exec w
  posted (late) ←
loops of QDialog::exec
  QDialog::exec v
    QDialog::exec w
`, "ID", r.Reported()[0].ID)
	if got := read.String(); got != want {
		t.Errorf("found\n%s\nexpected\n%s", got, want)
	}
	for _, e := range read.Events {
		switch {
		case e.Category == "race" && (e.Details["race"] != "use-after-free" || e.Details["type"] != "View" || !strings.Contains(e.Details["summary"], "as View")):
			t.Errorf("details of %s: %v", e.Name, e.Details)
		case strings.HasSuffix(e.Name, "exec v") && (e.Details["spun by"] != "x" || e.Details["ended by"] != "ok"):
			t.Errorf("details of %s: %v", e.Name, e.Details)
		}
	}
}

// The checker finds what is wrong.
func TestCheckerFinds(t *testing.T) {
	result, r := analysed(t)
	var b bytes.Buffer
	if err := Write(&b, result, r); err != nil {
		t.Fatal(err)
	}
	whole := b.Bytes()
	event := func(fields ...uint64) []byte {
		var e []byte
		for i := 0; i < len(fields); i += 2 {
			e = number(e, protowire.Number(fields[i]), fields[i+1])
		}
		return message(nil, tracePacket, message(number(nil, packetTimestamp, 1<<40), packetEvent, e))
	}
	for name, more := range map[string][]byte{
		"half a packet":     {tracePacket<<3 | 2, 9},
		"an unknown field":  message(nil, 15, nil),
		"no such track":     event(eventType, instant, eventTrack, 7),
		"no such type":      event(eventType, 9, eventTrack, raceTrack),
		"an end too many":   event(eventType, sliceEnd, eventTrack, raceTrack),
		"a track, again":    message(nil, tracePacket, message(nil, packetDescriptor, number(nil, descriptorUUID, raceTrack))),
		"a flow from where": message(nil, tracePacket, message(number(nil, packetTimestamp, 1<<40), packetEvent, protowire.AppendFixed64(protowire.AppendTag(number(number(nil, eventType, instant), eventTrack, raceTrack), eventFlowEnd, protowire.Fixed64Type), 99))),
	} {
		if _, err := perfettotest.Read(append(whole[:len(whole):len(whole)], more...)); err == nil {
			t.Errorf("%s is no error", name)
		}
	}
}

func TestWriteErrorIsReturned(t *testing.T) {
	result, r := analysed(t)
	if err := Write(full{}, result, r); err == nil {
		t.Error("a full disk is no error")
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, bytes.ErrTooLarge }
