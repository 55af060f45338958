package frontmatter

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/schema"
)

// correction returns the fix for a value that violates its schema, or nil if the meaning of the value is unclear.
func correction(d *analysis.Document, v schema.Violation, value *analysis.Value) *analysis.SuggestedFix {
	switch {
	case v.Keyword == "enum" && value.Kind == analysis.String:
		return nearestWord(value, v.Allowed)
	case v.Keyword == "type" && (len(v.Types) == 1 || len(v.Types) == 2 && v.Types[1] == "null"):
		return correctType(d, v, value)
	case v.Format == "space-separated" && value.Kind == analysis.String:
		tools := strings.Join(strings.FieldsFunc(value.Text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) }), " ")
		return replacement("write "+quote.Text(tools), false, value, tools)
	case v.Keyword == "pattern" && v.Loader == "rename" && normalises(d) && len(v.Path) == 1 && v.Path[0] == "name":
		return replacement("write "+quote.Text(schema.Normalised(value.Text)), true, value, schema.Normalised(value.Text))
	}
	return nil
}

// nearestWord returns the fix that writes the nearest allowed word. It is safe if only the case differs.
func nearestWord(value *analysis.Value, allowed []string) *analysis.SuggestedFix {
	best, ok := suggest.Best(value.Text, allowed)
	if !ok {
		return nil
	}
	return replacement("write "+quote.Text(best), suggest.Same(value.Text, best), value, best)
}

// correctType returns the fix that adds or removes quotes to change the type of a value.
func correctType(d *analysis.Document, v schema.Violation, value *analysis.Value) *analysis.SuggestedFix {
	quoted := value.Kind == analysis.String && value.Style != analysis.Plain
	switch {
	case v.Types[0] == "string" && (value.Kind == analysis.Number || isDate(value)):
		return edit("quote the value", true, value, strconv.Quote(value.Text))
	case v.Quote && value.Kind == analysis.List && value.Style == analysis.Flow:
		text := d.Text(value.Range)
		if strings.ContainsAny(text, "\"\\\r\n") {
			return nil
		}
		return edit("quote the value", false, value, `"`+text+`"`)
	case (v.Types[0] == "number" || v.Types[0] == "integer") && quoted && isWholeNumber(value.Text):
		return edit("remove the quotes", true, value, value.Text)
	case v.Types[0] == "boolean" && quoted && (value.Text == "true" || value.Text == "false"):
		return edit("remove the quotes", false, value, value.Text)
	}
	return nil
}

// replacement returns the fix that replaces the text of a scalar and keeps its quotes.
func replacement(title string, safe bool, value *analysis.Value, word string) *analysis.SuggestedFix {
	switch value.Style {
	case analysis.SingleQuoted:
		word = "'" + word + "'"
	case analysis.DoubleQuoted:
		word = `"` + word + `"`
	case analysis.Plain:
	default:
		return nil
	}
	return edit(title, safe, value, word)
}

func edit(title string, safe bool, value *analysis.Value, text string) *analysis.SuggestedFix {
	if value.Note&(analysis.Anchored|analysis.Tagged) != 0 || value.Range.Len() == 0 {
		return nil
	}
	return &analysis.SuggestedFix{Title: title, Safe: safe, Uncovers: true, Edits: []analysis.Edit{{Range: value.Range, Text: text}}}
}

// isWholeNumber reports whether a text is an integer for all parsers.
func isWholeNumber(text string) bool {
	return text != "" && len(text) < 10 && strings.Trim(text, "0123456789") == "" && (text == "0" || text[0] != '0')
}

func rewrite(title string, safe bool, r analysis.Range, text string) []analysis.SuggestedFix {
	return []analysis.SuggestedFix{{Title: title, Safe: safe, Uncovers: true, Edits: []analysis.Edit{{Range: r, Text: text}}}}
}
