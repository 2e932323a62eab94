package sparsehb

import (
	"flag"
	"fmt"
	"math"
	"syscall"
	"testing"
	"time"

	"gonum.org/v1/gonum/stat"
)

var growthFlag = flag.Int("growth", 0, "print how the time of the order grows up to this many events")

// patience is the time after which a family is not made larger.
const patience = 2 * time.Second

// TestGrowth prints the table of docs/performance.md: processor seconds of Build
// by events, and the exponent of their growth by a fit through the logarithms.
func TestGrowth(t *testing.T) {
	if *growthFlag == 0 {
		t.Skip("prints a table: go test ./sparsehb -run TestGrowth -growth 1000000 -timeout 1h")
	}
	fmt.Println("| loops look at their guard | priorities | spin loops | from outside | queue | processor seconds at 1e4, 1e5, … events | exponent |\n| --- | --- | --- | --- | --- | --- | --- |")
	for _, batch := range []bool{false, true} {
		for _, prios := range []int{1, 3, 5} {
			for _, spin := range []float64{0, 0.01, 0.2} {
				for _, env := range []float64{0.01, 0.1} {
					for _, drains := range []bool{false, true} {
						growthRow(t, shape{0, spin, env, prios, 0, batch, drains})
					}
				}
			}
		}
	}
}

func growthRow(t *testing.T, s shape) {
	kind, queue, times := "after each event", "full", ""
	if s.drains {
		queue = "drains"
	}
	if s.batch {
		kind = "after each batch"
	}
	var x, y []float64
	from, to, step := 10000, *growthFlag, 10
	if s.batch && !s.drains && s.prios > 1 && s.spin > 0 { // the family that is not near-linear
		from, to, step = 4000, min(32000, *growthFlag), 2
		kind += " (4e3, 8e3, 1.6e4, 3.2e4)"
	}
	for s.events = from; s.events <= to; s.events *= step {
		d := timeBuild(t, s)
		times += fmt.Sprintf(" %.2f", d.Seconds())
		x, y = append(x, math.Log(float64(s.events))), append(y, math.Log(d.Seconds()))
		if d > patience {
			break
		}
	}
	slope := math.NaN()
	if n := len(x); n > 1 {
		_, slope = stat.LinearRegression(x, y, nil, false)
	}
	fmt.Printf("| %s | %d | %.0f %% | %.0f %% | %s |%s | %.2f |\n", kind, s.prios, 100*s.spin, 100*s.env, queue, times, slope)
}

// timeBuild returns the processor time of Build, all threads together: on a
// machine that others use too, wall-clock time says little.
func timeBuild(t *testing.T, s shape) time.Duration {
	m := genBulk(1, s)
	start := processorTime()
	o, err := Build(m, Auto)
	if err != nil {
		t.Fatal(err)
	}
	if o.DroppedEdges() > 0 {
		t.Fatalf("%+v: %d conclusions dropped", s, o.DroppedEdges())
	}
	return processorTime() - start
}

func processorTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
