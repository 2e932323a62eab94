package selftest

import (
	"context"
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/needs"
	"sparseracer/internal/steering"
)

// built is the folder of the libraries and the test programs.
const built = "../../lib"

// installed are the libraries that are there, at least one of each family.
func installed(t *testing.T) []Library {
	t.Helper()
	for _, f := range Families {
		needs.Have(t, f.Name, len(Installed(f)) > 0)
	}
	return Installed()
}

// TestEachLibrary: everything is seen of each library that is installed.
func TestEachLibrary(t *testing.T) {
	least := map[*Family]int{Qt: 30, GLib: 18, Libuv: 60}
	for _, l := range installed(t) {
		r, err := Test(t.Context(), nil, built, l)
		if err != nil || !r.AllSeen() || r.Facts < least[l.Family] || l.Family == Qt && r.Windows == "" {
			t.Errorf("%s: %+v, %v", l.Core(), r, err)
		}
	}
}

// notPlaced are what facts say to be missing, and is no hook that could be made blind.
var notPlaced = []string{inputFact, heldNotifiers, "names of GTK's loops", "timeouts that are held", "timers that are held"}

// hooksOf are the hooks of a family's facts, without those that not every version has.
func hooksOf(f *Family) []string {
	var hooks []string
	for _, fact := range f.facts() {
		for _, name := range namesOf(fact.hook) {
			if !slices.Contains(hooks, name) && !slices.Contains(notPlaced, fact.hook) && !strings.Contains(name, "QDeadlineTimer") && name != "uv_pipe_connect2" {
				hooks = append(hooks, name)
			}
		}
	}
	return hooks
}

// TestEachSabotaged: whichever hook sees nothing is named, though it is in place; and no
// other one.
func TestEachSabotaged(t *testing.T) {
	for _, l := range installed(t) {
		for _, hook := range hooksOf(l.Family) {
			t.Run(l.Family.Name+l.Major()+" "+hook, func(t *testing.T) {
				t.Parallel()
				for _, one := range parts(hook) {
					env := []string{steering.EnvironmentOptions + "=" + steering.Option(steering.OptionSabotage, one)}
					r, err := run(t.Context(), env, built, l, only(l.Family, hook))
					if err != nil || r.Failed != "" {
						t.Fatalf("%s: %+v, %v", one, r, err)
					}
					if missed := slices.ContainsFunc(r.Unseen, func(u Unseen) bool { return u.Hook == hook }); missed == seenByAnother(t, l, hook) {
						t.Errorf("%s was missed: %v: %+v", one, missed, r.Unseen)
					}
					for _, u := range r.Unseen {
						// Of a loop that is not seen to run, GLib 2.84's dispatches are not handlers.
						if u.Hook != hook && !(hook == loopRun && u.Hook == dispatch) {
							t.Errorf("%s sees nothing, and %s was missed, too", one, u.Hook)
						}
					}
				}
			})
		}
	}
}

// seenByAnother: where a Qt has processEvents with a deadline, the one with an int calls it, and
// its hook sees what that of the other does not.
func seenByAnother(t *testing.T, l Library, hook string) bool {
	t.Helper()
	name, is := strings.CutSuffix(hook, "(int)")
	if !is {
		return false
	}
	f, err := elf.Open(l.Core())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	symbols, err := f.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	class, function, _ := strings.Cut(name, "::")
	begins := fmt.Sprintf("_ZN%d%s%d%sE", len(class), class, len(function), function)
	return slices.ContainsFunc(symbols, func(s elf.Symbol) bool {
		return s.Section != elf.SHN_UNDEF && strings.HasPrefix(s.Name, begins) && strings.HasSuffix(s.Name, "14QDeadlineTimer")
	})
}

// parts are the functions of a hook that is several.
func parts(hook string) []string {
	first, second, both := strings.Cut(hook, " and ")
	if !both {
		return []string{hook}
	}
	if class, _, member := strings.Cut(first, "::"); member {
		second = class + "::" + second
	}
	return []string{first, second}
}

// only is what of a test can miss a hook: runs that follow a schedule take long without it.
func only(f *Family, hook string) func(*test) error {
	if f != Qt {
		return f.run
	}
	if facts := factsOf(hook); facts[0].says != "" {
		return (*test).steered
	}
	return func(t *test) error { return t.each(t.probe, t.driven) }
}

