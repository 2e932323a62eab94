// Package perfettotest reads what package perfetto wrote, by the schema and not by
// its code: a file with a field that the schema does not have, an event on a track
// that nobody declared or slices that do not nest is an error.
package perfettotest

import (
	_ "embed"
	"fmt"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
)

//go:embed schema.textproto
var schema string

// Trace is a file that was read.
type Trace struct {
	Tracks []Track // in order of declaration
	Events []Event // in order of the file
}

// Track is a row of the viewer.
type Track struct {
	UUID, Parent uint64
	Name         string
}

// Event is a mark of the viewer.
type Event struct {
	Time           uint64
	Type           string // SLICE_BEGIN, SLICE_END or INSTANT
	Track          uint64
	Name, Category string
	Details        map[string]string
	Flows, Ends    []uint64
	Depth          int // of slices around it, in its track
}

// Read reads a file and checks it.
func Read(data []byte) (*Trace, error) {
	var file descriptorpb.FileDescriptorProto
	if err := prototext.Unmarshal([]byte(schema), &file); err != nil {
		return nil, err
	}
	types, err := protodesc.NewFile(&file, nil)
	if err != nil {
		return nil, err
	}
	message := dynamicpb.NewMessage(types.Messages().ByName("Trace"))
	if err := proto.Unmarshal(data, message); err != nil {
		return nil, err
	}
	if err := onlyKnown(message); err != nil {
		return nil, err
	}
	t := &Trace{}
	packets := list(message, "packet")
	for i := range packets.Len() {
		t.packet(packets.Get(i).Message())
	}
	return t, t.check()
}

// onlyKnown looks for fields that the schema has not, and for strings that are no
// text.
func onlyKnown(m protoreflect.Message) (err error) {
	if len(m.GetUnknown()) > 0 {
		return fmt.Errorf("%s: unknown fields % x", m.Descriptor().Name(), m.GetUnknown())
	}
	each := func(f protoreflect.FieldDescriptor, v protoreflect.Value) {
		switch {
		case err != nil:
		case f.Kind() == protoreflect.MessageKind:
			err = onlyKnown(v.Message())
		case f.Kind() == protoreflect.StringKind && !utf8.ValidString(v.String()):
			err = fmt.Errorf("%s: %q is no UTF-8", f.FullName(), v.String())
		}
	}
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		if !f.IsList() {
			each(f, v)
			return true
		}
		for i := range v.List().Len() {
			each(f, v.List().Get(i))
		}
		return true
	})
	return err
}

func field(m protoreflect.Message, name protoreflect.Name) protoreflect.Value {
	return m.Get(m.Descriptor().Fields().ByName(name))
}

func has(m protoreflect.Message, name protoreflect.Name) bool {
	return m.Has(m.Descriptor().Fields().ByName(name))
}

func list(m protoreflect.Message, name protoreflect.Name) protoreflect.List {
	return field(m, name).List()
}

func (t *Trace) packet(p protoreflect.Message) {
	if has(p, "track_descriptor") {
		d := field(p, "track_descriptor").Message()
		name := field(d, "name").String()
		if has(d, "thread") {
			name = field(field(d, "thread").Message(), "thread_name").String()
		} else if has(d, "process") {
			name = field(field(d, "process").Message(), "process_name").String()
		}
		t.Tracks = append(t.Tracks, Track{field(d, "uuid").Uint(), field(d, "parent_uuid").Uint(), name})
	}
	if !has(p, "track_event") {
		return
	}
	m := field(p, "track_event").Message()
	e := Event{Time: field(p, "timestamp").Uint(), Track: field(m, "track_uuid").Uint(), Name: field(m, "name").String(), Details: map[string]string{}}
	kinds := m.Descriptor().Fields().ByName("type").Enum().Values()
	if kind := kinds.ByNumber(field(m, "type").Enum()); kind != nil {
		e.Type = strings.TrimPrefix(string(kind.Name()), "TYPE_")
	}
	if c := list(m, "categories"); c.Len() > 0 {
		e.Category = c.Get(0).String()
	}
	for name, to := range map[protoreflect.Name]*[]uint64{"flow_ids": &e.Flows, "terminating_flow_ids": &e.Ends} {
		for i := range list(m, name).Len() {
			*to = append(*to, list(m, name).Get(i).Uint())
		}
	}
	for i := range list(m, "debug_annotations").Len() {
		a := list(m, "debug_annotations").Get(i).Message()
		e.Details[field(a, "name").String()] = field(a, "string_value").String()
	}
	t.Events = append(t.Events, e)
}

// check follows the events: tracks are declared before their first event, slices
// nest, time goes on, and a flow leads from one event to one later event.
func (t *Trace) check() error {
	tracks := map[uint64]int{} // open slices
	for _, d := range t.Tracks {
		if _, ok := tracks[d.UUID]; ok || d.UUID == 0 {
			return fmt.Errorf("track %d, %q, is declared twice, or has no number", d.UUID, d.Name)
		}
		if _, ok := tracks[d.Parent]; d.Parent != 0 && !ok {
			return fmt.Errorf("track %q lies below one that does not exist", d.Name)
		}
		tracks[d.UUID] = 0
	}
	flows, last := map[uint64]bool{}, uint64(0)
	for i := range t.Events {
		e := &t.Events[i]
		open, ok := tracks[e.Track]
		switch {
		case !ok:
			return fmt.Errorf("%q is on track %d, which does not exist", e.Name, e.Track)
		case e.Time < last:
			return fmt.Errorf("%q comes before the event before it", e.Name)
		case e.Type == "SLICE_END" && open == 0:
			return fmt.Errorf("at %d a slice ends that never began", e.Time)
		}
		last, e.Depth = e.Time, open
		switch e.Type {
		case "SLICE_BEGIN":
			tracks[e.Track]++
		case "SLICE_END":
			tracks[e.Track]--
		case "INSTANT":
		default:
			return fmt.Errorf("%q has type %q", e.Name, e.Type)
		}
		if err := follow(flows, e); err != nil {
			return err
		}
	}
	return nil
}

func follow(flows map[uint64]bool, e *Event) error {
	for _, f := range e.Flows {
		if flows[f] {
			return fmt.Errorf("flow %d begins twice, at %q", f, e.Name)
		}
		flows[f] = true
	}
	for _, f := range e.Ends {
		if !flows[f] {
			return fmt.Errorf("flow %d ends at %q and never began", f, e.Name)
		}
		delete(flows, f)
	}
	return nil
}

// String is a line for each event, by track, further in inside slices; arrows
// that begin or end there are marked.
func (t *Trace) String() string {
	var b strings.Builder
	for _, d := range t.Tracks {
		var lines strings.Builder
		for i := range t.Events {
			e := &t.Events[i]
			if e.Track != d.UUID || e.Type == "SLICE_END" {
				continue
			}
			lines.WriteString("  " + strings.Repeat("  ", e.Depth) + e.Name)
			if len(e.Flows) > 0 {
				lines.WriteString(" →")
			}
			if len(e.Ends) > 0 {
				lines.WriteString(" ←")
			}
			lines.WriteString("\n")
		}
		fmt.Fprintf(&b, "%s\n%s", d.Name, lines.String())
	}
	return b.String()
}
