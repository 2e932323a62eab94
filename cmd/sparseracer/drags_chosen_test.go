package main

import (
	"strings"
	"testing"
)

// TestDragsAreChosen: `exercise` finds by itself what can be dragged, and where it can be dropped; on X11 it starts a server of its
// own, where the environment names none.
func TestDragsAreChosen(t *testing.T) {
	t.Parallel()
	for _, qt := range []string{"5", "6"} {
		for _, platform := range []string{"offscreen", "xcb"} {
			t.Run("qt"+qt+" "+platform, func(t *testing.T) {
				t.Parallel()
				player(t, qt)
				done := exercised(t, []string{"QT_QPA_PLATFORM=" + platform, "DISPLAY="}, 40, buildWith(t, qt, built(t, "bin/sparse-c++"), "testdata/drags.cpp"))
				for _, step := range []string{"drag item one to item three", "drag item one to field QListWidget to", "drag item First to item Second",
					"drag item A to item D", "drag field QLabel picture to field QFrame box",
					"drag field QLabel picture to elsewhere field QFrame tray"} {
					if !strings.Contains(done, step+"\n") {
						t.Errorf("%q was not done in:\n%s", step, done)
					}
				}
				if strings.Contains(done, "covered") {
					t.Errorf("something was dragged to below a window in:\n%s", done)
				}
			})
		}
	}
}
