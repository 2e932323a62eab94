package layered

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// boxes of one size, for small cases.
func boxes(n int) []Size {
	out := make([]Size, n)
	for i := range out {
		out[i] = Size{100, 40}
	}
	return out
}

var gaps = Gaps{Side: 20, Layer: 30}

// check holds a drawing to what the package promises.
func check(t interface {
	Helper()
	Fatalf(string, ...any)
}, g Graph, d Drawing, cyclic bool) {
	t.Helper()
	for i := range g.Boxes {
		p, s := d.Boxes[i], g.Boxes[i]
		if p.X-s.Width/2 < -1e-6 || p.X+s.Width/2 > d.Width+1e-6 || p.Y-s.Height/2 < -1e-6 || p.Y+s.Height/2 > d.Height+1e-6 {
			t.Fatalf("box %d at %v leaves the drawing of %v by %v", i, p, d.Width, d.Height)
		}
		for j := range i {
			q, r := d.Boxes[j], g.Boxes[j]
			if math.Abs(p.X-q.X) < (s.Width+r.Width)/2-1e-6 && math.Abs(p.Y-q.Y) < (s.Height+r.Height)/2-1e-6 {
				t.Fatalf("boxes %d at %v and %d at %v overlap", i, p, j, q)
			}
		}
	}
	for i, a := range g.Arrows {
		line := d.Arrows[i]
		if a[0] == a[1] {
			continue
		}
		if len(line) < 2 {
			t.Fatalf("arrow %d has %d points", i, len(line))
		}
		if !cyclic && d.Boxes[a[0]].Y >= d.Boxes[a[1]].Y {
			t.Fatalf("arrow %d does not point down", i)
		}
		if line[0].X != d.Boxes[a[0]].X || line[len(line)-1].X != d.Boxes[a[1]].X {
			t.Fatalf("arrow %d does not join its boxes", i)
		}
	}
}

func TestDiamond(t *testing.T) {
	g := Graph{Boxes: boxes(4), Arrows: [][2]int{{0, 1}, {0, 2}, {1, 3}, {2, 3}}}
	d := Layout(g, gaps)
	check(t, g, d, false)
	if d.Height != 3*40+2*30 || d.Width != 220 {
		t.Errorf("%v by %v, expected 220 by 180", d.Width, d.Height)
	}
	if d.Boxes[0].X != 110 || d.Boxes[3].X != 110 {
		t.Errorf("the ends of the diamond are not in the middle: %v", d.Boxes)
	}
}

// A long arrow passes the layers between beside the boxes there.
func TestLongArrowKeepsClear(t *testing.T) {
	g := Graph{Boxes: boxes(4), Arrows: [][2]int{{0, 1}, {1, 2}, {2, 3}, {0, 3}}}
	d := Layout(g, gaps)
	check(t, g, d, false)
	for _, p := range d.Arrows[3][1 : len(d.Arrows[3])-1] {
		for _, b := range []int{1, 2} {
			if q := d.Boxes[b]; math.Abs(p.X-q.X) < 50 && math.Abs(p.Y-q.Y) <= 20 {
				t.Errorf("the bend %v lies in box %d at %v", p, b, q)
			}
		}
	}
}

func TestCrossingsAreTakenOut(t *testing.T) {
	g := Graph{Boxes: boxes(6), Arrows: [][2]int{{0, 5}, {1, 4}, {2, 3}}}
	d := Layout(g, gaps)
	check(t, g, d, false)
	for i, a := range g.Arrows {
		if d.Boxes[a[0]].X != d.Boxes[a[1]].X {
			t.Errorf("arrow %d is not straight: %v", i, d.Arrows[i])
		}
	}
}

func TestCyclesAndLoopsAreDrawn(t *testing.T) {
	g := Graph{Boxes: boxes(3), Arrows: [][2]int{{0, 1}, {1, 2}, {2, 0}, {1, 1}}}
	d := Layout(g, gaps)
	check(t, g, d, true)
	if first, last := d.Arrows[2][0], d.Arrows[2][len(d.Arrows[2])-1]; first.Y < last.Y {
		t.Errorf("the arrow back goes from %v to %v", first, last)
	}
}

func TestEmptyGraph(t *testing.T) {
	if d := Layout(Graph{}, gaps); d.Width != 0 || d.Height != 0 {
		t.Errorf("%+v", d)
	}
}

func TestRandomGraphs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "boxes")
		g := Graph{}
		for range n {
			g.Boxes = append(g.Boxes, Size{rapid.Float64Range(10, 200).Draw(t, "width"), rapid.Float64Range(10, 60).Draw(t, "height")})
		}
		cyclic := rapid.Bool().Draw(t, "cyclic")
		for range rapid.IntRange(0, 3*n).Draw(t, "arrows") {
			a, b := rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, n-1).Draw(t, "to")
			if a > b && !cyclic {
				a, b = b, a
			}
			g.Arrows = append(g.Arrows, [2]int{a, b})
		}
		check(t, g, Layout(g, gaps), cyclic)
	})
}

func BenchmarkLayout200(b *testing.B) {
	g := Graph{Boxes: boxes(200)}
	for i := range 400 {
		g.Arrows = append(g.Arrows, [2]int{i % 100, 100 + (i*37)%100})
	}
	for b.Loop() {
		Layout(g, gaps)
	}
}
