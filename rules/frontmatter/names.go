package frontmatter

import (
	"path"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/schema"
)

// isPlain reports whether a text can be a name: it has no spaces, capitals or dots.
func isPlain(text string) bool {
	for _, r := range text {
		if r < 'a' && r != '-' && r != '_' && (r < '0' || r > '9') || r > 'z' && r < 0x80 {
			return false
		}
	}
	return true
}

// isLabel reports whether a name is meant for display or has the prefix of a collection, and so is not the name of a
// directory.
func isLabel(name string) bool {
	return strings.ContainsFunc(name, unicode.IsUpper) || strings.ContainsAny(name, " :")
}

// normalises reports whether the client normalizes names.
func normalises(d *analysis.Document) bool {
	rules := d.Dialect.Kinds[readAs(d.File)]
	return rules != nil && rules.Name != nil && rules.Name.Normalise
}

// betterName suggests a replacement for a name of invalid form: the name of the directory, with a fix if they differ only
// in capitals and spaces, or the normalized name. It returns "" if neither is valid.
func betterName(d *analysis.Document, v schema.Violation, value *analysis.Value) (help string, fixes []analysis.SuggestedFix) {
	if !isForm(d, v) {
		return "", nil
	}
	better := schema.Normalised(value.Text)
	if v.Keyword != "format" || !isName(d, better) {
		better = ""
	}
	switch want := directoryName(d, value); {
	case want != "" && (want == better || better == "" || suggest.Same(value.Text, want)):
		if suggest.Same(value.Text, want) {
			fixes = renameFix(value, want)
		}
		return "change the name to " + quote.Text(want), fixes
	case want != "":
		return "change the name to " + quote.Text(want) + ", or name both " + quote.Text(better), nil
	case better != "" && DirName(d.File) == value.Text:
		return "write " + quote.Text(better) + ", and rename the directory to it", nil
	case better != "":
		return "write " + quote.Text(better), nil
	}
	return "", nil
}

// isForm reports whether a violation concerns the form or length of a skill's name, in a dialect that compares names with
// directories.
func isForm(d *analysis.Document, v schema.Violation) bool {
	rules := rulesOf(d).Name
	return d.Kind == analysis.Skill && len(v.Path) == 1 && v.Path[0] == "name" && (sort(v.Keyword) == "form" || v.Keyword == "maxLength") &&
		rules != nil && rules.Equals == "directory" && !rules.Normalise
}

// isName reports whether a name is valid according to the schema.
func isName(d *analysis.Document, name string) bool {
	found, err := schema.Validate(d.Dialect.Name, readAs(d.File), map[string]any{"name": name})
	if name == "" || err != nil {
		return false
	}
	for _, v := range found {
		if len(v.Path) > 0 {
			return false
		}
	}
	return true
}

// isNote reports whether a path indicates a note for people: a name in capitals or such as "index", or a directory for
// documentation, templates or examples.
func isNote(rel string) bool {
	stem := strings.TrimSuffix(path.Base(rel), path.Ext(rel))
	if stem == strings.ToUpper(stem) && stem != strings.ToLower(stem) {
		return true
	}
	for word := range strings.FieldsFuncSeq(strings.ToLower(stem), func(r rune) bool { return !unicode.IsLetter(r) }) {
		switch word {
		case "readme", "overview", "index", "changelog", "contributing":
			return true
		}
	}
	for part := range strings.SplitSeq(path.Dir(rel), "/") {
		switch part {
		case "docs", "doc", "documentation", "references", "assets", "fixtures", "tests", "evals":
			return true
		}
		if strings.HasSuffix(part, "templates") || strings.HasSuffix(part, "examples") || part[0] == '_' {
			return true
		}
	}
	return false
}

// isNoteApart reports whether a note is in a directory below that of the subagents.
func isNoteApart(rel string) bool { return path.Base(path.Dir(rel)) != "agents" && isNote(rel) }

// isNoteWithFields reports whether a file next to subagents is a note with unrelated frontmatter.
func isNoteWithFields(d *analysis.Document, fields *analysis.Value) bool {
	isNote := isNoteApart(d.Rel) || rulesOf(d).Header.Notes && isNote(d.Rel)
	return d.Kind == analysis.Agent && isNote && fields.Get("name") == nil && fields.Get("description") == nil
}

// renameFix returns the fix that writes the required name, unless it is invalid or not a text in YAML.
func renameFix(name *analysis.Value, want string) []analysis.SuggestedFix {
	if !isPlain(want) || strings.Trim(want, "0123456789-_") == "" {
		return nil
	}
	if fix := replacement("change the name to "+quote.Text(want), false, name, want); fix != nil {
		fix.Uncovers = false // another skill may have that name
		return []analysis.SuggestedFix{*fix}
	}
	return nil
}
