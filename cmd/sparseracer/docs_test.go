package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"gopkg.in/yaml.v3"
)

// inProcess runs the tool in this process.
func inProcess(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(context.Background(), args, strings.NewReader(""), &out, &errs)
	return out.String(), errs.String(), code
}

// documents are those that show command lines.
func documents(t *testing.T) []string {
	t.Helper()
	list, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(list) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	return append(list, "../../README.md")
}

// fence is a block of code in a document: its language and its lines.
type fence struct {
	language string
	lines    []string
}

func fences(t *testing.T, path string) []fence {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []fence
	open := false
	for _, line := range strings.Split(string(data), "\n") {
		language, marks := strings.CutPrefix(strings.TrimSpace(line), "```")
		switch {
		case marks && !open:
			out, open = append(out, fence{language: language}), true
		case marks:
			open = false
		case open:
			last := &out[len(out)-1]
			last.lines = append(last.lines, line)
		}
	}
	return out
}

// shown are the command lines of ours in a block, without what a shell does with
// them, continued lines as one.
func shown(f fence) [][]string {
	var out [][]string
	text := strings.ReplaceAll(strings.Join(f.lines, "\n"), "\\\n", " ")
	for _, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, " #")
		line, _, _ = strings.Cut(line, " |")
		line, _, _ = strings.Cut(line, " >")
		line, _, _ = strings.Cut(line, " ||")
		words := strings.Fields(line)
		for len(words) > 0 && (words[0] == "$" || words[0] == "-" || words[0] == "next:" || words[0] == "xvfb-run" || words[0] == "run:") {
			words = words[1:]
		}
		if len(words) > 1 && words[0] == "sparseracer" {
			out = append(out, words[1:])
		}
	}
	return out
}

// TestDocumentedCommands: every command line that the documents show has a verb
// and flags that exist, with as many arguments as the verb takes.
func TestDocumentedCommands(t *testing.T) {
	total := 0
	for _, path := range documents(t) {
		for _, f := range fences(t, path) {
			for _, args := range shown(f) {
				total++
				if err := parses(args); err != nil {
					t.Errorf("%s: sparseracer %s: %v", filepath.Base(path), strings.Join(args, " "), err)
				}
			}
		}
	}
	if total < 20 {
		t.Errorf("only %d command lines were found", total)
	}
}

var quotes = strings.NewReplacer(`"`, "", `'`, "")

func parses(args []string) error {
	for i := range args {
		args[i] = quotes.Replace(args[i])
	}
	c, rest, err := new(tool).root(nil).Find(args)
	if err != nil {
		return err
	}
	if err := c.ParseFlags(rest); err != nil {
		return err
	}
	if c.Args != nil {
		return c.Args(c, c.Flags().Args())
	}
	if dash := c.ArgsLenAtDash(); dash >= 0 || strings.Contains(c.Use, "PROG") {
		_, _, err := program(c, c.Flags().Args(), strings.Count(before(c), " "))
		return err
	}
	return nil
}

// before is the part of a verb's use in front of the program, flags left out.
func before(c *cobra.Command) string {
	use, _, _ := strings.Cut(c.Use, " --")
	return regexp.MustCompile(` \[[^\]]*\]`).ReplaceAllString(use, "")
}

// TestRecipesParse: what docs/ci.md shows as YAML is YAML, of the shape that its service
// reads.
func TestRecipesParse(t *testing.T) {
	var github, gitlab int
	for _, f := range fences(t, "../../docs/ci.md") {
		if f.language != "yaml" {
			continue
		}
		var doc map[string]any
		if err := yaml.Unmarshal([]byte(strings.Join(f.lines, "\n")), &doc); err != nil {
			t.Errorf("%v in\n%s", err, strings.Join(f.lines, "\n"))
			continue
		}
		if jobs, ok := doc["jobs"].(map[string]any); ok {
			github++
			for name, job := range jobs {
				steps, _ := job.(map[string]any)["steps"].([]any)
				for i, s := range steps {
					step := s.(map[string]any)
					if (step["run"] == nil) == (step["uses"] == nil) {
						t.Errorf("job %s, step %d: expected either run or uses: %v", name, i, step)
					}
				}
				if len(steps) == 0 {
					t.Errorf("job %s has no steps", name)
				}
			}
		}
		if job, ok := doc["event races"].(map[string]any); ok && doc["include"] != nil {
			gitlab++
			var recipe map[string]map[string]any
			readYAML(t, "../../integration/ci/gitlab.yml", &recipe)
			for name := range job["variables"].(map[string]any) {
				if recipe["event races"]["variables"].(map[string]any)[name] == nil {
					t.Errorf("the recipe has no variable %s", name)
				}
			}
		}
	}
	if github != 1 || gitlab != 2 {
		t.Errorf("%d recipes for GitHub, %d for GitLab", github, gitlab)
	}
}

func readYAML(t *testing.T, path string, into any) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err == nil {
		err = yaml.Unmarshal(data, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}
