package registry

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// plain is a quick test for valid entries of a registry: all keys are known, and all values have the usual form. Other entries
// are validated with the schema. A test checks that the schema accepts plain entries.
func plain(entry *analysis.Value) bool {
	if entry.Kind != analysis.Map {
		return false
	}
	have := 0
	for _, m := range entry.Members {
		if m.Duplicate || !plainField(m.Key, m.Value) {
			return false
		}
		switch m.Key {
		case "name", "version", "path":
			have++
		}
	}
	return have == 3
}

func plainField(key string, v *analysis.Value) bool {
	switch key {
	case "name":
		return v.Kind == analysis.String && isSlug(v.Text)
	case "version":
		return v.Kind == analysis.String && isPlainVersion(v.Text)
	case "path":
		return v.Kind == analysis.String && strings.Trim(v.Text, " \t\n\f\r") != ""
	case "description":
		return v.Kind == analysis.String && len(v.Text) <= 500
	case "model":
		return v.Kind == analysis.String && slices.Contains([]string{"sonnet", "opus", "haiku"}, v.Text)
	case "status":
		return v.Kind == analysis.String && v.Text == "active"
	case "tier":
		return v.Kind == analysis.Number && len(v.Text) == 1 && v.Text <= "3"
	case "token_budget":
		return v.Kind == analysis.Number && strings.Trim(v.Text, "0123456789") == "" && v.Text[0] != '0'
	case "tags":
		return areTexts(v, isSlug)
	case "references":
		return areTexts(v, func(string) bool { return true })
	case "capabilities":
		return arePlainLists(v)
	}
	return false
}

func arePlainLists(v *analysis.Value) bool {
	if v.Kind != analysis.Map {
		return false
	}
	for _, m := range v.Members {
		if m.Duplicate || m.Key == "dispatch_keywords" || !areTexts(m.Value, func(string) bool { return true }) {
			return false
		}
	}
	return true
}

func areTexts(v *analysis.Value, ok func(string) bool) bool {
	if v.Kind != analysis.List {
		return false
	}
	for _, item := range v.Items {
		if item.Kind != analysis.String || !ok(item.Text) {
			return false
		}
	}
	return true
}

// isSlug reports whether a text begins with a lower-case letter, and consists of lower-case letters, digits and single hyphens.
func isSlug(text string) bool {
	return text != "" && text[0] >= 'a' && text[0] <= 'z' && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" &&
		text[len(text)-1] != '-' && !strings.Contains(text, "--")
}

// isPlainVersion reports whether a text consists of three numbers without leading zeros.
func isPlainVersion(text string) bool {
	parts := 0
	for part := range strings.SplitSeq(text, ".") {
		if part == "" || len(part) > 1 && part[0] == '0' || strings.Trim(part, "0123456789") != "" {
			return false
		}
		parts++
	}
	return parts == 3
}
