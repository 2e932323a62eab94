package main

import (
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"sync"
	"testing"
	"time"
)

// Runs that wait most of their time go on beside each other, more of them than there are cores; what is busy or large does not.
func TestRunsBeside(t *testing.T) {
	const gb = 1 << 30
	for _, c := range []struct {
		name  string
		load  load
		cores int
		free  uint64
		want  int
	}{
		{"not measured", load{}, 2, 8 * gb, 2},
		{"one waits", load{0.1, gb / 8}, 2, 8 * gb, 8},
		{"one waits half of its time", load{0.5, gb / 8}, 2, 8 * gb, 2},
		{"one takes a quarter", load{0.25, gb / 8}, 2, 8 * gb, 5},
		{"one is busy", load{1, gb / 8}, 4, 8 * gb, 4},
		{"one is large", load{0.1, gb}, 2, 8 * gb, 4},
		{"all memory is taken", load{0.1, gb}, 2, gb / 2, 2},
		{"memory is unknown", load{0.1, gb}, 2, 0, 8},
		{"many cores", load{0.1, gb / 8}, 16, 64 * gb, 64},
	} {
		if got := c.load.beside(c.cores, c.free); got != c.want {
			t.Errorf("%s: %d runs, expected %d", c.name, got, c.want)
		}
	}
	if got := (load{0.1, 5}).most(load{0.2, 3}); got != (load{0.2, 5}) {
		t.Errorf("the most of two runs is %v", got)
	}
}

// What turns out to fail by itself waits until all others were done, and is done then.
func TestBesideWaits(t *testing.T) {
	var mu sync.Mutex
	failing, at, most := map[int]bool{}, 0, 0 // sessions of five each
	var done []int
	err := beside(2, 15, func(i int) bool {
		mu.Lock()
		defer mu.Unlock()
		return failing[i/5]
	}, func(i int) error {
		mu.Lock()
		at++
		most = max(most, at)
		done = append(done, i)
		failing[1] = failing[1] || i == 6
		mu.Unlock()
		time.Sleep(time.Millisecond)
		mu.Lock()
		at--
		mu.Unlock()
		return nil
	})
	if err != nil || len(done) != 15 || most != 2 {
		t.Fatalf("%v: %v, %d at a time", err, done, most)
	}
	for _, i := range done[len(done)-2:] { // beside 6 another one of its session may have been begun
		if i/5 != 1 {
			t.Errorf("%v: those of the failing session come last", done)
		}
	}
	bad := errors.New("bad")
	if err := beside(3, 4, func(int) bool { return false }, func(i int) error { return map[int]error{2: bad}[i] }); !errors.Is(err, bad) {
		t.Errorf("%v, expected %v", err, bad)
	}
}

func TestLoadOf(t *testing.T) {
	run := func(script string) load {
		c, begun := exec.Command("/bin/sh", "-c", script), time.Now()
		if err := c.Run(); err != nil {
			t.Fatal(err)
		}
		return loadOf(c.ProcessState, time.Since(begun))
	}
	waits, works := run("sleep 0.3"), run("i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done")
	if waits.cores <= 0 || waits.cores >= works.cores || works.cores > 1.5 || waits.memory < 1<<16 {
		t.Errorf("one that waits takes %v, one that works %v", waits, works)
	}
	if got := loadOf(nil, time.Second); got != (load{}) {
		t.Errorf("no run took %v", got)
	}
}

// Each run has a screen of its own, and those that are given back are used again.
func TestScreens(t *testing.T) {
	running, ended := 0, 0
	s := newScreens(func() (string, func(), error) {
		running++
		return fmt.Sprint(":", running), func() { ended++ }, nil
	})
	var mu sync.Mutex
	inUse := map[string]bool{}
	var all sync.WaitGroup
	places := make(chan struct{}, 3) // as many at a time
	for range 50 {
		all.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			vars, give, err := s.env()
			if err != nil || len(vars) != 1 {
				t.Error(vars, err)
				return
			}
			mu.Lock()
			if inUse[vars[0]] {
				t.Errorf("two runs have %s", vars[0])
			}
			inUse[vars[0]] = true
			mu.Unlock()
			runtime.Gosched()
			mu.Lock()
			inUse[vars[0]] = false
			mu.Unlock()
			give()
		})
	}
	all.Wait()
	s.off()
	if running < 1 || running > 3 || ended != running {
		t.Errorf("%d screens were started for three at a time, %d ended", running, ended)
	}
	if vars, give, err := (*screens)(nil).env(); len(vars) > 0 || err != nil {
		t.Error(vars, err)
	} else {
		give()
	}
	if len(inUse) != running {
		t.Errorf("%d screens were used: %v", len(inUse), inUse)
	}
}
