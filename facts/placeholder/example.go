package placeholder

import (
	"path"
	"slices"
	"strings"
	"unicode"
)

// These functions recognize texts, names and paths that are examples or placeholders. They differ on purpose: an
// example path is a problem in a link, but not in a name.

// IsTemplatePath reports whether a file is a template, an example or test data, according to its path.
func IsTemplatePath(rel string) bool {
	dir, file := path.Split(strings.ToLower(rel))
	for part := range strings.SplitSeq(dir, "/") {
		switch part {
		case "assets", "resources", "references", "examples", "example", "tests", "fixtures", "testdata":
			return true
		}
		if strings.Contains(part, "template") || strings.Contains(part, "scaffold") || strings.Contains(part, "{") {
			return true
		}
	}
	return strings.Contains(file, "template")
}

// IsTemplate reports whether the links of a file are meant for a copy of it. Unlike IsTemplatePath, it does not
// include references and examples, which are read in place.
func IsTemplate(rel string) bool {
	dir, file := path.Split(strings.ToLower(rel))
	for part := range strings.SplitSeq(dir, "/") {
		switch part {
		case "assets", "templates", "template", "fixtures", "testdata":
			return true
		}
	}
	return strings.Contains(file, "template")
}

// IsExamplePath reports whether a path is a typical example.
func IsExamplePath(p string) bool {
	lower := strings.ToLower(p)
	if strings.Contains(lower, "path/to") || strings.Contains(p, "YYYY") || strings.Contains(p, "NNN") || strings.HasPrefix(path.Base(p), "NN-") || strings.Contains(p, "XXX") ||
		strings.Contains(lower, "@") && !strings.Contains(lower, "/") {
		return true
	}
	if name, ok := strings.CutSuffix(strings.TrimSuffix(path.Base(p), path.Ext(p)), "-ID"); ok && name == strings.ToUpper(name) || strings.Contains(p, "[") && strings.Contains(p, "]") {
		return true // FEATURE-ID.md, [domain].md
	}
	stem := strings.TrimSuffix(path.Base(lower), path.Ext(lower))
	switch stem {
	case "path", "file", "filename", "foo", "bar", "baz", "example", "name", "link", "url", "xxx", "xyz", "your-file", "your_file", "my-file", "some-file", "x", "y", "image":
		return true
	}
	for part := range strings.SplitSeq(lower, "/") {
		if isExampleName(part) {
			return true
		}
	}
	return false
}

// isExampleName reports whether the name of a file or directory is typical of examples, such as "related-skill-1".
func isExampleName(name string) bool {
	first, rest, ok := strings.Cut(strings.NewReplacer("_", "-", ".", "-").Replace(name), "-")
	if !ok {
		return false
	}
	kind, after, _ := strings.Cut(rest, "-")
	isKind := func(word string) bool {
		return slices.Contains([]string{"skill", "agent", "command", "cmd", "file", "script", "doc", "document", "reference", "page", "guide", "hook", "module"}, word)
	}
	switch first {
	case "my", "your", "some", "another":
		return true
	case "related", "other", "example", "sample", "old", "new":
		return isKind(kind)
	}
	return isKind(first) && (rest == "name" || kind == "name" && !strings.Contains(after, "-")) // script_name.py
}

// IsSlot reports whether a word is a placeholder: {{X}}, {x}, <x>, [x], $X.
func IsSlot(word string) bool { return word != "" && strings.ContainsAny(word[:1], "{<[$") }

// IsUnwrittenName reports whether a name is a placeholder: in brackets, or with a variable.
func IsUnwrittenName(name string) bool {
	for _, marks := range [][2]string{{"<", ">"}, {"[", "]"}, {"{", "}"}, {"$", ""}} {
		if len(name) > 1 && strings.HasPrefix(name, marks[0]) && strings.HasSuffix(name, marks[1]) {
			return true
		}
	}
	return strings.Contains(name, "{{") || strings.Contains(name, "${")
}

