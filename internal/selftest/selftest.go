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

// Unseen is something that the hooks do not see.
type Unseen struct {
	Hook  string `json:"hook"`  // as `qt status` names it
	What  string `json:"what"`  // that happened, and was not recorded as it must be
	Takes string `json:"takes"` // what an analysis lacks for it
}

// Result is what is known of a library.
type Result struct {
	Library Library  `json:"-"`
	IDs     []string `json:"ids"`     // build-ids of its files
	Windows string   `json:"windows"` // of Qt: where window-system events have what, steering.OptionWindows
	Facts   int      `json:"facts"`   // that were looked at
	Unseen  []Unseen `json:"unseen"`
	Failed  string   `json:"failed"` // why nothing could be found out, "" = it could
}

// AllSeen: the test could be run, and nothing was missed.
func (r *Result) AllSeen() bool { return r.Failed == "" && len(r.Unseen) == 0 }

func (r *Result) id(i int) string {
	if i >= len(r.IDs) {
		return ""
	}
	return r.IDs[i]
}

// limit is for one run of the test program, which takes some hundredths of a second.
const limit = 60 * time.Second

// EventType is what the trace has for each hook that is missing: an event that is never
// delivered, whose name is the hook's.
const EventType = "Unseen"

// Ask gives what is known of a library, from an earlier test if nothing has changed since.
func Ask(ctx context.Context, env []string, l Library) (*Result, error) {
	dir, done, err := install.PreloadDir()
	if err != nil {
		return nil, err
	}
	defer done()
	path := kept(env, dir, l)
	if r := read(path); r != nil {
		r.Library = l
		return r, nil
	}
	r, err := repeated(func() (*Result, error) { return Test(ctx, env, dir, l) })
	if err == nil && r.Failed == "" {
		keep(path, r)
	}
	return r, err
}

// runs is how often something must be missed to be missing.
const runs = 3

// repeated is the result of several tests where one missed something. A hook that was seen once sees; a
// program that was held up for long may miss what a loop does in some milliseconds, and a result is
// kept for good.
func repeated(test func() (*Result, error)) (*Result, error) {
	r, err := test()
	for n := 1; n < runs && err == nil && r.Failed == "" && len(r.Unseen) > 0; n++ {
		var again *Result
		if again, err = test(); err == nil && again.Failed == "" {
			r.Unseen = slices.DeleteFunc(r.Unseen, func(u Unseen) bool { return !slices.Contains(again.Unseen, u) })
		}
	}
	return r, err
}

// kept is where a result stands, "" if it cannot be kept: without a folder, or a build-id.
func kept(env []string, dir string, l Library) string {
	cache, err := install.Cache(env)
	ids := l.ids()
	if err != nil || ids[0] == "" || sabotage(env) != "" {
		return ""
	}
	h := sha256.New()
	ours := []string{system.RecorderLibrary, system.HooksLibrary, l.Family.program}
	if l.Family.helper != nil {
		ours = append(ours, l.Family.helper(l))
	}
	for _, lib := range ours {
		fmt.Fprintln(h, lib, symbols.BuildIDOf(filepath.Join(dir, lib)))
	}
	fmt.Fprintln(h, ids, factsVersion(l.Family.facts()))
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

// Options are what the libraries in a program are to know of what it may load.
func Options(results []*Result) string {
	var windows, unseen []string
	for _, r := range results {
		if gui := r.id(1); gui != "" && r.Windows != "" {
			windows = append(windows, gui+","+r.Windows)
		}
		if core := r.id(0); core != "" && len(r.Unseen) > 0 {
			names := []string{core}
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
	if known := factsOf(hook); len(known) > 0 {
		return Unseen{Hook: hook, What: known[0].what, Takes: known[0].takes}
	}
	return Unseen{Hook: hook, Takes: "what it records"}
}

// OnlySteers says of a hook that recordings do without it: runs that are steered do not.
func OnlySteers(hook string) bool {
	known := factsOf(hook)
	return len(known) > 0 && !slices.ContainsFunc(known, func(f fact) bool { return f.says == "" })
}
