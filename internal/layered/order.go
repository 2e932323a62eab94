package layered

import (
	"cmp"
	"slices"
	"sort"
)

// passes is how often the layers are sorted, downward and upward in turn: more
// hardly ever saves a crossing.
const passes = 16

// order sorts the layers for few crossings.
func (d *drawing) order() {
	best, fewest := d.copyLayers(), d.crossings()
	for pass := 0; pass < passes && fewest > 0; pass++ {
		if pass%2 == 0 {
			for l := 1; l < len(d.layers); l++ {
				d.sortBy(l, func(n *node) []int { return n.up })
			}
		} else {
			for l := len(d.layers) - 2; l >= 0; l-- {
				d.sortBy(l, func(n *node) []int { return n.down })
			}
		}
		if c := d.crossings(); c < fewest {
			best, fewest = d.copyLayers(), c
		}
	}
	d.layers = best
}

func (d *drawing) copyLayers() [][]int {
	out := make([][]int, len(d.layers))
	for l := range d.layers {
		out[l] = slices.Clone(d.layers[l])
	}
	return out
}

// sortBy sorts a layer by the mean place of each node's neighbours; a node
// without any keeps its own.
func (d *drawing) sortBy(l int, neighbours func(*node) []int) {
	place := d.places()
	mean := make(map[int]float64, len(d.layers[l]))
	for _, i := range d.layers[l] {
		near := neighbours(&d.nodes[i])
		mean[i] = float64(place[i])
		if len(near) > 0 {
			sum := 0
			for _, j := range near {
				sum += place[j]
			}
			mean[i] = float64(sum) / float64(len(near))
		}
	}
	slices.SortStableFunc(d.layers[l], func(i, j int) int { return cmp.Compare(mean[i], mean[j]) })
}

// places is where every node stands in its layer.
func (d *drawing) places() []int {
	place := make([]int, len(d.nodes))
	for _, layer := range d.layers {
		for k, i := range layer {
			place[i] = k
		}
	}
	return place
}

// crossings counts those between neighbouring layers: pairs of arrows that stand
// the other way round below than above.
func (d *drawing) crossings() int {
	place, total := d.places(), 0
	for l := 0; l+1 < len(d.layers); l++ {
		tree := make([]int, len(d.layers[l+1])+1) // a Fenwick tree of the lower ends
		seen := 0
		for _, i := range d.layers[l] {
			ends := make([]int, 0, len(d.nodes[i].down))
			for _, j := range d.nodes[i].down {
				ends = append(ends, place[j])
			}
			sort.Ints(ends)
			for _, e := range ends {
				total += seen
				for k := e + 1; k > 0; k -= k & -k {
					total -= tree[k]
				}
			}
			for _, e := range ends {
				for k := e + 1; k < len(tree); k += k & -k {
					tree[k]++
				}
			}
			seen += len(ends)
		}
	}
	return total
}

// align finds x for every node.
func (d *drawing) align() {
	for _, layer := range d.layers {
		x := 0.0
		for k, i := range layer {
			if k > 0 {
				x += d.apart(layer[k-1], i)
			}
			d.nodes[i].x = x
		}
	}
	for pass := range passes {
		if pass%2 == 0 {
			for l := 1; l < len(d.layers); l++ {
				d.pull(l, func(n *node) []int { return n.up })
			}
		} else {
			for l := len(d.layers) - 2; l >= 0; l-- {
				d.pull(l, func(n *node) []int { return n.down })
			}
		}
	}
	for l := range d.layers { // at last by both sides
		d.pull(l, func(n *node) []int { return slices.Concat(n.up, n.down) })
	}
}

// apart is how far the middles of two neighbours have to be.
func (d *drawing) apart(i, j int) float64 {
	return (d.nodes[i].size.Width+d.nodes[j].size.Width)/2 + d.gaps.Side
}

// run is a stretch of neighbours that stand as close as they may; offset is
// where its first node wants to be, on the mean over all of them.
type run struct {
	first, end int
	offset     float64
}

// pull moves a layer's nodes toward their neighbours', in order, in the least
// squares' sense: runs that would overlap are joined and share their offset
// (the pool-adjacent-violators algorithm of isotonic regression).
func (d *drawing) pull(l int, neighbours func(*node) []int) {
	layer := d.layers[l]
	shift := make([]float64, len(layer)) // where a node stands if all to its left is close
	var runs []run
	for k, i := range layer {
		if k > 0 {
			shift[k] = shift[k-1] + d.apart(layer[k-1], i)
		}
		want := d.nodes[i].x
		if near := neighbours(&d.nodes[i]); len(near) > 0 {
			want = 0
			for _, j := range near {
				want += d.nodes[j].x
			}
			want /= float64(len(near))
		}
		runs = append(runs, run{k, k + 1, want - shift[k]})
		for n := len(runs); n > 1 && runs[n-2].offset > runs[n-1].offset; n = len(runs) {
			a, b := runs[n-2], runs[n-1]
			wa, wb := float64(a.end-a.first), float64(b.end-b.first)
			runs = append(runs[:n-2], run{a.first, b.end, (a.offset*wa + b.offset*wb) / (wa + wb)})
		}
	}
	for _, r := range runs {
		for k := r.first; k < r.end; k++ {
			d.nodes[layer[k]].x = r.offset + shift[k]
		}
	}
}
