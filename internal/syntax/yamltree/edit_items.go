package yamltree

import "strings"

// itemsFix adds the fix that quotes items with brackets in a list, such as "ray[data]" in "[ray[data], pandas]". It
// returns false if the text may not be a list.
func (d diagnosis) itemsFix(p *problem, start int) bool {
	end, ok := d.plainEnd(start)
	if !ok {
		return false
	}
	text := string(d.Src[start:end])
	inner, ok := strings.CutSuffix(text, "]")
	if !ok || len(inner) < 2 || strings.ContainsAny(text, "\r\n\"'\\") {
		return false
	}
	var edits []edit
	at := start + 1
	for item := range splitItems(inner[1:]) {
		name := strings.TrimSpace(item)
		open := strings.IndexByte(name, '[')
		switch {
		case open < 0 && isName(name):
		case open > 0 && isName(name[:open]) && strings.HasSuffix(name, "]") && isName(strings.ReplaceAll(name[open+1:len(name)-1], ",", "")):
			from := at + strings.Index(item, name)
			edits = append(edits, edit{from, from + len(name), quoted(name)})
		default:
			return false
		}
		at += len(item) + 1
	}
	if len(edits) == 0 {
		return false
	}
	title := "quote the item"
	if len(edits) > 1 {
		title = "quote the items with brackets"
	}
	p.Help = title
	return d.withFix(p, title, false, edits...).Fix != nil
}

// splitItems splits a text at the commas that are not within brackets.
func splitItems(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		depth, from := 0, 0
		for i := range len(text) {
			switch text[i] {
			case '[':
				depth++
			case ']':
				depth--
			case ',':
				if depth > 0 {
					continue
				}
				if !yield(text[from:i]) {
					return
				}
				from = i + 1
			}
		}
		yield(text[from:])
	}
}

// isName reports whether a text is one word of letters, digits, hyphens, underscores and dots.
func isName(text string) bool {
	return text != "" && strings.Trim(strings.ToLower(text), "abcdefghijklmnopqrstuvwxyz0123456789-_.") == ""
}
