package eventracer

import (
	"bytes"
	"fmt"
)

// names makes names of the trace language of variables' names: all in one row of bytes,
// for there are as many as variables.
type names struct {
	text  []byte
	ends  []int
	taken map[string]bool
}

func newNames() *names { return &names{taken: map[string]bool{}} }

// longestName of a variable is told, in bytes.
const longestName = 200

// add takes the name of another variable, and gives that its number, from 1 on.
func (n *names) add(raw []byte) uint32 {
	from := len(n.text)
	n.text = append(n.text, "v_"...)
	for _, c := range raw[:min(len(raw), longestName)] {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
		if !letter && bytes.IndexByte([]byte("_.:-$@"), c) < 0 {
			c = '_'
		}
		n.text = append(n.text, c)
	}
	for i, base := len(n.ends), len(n.text); n.taken[string(n.text[from:])]; i++ {
		n.text = fmt.Appendf(n.text[:base], ".%d", i)
	}
	n.taken[string(n.text[from:])] = true
	n.ends = append(n.ends, len(n.text))
	return uint32(len(n.ends))
}

// list are the names, by number.
func (n *names) list() []string {
	all, out, from := string(n.text), make([]string, len(n.ends)), 0
	for i, end := range n.ends {
		out[i], from = all[from:end], end
	}
	return out
}
