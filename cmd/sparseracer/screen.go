package main

import (
	"io"
	"log"
	"time"

	"github.com/jezek/xgb"
)

// That a display cannot be opened the program says itself.
func init() { xgb.Logger = log.New(io.Discard, "", 0) }

// keepScreen stays connected to the X server of the programs that are run, until the tool
// ends. Xvfb and other servers begin anew when their last client leaves, and drop whoever
// connects meanwhile: every fourth of short programs, one after another, cannot open the
// display.
func (t *tool) keepScreen() {
	display := t.getenv("DISPLAY")
	if display == "" || t.onScreen {
		return
	}
	t.onScreen = true
	connected := make(chan struct{})
	go func() {
		defer close(connected)
		if x, err := xgb.NewConnDisplay(display); err == nil {
			go ignoreEvents(x)
		}
	}()
	select {
	case <-connected:
	case <-time.After(time.Second): // a server that does not answer
	}
}

func ignoreEvents(x *xgb.Conn) {
	for {
		if event, err := x.WaitForEvent(); event == nil && err == nil {
			return // the server is gone
		}
	}
}
