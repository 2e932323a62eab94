package report

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"sync"
)

// The page is one file that loads nothing: its policy allows the two texts that
// are embedded here, by their hashes, and nothing else.
var (
	//go:embed page.html
	pageTemplate string
	//go:embed theme.css
	theme string
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	pageScript string

	// Parsed when asked for: most runs of the tool write no page.
	htmlPage = sync.OnceValue(func() *template.Template {
		return template.Must(template.New("page").Parse(pageTemplate))
	})
)

// htmlReport is what the template fills in.
type htmlReport struct {
	*Page
	Policy string
	Style  template.CSS
	Script template.JS
}

// HTML writes the report as one page that needs nothing else. With sources,
// lines are quoted as in the text.
func (r *Report) HTML(w io.Writer, sources bool) error {
	quote := QuoteNothing
	if sources {
		quote = QuoteAny()
	}
	out := htmlReport{Page: r.Page(quote), Policy: policy(), Style: template.CSS(theme + pageStyle), Script: template.JS(pageScript)}
	var b bytes.Buffer
	if err := htmlPage().Execute(&b, out); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// policy is a Content-Security-Policy for the page.
func policy() string {
	hash := func(s string) string {
		sum := sha256.Sum256([]byte(s))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return "default-src 'none'; base-uri 'none'; form-action 'none'; style-src " + hash(theme+pageStyle) + "; script-src " + hash(pageScript)
}

// Theme is the style sheet that all pages about reports share: colours for light
// and dark, and the elements that they have in common.
func Theme() string { return theme }
