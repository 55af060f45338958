package main

import (
	"html"
	"regexp"
	"strings"
	"testing"
)

func TestHighlight(t *testing.T) {
	page := func(rule string) string {
		if rule == "links/broken" {
			return "rules/links/broken.html"
		}
		return ""
	}
	for _, test := range []struct{ language, source, want string }{
		{"yaml", "a: 1\n", `<span class="k">a</span>`},
		{"json", "{\"a\": 1}\n", `<span class="k">&#34;a&#34;</span>`},
		{"sh", "# x\n", `<span class="c"># x`},
		{"markdown", "---\nname: x\n---\n# Title\n", `<span class="k">name</span>`},
		{"markdown", "# Title\n", `<span class="h"># Title`},
		{"unknown", "<b>\n", "&lt;b&gt;\n"},
		{"console", "$ skilllint\na.md:1:2: error: bad [links/broken]\n", `<span class="error">error:</span> bad [<a href="rules/links/broken.html">links/broken</a>]`},
		{"text", "a.md:1:2: warning: bad [x/y]\n  1 | a\n    | ^\n    = help: do <it>\n", `<span class="warning"> ^` + "\n</span>    <span class=\"p\">= </span><span class=\"help\">help</span>: do &lt;it&gt;\n"},
	} {
		got := highlight(test.language, test.source, page)
		if !strings.Contains(got, test.want) {
			t.Errorf("%s %q: %s\nwant %s", test.language, test.source, got, test.want)
		}
		if text := html.UnescapeString(regexp.MustCompile(`</?(span|a)[^>]*>`).ReplaceAllString(got, "")); text != test.source {
			t.Errorf("%s: the text is %q, want %q", test.language, text, test.source)
		}
	}
}
