// Package words holds documents and messages against docs/glossary.md: the words
// that its list replaces, and how long a line of prose may be. Tests only.
//
// The list is read from the page's table "Replaced words": to replace a word, add a
// row there.
package words
