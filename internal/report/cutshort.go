package report

import (
	"fmt"

	"sparseracer/sparsehb"
)

// CutShort says that finding the order took too many steps: there may be more of it.
type CutShort struct {
	// From is the operation from which on hardly any was looked for, nil if it was looked for
	// everywhere, but not again for what was found last.
	From *uint64 `json:"from"`
}

// cutShort is nil for an order that was found to the end.
func cutShort(to uint64, short bool) *CutShort {
	switch {
	case !short:
		return nil
	case to == sparsehb.NoOp:
		return &CutShort{}
	}
	return &CutShort{&to}
}

// CutShortWarning says so of an order, "" for one that was found to the end.
func CutShortWarning(o *sparsehb.Order) string { return cutShort(o.OrderedTo()).text() }

func (c *CutShort) text() string {
	const so = "so some pairs may be ordered after all"
	switch {
	case c == nil:
		return ""
	case c.From == nil:
		return "the order of events takes too many steps to find all of it, " + so
	}
	return fmt.Sprintf("the order of events takes too many steps to find all of it: from operation %d on hardly any was looked for, %s", *c.From, so)
}
