package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"sparseracer/internal/eventracer"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// ways are the algorithms that the paper on EventRacer compares, and ours: first
// doing the same work, then the whole analysis with filters and coverage.
var ways = []struct{ key, name string }{
	{"search", "breadth-first search"},
	{"dense", "vector clocks"},
	{"bits", "bit-vector clocks"},
	{"chains", "vector clocks over chains, as EventRacer"},
	{"sparse", "**sparse clocks: ours, the same work**"},
	{"analyze", "**ours, whole: reading, order, races, filters, coverage**"},
}

// measured is the result of one run of one algorithm.
type measured struct {
	Seconds, Half float64 // of the processor; half the distance of the quartiles
	Building      float64 // its part before the first question
	Peak, Kept    int64   // bytes of the process; of what answers questions
	Races, Sum    uint64
	Stopped       string // why it was
}

// connect compares them on logs in EventRacer's format, each in a process of its own.
func connect(args []string, out io.Writer) error {
	f := flag.NewFlagSet("connect", flag.ContinueOnError)
	most := f.Int("max", 1e5, "events of the largest log; 1e6 takes some minutes")
	rounds := f.Int("rounds", 3, "runs of each algorithm")
	memory := f.Float64("memory", 8, "GB of clocks that an algorithm may take")
	limit := f.Duration("time", 2*time.Minute, "how long an algorithm may take")
	outside := f.Float64("outside", 0.1, "share of events that come from outside")
	one := f.String("one", "", "run this algorithm only, on the log given, and tell of it as JSON")
	if err := f.Parse(args); err != nil {
		return err
	}
	if *one != "" && f.NArg() == 1 {
		m, err := runOne(*one, f.Arg(0), &limits{memory: uint64(*memory * 1e9), allowed: *limit})
		if err != nil {
			return err
		}
		return json.NewEncoder(out).Encode(m)
	}
	dir, err := os.MkdirTemp("", "connect-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	t := &connectTable{out: out, log: filepath.Join(dir, "log"), rounds: *rounds, outside: *outside, flags: []string{"-memory", fmt.Sprint(*memory), "-time", limit.String()}}
	for n := 10_000; n <= *most; n *= 10 {
		for _, fifo := range []bool{false, true} {
			if err := t.rows(n, fifo); err != nil {
				return err
			}
		}
	}
	return nil
}

type connectTable struct {
	out     io.Writer
	log     string
	rounds  int
	outside float64
	flags   []string
}

// rows measures all algorithms on one log.
func (t *connectTable) rows(events int, fifo bool) error {
	if err := t.write(events, fifo); err != nil {
		return err
	}
	fmt.Fprintf(t.out, "\n%d events, %s\n\n", events, map[bool]string{false: "forked trees", true: "FIFO chains"}[fifo])
	fmt.Fprintln(t.out, "| algorithm | seconds | of them before the first question | memory for that | ours: faster | before the first question | smaller | races | process, at its peak |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	all := make([]measured, len(ways))
	for i, w := range ways {
		var err error
		if all[i], err = t.measure(w.key); err != nil {
			return err
		}
	}
	ours := &all[len(ways)-2]
	for i, w := range ways {
		m := &all[i]
		switch {
		case m.Stopped != "":
			fmt.Fprintf(t.out, "| %s | not run: %s | | | | | | | |\n", w.name, m.Stopped)
		case m.Races != ours.Races || m.Sum != 0 && m.Sum != ours.Sum:
			return fmt.Errorf("%s found %d races, ours %d: they must agree", w.name, m.Races, ours.Races)
		case m.Kept == 0:
			fmt.Fprintf(t.out, "| %s | %.3f ±%.3f | | | | | | %d | %d MB |\n", w.name, m.Seconds, m.Half, m.Races, m.Peak>>20)
		default:
			fmt.Fprintf(t.out, "| %s | %.3f ±%.3f | %.3f | %.1f MB | %.1f | %.1f | %.1f | %d | %d MB |\n", w.name, m.Seconds, m.Half, m.Building, float64(m.Kept)/1e6,
				m.Seconds/ours.Seconds, m.Building/ours.Building, float64(m.Kept)/float64(ours.Kept), m.Races, m.Peak>>20)
		}
	}
	return nil
}

// write writes a log, and beside it the trace that it is.
func (t *connectTable) write(events int, fifo bool) error {
	data := pages(1, events, t.outside, fifo).Bytes()
	if err := os.WriteFile(t.log, data, 0o644); err != nil {
		return err
	}
	src, err := eventracer.Parse(t.log, data)
	if err != nil {
		return err
	}
	_, err = write(t.log+".srt", src)
	return err
}

// measure runs an algorithm some times: the median of its times, and its largest
// peak. What was stopped once is not tried again.
func (t *connectTable) measure(way string) (measured, error) {
	var last measured
	var times, building []float64
	var peak int64
	self, err := os.Executable()
	if err != nil {
		return last, err
	}
	for range t.rounds {
		argv := append([]string{self, "connect", "-one", way}, t.flags...)
		s, out, err := command(append(argv, t.log)...)
		if err != nil {
			return last, err
		}
		last = measured{}
		if err := json.Unmarshal(out, &last); err != nil {
			return last, err
		}
		if last.Stopped != "" {
			return last, nil
		}
		times, building, peak = append(times, last.Seconds), append(building, last.Building), max(peak, s.peak)
	}
	last.Seconds, last.Half = spread(times)
	last.Building, _ = spread(building)
	last.Peak = peak
	return last, nil
}

// runOne runs one algorithm in this process.
func runOne(way, path string, l *limits) (*measured, error) {
	if way == "analyze" {
		return analyzeFile(path + ".srt")
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	src, err := eventracer.Parse(path, data)
	if err != nil {
		return nil, err
	}
	g, err := actionsOf(src)
	if err != nil {
		return nil, err
	}
	c := map[string]connectivity{"search": &search{}, "bits": &bitClocks{}, "dense": &denseClocks{},
		"chains": &denseClocks{chained: true}, "sparse": &sparse{}}[way]
	if c == nil {
		return nil, fmt.Errorf("no algorithm %q", way)
	}
	m, without := &measured{}, heap()
	l.until = time.Now().Add(l.allowed)
	start := cpuTime()
	err = c.build(g, l)
	m.Building = cpuTime() - start
	m.Kept = max(heap()-without, 1)
	if start = cpuTime(); err == nil {
		m.Races, m.Sum, err = g.races(c.ordered, l.tick)
	}
	m.Seconds = m.Building + cpuTime() - start
	if err != nil {
		m.Stopped = err.Error()
	}
	runtime.KeepAlive(c)
	return m, nil
}

// heap is what is alive on it, in bytes.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// analyzeFile reads the trace, too, as the tool does.
func analyzeFile(path string) (*measured, error) {
	start := cpuTime()
	src, err := trace.OpenFile(path)
	if err != nil {
		return nil, err
	}
	res, err := sparsehb.Analyze(src, sparsehb.Options{Mode: sparsehb.PlainMode, ReadWrite: true})
	if err != nil {
		return nil, err
	}
	return &measured{Seconds: cpuTime() - start, Races: res.Counts.ReadWritePairs}, nil
}

// sparse is the engine's order.
type sparse struct {
	order  *sparsehb.Order
	blocks []sparsehb.BlockID // by action
}

func (s *sparse) build(g *actions, _ *limits) (err error) {
	if s.order, err = sparsehb.Build(g.skeleton, sparsehb.Auto); err != nil {
		return err
	}
	for i, b := range s.order.Blocks() {
		if e := s.order.Event(b.Event); e != nil && e.LastBlock == sparsehb.BlockID(i) {
			s.blocks = append(s.blocks, e.LastBlock) // what comes first there only joins
		}
	}
	if len(s.blocks) != len(g.before) {
		return fmt.Errorf("%d blocks with accesses for %d actions", len(s.blocks), len(g.before))
	}
	return nil
}

func (s *sparse) ordered(a, b int32) bool { return s.order.Before(s.blocks[a], s.blocks[b]) }
