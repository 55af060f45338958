package term

import (
	"fmt"
	"io"
	"strings"
)

// Prose writes paragraphs and indented rows ("  NAME  text"), wrapped to a width.
func Prose(w io.Writer, width int, text string) {
	var paragraph []string
	flush := func() {
		if len(paragraph) > 0 {
			writeHanging(w, width, "", strings.Join(paragraph, " "))
			paragraph = nil
		}
	}
	for line := range strings.SplitSeq(text, "\n") {
		switch {
		case strings.HasPrefix(line, "  "):
			flush()
			rest := strings.TrimLeft(line, " ")
			if i := strings.Index(rest, "  "); i > 0 {
				rest = strings.TrimLeft(rest[i:], " ")
			}
			writeHanging(w, width, strings.TrimSuffix(line, rest), rest)
		case line == "":
			flush()
			fmt.Fprintln(w)
		default:
			paragraph = append(paragraph, line)
		}
	}
	flush()
}

// writeHanging writes a text after a label, with a hanging indent of the label's width.
func writeHanging(w io.Writer, width int, label, text string) {
	for _, line := range Wrap(text, max(width-len(label), 20)) {
		fmt.Fprintf(w, "%s%s\n", label, line)
		label = strings.Repeat(" ", len(label))
	}
}
