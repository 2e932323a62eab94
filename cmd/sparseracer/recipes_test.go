package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// checkout is a repository with the project of samples/integration/cmake, and what
// docs/ci.md has its owner put into it, by that page's own commands.
func checkout(t *testing.T) string {
	t.Helper()
	top := t.TempDir()
	dir := filepath.Join(top, "app")
	for _, from := range []string{"cmake/CMakeLists.txt", "reader.cpp"} {
		data, err := os.ReadFile(project(t, from))
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(top, filepath.Base(from))
		if filepath.Base(from) == "CMakeLists.txt" {
			to = filepath.Join(dir, "CMakeLists.txt")
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ours := filepath.Join(top, "sparseracer")
	if err := os.CopyFS(filepath.Join(ours, "integration/ci"), os.DirFS("../../integration/ci")); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(ours, "build"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(ours, "build/sparseracer_"+version+"_amd64.deb"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	succeeds(t, dir, "git", "init", "-q")
	for _, f := range fences(t, "../../docs/ci.md") {
		if text := strings.Join(f.lines, "\n"); strings.Contains(text, "mkdir -p .sparseracer") {
			succeeds(t, dir, "bash", "-euc", text)
			return dir
		}
	}
	t.Fatal("docs/ci.md does not say how the folder is made")
	return ""
}

// TestRecipesNameWhatIsThere: each file of the folder that the page or a recipe names is
// one that the page's commands make.
func TestRecipesNameWhatIsThere(t *testing.T) {
	dir := checkout(t)
	named := 0
	for _, path := range []string{"../../docs/ci.md", "../../integration/ci/gitlab.yml", "../../integration/ci/action.yml"} {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range regexp.MustCompile(`\.sparseracer/[a-z.]*[a-z]`).FindAllString(string(data), -1) {
			named++
			if file == ".sparseracer/baseline.json" {
				continue // made later, see Known races
			}
			if !exists(filepath.Join(dir, file)) {
				t.Errorf("%s names %s, which is nowhere", path, file)
			}
		}
	}
	if named < 10 {
		t.Errorf("%d files are named", named)
	}
}

// TestRecipesRun: the commands of both recipes, but for the installation, do their work on
// a project, and say so by their status.
func TestRecipesRun(t *testing.T) {
	t.Parallel()
	at := prefix(t, "prefix")
	var gitlab map[string]struct{ Script []string }
	readYAML(t, "../../integration/ci/gitlab.yml", &gitlab)
	var github struct {
		Runs struct{ Steps []struct{ Name, Run string } }
	}
	readYAML(t, "../../integration/ci/action.yml", &github)
	scripts := map[string][]string{"gitlab": {strings.Join(gitlab["event races"].Script, "\n")}}
	for _, step := range github.Runs.Steps {
		if step.Name != "install" {
			scripts["github"] = append(scripts["github"], step.Run)
		}
	}
	for service, steps := range scripts {
		t.Run(service, func(t *testing.T) {
			t.Parallel()
			dir := checkout(t)
			// Both programs are built once; a job that comes later finds the build as it is.
			job := func(program string) (output string, failed bool) {
				env := []string{"PATH=" + at + "/bin:" + os.Getenv("PATH"), "RACES_BUILD=", "RACES_PROGRAM=" + program, "QT_QPA_PLATFORM=offscreen"}
				for _, step := range steps {
					out, err := outputOf(dir, env, "bash", "-eo", "pipefail", "-c", step)
					output += out
					if err != nil {
						return output, true
					}
				}
				return output, false
			}
			if out, failed := job("build-races/reader"); failed {
				t.Fatalf("of a program without races:\n%s", out)
			}
			out, failed := job("build-races/reader_race")
			if !failed || !strings.Contains(out, "1 race: use-after-free, predicted") {
				t.Errorf("of a program with a race:\n%s", out)
			}
			reports := map[string]string{"gitlab": "gl-code-quality-report.json", "github": "races.sarif"}
			if data, err := os.ReadFile(filepath.Join(dir, reports[service])); err != nil || !strings.Contains(string(data), "use-after-free") {
				t.Errorf("%s: %v", reports[service], err)
			}
			if service == "github" && !strings.Contains(out, "\n::warning file=") {
				t.Errorf("no annotation in\n%s", out)
			}
			if out, err := outputOf(dir, nil, filepath.Join(at, "bin/sparseracer"), "analyze", "app.srt", "--json", "--error-exitcode", "0", "-o", ".sparseracer/baseline.json"); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if out, failed := job("build-races/reader_race"); failed {
				t.Errorf("of a race that is in the baseline:\n%s", out)
			}
		})
	}
}
