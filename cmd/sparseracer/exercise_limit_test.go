package main

import (
	"testing"
	"time"
)

// TestSessionLimit: a session of a program that never comes to rest ends with the hunt's time.
func TestSessionLimit(t *testing.T) {
	now := time.Now()
	e := &exerciser{opt: exerciseOptions{acts: 30}}
	for left, want := range map[time.Duration]time.Duration{time.Hour: 2 * time.Minute, 50 * time.Second: 50 * time.Second, time.Second: 15 * time.Second, -time.Second: 15 * time.Second} {
		e.until = now.Add(left)
		if got := e.limit(now); got != want {
			t.Errorf("%v left: %v, expected %v", left, got, want)
		}
	}
	if e.until = (time.Time{}); e.limit(now) != 2*time.Minute {
		t.Errorf("%v without an end", e.limit(now))
	}
}
