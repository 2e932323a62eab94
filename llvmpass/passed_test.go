package llvmpass

import (
	"slices"
	"testing"
)

func TestPassedBy(t *testing.T) {
	const n, this, r, val, v, p = notPassed, asThis, byReference, byValueReference, byVariableReference, byPointer
	cases := []struct {
		name, args string
		want       []passing
	}{
		{"_ZN11QScrollArea19ensureWidgetVisibleEP7QWidgetii", "o p 32 32", []passing{this, p, n, n}},
		{"_ZN7QWidget14setWindowTitleERK7QString", "o o", []passing{this, val}},
		{"_ZNK11QListWidget6itemAtERK6QPoint", "o o", []passing{this, val}},
		{"_ZNK11QListWidget13itemFromIndexERK11QModelIndex", "o o", []passing{this, r}}, // has a pointer of the model's
		{"_ZN11QListWidget4moveER6QPoint", "o o", []passing{this, v}},
		{"_ZN11QListWidget4moveERKN3App6QPointE", "o o", []passing{this, r}},
		{"_ZN7QWidgetC1EPS_6QFlagsIN2Qt10WindowTypeEE", "o p 32", []passing{n, p, n}},
		{"_ZN7QObjectD1Ev", "o", []passing{this}},
		{"_ZN7QWidget11setTabOrderEPS_S0_", "p p", []passing{p, p}},
		{"_ZlsR7QStreamRK7QString", "o o", []passing{v, val}},
		{"_ZN4File4swapEOS_", "o o", []passing{this, v}},
		{"_ZNK7QString3argERKS_i5QChar", "r o o 32 16", []passing{n, this, val, n, n}},
		{"_ZN4File5writeEPKcl", "o p 64", []passing{this, n, n}},
		{"_ZN4File5printE4RectP4Item", "o 64 64 p", []passing{this, n, n, p}},
		{"_ZN4File5printE3BigP4Item", "o b p", []passing{this, n, p}},
		{"_ZN4File3addIP4ItemEEvT_", "o p", []passing{this, p}},
		{"_ZN4File6eachOfEPFvP4ItemEPPS1_", "o p p", []passing{this, n, n}},
		{"_ZN4FiledlEPv", "p", []passing{n}},
		{"_ZdlPv", "p", []passing{n}},
		{"free", "p", []passing{n}},
	}
	for _, c := range cases {
		if got := passedBy(c.name, arguments(t, c.args)); !slices.Equal(got, c.want) {
			t.Errorf("%s(%s): %v, expected %v", c.name, c.args, got, c.want)
		}
	}
}

func TestRegisterOf(t *testing.T) {
	for _, c := range []struct {
		args    string
		k, want int
	}{{"o p 32", 1, 1}, {"o d p", 2, 1}, {"o b p", 2, 1}, {"r o p", 2, 2}, {"o x p", 2, -1}, {"p p p p p p p", 6, -1}, {"p p p p p p", 5, 5}} {
		if got := registerOf(arguments(t, c.args), c.k); got != c.want {
			t.Errorf("%s: argument %d goes in %d, expected %d", c.args, c.k, got, c.want)
		}
	}
}
