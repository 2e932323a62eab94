package main

import (
	"bytes"
	"fmt"
	"math"
	"os/exec"
	"slices"
	"syscall"
	"time"

	"gonum.org/v1/gonum/stat"
)

// sample is what one run of a program took.
type sample struct {
	seconds float64
	cpu     float64 // seconds, of user and system
	peak    int64   // bytes, of the resident set
}

// command runs a program and measures it. Exit code 1 means races here.
func command(argv ...string) (sample, []byte, error) {
	c := exec.Command(argv[0], argv[1:]...)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	start := time.Now()
	err := c.Run()
	s := sample{seconds: time.Since(start).Seconds()}
	if c.ProcessState == nil {
		return s, nil, fmt.Errorf("%v: %w", argv, err)
	}
	s.cpu = (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
	if u, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		s.peak = u.Maxrss << 10
	}
	if err != nil && c.ProcessState.ExitCode() != 1 {
		return s, nil, fmt.Errorf("%v: %w: %s", argv, err, errs.Bytes())
	}
	return s, out.Bytes(), nil
}

// spread is the median of some values, and half the distance of the quartiles.
func spread(values []float64) (median, half float64) {
	v := slices.Sorted(slices.Values(values))
	q := func(p float64) float64 { return stat.Quantile(p, stat.LinInterp, v, nil) }
	return q(0.5), (q(0.75) - q(0.25)) / 2
}

// exponent fits seconds = c · size^exponent.
func exponent(sizes, seconds []float64) float64 {
	x, y := make([]float64, len(sizes)), make([]float64, len(sizes))
	for i := range sizes {
		x[i], y[i] = math.Log(sizes[i]), math.Log(seconds[i])
	}
	_, slope := stat.LinearRegression(x, y, nil, false)
	return slope
}

// cpuTime is the processor time of this process so far, in seconds, user and system:
// the machine's other work does not count.
func cpuTime() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}
