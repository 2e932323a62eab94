package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sparseracer/internal/recording"
	"sparseracer/internal/trace"
)

// ringSize is a flag: the size of a ring.
type ringSize uint64

func (s *ringSize) String() string { return sizeText(uint64(*s)) }

func (s *ringSize) Type() string { return "SIZE" }

func (s *ringSize) Set(text string) error {
	n, err := parseSize(text)
	if err == nil {
		err = recording.CheckRing(n)
	}
	if err == nil {
		*s = ringSize(n)
	}
	return err
}

func (o *recordOptions) ringFlags(c *cobra.Command) {
	c.Flags().Var(&o.ring, "ring", "keep the last stretch only, in `SIZE` bytes of memory (with K, M or G), and write a trace when the program "+
		"ends abnormally, or when SIGUSR1 asks record for one")
	c.Flags().BoolVar(&o.RingAtExit, "ring-at-exit", false, "write the ring's trace, too, when the program ends in order")
}

// checkRing refuses what makes no sense together.
func (o *recordOptions) checkRing(c *cobra.Command) error {
	if o.ring == 0 {
		if o.RingAtExit {
			return fmt.Errorf("--ring-at-exit says what becomes of a ring: add --ring SIZE")
		}
		return nil
	}
	for _, no := range [][2]string{
		{"follow", "a ring is that of one process"},
		{"compress", "a ring is not compressed: sparseracer convert --compress does it with the trace"},
		{"max-size", "a ring has its size"},
		{"sandbox", "a ring is for a program as it is used"},
	} {
		if c.Flags().Changed(no[0]) {
			return fmt.Errorf("--ring and --%s do not go together: %s", no[0], no[1])
		}
	}
	return nil
}

// fromRing makes a trace of a ring that is left of a recording whose record was killed.
func fromRing(from, in, out string, compress bool) (uint64, error) {
	switch {
	case from != "":
		return 0, fmt.Errorf("%s is a ring, and no log that --from names", in)
	case compress || !strings.HasSuffix(out, ".srt"):
		return 0, fmt.Errorf("%s is a ring: it becomes a trace first, sparseracer convert %s OUT.srt", in, in)
	}
	st, err := os.Stat(in)
	if err != nil {
		return 0, err
	}
	return trace.FromRing(in, out, max(st.ModTime().UnixNano(), time.Unix(0, 0).UnixNano()), 0)
}
