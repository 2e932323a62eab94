package order

import (
	"math/rand"
	"slices"
	"testing"

	"sparseracer/internal/trace"
)

// TestFrontiers: frontiers come out as they went in, in each pass; those that are alike share
// their room, and so do lists.
func TestFrontiers(t *testing.T) {
	const blocks = 3000
	rnd := rand.New(rand.NewSource(1))
	f := newFrontiers(blocks)
	for range 3 {
		f.reset()
		want := make([][]front, blocks)
		var room []storedFront
		for b := range BlockID(blocks) {
			like := b - 1 - BlockID(rnd.Intn(int(min(b, 20))+1))
			var list []front
			if like >= 0 {
				list = f.load(nil, like)
			}
			switch rnd.Intn(3) {
			case 0:
				events := make([]trace.EventID, 1+rnd.Intn(300)*rnd.Intn(2))
				for i := range events {
					events[i] = trace.EventID(rnd.Int31())
				}
				if priority := int32(rnd.Intn(9) - 6); !slices.ContainsFunc(list, func(f front) bool { return f.priority == priority }) {
					list = append(list, front{priority: priority, events: events})
				}
			case 1:
				if len(list) > 3 {
					list = list[:1]
				}
			}
			room = f.store(b, like, list, room)
			if like >= 0 && len(list) > 0 && slices.EqualFunc(list, want[like], equalFronts) && f.of[b] != f.of[like] {
				t.Fatalf("block %d has a frontier of its own that is like that of %d", b, like)
			}
			want[b] = slices.Clone(list)
		}
		for b := range BlockID(blocks) {
			if got := f.load(nil, b); !slices.EqualFunc(got, want[b], equalFronts) {
				t.Fatalf("block %d: %v, expected %v", b, got, want[b])
			}
		}
		members := 0
		for i := range f.members.n {
			members += len(f.members.list[i])
		}
		if members > 200*blocks/2 {
			t.Errorf("%d members are stored: lists are not shared", members)
		}
	}
}

func equalFronts(a, b front) bool {
	return a.priority == b.priority && slices.Equal(a.events, b.events)
}

// TestQueues: what an event waits for is there until it is delivered; then the room is another one's.
func TestQueues(t *testing.T) {
	q := newQueues(100)
	list := func(e trace.EventID) []trace.EventID {
		return slices.Repeat([]trace.EventID{e}, int(e)%7*100)
	}
	for e := range trace.EventID(100) {
		q.set(e, list(e))
		if e >= 5 {
			if got := q.ahead(e - 5); !slices.Equal(got, list(e-5)) {
				t.Fatalf("event %d waits for %v", e-5, got)
			}
			q.done(e - 5)
			if q.ahead(e-5) != nil {
				t.Fatalf("event %d waits for something, but was delivered", e-5)
			}
		}
	}
	if len(q.list) > 7 {
		t.Errorf("%d lists for 5 events that wait at a time", len(q.list))
	}
}
