// Package selftest finds out what our hooks see of an event loop's library that is
// installed: a small program does known things under the recorder, and what was recorded
// is compared with what must be there. A hook that sees nothing is missing, whatever the
// library's symbols say. It also finds out where a Qt keeps what the hooks read. Results
// are kept by the build-ids of the libraries and of ours.
package selftest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sparseracer/internal/install"
	"sparseracer/internal/steering"
	"sparseracer/internal/symbols"
	"sparseracer/internal/system"
)

// Qt is one that is installed, by the paths of its libraries; Gui may be "".
type Qt struct {
	Core, Gui string
}

// Unseen is something that the hooks do not see.
type Unseen struct {
	Hook   string `json:"hook"`   // as `qt status` names it
	What   string `json:"what"`   // that happened, and was not recorded as it must be
	Takes  string `json:"takes"`  // what an analysis lacks for it
	Steers bool   `json:"steers"` // no run can be steered without it
}

// Result is what is known of a Qt.
type Result struct {
	Qt      Qt       `json:"-"`
	CoreID  string   `json:"core"` // build-ids
	GuiID   string   `json:"gui"`
	Windows string   `json:"windows"` // where window-system events have what: steering.OptionWindows
	Facts   int      `json:"facts"`   // that were looked at
	Unseen  []Unseen `json:"unseen"`
	Failed  string   `json:"failed"` // why nothing could be found out, "" = it could
}

// Program is the test program, beside the libraries.
const Program = "sparse-qt-test"

// limit is for one run of the test program, which takes some hundredths of a second.
const limit = 60 * time.Second

// Major is the version in the name of the library.
func (q Qt) Major() string {
	_, version, _ := strings.Cut(filepath.Base(q.Core), ".so.")
	major, _, _ := strings.Cut(version, ".")
	return major
}

// Installed are the Qts in the system's folders.
func Installed() []Qt {
	var out []Qt
	for _, major := range []int{5, 6} {
		if core := install.FindLibrary(fmt.Sprintf("libQt%dCore.so.%d", major, major)); core != "" {
			out = append(out, Qt{core, install.FindLibrary(fmt.Sprintf("libQt%dGui.so.%d", major, major))})
		}
	}
	return out
}

// Linked is the Qt that a program is linked with, as the dynamic linker finds it; the
// program itself does not run. False: with none, or nobody can say.
func Linked(ctx context.Context, env []string, exe string) (Qt, bool) {
	libraries, err := install.LinkedLibraries(ctx, env, exe)
	if err != nil {
		return Qt{}, false
	}
	for _, major := range []int{5, 6} {
		if core := libraries[fmt.Sprintf("libQt%dCore.so.%d", major, major)]; core != "" {
			gui := libraries[fmt.Sprintf("libQt%dGui.so.%d", major, major)]
			if gui == "" { // it may be loaded by a plugin
				gui = beside(core, fmt.Sprintf("libQt%dGui.so.%d", major, major))
			}
			return Qt{core, gui}, true
		}
	}
	return Qt{}, false
}

func beside(path, name string) string {
	if p := filepath.Join(filepath.Dir(path), name); install.FileExists(p) {
		return p
	}
	return ""
}

// EventType is what the trace has for each hook that is missing: an event that is never
// delivered, whose name is the hook's.
const EventType = "Unseen"

// Ask gives what is known of a Qt, from an earlier test if nothing has changed since.
func Ask(ctx context.Context, env []string, q Qt) (*Result, error) {
	dir, done, err := install.PreloadDir()
	if err != nil {
		return nil, err
	}
	defer done()
	path := kept(env, dir, q)
	if r := read(path); r != nil {
		r.Qt = q
		return r, nil
	}
	r, err := Test(ctx, env, dir, q)
	if err == nil && r.Failed == "" {
		keep(path, r)
	}
	return r, err
}

// Known is that without a test: nil if there was none.
func Known(env []string, q Qt) *Result {
	dir, err := install.LibraryDir()
	if err != nil {
		return nil
	}
	r := read(kept(env, dir, q))
	if r != nil {
		r.Qt = q
	}
	return r
}

// kept is where a result stands, "" if it cannot be kept: without a folder, or a build-id.
func kept(env []string, dir string, q Qt) string {
	cache, err := install.Cache(env)
	core := symbols.BuildIDOf(q.Core)
	if err != nil || core == "" || sabotage(env) != "" {
		return ""
	}
	h := sha256.New()
	for _, lib := range []string{system.RecorderLibrary, system.HooksLibrary, Program, inputLibrary(q)} {
		fmt.Fprintln(h, lib, symbols.BuildIDOf(filepath.Join(dir, lib)))
	}
	fmt.Fprintln(h, core, symbols.BuildIDOf(q.Gui), factsVersion())
	return filepath.Join(cache, "selftest", hex.EncodeToString(h.Sum(nil)[:16])+".json")
}

// sabotage is the hook that a test has made blind.
func sabotage(env []string) string {
	_, rest, found := strings.Cut(install.Getenv(env, steering.EnvironmentOptions), steering.OptionSabotage+"=")
	if !found || rest == "" || !strings.Contains("'\"", rest[:1]) {
		return ""
	}
	name, _, _ := strings.Cut(rest[1:], rest[:1])
	return name
}

func inputLibrary(q Qt) string { return "libsparseinput" + q.Major() + ".so" }

func read(path string) *Result {
	data, err := os.ReadFile(path)
	if path == "" || err != nil {
		return nil
	}
	r := &Result{}
	if json.Unmarshal(data, r) != nil {
		return nil
	}
	return r
}

// keep writes a result whole, or not at all: it can be found out again.
func keep(path string, r *Result) {
	data, err := json.Marshal(r)
	if path == "" || err != nil || os.MkdirAll(filepath.Dir(path), 0o755) != nil {
		return
	}
	f, err := os.CreateTemp(filepath.Dir(path), "new-")
	if err != nil {
		return
	}
	_, err = f.Write(data)
	if err = firstOf(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// Options are what the libraries in a program are to know of the Qts it may load.
func Options(results []*Result) string {
	var windows, unseen []string
	for _, r := range results {
		if r.GuiID != "" && r.Windows != "" {
			windows = append(windows, r.GuiID+","+r.Windows)
		}
		if r.CoreID != "" && len(r.Unseen) > 0 {
			names := []string{r.CoreID}
			for _, u := range r.Unseen {
				names = append(names, u.Hook)
			}
			unseen = append(unseen, strings.Join(names, ","))
		}
	}
	var options []string
	if len(windows) > 0 {
		options = append(options, steering.Option(steering.OptionWindows, strings.Join(windows, "+")))
	}
	if len(unseen) > 0 {
		options = append(options, steering.Option(steering.OptionUnseen, strings.Join(unseen, "+")))
	}
	return strings.Join(options, ":")
}

// Means is what the lack of a hook takes from an analysis, by its name; of one that this
// version does not know, too.
func Means(hook string) Unseen {
	if i := slices.IndexFunc(facts, func(f fact) bool { return f.hook == hook }); i >= 0 {
		return Unseen{Hook: hook, What: facts[i].what, Takes: facts[i].takes, Steers: facts[i].steers}
	}
	return Unseen{Hook: hook, Takes: "what it records", Steers: true}
}
