// Package layered lays a directed graph out in layers, after Sugiyama, Tagawa and
// Toda (Methods for Visual Understanding of Hierarchical System Structures, 1981):
// every arrow points down, crossings are few, long arrows bend around boxes.
//
// The rules it keeps:
//   - The same graph gives the same drawing.
//   - Boxes do not overlap, and no arrow runs through one.
//   - An arrow that closes a cycle is drawn upward; nothing is left out.
package layered

import "slices"

// Graph is boxes and arrows between them, by the boxes' numbers.
type Graph struct {
	Boxes  []Size
	Arrows [][2]int
}

// Size of a box, in whatever unit the drawing is wanted.
type Size struct{ Width, Height float64 }

// Point of a drawing; y grows downward.
type Point struct{ X, Y float64 }

// Gaps between neighbours of a layer, and between layers.
type Gaps struct{ Side, Layer float64 }

// Drawing has the middle of every box, the bends of every arrow from the lower
// edge of its first box to the upper edge of its second, and its own size.
type Drawing struct {
	Boxes         []Point
	Arrows        [][]Point
	Width, Height float64
}

// node is a box, or a bend of an arrow that passes a layer.
type node struct {
	box      int // -1: a bend
	layer    int
	size     Size
	x        float64 // middle
	up, down []int
}

type drawing struct {
	nodes  []node
	layers [][]int
	paths  [][]int // by arrow: the nodes it goes through; nil for one that joins a box to itself
	turned []bool  // by arrow: it closes a cycle
	gaps   Gaps
}

// Layout works in four steps:
//  1. Arrows that close a cycle are turned around (depth-first search).
//  2. A box's layer is one below its lowest predecessor; then boxes that only
//     begin arrows sink to the layer above their uppermost successor. An arrow
//     over several layers gets a bend in each.
//  3. Layers are sorted by the mean place of their neighbours, downward and
//     upward in turn; the order with the fewest crossings stays.
//  4. x: each node wants to stand in the middle of its neighbours, and gets as
//     near as its own ones to the left and right allow.
//
// It takes O(passes · (n log n + crossings counted)), n with the bends.
func Layout(g Graph, gaps Gaps) Drawing {
	d := &drawing{gaps: gaps, paths: make([][]int, len(g.Arrows)), turned: backward(g)}
	d.place(g)
	d.bend(g)
	d.order()
	d.align()
	return d.result(g)
}

// backward marks the arrows that lead to a box on the way to their own.
func backward(g Graph) []bool {
	turned := make([]bool, len(g.Arrows))
	from := make([][]int, len(g.Boxes))
	for i, a := range g.Arrows {
		from[a[0]] = append(from[a[0]], i)
	}
	const onTheWay, done = 1, 2
	state := make([]uint8, len(g.Boxes))
	var visit func(int)
	visit = func(b int) {
		state[b] = onTheWay
		for _, i := range from[b] {
			switch to := g.Arrows[i][1]; state[to] {
			case onTheWay:
				turned[i] = true
			case 0:
				visit(to)
			}
		}
		state[b] = done
	}
	for b := range g.Boxes {
		if state[b] == 0 {
			visit(b)
		}
	}
	return turned
}

// ends of an arrow, the upper one first.
func (d *drawing) ends(g Graph, arrow int) (int, int) {
	a := g.Arrows[arrow]
	if d.turned[arrow] {
		return a[1], a[0]
	}
	return a[0], a[1]
}

