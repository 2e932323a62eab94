package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"sparseracer/sparsehb"
)

// RulesText lists what the engine knows: every rule and filter, with how it is known.
func RulesText(w io.Writer, style Style) error {
	p := newPage(style)
	what := ""
	for _, k := range sparsehb.AllKnown() {
		if k.What != what {
			if what != "" {
				p.WriteByte('\n')
			}
			what = k.What
			p.prose(0, map[string]string{"rule": "Rules: which blocks happen before which.", "filter": "Filters: which pairs are taken out."}[what])
		}
		p.WriteByte('\n')
		p.prose(0, fmt.Sprintf("%s: %s (%s; %s)", p.paint(bold, k.ID), k.Name, k.Kind, where(&k)))
		for _, text := range about(&k) {
			p.prose(4, text)
		}
	}
	_, err := io.WriteString(w, p.String())
	return err
}

// where says where a rule or a filter counts.
func where(k *sparsehb.Known) string {
	text := strings.Join(k.Sets, ", ")
	if k.Races != "" {
		text += "; " + k.Races + " races"
	}
	if k.Always {
		text += "; cannot be switched off"
	}
	return text
}

// about is what is to be said of one.
func about(k *sparsehb.Known) []string {
	out := []string{k.Sentence}
	if k.Limit != "" {
		out = append(out, "Limit: "+k.Limit)
	}
	if k.Breaks != "" {
		out = append(out, breaks(k.Kind)+" "+k.Breaks)
	}
	if held := heldBy(k, strings.Join(k.HeldBy, ", ")); held != "" {
		out = append(out, held)
	}
	if len(k.Aliases) > 0 {
		out = append(out, "Also called "+strings.Join(k.Aliases, ", ")+".")
	}
	return out
}

// breaks introduces what a kind of knowledge ends at.
func breaks(kind string) string {
	if kind == "heuristic" {
		return "Wrong for:"
	}
	return "What breaks it:"
}

// heldBy says how the kind is held; "" for what only its traces show.
func heldBy(k *sparsehb.Known, tests string) string {
	var by []string
	if tests != "" {
		by = append(by, tests)
	}
	if k.Traces != "" {
		by = append(by, k.Traces)
	}
	if len(by) == 0 {
		return ""
	}
	return "Held by " + strings.Join(by, "; ") + "."
}

// RulesJSON writes them as `rules --json` does.
func RulesJSON(w io.Writer) error {
	out := struct {
		Version int              `json:"version"`
		Rules   []sparsehb.Known `json:"rules"`
	}{JSONVersion, sparsehb.AllKnown()}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
}

//go:generate go test . -run TestRulesPage -update

// RulesMarkdown is the page docs/rules.md.
func RulesMarkdown(w io.Writer) error {
	var s strings.Builder
	s.WriteString(`# Rules and filters

`)
	s.WriteString("This page is made by `go generate ./internal/report`; `sparseracer rules` shows the same. docs/trace-language.md defines each rule and filter.\n")
	s.WriteString("docs/guide-rule.md says how to add one. A rule is in the rule sets that its row names; `--rules auto,-ID` goes without it.\n")
	what := ""
	for _, k := range sparsehb.AllKnown() {
		if k.What != what {
			what = k.What
			fmt.Fprintf(&s, "\n## %s\n\n| id | name | kind | where | what it says | held by |\n| --- | --- | --- | --- | --- | --- |\n",
				map[string]string{"rule": "Rules", "filter": "Filters"}[what])
		}
		says := about(&k)
		held := strings.TrimSuffix(strings.TrimPrefix(heldBy(&k, strings.Join(k.HeldBy, ", ")), "Held by "), ".")
		fmt.Fprintf(&s, "| `%s` | %s | %s | %s | %s | %s |\n", k.ID, k.Name, k.Kind, where(&k), strings.Join(says[:1+extra(&k)], "<br>"), held)
	}
	_, err := io.WriteString(w, s.String())
	return err
}

// extra is how many sentences about one stand between the first and how it is held.
func extra(k *sparsehb.Known) (n int) {
	for _, text := range []string{k.Limit, k.Breaks} {
		if text != "" {
			n++
		}
	}
	return n
}
