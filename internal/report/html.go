package report

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"io"

	"sparseracer/internal/htmlpage"
)

var (
	//go:embed page.html
	pageTemplate string
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	pageScript string

	htmlPage = htmlpage.New(pageTemplate, pageStyle, pageScript, false)
)

// HTML writes the report as one page that needs nothing else. With sources,
// lines are quoted as in the text.
//
// Races stand in the page as data, and the page's script makes elements of those that
// somebody looks at: elements for thousands would take a browser seconds.
func (r *Report) HTML(w io.Writer, sources bool) error {
	quote := QuoteNothing
	if sources {
		quote = QuoteAny()
	}
	content := r.Page(quote)
	data, err := json.Marshal(packed(r, content)) // < and > of names are escaped by this
	if err != nil {
		return err
	}
	return htmlPage.Write(w, "report", content.Headline, struct {
		*Page
		Packed template.JS
	}{content, template.JS(EscapeJSON(data))})
}
