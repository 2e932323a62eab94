package eventracer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// arcsOf are the arcs of a log, by ids, in order.
func arcsOf(l *Log) []string {
	var list []string
	for _, a := range l.arcs.all {
		list = append(list, fmt.Sprintf("%d-%d", l.actions[a.tail].id, l.actions[a.head].id))
	}
	slices.Sort(list)
	return list
}

// TestPages: what EventRacer adds for the scripts, resources and nodes of a page.
func TestPages(t *testing.T) {
	const vars = "ScriptRunner-7\x00CachedResource-7\x00NodeTree:3\x00x\x00"
	runner, resource, node, x := int32(0), int32(15), int32(32), int32(43)
	l, err := Parse("page", logOf(vars, "", []arc{{0, 5, -1}}, []told{
		{id: 0, commands: do(writeMemory, resource, readMemory, node)},
		{id: 1, commands: do(writeMemory, node, readMemory, node)},
		{id: 2, commands: do(readMemory, runner, writeMemory, x)},
		{id: 3, commands: do(readMemory, node)},
		{id: 4, commands: do(writeMemory, node)},
		{id: 5, commands: do(readMemory, node, readMemory, resource)},
	}))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := arcsOf(l), []string{"0-2", "0-5", "1-3", "2-5", "4-5"}; !slices.Equal(got, want) {
		t.Errorf("arcs %v, expected %v", got, want)
	}
	var places []string
	if err := each(l, func(op *trace.Op) {
		if op.IsAccess() {
			places = append(places, strings.TrimPrefix(l.tables.Locations[(op.Addr-trace.LocationBase)>>32], "v_"))
		}
	}); err != nil {
		t.Fatal(err)
	}
	want := "CachedResource-7 NodeTree:3 NodeTree:3-1 NodeTree:3-1 ScriptRunner-7 x NodeTree:3-1 NodeTree:3-4 NodeTree:3-4 CachedResource-7"
	if got := strings.Join(places, " "); got != want {
		t.Errorf("places %s, expected %s", got, want)
	}
	for i := range l.actions {
		if is := l.enqs[i] != none; is != (i == 5) {
			t.Errorf("action %d: enqueued: %v; what is added for pages enqueues nothing", i, is)
		}
	}
}

// TestTriedOut: events that were tried out one after the other have no order of their own.
func TestTriedOut(t *testing.T) {
	auto, person := do(enterScope, 0), do(enterScope, 13)
	l, err := Parse("page", logOf("x\x00", "auto:explore\x00click\x00", []arc{{1, 2, -1}, {2, 3, -1}, {3, 4, -1}, {4, 5, -1}}, []told{
		{id: 0, commands: do(readMemory, 0)},
		{id: 1, kind: 2, commands: person},
		{id: 2, kind: 2, commands: auto},
		{id: 3, kind: 2, commands: auto},
		{id: 4, kind: 2, commands: auto},
		{id: 5, kind: 2, commands: person},
	}))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := arcsOf(l), []string{"1-2", "1-3", "1-4", "2-5", "3-5", "4-5"}; !slices.Equal(got, want) {
		t.Errorf("arcs %v, expected %v", got, want)
	}
}
