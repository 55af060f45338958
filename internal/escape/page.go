package escape

import (
	"bufio"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
)

// A Page writes HTML. It does not use html/template, which would increase the size of the program by a third. All text is written with
// Put, which escapes it. Untrusted text is allowed only between elements and in quoted attributes other than URLs.
type Page struct{ *bufio.Writer }

// NewPage returns a Page. Flush returns the first error.
func NewPage(to io.Writer) Page { return Page{bufio.NewWriter(to)} }

// Put writes markup and replaces each %s and %d by an escaped text.
func (w Page) Put(markup string, texts ...any) {
	for i, t := range texts {
		if text, ok := t.(string); ok {
			texts[i] = Markup(text)
		}
	}
	fmt.Fprintf(w, markup, texts...)
}

// A Frame is a page without its content. Its content security policy forbids external resources and forms, and allows only its own
// style and script.
type Frame struct{ Title, Style, Script string }

// Open writes everything before the content.
func (w Page) Open(f Frame) {
	w.Put(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-%s'`, hashOf(f.Style))
	if f.Script != "" {
		w.Put(`; script-src 'sha256-%s'`, hashOf(f.Script))
	}
	w.Put(`; base-uri 'none'; form-action 'none'">
<title>%s</title>
<style>`, f.Title)
	w.WriteString(f.Style)
	w.WriteString("</style>\n</head>\n<body>\n")
}

// Close writes everything after the content.
func (w Page) Close(f Frame) {
	if f.Script != "" {
		w.WriteString("<script>" + f.Script + "</script>\n")
	}
	w.WriteString("</body>\n</html>\n")
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}
