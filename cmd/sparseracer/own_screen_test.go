package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sync/errgroup"
)

// TestScreenSaysWhy: an X server that does not start is quoted, however much it says.
func TestScreenSaysWhy(t *testing.T) {
	dir := t.TempDir()
	script := "#!/bin/sh\necho 'no room for a socket' >&2\nfor i in 1 2 3 4 5 6 7 8 9; do echo 'no room, once more, for any of the sockets that were tried' >&2; done\nexit 1\n"
	if err := os.WriteFile(filepath.Join(dir, "Xvfb"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	_, _, err := startScreen()
	if err == nil || !strings.HasPrefix(err.Error(), "Xvfb did not start: no room for a socket; no room, once more") || len(err.Error()) > 350 {
		t.Errorf("it says %v", err)
	}
}

// TestScreensRunOut: where a second server cannot be started, runs take turns on the first; without any there is an error.
func TestScreensRunOut(t *testing.T) {
	fails := errors.New("no room for a socket")
	started := 0
	s := newScreens(func() (string, func(), error) {
		if started++; started > 1 {
			return "", nil, fails
		}
		return ":7", func() {}, nil
	})
	var group errgroup.Group
	var mu sync.Mutex
	shown, most, runs := 0, 0, 0
	for range 8 {
		group.Go(func() error {
			vars, give, err := s.env()
			if err != nil {
				return err
			}
			mu.Lock()
			shown++
			runs++
			most = max(most, shown)
			mu.Unlock()
			runtime.Gosched()
			mu.Lock()
			shown--
			mu.Unlock()
			give()
			if !slices.Equal(vars, []string{"DISPLAY=:7"}) {
				return fmt.Errorf("a run has %q", vars)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil || runs != 8 || most != 1 || started != 2 {
		t.Errorf("%v: %d runs, %d at a time, %d servers asked for", err, runs, most, started)
	}
	none := newScreens(func() (string, func(), error) { return "", nil, fails })
	if _, _, err := none.env(); !errors.Is(err, fails) {
		t.Errorf("without any server: %v", err)
	}
}

// TestOwnScreenDraws: on a server of its own GTK 4 draws by cairo, but as the user says otherwise.
func TestOwnScreenDraws(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "Xvfb"), []byte("#!/bin/sh\necho 77 >&3\nexec sleep 60\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	for given, want := range map[string]string{"": "cairo", "ngl": "ngl"} {
		own := &tool{env: []string{"QT_QPA_PLATFORM=xcb", "GSK_RENDERER=" + given}}
		off, err := own.ownScreen(t.Context(), []string{"true"})
		if err != nil {
			t.Fatal(err)
		}
		off()
		if got := own.getenv("GSK_RENDERER"); got != want || own.getenv("DISPLAY") != ":77" {
			t.Errorf("with %q it is %q, on %q", given, got, own.getenv("DISPLAY"))
		}
	}
}
