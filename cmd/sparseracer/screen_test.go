package main

import (
	"testing"

	"github.com/jezek/xgb"
)

// TestKeptScreen: programs that follow each other at once all find the display, though the
// server begins anew when its last client leaves.
func TestKeptScreen(t *testing.T) {
	const programs = 200
	display := serverThat(t, "-reset")
	tool := &tool{env: []string{"DISPLAY=" + display}}
	tool.keepScreen()
	lost := 0
	for range programs {
		x, err := xgb.NewConnDisplay(display)
		if err != nil {
			lost++
			continue
		}
		x.Close()
	}
	if lost != 0 {
		t.Errorf("%d of %d were lost", lost, programs)
	}
}
