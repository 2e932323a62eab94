package selftest

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/needs"
	"sparseracer/internal/steering"
)

// built is the folder of the libraries and the test program.
const built = "../../lib"

func installed(t *testing.T) []Qt {
	t.Helper()
	qts := Installed()
	needs.Have(t, "a Qt", len(qts) > 0)
	return qts
}

// TestEachQt: everything is seen of each Qt that is installed.
func TestEachQt(t *testing.T) {
	for _, q := range installed(t) {
		r, err := Test(t.Context(), nil, absolute(t), q)
		if err != nil || r.Failed != "" || len(r.Unseen) > 0 || r.Windows == "" || r.Facts < 30 {
			t.Errorf("%s: %+v, %v", q.Core, r, err)
		}
	}
}

func absolute(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(built)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestEachSabotaged: whichever hook sees nothing is named, though it is in place; and no
// other one but those that cannot see without it.
func TestEachSabotaged(t *testing.T) {
	dispatchers := []string{"QEventDispatcherUNIX", "QEventDispatcherGlib"}
	for _, q := range installed(t) {
		var hooks []string
		steered := map[string]bool{}
		for _, f := range facts {
			steered[f.hook] = f.says != ""
			for _, d := range dispatchers {
				if h := strings.ReplaceAll(f.hook, "DISPATCHER", d); !slices.Contains(hooks, h) && !strings.Contains(h, "QDeadlineTimer") {
					hooks = append(hooks, h)
				}
			}
		}
		for _, hook := range hooks {
			t.Run(q.Major()+" "+hook, func(t *testing.T) {
				t.Parallel()
				for _, one := range strings.Split(strings.Replace(hook, " and ", ",QTimerInfoList::", 1), ",") {
					env := []string{steering.EnvironmentOptions + "=" + steering.Option(steering.OptionSabotage, one)}
					r, err := run(t.Context(), env, absolute(t), q, func(t *test) error {
						if steered[hook] {
							return t.steered()
						}
						if err := t.probe(); err != nil {
							return err
						}
						return t.driven()
					})
					if err != nil || r.Failed != "" {
						t.Fatalf("%s: %+v, %v", one, r, err)
					}
					if !slices.ContainsFunc(r.Unseen, func(u Unseen) bool { return u.Hook == hook }) {
						t.Errorf("%s was not missed: %+v", one, r.Unseen)
					}
				}
			})
		}
	}
}

// TestKept: a result is kept by the libraries it is of, and never one that is sabotaged.
func TestKept(t *testing.T) {
	q := installed(t)[0]
	env := []string{"XDG_CACHE_HOME=" + t.TempDir()}
	path := kept(env, absolute(t), q)
	if path == "" || read(path) != nil {
		t.Fatalf("%q", path)
	}
	keep(path, &Result{CoreID: "1", Windows: "8,24", Unseen: []Unseen{{Hook: "a::b"}}})
	if r := read(path); r == nil || r.Windows != "8,24" || Options([]*Result{r}) != "qt_unseen='1,a::b'" {
		t.Errorf("%+v", r)
	}
	other := append(env, steering.EnvironmentOptions+"="+steering.Option(steering.OptionSabotage, "QEventLoop::exit"))
	if p := kept(other, absolute(t), q); p != "" {
		t.Errorf("kept in %s", p)
	}
	if p := kept(nil, absolute(t), q); p != "" {
		t.Errorf("without a folder kept in %s", p)
	}
	if r := (Result{CoreID: "1", GuiID: "2", Windows: "8,24"}); Options([]*Result{&r}) != "qt_windows='2,8,24'" {
		t.Errorf("%s", Options([]*Result{&r}))
	}
}

// TestFails: a Qt that cannot be loaded is no Qt that sees all.
func TestFails(t *testing.T) {
	r, err := Test(context.Background(), nil, absolute(t), Qt{Core: "/nowhere/libQt6Core.so.6"})
	if err != nil || r.Failed == "" {
		t.Errorf("%+v, %v", r, err)
	}
}
