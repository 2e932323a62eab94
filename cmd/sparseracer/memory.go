package main

import (
	"fmt"
	"time"

	"sparseracer/sparsehb"
)

// The engine keeps to a bound of memory by itself, as far as it can: it looks at a trace in
// rounds, and says which step does not fit. What comes before and after it, reading a text
// trace, resolving symbols, writing a report, has no such steps. So somebody looks on.

// lookEvery is how often: what is read or written in that time is some megabytes.
const lookEvery = 5 * time.Millisecond

// boundMemory ends the tool with an error before it takes more memory than allowed. Garbage
// does not count, as long as there is time to collect it: it is collected well before that.
func (t *tool) boundMemory(most memorySize) {
	if most == 0 || t.bounded {
		return
	}
	t.bounded = true
	sparsehb.KeepMemory(uint64(most))
	go func() {
		for range time.Tick(lookEvery) {
			if sparsehb.ResidentMemory() > uint64(most)-sparsehb.LastMemory(uint64(most)) {
				fmt.Fprintf(t.stderr, "sparseracer: %v (--max-memory=%s)\n", sparsehb.ErrMemory, &most)
				t.end(exitError)
			}
		}
	}()
}
