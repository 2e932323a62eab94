package trace

// stringIDs are the strings that a writer has defined lately, with their numbers. It
// remembers two generations of them: what is in neither is defined once more. So a trace
// in which each event has a string of its own takes no memory for them.
type stringIDs struct {
	young, old map[string]uint64
	last       uint64 // number given
}

// mostYoung is how many strings make a generation; more than one operation has.
const mostYoung = 1 << 16

// find returns the number of a string, 0 for one that has to be defined, and for "".
func (d *stringIDs) find(s string) uint64 {
	if id, ok := d.young[s]; ok || s == "" {
		return id
	}
	id, ok := d.old[s]
	if ok {
		d.keep(s, id)
	}
	return id
}

// add gives a string the next number.
func (d *stringIDs) add(s string) uint64 {
	d.last++
	d.keep(s, d.last)
	return d.last
}

func (d *stringIDs) keep(s string, id uint64) {
	if d.young == nil || len(d.young) == mostYoung {
		d.young, d.old = map[string]uint64{}, d.young
	}
	d.young[s] = id
}
