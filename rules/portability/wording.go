package portability

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/loader"
	"github.com/skilllint/skilllint/internal/quote"
)

// message says what the agents object to, and what to write. A clause that several of them begin
// with is not repeated.
func (o *objection) message(f *analysis.File) string {
	var parts []string
	var advised, lead string
	for i, v := range o.voices {
		what, advice := split(loader.Reworded(v.words, v.agents[0], enumerated(v.agents), len(v.agents) > 1))
		if advised == "" {
			advised = advice
		}
		clause, rest, _ := strings.Cut(what, ", ")
		if i > 0 && clause == lead && rest != "" {
			what = strings.TrimPrefix(strings.TrimPrefix(rest, "and "), "so ")
		}
		lead = clause
		parts = append(parts, what)
	}
	if advised == "" {
		advised = advice(f, o.cause)
	}
	if advised != "" {
		parts = append(parts, advised)
	}
	return strings.Join(parts, "; ")
}

// split splits a reason that says what to write.
func split(reason string) (what, advice string) {
	i := strings.LastIndex(reason, "; ")
	if i < 0 {
		return reason, ""
	}
	switch verb, _, _ := strings.Cut(reason[i+2:], " "); verb {
	case "write", "put", "leave", "add", "save", "delete", "give", "shorten", "say", "quote":
		return reason[:i], reason[i+2:]
	}
	return reason, ""
}

// enumerated joins names as people do.
func enumerated(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// advice says what to write instead.
func advice(f *analysis.File, cause string) string {
	switch cause {
	case "syntax":
		return "put texts with marks of YAML in quotation marks"
	case "not-a-mapping":
		return `write "key: value"`
	case "language":
		return `write "---" alone`
	case "no-header":
		return `begin the file with a line "---", and end the header with another one`
	case "byte-order-mark":
		return "delete the mark"
	case "line-ends":
		return "write LF"
	case "encoding":
		return "save the file as UTF-8"
	case "file-name":
		return "give it a folder of its own, as SKILL.md"
	case "name-type", "description-type":
		return "write a text, in quotation marks where it looks like a number, a date or a list"
	case "name-length", "description-length", "description-cut", "field-length":
		return "shorten it"
	case "name-form", "name-directory":
		if folder := loader.NameByPath(f); isPlain(folder) {
			return "write " + quote.Text(folder) + ", the name of its folder"
		}
		return "write lower-case letters, digits and hyphens, and call the folder so, too"
	case "field-type":
		return "write it as the specification has it"
	case "unknown-field":
		return `leave it out, or put it under "metadata"`
	case "unread-field":
		return "say it in the text, too, where it matters"
	case "literal-mark":
		return "say in words what it stands for"
	}
	if isMissing(cause) {
		return "add " + quote.Text(strings.TrimPrefix(cause, "no-"))
	}
	return ""
}

// isPlain reports whether every agent takes a text for a name.
func isPlain(text string) bool {
	for i := range len(text) {
		c := text[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && (c != '-' || i == 0 || i == len(text)-1 || text[i-1] == '-') {
			return false
		}
	}
	return text != "" && len(text) <= 64
}