// place gives every box its layer, by the longest way to it.
func (d *drawing) place(g Graph) {
	n := len(g.Boxes)
	down, waits := make([][]int, n), make([]int, n)
	for i := range g.Arrows {
		if u, v := d.ends(g, i); u != v {
			down[u] = append(down[u], v)
			waits[v]++
		}
	}
	d.nodes = make([]node, n)
	var sorted []int
	for b := range n {
		d.nodes[b] = node{box: b, size: g.Boxes[b]}
		if waits[b] == 0 {
			sorted = append(sorted, b)
		}
	}
	starts := len(sorted)
	for i := 0; i < len(sorted); i++ {
		for _, v := range down[sorted[i]] {
			d.nodes[v].layer = max(d.nodes[v].layer, d.nodes[sorted[i]].layer+1)
			if waits[v]--; waits[v] == 0 {
				sorted = append(sorted, v)
			}
		}
	}
	for _, b := range sorted[:starts] {
		if len(down[b]) > 0 {
			least := slices.MinFunc(down[b], func(x, y int) int { return d.nodes[x].layer - d.nodes[y].layer })
			d.nodes[b].layer = d.nodes[least].layer - 1
		}
	}
}

// bend puts the nodes into layers, in the order in which a search from the first
// box meets them, and a bend wherever an arrow passes a layer.
func (d *drawing) bend(g Graph) {
	for i := range g.Arrows {
		u, v := d.ends(g, i)
		if u == v {
			continue
		}
		path := []int{u}
		for l := d.nodes[u].layer + 1; l < d.nodes[v].layer; l++ {
			d.nodes = append(d.nodes, node{box: -1, layer: l})
			path = append(path, len(d.nodes)-1)
		}
		path = append(path, v)
		for k := 1; k < len(path); k++ {
			d.nodes[path[k-1]].down = append(d.nodes[path[k-1]].down, path[k])
			d.nodes[path[k]].up = append(d.nodes[path[k]].up, path[k-1])
		}
		d.paths[i] = path
	}
	for i := range d.nodes {
		for d.nodes[i].layer >= len(d.layers) {
			d.layers = append(d.layers, nil)
		}
	}
	seen := make([]bool, len(d.nodes))
	var visit func(int)
	visit = func(i int) {
		if seen[i] {
			return
		}
		seen[i] = true
		d.layers[d.nodes[i].layer] = append(d.layers[d.nodes[i].layer], i)
		for _, j := range d.nodes[i].down {
			visit(j)
		}
	}
	for i := range d.nodes {
		visit(i)
	}
}

// result is the drawing as the caller sees it.
func (d *drawing) result(g Graph) Drawing {
	out := Drawing{Boxes: make([]Point, len(g.Boxes)), Arrows: make([][]Point, len(g.Arrows))}
	left := 0.0
	for i := range d.nodes {
		left = min(left, d.nodes[i].x-d.nodes[i].size.Width/2)
	}
	top, height := make([]float64, len(d.layers)), make([]float64, len(d.layers))
	for l, layer := range d.layers {
		for _, i := range layer {
			height[l] = max(height[l], d.nodes[i].size.Height)
		}
		top[l] = out.Height
		out.Height += height[l] + d.gaps.Layer
	}
	out.Height = max(out.Height-d.gaps.Layer, 0)
	at := func(i int) Point {
		n := &d.nodes[i]
		return Point{n.x - left, top[n.layer] + height[n.layer]/2}
	}
	for i := range d.nodes {
		p, n := at(i), &d.nodes[i]
		out.Width = max(out.Width, p.X+n.size.Width/2)
		if n.box >= 0 {
			out.Boxes[n.box] = p
		}
	}
	for a, path := range d.paths {
		out.Arrows[a] = d.line(path, top, height, at)
		if d.turned[a] {
			slices.Reverse(out.Arrows[a])
		}
	}
	return out
}

// line leads from box to box; where it passes a layer it runs straight down, so
// that it keeps clear of the boxes there.
func (d *drawing) line(path []int, top, height []float64, at func(int) Point) []Point {
	var out []Point
	for k, i := range path {
		p, n := at(i), &d.nodes[i]
		upper, lower := p.Y-n.size.Height/2, p.Y+n.size.Height/2
		if n.box < 0 {
			upper, lower = top[n.layer], top[n.layer]+height[n.layer]
		}
		if k > 0 {
			out = append(out, Point{p.X, upper})
		}
		if k < len(path)-1 {
			out = append(out, Point{p.X, lower})
		}
	}
	return out
}