// TestEachHookHasAFact: there is no hook that could see nothing unnoticed. The tables are
// those of the C code.
func TestEachHookHasAFact(t *testing.T) {
	for _, c := range []struct {
		family       *Family
		file, begins string
		name         *regexp.Regexp
	}{
		{Qt, "../../qtpatch/src/hooks.c", "} hooks[] = {", regexp.MustCompile(`(?:ROW|HOOK|OPTION)\((?:CORE|GUI), "([^"]+)"`)},
		{GLib, "../../glibpatch/src/glibhooks.c", "} hooks[] = {", regexp.MustCompile(`HOOK\((?:GLIB|GIO), "([^"]+)"`)},
		{Libuv, "../../uvpatch/src/libuv.h", "#define REAL_FUNCTIONS(F)", regexp.MustCompile(`F\((uv_\w+)\)`)},
	} {
		source, err := os.ReadFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		_, table, _ := strings.Cut(string(source), c.begins)
		found := c.name.FindAllStringSubmatch(table, -1)
		if len(found) < 10 {
			t.Fatalf("%s: the table has %d hooks", c.file, len(found))
		}
		var facts []string
		for _, f := range c.family.facts() {
			for _, name := range namesOf(f.hook) {
				facts = append(facts, parts(name)...)
			}
		}
		for _, m := range found {
			// Of these only steered runs need the third, which the pair future_race of the samples proves. The last
			// spares time: who uses it looks whether it misses anything.
			elsewhere := m[1] == "uv_is_active" || m[1] == "uv_now" || m[1] == "QFutureInterfaceBase::reportFinished" ||
				m[1] == "QShortcutMap::addShortcut"
			if !elsewhere && !slices.Contains(facts, m[1]) {
				t.Errorf("%s: no fact misses %s", c.family.Name, m[1])
			}
		}
	}
}

// TestKept: a result is kept by the libraries it is of, and never one that is sabotaged.
func TestKept(t *testing.T) {
	l := installed(t)[0]
	env := []string{"XDG_CACHE_HOME=" + t.TempDir()}
	path := kept(env, built, l)
	if path == "" || read(path) != nil {
		t.Fatalf("%q", path)
	}
	keep(path, &Result{IDs: []string{"1"}, Windows: "8,24", Unseen: []Unseen{{Hook: "a::b"}}})
	if r := read(path); r == nil || r.Windows != "8,24" || Options([]*Result{r}) != "unseen='1,a::b'" {
		t.Errorf("%+v", r)
	}
	other := append(env, steering.EnvironmentOptions+"="+steering.Option(steering.OptionSabotage, "QEventLoop::exit"))
	if p := kept(other, built, l); p != "" {
		t.Errorf("kept in %s", p)
	}
	if p := kept(nil, built, l); p != "" {
		t.Errorf("without a folder kept in %s", p)
	}
	if r := (Result{IDs: []string{"1", "2"}, Windows: "8,24"}); Options([]*Result{&r}) != "qt_windows='2,8,24'" {
		t.Errorf("%s", Options([]*Result{&r}))
	}
}

// TestFails: a library that cannot be loaded is none that sees all.
func TestFails(t *testing.T) {
	for _, l := range []Library{{Qt, []string{"/nowhere/libQt6Core.so.6", ""}}, {GLib, []string{"/nowhere/libglib-2.0.so.0", "", ""}},
		{Libuv, []string{"/nowhere/libuv.so.1"}}} {
		r, err := Test(context.Background(), nil, built, l)
		if err != nil || !strings.Contains(r.Failed, "/nowhere/") {
			t.Errorf("%+v, %v", r, err)
		}
	}
}

// TestLinked: a program's own libraries are found by the dynamic linker, with what comes
// beside them.
func TestLinked(t *testing.T) {
	installed(t)
	dir, err := filepath.Abs(built)
	if err != nil {
		t.Fatal(err)
	}
	found := Linked(t.Context(), os.Environ(), filepath.Join(dir, "libsparseinput5.so"))
	i := slices.IndexFunc(found, func(l Library) bool { return l.Family == Qt })
	if i < 0 || filepath.Base(found[i].Core()) != "libQt5Core.so.5" || filepath.Base(found[i].File(1)) != "libQt5Gui.so.5" {
		t.Errorf("%+v", found)
	}
	if none := Linked(t.Context(), os.Environ(), "/bin/true"); len(none) > 0 {
		t.Errorf("/bin/true: %+v", none)
	}
}

// TestOnlySteers: what a hook is for decides what its absence takes away.
func TestOnlySteers(t *testing.T) {
	for hook, want := range map[string]bool{
		"QTimerInfoList::updateCurrentTime and timerWait": true, "timeouts that are held": true,
		"QAbstractEventDispatcher::registerTimer": false, "no such hook": false,
	} {
		if got := OnlySteers(hook); got != want {
			t.Errorf("%s: %v", hook, got)
		}
	}
}

// TestRepeated: what one run missed and another saw is seen; what all missed is missing.
func TestRepeated(t *testing.T) {
	a, b := Unseen{Hook: "a"}, Unseen{Hook: "b"}
	for _, c := range []struct {
		runs [][]Unseen
		want []Unseen
		made int
	}{
		{[][]Unseen{nil}, nil, 1},
		{[][]Unseen{{a}, nil}, nil, 2},
		{[][]Unseen{{a, b}, {b}, {a, b}}, []Unseen{b}, 3},
		{[][]Unseen{{a, b}, {a, b}, {b, a}}, []Unseen{a, b}, 3},
	} {
		made := 0
		r, err := repeated(func() (*Result, error) {
			made++
			return &Result{Unseen: slices.Clone(c.runs[made-1])}, nil
		})
		if err != nil || made != c.made || !slices.Equal(r.Unseen, c.want) {
			t.Errorf("%v: %v in %d runs", c.runs, r.Unseen, made)
		}
	}
}