// IsNote reports whether a word starts an author's note about open work.
func IsNote(word string) bool {
	switch strings.TrimSpace(word) {
	case "todo", "tbd", "fixme":
		return true
	}
	return false
}

// Unwrap returns a text without enclosing emphasis and brackets.
func Unwrap(text string) (inner string, bracketed bool) {
	text = strings.Trim(text, "*_ ")
	for _, pair := range []string{"[]", "<>", "{}"} {
		if len(text) > 2 && text[0] == pair[0] && text[len(text)-1] == pair[1] && strings.Count(text, pair[:1]) == 1 {
			return strings.TrimSpace(text[1 : len(text)-1]), true
		}
	}
	return text, false
}

// longestTemplate is the length of the longest template text, in bytes.
const longestTemplate = 400

// IsUnwrittenText reports whether a whole text is a placeholder, or the instruction of a template.
func IsUnwrittenText(text string) bool {
	text = strings.TrimSpace(text)
	if len(text) > longestTemplate {
		return false
	}
	for _, marks := range [][2]string{{"<", ">"}, {"[", "]"}, {"{", "}"}, {"{{", "}}"}, {"${", "}"}} {
		if isEnclosed(text, marks[0], marks[1]) {
			return true
		}
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '/' })
	switch {
	case len(words) == 0: // "..."
		return true
	case len(words) == 1:
		return slices.Contains([]string{"todo", "tbd", "fixme", "xxx", "placeholder", "changeme", "description", "n/a", "none", "-"}, words[0])
	case IsNote(words[0]):
		rest := strings.TrimLeft(text[len(words[0]):], " ")
		return strings.HasPrefix(rest, ":") && strings.HasPrefix(text, strings.ToUpper(words[0])) || IsUnwrittenText(strings.TrimLeft(rest, "-– "))
	case words[0] == "lorem" && words[1] == "ipsum":
		return true
	}
	return isTemplateSentence(words)
}

// isEnclosed reports whether a text is enclosed in two delimiters that do not occur inside.
func isEnclosed(text, open, end string) bool {
	inner, opened := strings.CutPrefix(text, open)
	inner, closed := strings.CutSuffix(inner, end)
	return opened && closed && !strings.Contains(inner, open) && !strings.Contains(inner, end)
}

// isTemplateSentence recognizes sentences such as "Replace with a brief description of what this skill
// does and when to use it".
func isTemplateSentence(words []string) bool {
	s := sentence(words)
	if s.next("replace") {
		s.next("this", "me")
		if !s.next("with") {
			return false
		}
	} else if !s.next("insert", "add", "enter", "provide", "put") && s.next("describe") {
		return s.next("what") && s.saysPurpose()
	}
	s.next("a", "an", "the", "your")
	for s.next("clear", "brief", "short", "concise", "complete", "one-line", "one-sentence", "detailed", "informative", "specific", "trigger", "and", "or") {
	}
	if s.next("what") {
		return s.saysPurpose()
	}
	s.next(subjects...)
	if !s.next("description", "explanation", "summary") {
		return false
	}
	if len(s) == 0 || s.next("here") || s.next("goes") && s.next("here") {
		return true
	}
	return s.next("of", "for") && s.endsInSubject()
}

// subjects are what a template describes.
var subjects = []string{"skill", "agent", "subagent", "command", "sub-agent"}

// A sentence is the rest of the words of a sentence.
type sentence []string

// next removes the first word if it is one of several.
func (s *sentence) next(any ...string) bool {
	if len(*s) == 0 || !slices.Contains(any, (*s)[0]) {
		return false
	}
	*s = (*s)[1:]
	return true
}

// saysPurpose matches words such as "this skill does".
func (s *sentence) saysPurpose() bool {
	return s.next("this", "the", "your") && s.next(subjects...) && s.next("does")
}

// endsInSubject matches words such as "your skill" and "what the skill does".
func (s *sentence) endsInSubject() bool {
	what := s.next("what")
	s.next("this", "the", "your", "a", "my")
	return s.next(subjects...) && (len(*s) == 0 || what && s.next("does", "is") || s.next("and", "here"))
}
