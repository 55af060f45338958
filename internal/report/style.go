package report

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A style is the parameter of an SGR sequence, which sets the style of the following text on a terminal.
type style string

const (
	plain  style = ""
	bold   style = "1"
	dim    style = "2"
	red    style = "1;31"
	yellow style = "1;33"
	blue   style = "1;34"
	green  style = "32"
	cyan   style = "36"
)

func severityStyle(s analysis.Severity) style {
	switch s {
	case analysis.Error:
		return red
	case analysis.Warning:
		return yellow
	}
	return blue
}

// paint returns text in a style, or unchanged without color.
func (o Options) paint(s style, text string) string {
	if !o.Color || s == plain || text == "" {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}

// link returns text as a hyperlink if Options.Links is set.
func (o Options) link(address, text string) string {
	if !o.Links || address == "" || strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r >= 0x7F }) {
		return text
	}
	return "\x1b]8;;" + address + "\x1b\\" + text + "\x1b]8;;\x1b\\"
}
