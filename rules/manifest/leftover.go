package manifest

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// slotIn returns the first slot of a template in a text, such as <slug> or <relative-path>, which has to be replaced, or "".
func slotIn(text string) string {
	for {
		start := strings.IndexByte(text, '<')
		if start < 0 {
			return ""
		}
		text = text[start:]
		end := strings.IndexByte(text[:min(len(text), maxSlot)], '>')
		if end > 1 && isLetter(text[1]) && strings.IndexFunc(text[1:end], func(r rune) bool {
			return !(r < 0x80 && (isLetter(byte(r)) || '0' <= r && r <= '9' || strings.ContainsRune(" ,'&-", r)))
		}) < 0 {
			return text[:end+1]
		}
		text = text[1:]
	}
}

// maxSlot limits the length of a slot.
const maxSlot = 83

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// leftoverOf returns the part of a value that is from a template: the whole value, or within a value that programs compare,
// any slot.
func leftoverOf(text string, compared bool) string {
	trimmed := strings.TrimSpace(text)
	if trimmed == "..." || trimmed == "…" {
		return trimmed
	}
	found := slotIn(trimmed)
	if found == "" || found != trimmed && !compared {
		return ""
	}
	return found
}

// mayHaveLeftover reports whether a line may have template text, or escapes.
func mayHaveLeftover(line []byte) bool {
	for _, mark := range []string{`\u00`, "<", "...", "…"} {
		if bytes.Contains(line, []byte(mark)) {
			return true
		}
	}
	return false
}

// leftover reports the template text of a value.
func leftover(v *analysis.Value, compared bool) (analysis.Diagnostic, bool) {
	text := leftoverOf(v.Text, compared)
	return analysis.Diagnostic{Range: v.Range, Message: "unreplaced template text " + quote.Text(text),
		Effect: "readers see it instead of a value", Help: "write the value"}, text != ""
}

// isUnresolved reports whether a value of a field has a placeholder or template text, which manifest/token reports.
func isUnresolved(v *analysis.Value, field string) bool {
	return hasToken(v) || v.Kind == analysis.String && leftoverOf(v.Text, isCompared(field)) != ""
}

const maxLeftovers = 20

// leftovers returns the lines of an output that consist of a slot of the template, outside of code.
func leftovers(d *analysis.Document) []analysis.Location {
	if bytes.IndexByte(d.Source, '<') < 0 {
		return nil
	}
	var found []analysis.Location
	next := 0
	for number := d.LineOf(d.BodyStart()); number <= d.LineCount() && len(found) < maxLeftovers; number++ {
		r := d.TrimLine(d.LineRange(number))
		for next < len(d.Fences) && d.Fences[next].End <= r.Start {
			next++
		}
		if next < len(d.Fences) && d.Fences[next].Open.Start <= r.Start {
			continue
		}
		text := d.Text(r)
		line := strings.TrimLeft(text, "#->*0123456789. \t")
		if line == "" || line[0] != '<' || slotIn(line) != line || text[0] != '#' && isTag(d, line) {
			continue
		}
		r.Start = r.End - len(line)
		found = append(found, d.At(r))
	}
	return found
}

// checkLeftovers reports the text of the template in one finding.
func (c *outputCheck) checkLeftovers() {
	if len(c.head.Leftovers) == 0 {
		return
	}
	d := analysis.Diagnostic{Severity: c.severity, Anywhere: true, About: "template", Message: "unreplaced template text",
		Effect: "readers of the output see it instead of the content", Help: "write the content"}
	for _, at := range c.head.Leftovers[1:] {
		d.Related = append(d.Related, analysis.Related{Location: at, Message: "also here"})
	}
	c.report(c.head.Leftovers[0], d)
}

// isTag reports whether a slot may be an HTML element, or another tag with an end.
func isTag(d *analysis.Document, text string) bool {
	words := strings.Fields(strings.Trim(text, "<>"))
	if bytes.Contains(d.Source, []byte("</"+words[0]+">")) {
		return true
	}
	if len(words) > 1 && slices.IndexFunc(words[1:], isSwitch) < 0 {
		return false
	}
	return slices.Contains(elements, strings.ToLower(words[0]))
}

// isSwitch reports whether a word is an attribute of HTML without a value.
func isSwitch(word string) bool {
	return slices.Contains([]string{"async", "autoplay", "checked", "controls", "defer", "disabled", "hidden", "loop", "muted", "open", "reversed"}, strings.ToLower(word))
}

// elements are the HTML elements that Markdown may contain on a line of their own.
var elements = strings.Fields("a abbr address article aside audio b base blockquote body br button canvas caption center cite code col colgroup dd del " +
	"details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label " +
	"legend li link main map mark menu meta nav noscript object ol optgroup option p param picture pre progress q s samp script section select small " +
	"source span strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track u ul var video wbr")
