// Package htmlpage writes reports as HTML: one look, one head, one policy.
//
// A page loads nothing: its policy allows the style and the script that are part of it,
// by their hashes, and pictures beside it where a kind of page has some. What a page
// shows is untrusted and escaped by html/template.
package htmlpage

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"sync"
)

// Theme is the style sheet that all pages about reports share: colours for light and
// dark, and the elements that they have in common.
//
//go:embed theme.css
var Theme string

//go:embed head.html
var head string

// Kind is a kind of page. Its templates begin with {{template "head" .}}, end with
// {{template "foot" .}}, and find what they show in .Data.
type Kind struct {
	parsed                func() *template.Template
	style, script, policy string
}

// New makes a kind of page. It is parsed when the first one is written: most runs of the
// tool write none.
func New(templates, style, script string, pictures bool) *Kind {
	k := &Kind{style: Theme + style, script: script}
	k.parsed = sync.OnceValue(func() *template.Template {
		return template.Must(template.Must(template.New("head").Parse(head)).Parse(templates))
	})
	k.policy = "default-src 'none'; base-uri 'none'; form-action 'none'; style-src " + hash(k.style)
	if script != "" {
		k.policy += "; script-src " + hash(script)
	}
	if pictures {
		k.policy += "; img-src 'self' file:"
	}
	return k
}

func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Write writes a page by one of the kind's templates, whole or not at all.
func (k *Kind) Write(w io.Writer, name, title string, data any) error {
	var b bytes.Buffer
	err := k.parsed().ExecuteTemplate(&b, name, struct {
		Title, Policy string
		Style         template.CSS
		Script        template.JS
		Data          any
	}{title, k.policy, template.CSS(k.style), template.JS(k.script), data})
	if err == nil {
		_, err = w.Write(b.Bytes())
	}
	return err
}
