package sites

import (
	"reflect"
	"testing"
)

// TestOrigins: labels survive the file, and a return address finds the label before it, as far
// as that reaches.
func TestOrigins(t *testing.T) {
	access := label{addr: 0x1000, reach: 0x20, body: string([]byte{byte(OriginAccess), 2, 1, 0, 7, 2, 1, 4, 1, 2, 0})}
	t1 := &Table{strings: []string{""}, nodes: make([]node, 1), rows: []row{}, labels: []label{
		{addr: 0x0ff0, reach: 0x10, body: string([]byte{byte(OriginFunction), 1, 1, Member, 0, 0, 0, 0})},
		access,
		{addr: 0x1020, reach: 0x10, body: string([]byte{byte(OriginCall), 3, 1, Fetches, 0, 0, 0, 1, 1, 1})},
	}}
	section, err := t1.encode()
	if err != nil {
		t.Fatal(err)
	}
	t2, err := decode(section)
	if err != nil || !reflect.DeepEqual(t1.labels, t2.labels) {
		t.Fatalf("%+v, %v", t2, err)
	}
	want := Origin{Kind: OriginAccess, Number: 2, Function: 1, Member: 7, Address: []int{-1, 3}, Control: []int{1}}
	if o, ok := t2.Origin(0x1010); !ok || !reflect.DeepEqual(o, want) {
		t.Errorf("%+v, %v", o, ok)
	}
	if o, ok := t2.Origin(0x1030); !ok || o.Kind != OriginCall || o.Flags != Fetches || len(o.Args) != 1 {
		t.Errorf("%+v, %v", o, ok)
	}
	for _, addr := range []uint64{0x0ff8, 0x1031} { // at a function's beginning, and behind its end
		if o, ok := t2.Origin(addr); ok {
			t.Errorf("%#x: %+v", addr, o)
		}
	}
	if o := t2.Numbered(0, 1); o == nil || o.Flags != Member || t2.Numbered(1, 1) != nil {
		t.Errorf("%+v", o)
	}
}

// TestFunctionAt: the function that begins at an address, and not the one behind it.
func TestFunctionAt(t *testing.T) {
	function := func(addr uint64, number byte) label {
		return label{addr: addr, body: string([]byte{byte(OriginFunction), number, number, 0, 0, 0, 0, 0})}
	}
	table := &Table{strings: []string{"", "f", "g"}, nodes: []node{{}, {function: 1}, {function: 2}},
		rows:   []row{{addr: 0x1000, node: 1}, {addr: 0x1040, node: 2}, {addr: 0x1080}},
		labels: []label{function(0x1044, 1), function(0x10a4, 2)}}
	if o := table.FunctionAt(0x1040); o == nil || o.Number != 1 {
		t.Errorf("%+v", o)
	}
	if o := table.FunctionAt(0x1000); o != nil {
		t.Errorf("a function without notes: %+v", o)
	}
	if o := table.FunctionAt(0x1090); o != nil {
		t.Errorf("code of which nothing is known: %+v", o)
	}
}
