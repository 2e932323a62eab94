package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// smallestTrace holds the header and one block of the recorder's.
const smallestTrace = 4096 + 64<<10

// byteSize is a flag: a number of bytes, perhaps with K, M or G (1024 each).
type byteSize uint64

func (s *byteSize) String() string { return sizeText(uint64(*s)) }

func sizeText(n uint64) string {
	unit := ""
	for _, u := range []string{"K", "M", "G"} {
		if n == 0 || n%1024 != 0 {
			break
		}
		n, unit = n/1024, u
	}
	return strconv.FormatUint(n, 10) + unit
}

func (s *byteSize) Type() string { return "SIZE" }

func (s *byteSize) Set(text string) error {
	n, err := parseSize(text)
	if err == nil && n != 0 && n < smallestTrace {
		err = fmt.Errorf("the smallest trace that holds anything takes %d bytes", smallestTrace)
	}
	if err == nil {
		*s = byteSize(n)
	}
	return err
}

// memorySize is a flag: a bound of memory.
type memorySize uint64

// leastMemory is what the tool takes before it has read anything.
const leastMemory = 32 << 20

func (s *memorySize) String() string { return sizeText(uint64(*s)) }

func (s *memorySize) Type() string { return "SIZE" }

func (s *memorySize) Set(text string) error {
	n, err := parseSize(text)
	if err == nil && n != 0 && n < leastMemory {
		err = fmt.Errorf("the tool itself takes %s", sizeText(leastMemory))
	}
	if err == nil {
		*s = memorySize(n)
	}
	return err
}

// parseSize reads a number of bytes.
func parseSize(text string) (uint64, error) {
	digits, shift := text, 0
	if i := strings.IndexAny("KMG", strings.ToUpper(text[max(len(text)-1, 0):])); i >= 0 && text != "" {
		digits, shift = text[:len(text)-1], 10*(i+1)
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil || n > math.MaxUint64>>shift {
		return 0, fmt.Errorf("expected a number of bytes, or one with K, M or G")
	}
	return n << shift, nil
}
