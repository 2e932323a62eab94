package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sparseracer/internal/builds"
)

// pageOf is a page of a farm as a browser gets it.
func pageOf(t *testing.T, address, path string) string {
	t.Helper()
	base, token, _ := strings.Cut(address, "/?token=")
	client := &http.Client{}
	first, err := client.Get(base + "/?token=" + token)
	if err != nil {
		t.Fatal(err)
	}
	first.Body.Close()
	r, err := http.NewRequest("GET", base+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range first.Cookies() {
		r.AddCookie(c)
	}
	a, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	data, err := io.ReadAll(a.Body)
	if err != nil || a.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d, %v\n%s", path, a.StatusCode, err, data)
	}
	return string(data)
}

// TestFarmSearches: explore and probe find on a farm what they find here, in the racy program and not in its twin.
func TestFarmSearches(t *testing.T) {
	t.Parallel()
	tool, dir := built(t, "bin/sparseracer"), t.TempDir()
	built(t, "lib/sparse-farm")
	address := startFarm(t, tool, filepath.Join(dir, "farm"))
	t.Run("explore", func(t *testing.T) { exploredElsewhere(t, tool, dir, address) })
	t.Run("probe", func(t *testing.T) { probedElsewhere(t, tool, dir, address) })
	jobs := pageOf(t, address, "/jobs")
	for _, want := range []string{`>explore</td>`, `>probe</td>`, `>rows</td>`} {
		if !strings.Contains(jobs, want) {
			t.Errorf("%s is not on the page:\n%s", want, jobs)
		}
	}
}

func exploredElsewhere(t *testing.T, tool, dir, address string) {
	exe, mended := instrumented(t, "orders/rows"), instrumented(t, "orders/rows", "-DMENDED")
	kept := filepath.Join(dir, "rows")
	out, stderr, code := command(t, dir, tool, "explore", "--farm", address, "-o", kept, "--", exe)
	if code != exitRaces || !strings.Contains(out, `is   "failed: the end came before the last row"`) || !strings.Contains(out, `posted by thread "end"`) {
		t.Fatalf("code %d\n%s%s", code, out, stderr)
	}
	schedules, err := filepath.Glob(filepath.Join(kept, "run-*.schedule.json"))
	if err != nil || len(schedules) == 0 {
		t.Fatalf("no schedule: %v", err)
	}
	if out, stderr, code := command(t, dir, tool, "replay", schedules[0], "--runs", "2", "--", exe); code != exitRaces {
		t.Errorf("replay: code %d\n%s%s", code, out, stderr)
	}
	if again, _, code := command(t, dir, tool, "explore", "--farm", address, "-o", kept, "--", exe); code != exitRaces || again != out {
		t.Errorf("once more: code %d\n%s\nfirst:\n%s", code, again, out)
	}
	// With a larger bound it goes on, by the recordings that come back.
	for _, c := range []struct {
		exe, in string
		code    int
	}{{exe, kept, exitRaces}, {mended, filepath.Join(dir, "mended"), exitClean}} {
		out, stderr, code = command(t, dir, tool, "explore", "--farm", address, "--bound", "2", "--json", "-o", c.in, "--", c.exe)
		var found struct {
			Depths []struct{ Runs int } `json:"by_depth"`
			Counts struct{ Equal, Different, Pending int }
		}
		if err := json.Unmarshal([]byte(out), &found); err != nil {
			t.Fatalf("%v\n%s%s", err, out, stderr)
		}
		if n := found.Counts; code != c.code || n.Equal == 0 || n.Different > 0 != (c.code == exitRaces) || n.Pending != 0 || len(found.Depths) != 2 || found.Depths[1].Runs < 2 {
			t.Errorf("%s: code %d, %+v\n%s%s", c.in, code, found, out, stderr)
		}
	}
	for says, args := range map[string][]string{
		"is an exploration with --farm":                       {"-o", kept},
		"--farm with --home: that works on this machine only": {"-o", "new", "--farm", address, "--home", dir},
		"--farm with --jobs: that works on this machine only": {"-o", "new", "--farm", address, "-j", "1"},
		"--timeout=2h0m0s with --farm: expected at most 1h":   {"-o", "new", "--farm", address, "--timeout", "2h"},
		"the token is missing":                                {"-o", "new", "--farm", "http://127.0.0.1:1"},
	} {
		args = append(append([]string{"explore"}, args...), "--", exe)
		if out, stderr, code := command(t, dir, tool, args...); code != exitError || !strings.Contains(stderr, says) || out != "" {
			t.Errorf("%v: code %d\n%s%s", args, code, out, stderr)
		}
	}
}

