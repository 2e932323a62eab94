package exporttest

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"sparseracer/internal/lazyregexp"
)

// label is an event's label (loopcore/src/label.c), taken apart.
type label struct {
	kind    string // timer, posted, input, or the type of a notifier
	what    string // the type of a posted event
	class   string
	name    string // of the receiver
	unnamed bool   // the receiver is told by where it was created
	cause   string // hash of the event in whose handler it began
	nth     int    // of those alike
	firing  int    // of a timer
}

var (
	timerForm    = lazyregexp.New(`^timer ((?:[^ ~:]|::)+)(?:[:~]\S+)? in ([0-9a-f]{16})~? #(\d+)\.(\d+)$`)
	postedForm   = lazyregexp.New(`^posted (\S+) ((?:[^ ~:]|::)+)(?:~([0-9a-f]{8})\.(?:\d+|\*)|:(.*))? in ([0-9a-f]{16})~? #(\d+)$`)
	notifierForm = lazyregexp.New(`^SockAct ((?:[^ ~:]|::)+)(?:~([0-9a-f]{8})\.(?:\d+|\*)|:(.*))? #(\d+)$`)
)

func number(s string) int {
	n, _ := strconv.Atoi(s) // digits; what is too large is refused with what it counts
	return n
}

// parseLabel reads the kinds of labels that a test of its own can wait for.
func parseLabel(text string) (l label, ok bool) {
	if m := timerForm().FindStringSubmatch(text); m != nil {
		return label{kind: "timer", class: m[1], cause: m[2], nth: number(m[3]), firing: number(m[4])}, true
	}
	if m := postedForm().FindStringSubmatch(text); m != nil {
		return label{kind: "posted", what: m[1], class: m[2], unnamed: m[3] != "", name: m[4], cause: m[5], nth: number(m[6])}, true
	}
	if m := notifierForm().FindStringSubmatch(text); m != nil {
		return label{kind: "notifier", class: m[1], unnamed: m[2] != "", cause: m[2], name: m[3], nth: number(m[4])}, true
	}
	if strings.HasPrefix(text, "input ") {
		return label{kind: "input"}, true
	}
	return l, false
}

// hash is how a label names another one as its cause (hash_of in loopcore/src/label.c).
func hash(text string) string {
	const mix = 0x9e3779b97f4a7c15
	b := []byte(text)
	h := uint64(len(b))
	for ; len(b) >= 8; b = b[8:] {
		h = (h ^ binary.LittleEndian.Uint64(b)) * mix
		h ^= h >> 32
	}
	var last [8]byte
	copy(last[:], b)
	h = (h ^ binary.LittleEndian.Uint64(last[:])) * mix
	h ^= h >> 32
	if h == 0 {
		h = 1
	}
	return fmt.Sprintf("%016x", h)
}
