package context

import (
	_ "embed"
	"io"
	"strconv"

	"github.com/skilllint/skilllint/internal/escape"
)

//go:embed context.css
var style string

// HTML writes the report as a self-contained page without scripts.
func (r *Report) HTML(to io.Writer) error {
	p, frame := escape.NewPage(to), escape.Frame{Title: "Context at start-up", Style: style}
	p.Open(frame)
	p.Put("<h1>Context at start-up</h1>\n")
	for _, x := range r.Contexts {
		x.html(p)
	}
	p.Close(frame)
	return p.Flush()
}

func (x *Context) html(p escape.Page) {
	p.Put("<h2>%s</h2>\n<p class=\"dim\">%s, %s</p>\n<p>%s</p>\n", x.Client.Title, x.showPath(x.Start), x.basis(), x.Sum())
	for i := range x.Parts {
		part := &x.Parts[i]
		p.Put(`<details class="depth%s"><summary><span class="n">%s</span> <span class="kind">%s</span> <span class="path">%s</span>`,
			strconv.Itoa(min(part.Depth, 5)), part.tokens(), string(part.Kind), x.title(part))
		p.Put("<span class=\"dim\">%s</span></summary>\n", part.remark())
		if part.Text != "" {
			p.Put("<pre>%s</pre>\n", part.Text)
		}
		p.Put("</details>\n")
	}
	if x.Text != "" {
		p.Put("<details><summary>Instructions as in the prompt</summary>\n<pre>%s</pre>\n</details>\n", x.Text)
	}
	lines := x.remarks()
	if len(lines) == 0 {
		return
	}
	p.Put("<ul class=\"dim\">\n")
	for _, line := range lines {
		p.Put("<li>%s</li>\n", line)
	}
	p.Put("</ul>\n")
}
