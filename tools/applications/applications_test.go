// Package applications holds what tools/real knows of each application. Its test
// reads the recipes as a person would before running one: nothing is fetched.
package applications

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const sessions = "../../samples/session"

// Each application has its packages and its session, and each step of the session is
// one that the player's head names.
func TestRecipesAreComplete(t *testing.T) {
	recipes, err := filepath.Glob("*.recipe")
	if err != nil || len(recipes) == 0 {
		t.Fatalf("no recipes: %v", err)
	}
	known := stepsOf(t)
	for _, recipe := range recipes {
		name := strings.TrimSuffix(recipe, ".recipe")
		if packages := read(t, name+".packages"); len(strings.Fields(packages)) == 0 {
			t.Errorf("%s.packages is empty", name)
		}
		played := []string{name + ".txt"}
		if m := regexp.MustCompile(`(?m)^race_session=(.+)$`).FindStringSubmatch(read(t, recipe)); m != nil {
			played = append(played, m[1]) // of --confirm
		}
		for _, session := range played {
			checkSteps(t, session, known)
		}
	}
}

func checkSteps(t *testing.T, session string, known map[string]bool) {
	t.Helper()
	checkLines(t, session, read(t, filepath.Join(sessions, session)), known)
}

func checkLines(t *testing.T, session, text string, known map[string]bool) {
	t.Helper()
	for i, line := range strings.Split(text, "\n") {
		word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		if word != "" && word[0] != '#' && !known[word] {
			t.Errorf("%s:%d: the player knows no step %q", session, i+1, word)
		}
	}
}

// All sessions that lie there are read by the player, and so are the random ones of
// tools/real-stock, which are the same for the same seed and others for another one.
func TestSessions(t *testing.T) {
	known := stepsOf(t)
	files, err := filepath.Glob(filepath.Join(sessions, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no sessions: %v", err)
	}
	for _, file := range files {
		checkSteps(t, filepath.Base(file), known)
	}
	script := func(seed string) string {
		out, err := exec.Command("sh", "-euc", ". ../stock/measure.sh; random_script "+seed+" 200").Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	first := script("3")
	checkLines(t, "a random session", first, known)
	if strings.Count(first, "monkey ") != 10 || !strings.HasSuffix(first, "quit\n") {
		t.Errorf("200 inputs are ten bursts, and an end:\n%s", first)
	}
	if script("3") != first || script("4") == first {
		t.Error("the seed does not decide")
	}
}

// An application without such a session says so before anything is fetched.
func TestNothingToConfirm(t *testing.T) {
	out, err := exec.Command("sh", "-euc", "app=some; . ./confirm.sh; confirmable").CombinedOutput()
	exit, ok := err.(*exec.ExitError)
	if !ok || exit.ExitCode() != 2 || string(out) != "tools/real: no session for --confirm in the recipe of some\n" {
		t.Errorf("got %v and %q", err, out)
	}
}

// stepsOf gives the steps that docs/sessions.md documents.
func stepsOf(t *testing.T) map[string]bool {
	known := map[string]bool{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z]+)[` ]").FindAllStringSubmatch(read(t, "../../docs/sessions.md"), -1) {
		known[m[1]] = true
	}
	return known
}

func TestScriptsParse(t *testing.T) {
	scripts, _ := filepath.Glob("*.sh")
	recipes, _ := filepath.Glob("*.recipe")
	stock, _ := filepath.Glob("../stock/*.sh")
	for _, script := range append(append(append(scripts, recipes...), stock...), "../real") {
		if out, err := exec.Command("sh", "-n", script).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", script, err, out)
		}
	}
}

// A name that has no recipe ends with one line and status 2, before anything is fetched.
func TestUnknownApplication(t *testing.T) {
	out, err := exec.Command("../real", "nosuchthing").CombinedOutput()
	exit, ok := err.(*exec.ExitError)
	if !ok || exit.ExitCode() != 2 || !strings.Contains(string(out), "no recipe for nosuchthing") || strings.Count(string(out), "\n") != 1 {
		t.Errorf("got %v and %q", err, out)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
