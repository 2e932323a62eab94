package qtpatch_test

import (
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// told is what an event says of its environment, and where it begins and ends.
type told struct {
	op, drop                          int
	arms, needs, blocks               string
	kind, class, name, title, on, act string
}

// environment collects the events that say something, and the operations of the
// loops.
func environment(ops []trace.Op) (list []told, pause, resume int) {
	at := map[trace.EventID]int{}
	for i := range ops {
		op := &ops[i]
		switch op.Kind {
		case trace.Pause:
			pause = i
		case trace.Resume:
			resume = i
		case trace.Drop:
			if j, known := at[op.Event]; known {
				list[j].drop = i
			}
		case trace.Enq, trace.Deq:
			e := told{op: i, arms: op.Attr("arms"), needs: op.Attr("needs"), blocks: op.Attr("blocks"),
				kind: op.Attr("type"), class: op.Attr("class"), name: op.Attr("name"), title: op.Attr("title"), on: op.Attr("object"), act: op.Attr("action")}
			if e.arms+e.needs+e.blocks != "" {
				at[op.Event] = len(list)
				list = append(list, e)
			}
		}
	}
	return list, pause, resume
}

// children are the addresses of what has got a parent.
func children(ops []trace.Op) (list []string) {
	for i := range ops {
		if ops[i].Attr("parent") != "" {
			list = append(list, ops[i].Attr("child"))
		}
	}
	return list
}

// ends are the addresses of the objects on the stack that are gone.
func ends(ops []trace.Op) (list []string) {
	for i := range ops {
		if a := ops[i].Attr("gone"); a != "" {
			list = append(list, a)
		}
	}
	return list
}

// find gives the n-th event for which `is` says yes.
func find(t *testing.T, list []told, what string, n int, is func(told) bool) told {
	t.Helper()
	for _, e := range list {
		if is(e) {
			if n--; n < 0 {
				return e
			}
		}
	}
	t.Fatalf("%s: there is none in %+v", what, list)
	return told{}
}

// TestEnvironment: what is shown, enabled, pressed and blocked is told, under one
// name by what makes it possible and by what needs it.
func TestEnvironment(t *testing.T) {
	for _, module := range qtModules {
		for _, dispatcher := range dispatchers {
			t.Run(module+" "+dispatcher, func(t *testing.T) { testEnvironment(t, module, dispatcher) })
		}
	}
}

func testEnvironment(t *testing.T, module, dispatcher string) {
	args := []string{"-std=c++17", "-fPIC", "-g", "testdata/environment.cpp"}
	program := build(t, "environment-"+module, "g++", append(args, flags(t, module)...)...)
	ops, _ := recordWith(t, []string{dispatcher}, program)
	list, pause, resume := environment(ops)
	needs := func(e told, name string) bool { return slices.Contains(strings.Fields(e.needs), name) }

	shown := find(t, list, "the window shown", 0, func(e told) bool { return strings.HasPrefix(e.name, "first") && e.kind == "Show" })
	second := find(t, list, "the dialog shown", 0, func(e told) bool { return strings.HasPrefix(e.name, "second") && e.kind == "Show" })
	if second.op < pause && second.drop == 0 || second.drop > resume && resume > 0 {
		t.Errorf("the dialog is shown from %d to %d, its loop runs from %d to %d", second.op, second.drop, pause, resume)
	}
	if shown.title != "Übersicht" || second.title != "Sichern?" {
		t.Errorf("windows titled %q and %q", shown.title, second.title)
	}
	press := find(t, list, "a press", 0, func(e told) bool { return e.kind == "Mouse" && e.act == "press" })
	release := find(t, list, "a release", 0, func(e told) bool { return e.kind == "Mouse" && e.act == "release" })
	keyPress := find(t, list, "a key", 0, func(e told) bool { return e.kind == "Key" && e.act == "press" })
	keyRelease := find(t, list, "a key released", 0, func(e told) bool { return e.kind == "Key" && e.act == "release" })
	for _, e := range []told{press, release, keyPress, keyRelease} {
		if !needs(e, shown.arms) || e.on != shown.on || e.on == "" || e.class != shown.class {
			t.Errorf("%+v does not need its window, %+v", e, shown)
		}
	}
	if press.arms == "" || !needs(release, press.arms) || needs(keyRelease, press.arms) || !needs(keyRelease, keyPress.arms) {
		t.Errorf("presses and releases: %+v %+v, %+v %+v", press, release, keyPress, keyRelease)
	}
	active := find(t, list, "an activation", 0, func(e told) bool { return strings.HasPrefix(e.arms, "active:") && e.on == shown.on })
	if !needs(keyPress, active.arms) {
		t.Errorf("the key %+v does not need the activation %+v", keyPress, active)
	}

	blocked := find(t, list, "the window blocked", 0, func(e told) bool { return e.blocks == shown.arms })
	if blocked.drop < blocked.op || blocked.drop > second.drop+40 || blocked.op < press.op {
		t.Errorf("blocked %+v by %+v", blocked, second)
	}
	if gone := ends(ops); !slices.Contains(gone, early(t, list).on) || slices.Contains(gone, shown.on) {
		t.Errorf("gone from the stack: %v, a notifier is at %s, a window on the heap at %s", gone, early(t, list).on, shown.on)
	}
	if of := children(ops); !slices.ContainsFunc(ends(ops), func(gone string) bool { return slices.Contains(of, gone) }) {
		t.Errorf("of the dialog on the stack nobody says whose child it is: children %v, gone from the stack %v", of, ends(ops))
	}
	fires := find(t, list, "a socket", 0, func(e told) bool { return e.kind == "SockAct" })
	first := early(t, list)
	late := find(t, list, "the other one", 0, func(e told) bool { return strings.HasPrefix(e.arms, "armed:") && e.arms != first.arms })
	if !needs(fires, first.arms) || first.drop < fires.op || late.drop == 0 || late.drop > fires.op {
		t.Errorf("notifiers %+v, %+v; %+v fires", first, late, fires)
	}
}

// early is the notifier that fires: the first one that is enabled.
func early(t *testing.T, list []told) told {
	return find(t, list, "the notifier enabled", 0, func(e told) bool { return e.kind == "SocketNotifier" })
}
