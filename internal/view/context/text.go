package context

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/startup"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/term"
)

// A Report holds the contexts of several clients.
type Report struct{ Contexts []*Context }

// Text writes the report for a terminal: for each client, a table of the parts and the sum.
func (r *Report) Text(to io.Writer) error {
	w := bufio.NewWriter(to)
	for i, x := range r.Contexts {
		if i > 0 {
			fmt.Fprintln(w)
		}
		x.text(w)
	}
	return w.Flush()
}

func (x *Context) text(w io.Writer) {
	fmt.Fprintf(w, "%s, %s\n", x.Client.Title, x.basis())
	rows := [][]string{{"TOKENS", "KIND", "SOURCE"}}
	for i := range x.Parts {
		p := &x.Parts[i]
		rows = append(rows, []string{p.tokens(), string(p.Kind), strings.Repeat("  ", p.Depth) + x.title(p) + p.remark()})
	}
	if len(rows) > 1 {
		for _, line := range term.Rows(rows, term.Right) {
			fmt.Fprintln(w, line)
		}
	}
	fmt.Fprintf(w, "%s\n", x.Sum())
	for _, line := range x.remarks() {
		fmt.Fprintf(w, "%s\n", escape.String(line))
	}
}

// basis describes what the model of a client is based on.
func (x *Context) basis() string {
	if x.Client.Version != "" {
		return string(x.Client.Grade) + " with version " + x.Client.Version + " on " + x.Client.Checked
	}
	return string(x.Client.Grade) + ", checked on " + x.Client.Checked
}

// tokens formats the tokens of a part.
func (p *Part) tokens() string {
	switch {
	case p.Tokens < 0:
		return "?"
	case p.Tokens == 0 && p.Later > 0:
		return "+" + quote.Count(p.Later)
	}
	return quote.Count(p.Tokens)
}

// remark returns the reason why a part is not loaded completely, or "".
func (p *Part) remark() string {
	switch {
	case p.State == startup.Loaded && p.Tokens < 0:
		return " (known when it runs)"
	case p.State == startup.Loaded:
		return ""
	case p.State == startup.OnDemand && p.Later > 0:
		return " (loaded with the file)"
	case p.Reason != "":
		return " (" + string(p.State) + ": " + p.Reason + ")"
	}
	return " (" + string(p.State) + ")"
}

// Sum describes the context in one line.
func (x *Context) Sum() string {
	var parts []string
	for _, kind := range []Kind{Instructions, SkillList, Subagents, Commands} {
		if n := x.Tokens(kind); n > 0 {
			name := string(kind)
			if kind == Subagents || kind == Commands {
				name += "s"
			}
			parts = append(parts, name+" "+quote.Count(n))
		}
	}
	line := "nothing at start-up"
	if len(parts) > 0 {
		line = quote.Plural(x.Tokens(""), "token") + " at start-up: " + strings.Join(parts, ", ")
	}
	if later := x.later(); later > 0 {
		line += "; " + quote.Count(later) + " more with " + escape.String(x.showPath(x.For))
	}
	return line
}

// later returns the tokens that are loaded with the file of --for.
func (x *Context) later() int {
	sum := 0
	for _, p := range x.Parts {
		sum += p.Later
	}
	return sum
}

func (x *Context) remarks() []string {
	var lines []string
	for _, e := range x.Estimates {
		lines = append(lines, "estimate: "+e)
	}
	for _, n := range x.Notes {
		lines = append(lines, "note: "+n)
	}
	return lines
}