func probedElsewhere(t *testing.T, tool, dir, address string) {
	for _, name := range []string{"close", "process"} {
		session := strings.TrimSuffix(probeSource(name), ".cpp") + ".session"
		for twin := range twins {
			exe, kept := probeBuild(t, name, twin), name+twin
			out, stderr, code := command(t, dir, tool, "probe", "--farm", address, "--play", session, "-o", kept, "--", exe)
			if twin == "_norace" {
				if code != exitClean || strings.Contains(out, "proven") || strings.Contains(out, "failed") || !strings.Contains(out, "events that no session has: ") {
					t.Errorf("the twin of %s ended with %d:\n%s%s", name, code, out, stderr)
				}
				continue
			}
			_, list, there := strings.Cut(out, "\nproven: 1\n")
			if code != exitRaces || !there || !strings.Contains(list, probes[name].event) || !strings.Contains(list, probes[name].use) || strings.Contains(out, "failed once") {
				t.Fatalf("%s ended with %d; %s by %q expected:\n%s%s", name, code, probes[name].use, probes[name].event, out, stderr)
			}
			// The script that it names crashes here, and what is found is what is found here; a race is on the farm's list.
			_, next, _ := strings.Cut(out, "\nnext: sparseracer ")
			again, said, _ := command(t, dir, tool, strings.Fields(next)...)
			if !strings.Contains(again+said, "heap-use-after-free") {
				t.Errorf("%s does not repeat it:\n%s%s", next, again, said)
			}
			local, _, _ := command(t, dir, tool, "probe", "--play", session, "-o", kept+"-here", "-j", "2", "--", exe)
			if found, _, _ := strings.Cut(list, "\n"); !strings.Contains(local, found) {
				t.Errorf("%s is not what is found here:\n%s", found, local)
			}
			if id := regexp.MustCompile(`(?m)^  ([0-9a-f]{12})  `).FindStringSubmatch(list); id != nil {
				awaitPage(t, address, "/", id[1])
			} else if name == "close" {
				t.Errorf("no race is named:\n%s", out)
			}
			// What was tried is not tried again.
			if again, _, _ := command(t, dir, tool, "probe", "--farm", address, "--play", session, "-o", kept, "--", exe); again != out {
				t.Errorf("the second call said:\n%s\nthe first one:\n%s", again, out)
			}
		}
	}
	if out, stderr, code := command(t, dir, tool, "probe", "--farm", address, "-j", "2", "--play", "x", "--", "/bin/true"); code != exitError ||
		!strings.Contains(stderr, "--farm with --jobs: that works on this machine only") || out != "" {
		t.Errorf("code %d: %s%s", code, out, stderr)
	}
}

// awaitPage waits until a text is on a page.
func awaitPage(t *testing.T, address, path, text string) {
	t.Helper()
	awaitFor(t, text, func() bool { return strings.Contains(pageOf(t, address, path), text) })
}

// variant builds viewer_race, or a change of it, with AddressSanitizer.
func variant(t *testing.T, name, source string, change func(string) string) string {
	t.Helper()
	data, err := os.ReadFile("../../samples/" + source + ".cpp")
	if err != nil {
		t.Fatal(err)
	}
	changed := change(string(data))
	path := filepath.Join(t.TempDir(), source+".cpp")
	must(t, os.WriteFile(path, []byte(changed), 0o644))
	args := append([]string{"-std=c++17", "-fPIC", "-g", "-O1", "-fno-omit-frame-pointer", "-fsanitize=address", "-o", "{out}", path}, pkgConfig(t, "Qt5Widgets")...)
	return builds.Program(t, name, built(t, "bin/sparse-c++"), args...)
}

