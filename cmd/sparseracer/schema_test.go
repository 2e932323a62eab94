package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	infer "github.com/google/jsonschema-go/jsonschema"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"sparseracer/internal/crashmatch"
	"sparseracer/internal/report"
	"sparseracer/internal/spinning"
	"sparseracer/internal/steer"
)

const schemas = "../../docs/schemas"

// dialect is that of the schema files.
const dialect = "https://json-schema.org/draft/2020-12/schema"

// words are the values that fields with a few have.
var words = map[string][]any{
	"race.kind":    {"use-free", "double-free", "read-write", "state"},
	"race.verdict": {"predicted", "feasible", "confirmed"},
}

// TestSchemaFiles: docs/schemas has what the tool's types have; -update writes it.
func TestSchemaFiles(t *testing.T) {
	verbs, parts := report.JSONTypes()
	verbs["confirm"], verbs["replay"] = reflect.TypeFor[steer.VerdictsJSON](), reflect.TypeFor[steer.ReplayedJSON]()
	verbs["explain-crash"] = reflect.TypeFor[crashmatch.AnswerJSON]()
	verbs["audit-source"] = reflect.TypeFor[spinning.ReportJSON]()
	parts["crash_frame"] = reflect.TypeFor[crashmatch.FrameJSON]()
	parts["verdict"] = reflect.TypeFor[steer.VerdictJSON]()
	for verb, of := range verbs {
		data, err := json.MarshalIndent(schemaOf(t, verb, of, parts), "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		data = append(data, '\n')
		path := filepath.Join(schemas, verb+".schema.json")
		if *update {
			if err := os.WriteFile(path, data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if have, err := os.ReadFile(path); err != nil || !bytes.Equal(have, data) {
			t.Errorf("%s is not what the tool writes (-update rewrites it): %v", path, err)
		}
	}
	if list, err := filepath.Glob(schemas + "/*"); err != nil || len(list) != len(verbs) {
		t.Errorf("%d files for %d verbs: %v", len(list), len(verbs), err)
	}
}

// schemaOf makes the schema of a verb's JSON; what has a name is defined once, in $defs.
func schemaOf(t *testing.T, verb string, of reflect.Type, parts map[string]reflect.Type) *infer.Schema {
	t.Helper()
	refs := map[reflect.Type]*infer.Schema{}
	for name, part := range parts {
		refs[part] = &infer.Schema{Ref: "#/$defs/" + name}
	}
	made := func(of reflect.Type) *infer.Schema {
		own := maps.Clone(refs)
		delete(own, of)
		s, err := infer.ForType(of, &infer.ForOptions{TypeSchemas: own})
		if err != nil {
			t.Fatal(err)
		}
		return opened(s)
	}
	s := made(of)
	s.Schema, s.Title = dialect, "sparseracer "+verb+", JSON version 1"
	s.Description = "docs/cli.md has the meaning of the fields. Fields may be added, never renamed."
	s.Defs = map[string]*infer.Schema{}
	for more := true; more; { // those that are used, and those that they use
		more = false
		text, _ := json.Marshal(s)
		for name, part := range parts {
			if s.Defs[name] == nil && bytes.Contains(text, []byte(`"#/$defs/`+name+`"`)) {
				s.Defs[name], more = made(part), true
				for field, p := range s.Defs[name].Properties {
					p.Enum = words[name+"."+field]
				}
			}
		}
	}
	return s
}

// opened allows for fields to come, and says null only where it is written: lists never are.
func opened(s *infer.Schema) *infer.Schema {
	if s == nil {
		return nil
	}
	if len(s.Properties) > 0 {
		s.AdditionalProperties = nil
	}
	if slices.Equal(s.Types, []string{"null", "array"}) {
		s.Type, s.Types = "array", nil
	}
	if s.Ref != "" && len(s.Types) > 0 {
		s.AnyOf = []*infer.Schema{{Ref: s.Ref}, {Type: "null"}}
		s.Ref, s.Types = "", nil
	}
	for _, p := range s.Properties {
		opened(p)
	}
	opened(s.Items)
	opened(s.AdditionalProperties)
	return s
}

// closed is a schema that allows no field that it does not name: for tests.
func closed(v any) {
	switch v := v.(type) {
	case map[string]any:
		if v["properties"] != nil {
			v["additionalProperties"] = false
		}
		for _, e := range v {
			closed(e)
		}
	case []any:
		for _, e := range v {
			closed(e)
		}
	}
}

// fits holds a verb's JSON against its schema file, by a validator that is not what made it.
func fits(t *testing.T, verb string, data []byte) {
	t.Helper()
	if err := valid(t, verb, data); err != nil {
		t.Errorf("%s: %v\n%.3000s", verb, err, data)
	}
}

func valid(t *testing.T, verb string, data []byte) error {
	t.Helper()
	file, err := os.ReadFile(filepath.Join(schemas, verb+".schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	closed(doc)
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return err
	}
	return s.Validate(value)
}

// TestJSONFitsItsSchema: reports of recordings of all kinds, with hostile names among them.
// (Those of samples are in everyFormat.)
func TestJSONFitsItsSchema(t *testing.T) {
	t.Parallel()
	traces, err := filepath.Glob("../../internal/report/testdata/*.trace")
	if err != nil || len(traces) < 4 {
		t.Fatalf("%d traces: %v", len(traces), err)
	}
	dir := t.TempDir()
	for i, path := range traces {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		copied := filepath.Join(dir, strings.TrimSuffix(filepath.Base(path), ".trace")+".txt")
		if err := os.WriteFile(copied, data, 0o644); err != nil {
			t.Fatal(err)
		}
		traces[i] = copied
	}
	told := 0
	for _, path := range traces {
		for _, flags := range [][]string{nil, {"--all", "--races", "use-free,read-write"}, {"--strict"}} {
			stdout, stderr, code := inProcess(t, append([]string{"analyze", "--json", path}, flags...)...)
			if stdout == "" {
				t.Fatalf("%s ended with %d: %s", path, code, stderr)
			}
			fits(t, "analyze", []byte(stdout))
			var r struct{ Races []struct{ ID string } }
			if err := json.Unmarshal([]byte(stdout), &r); err != nil {
				t.Fatal(err)
			}
			if flags != nil {
				continue
			}
			for _, race := range r.Races {
				stdout, _, _ := inProcess(t, "explain", "--json", path, race.ID)
				fits(t, "explain", []byte(stdout))
				told++
			}
		}
		for _, verb := range []string{"audit", "info"} {
			stdout, _, _ := inProcess(t, verb, "--json", path)
			fits(t, verb, []byte(stdout))
		}
	}
	if told == 0 {
		t.Error("no race was told")
	}
	verdict := steer.Verdict{ID: "ce0d11e36fef", Status: steer.Confirmed, Counts: map[steer.Status]int{steer.Confirmed: 1}, Steps: []string{"a"}}
	fits(t, "confirm", []byte(mustJSON(t, steer.JSONOf([]steer.Verdict{verdict, {}}))))
	fits(t, "confirm", []byte(mustJSON(t, steer.JSONOf(nil))))
	fits(t, "replay", []byte(mustJSON(t, (&steer.Replayed{Verdict: verdict}).JSON())))
	for verb, bad := range map[string]string{"analyze": `{"version":1}`, "confirm": `{"version":1,"verdicts":[{"id":1}]}`, "info": `[]`, "audit": `{"version":1,"more":2}`} {
		if valid(t, verb, []byte(bad)) == nil {
			t.Errorf("%s: %s is valid", verb, bad)
		}
	}
}
