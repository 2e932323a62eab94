package report

import (
	_ "embed"
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
func (r *Report) HTML(w io.Writer, sources bool) error {
	quote := QuoteNothing
	if sources {
		quote = QuoteAny()
	}
	content := r.Page(quote)
	return htmlPage.Write(w, "report", content.Headline, content)
}
