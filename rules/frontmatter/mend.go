package frontmatter

import (
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/schema"
)

// mended returns the fix of a value that breaks its schema, or nil where nobody can tell what was
// meant.
func mended(d *analysis.Document, v schema.Violation, value *analysis.Value) *analysis.SuggestedFix {
	switch {
	case v.Keyword == "enum" && value.Kind == analysis.String:
		return mendedWord(value, v.Allowed)
	case v.Keyword == "type" && (len(v.Types) == 1 || len(v.Types) == 2 && v.Types[1] == "null"):
		return mendedType(d, v, value)
	case v.Keyword == "pattern" && v.Loader == "rename" && normalises(d) && len(v.Path) == 1 && v.Path[0] == "name":
		return replacement("write the name that the loader makes of it", true, value, schema.Normalised(value.Text))
	}
	return nil
}

// mendedWord writes the word that was meant. Other capitals are certain to mean the same.
func mendedWord(value *analysis.Value, allowed []string) *analysis.SuggestedFix {
	best, ok := suggest.Best(value.Text, allowed)
	if !ok {
		return nil
	}
	return replacement("write "+best, suggest.Same(value.Text, best), value, best)
}

// mendedType adds or removes the quotation marks that make a value another type.
func mendedType(d *analysis.Document, v schema.Violation, value *analysis.Value) *analysis.SuggestedFix {
	quoted := value.Kind == analysis.String && value.Style != analysis.Plain
	switch {
	case v.Types[0] == "string" && (value.Kind == analysis.Number || isDate(value)):
		return edit("put it in quotation marks", true, value, strconv.Quote(value.Text))
	case v.Quote && value.Kind == analysis.List && value.Style == analysis.Flow:
		text := d.Text(value.Range)
		if strings.ContainsAny(text, "\"\\\r\n") {
			return nil
		}
		return edit("put it in quotation marks", false, value, `"`+text+`"`)
	case (v.Types[0] == "number" || v.Types[0] == "integer") && quoted && isWholeNumber(value.Text):
		return edit("remove the quotation marks", true, value, value.Text)
	case v.Types[0] == "boolean" && quoted && (value.Text == "true" || value.Text == "false"):
		return edit("remove the quotation marks", false, value, value.Text)
	}
	return nil
}

// replacement writes a word in the place of a scalar, with the quotation marks it has.
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
	return &analysis.SuggestedFix{Title: title, Safe: safe, Edits: []analysis.Edit{{Range: value.Range, Text: text}}}
}

// isWholeNumber reports whether a text is a number that every reader takes for the same.
func isWholeNumber(text string) bool {
	return text != "" && len(text) < 10 && strings.Trim(text, "0123456789") == "" && (text == "0" || text[0] != '0')
}
