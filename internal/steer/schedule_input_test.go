package steer

import (
	"testing"
	"time"
)

// TestLateInput: what reached a window that was gone is tried, and left out if there
// is nothing to aim at; recordings that tell nothing of windows are taken as they are.
func TestLateInput(t *testing.T) {
	for _, c := range []struct {
		name, kind, needs, arms string
		late                    bool
	}{
		{"pressed in a window", "press", "shown:3", "pressed:1", false},
		{"pressed in one that was hidden", "press", "", "pressed:1", true},
		{"a key in one that was hidden", "keypress", "active:4", "", true},
		{"a key", "keypress", "shown:4 active:4", "", false},
		{"a recording without windows", "press", "", "", false},
	} {
		attrs := map[string]string{"label": "input #1", "input": c.kind, "window": "Window:w", "at": "500 500 500 500 1 1 0 0 0",
			"key": "41 0 a", "needs": c.needs, "arms": c.arms}
		in := newInput(func(key string) string { return attrs[key] }, "", 5000)
		if in == nil {
			t.Fatalf("%s: no input", c.name)
		}
		if in.Optional != c.late || (in.TimeoutMS == optionalMS) != c.late {
			t.Errorf("%s: optional %v, within %d ms", c.name, in.Optional, in.TimeoutMS)
		}
	}
}

// TestPlayingTakesTime: what the person does and rests is no part of a run's limit.
func TestPlayingTakesTime(t *testing.T) {
	s := toRun()
	if s.playing() != 0 {
		t.Errorf("nobody plays: %v", s.playing())
	}
	for _, wait := range []int{150, 3000} {
		s.play(&Input{Kind: "press", WaitMS: wait, TimeoutMS: 1})
	}
	if got := s.playing(); got != 3250*time.Millisecond {
		t.Errorf("%v", got)
	}
}
