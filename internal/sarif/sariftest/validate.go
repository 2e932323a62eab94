// Package sariftest validates SARIF as it was written, byte for byte, against the
// schema of SARIF 2.1.0. The schema is the one that go-sarif carries in its source;
// go-sarif's own Validate looks at what its reader made of a file instead.
package sariftest

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/xeipuuv/gojsonschema"
)

const library = "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

// Validate gives what the schema says against a file, nil if nothing.
func Validate(data []byte) error {
	schema, err := compiled()
	if err != nil {
		return err
	}
	result, err := schema.Validate(gojsonschema.NewBytesLoader(data))
	if err != nil {
		return err
	}
	var faults []error
	for _, e := range result.Errors() {
		faults = append(faults, errors.New(e.String()))
	}
	return errors.Join(faults...)
}

var compiled = sync.OnceValues(func() (*gojsonschema.Schema, error) {
	text, err := schemaText()
	if err != nil {
		return nil, err
	}
	return gojsonschema.NewSchema(gojsonschema.NewStringLoader(text))
})

// schemaText is the value of the library's variable of that name.
func schemaText() (string, error) {
	out, err := exec.Command("go", "list", "-f", "{{.Dir}}", library).Output()
	if err != nil {
		return "", fmt.Errorf("go list: %w", err)
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(out)), "*.go"))
	if err != nil {
		return "", err
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return "", err
		}
		for _, d := range f.Decls {
			if text, ok := valueOf(d, "schema"); ok {
				return text, nil
			}
		}
	}
	return "", fmt.Errorf("%s has no schema", library)
}

func valueOf(d ast.Decl, name string) (string, bool) {
	g, ok := d.(*ast.GenDecl)
	if !ok {
		return "", false
	}
	for _, s := range g.Specs {
		v, ok := s.(*ast.ValueSpec)
		if !ok || len(v.Names) != 1 || v.Names[0].Name != name || len(v.Values) != 1 {
			continue
		}
		if lit, ok := v.Values[0].(*ast.BasicLit); ok {
			text, err := strconv.Unquote(lit.Value)
			return text, err == nil
		}
	}
	return "", false
}