// TestFarmBisect: of builds of a history, the first that crashes by the schedule; a build that does not come to the place is
// named as not known; what cannot be asked is one message.
func TestFarmBisect(t *testing.T) {
	t.Parallel()
	tool, b, dir := built(t, "bin/sparseracer"), buildSamples(t, "5"), t.TempDir()
	built(t, "lib/sparse-farm")
	want := b.expectation(t, "viewer_race")
	address := startFarm(t, tool, filepath.Join(dir, "farm"))
	shift := func(s string) string { return "// Other lines.\n\n" + s }
	clean := variant(t, "viewer_clean", "viewer_norace", shift)
	away := variant(t, "viewer_away", "viewer_race", func(s string) string {
		changed := strings.Replace(s, "QTimer::singleShot(20, viewer, &Viewer::openFile);", "QTimer::singleShot(500, viewer, &QWidget::close);", 1)
		if changed == s {
			t.Fatal("viewer_race is another one")
		}
		return changed
	})
	older, newer := variant(t, "viewer_older", "viewer_race", shift), filepath.Join(b.asan, "viewer_race")
	bisect := func(code int, says []string, args ...string) string {
		t.Helper()
		out, stderr, got := command(t, dir, tool, append([]string{"farm", "bisect", "--farm", address}, args...)...)
		for _, text := range says {
			if got != code || !strings.Contains(out+stderr, text) {
				t.Fatalf("%v: %d\n%s%s\nexpected %d, %s", args, got, out, stderr, code, text)
			}
		}
		return out
	}
	bisect(exitError, []string{"the farm has no race " + want.id}, want.id)
	trace := filepath.Join(dir, "v.srt")
	record := func(path string) {
		if out, stderr, code := command(t, dir, tool, "record", "-o", path, "--", filepath.Join(b.recorded, "viewer_race")); code != 0 {
			t.Fatalf("%d\n%s%s", code, out, stderr)
		}
	}
	record(trace)
	submit := func(path string, args ...string) {
		t.Helper()
		if out, stderr, code := command(t, dir, tool, append([]string{"farm", "submit", path, "--farm", address}, args...)...); code == exitError {
			t.Fatalf("%v: %s%s", args, out, stderr)
		}
	}
	submit(trace)
	bisect(exitError, []string{"was not proven yet"}, want.id)
	submit(trace, "--build", newer, "--commit", "new")
	awaitPage(t, address, "/race/"+want.id, "<span class=\"status confirmed\">")

	bisect(exitRaces, []string{"race " + want.id + ": c3 is the first commit whose build proves it, 3 of 3 runs\n",
		"the last one before it that came to the place, and did not crash: c1\n", "not known, before c3: c2: not reached: ", "4 of 4 commits tried\n"},
		want.id, "c1="+clean, "c2="+away, "c3="+older, "c4="+newer)
	bisect(exitRaces, []string{"new is the first commit", "none before it came to the place without a crash\n", "1 of 3 runs"}[:2], want.id, "a="+away, "new")
	bisect(exitClean, []string{"no commit's build proves it\n", "not known: c2: not reached"}, want.id, "c1="+clean, "c2="+away)
	var answer struct {
		Version       int
		First, Before struct{ Commit string }
		Unknown       []struct{ Commit, Verdict string }
	}
	if err := json.Unmarshal([]byte(bisect(exitRaces, []string{`"version"`}, want.id, "--json", "x="+clean, "y="+clean, "z="+older)), &answer); err != nil ||
		answer.First.Commit != "z" || answer.Before.Commit != "y" || len(answer.Unknown) != 0 {
		t.Errorf("%+v, %v", answer, err)
	}
	// Without commits: those of which recordings came with builds, in that order.
	bisect(exitError, []string{"1 commits of viewer_race have builds, expected 2"}, want.id)
	for says, args := range map[string][]string{
		"no build of viewer_race was submitted with the commit none": {want.id, "none", "new"},
		"the commit c1 is given twice":                               {want.id, "c1=" + clean, "c1=" + newer},
		"c1: nowhere: no such file or directory":                     {want.id, "c1=nowhere", "new"},
		"--runs=0: expected 1 to 100":                                {want.id, "new", "--runs", "0"},
		"expected a race, by its ID":                                 {},
	} {
		bisect(exitError, []string{says}, args...)
	}
	if page := pageOf(t, address, "/race/"+want.id); !strings.Contains(page, "The commit that brought it") || !strings.Contains(page, "<code>c3</code>, 3 of 3 runs") || !strings.Contains(page, "<code>c2</code>: not reached") ||
		!strings.Contains(page, `class="status confirmed"`) {
		t.Errorf("the race's page:\n%s", page)
	}
}
