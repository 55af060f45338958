package portability

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// maxVoices is how many agents may say the same thing in words of their own; the others agree.
const maxVoices = 3

// message says what the agents object to, and what to write. What concerns the whole header is
// told in the words of one of them: others say the same of another detail.
func (o *objection) message(advice string) string {
	most := o.spoken()
	var parts []string
	lead := ""
	for i, v := range o.voices {
		if i == most {
			parts = append(parts, agreement(o.voices[i:]))
			break
		}
		what, _ := split(loader.Reworded(v.words, v.agents[0], enumerated(v.agents), len(v.agents) > 1))
		what, lead = withoutLead(what, lead, v.agents)
		parts = append(parts, what)
	}
	if advice != "" {
		parts = append(parts, advice)
	}
	return strings.Join(parts, "; ")
}

// spoken returns how many voices say it in their own words.
func (o *objection) spoken() int {
	if isWhole(o.cause) || isType(o.cause) {
		return 1
	}
	return min(len(o.voices), maxVoices)
}

// advised says what to write instead: what an agent's words say, else what the cause does. What is
// missing must be there, even if an agent does without it.
func (o *objection) advised(d *analysis.Document) string {
	if isMissing(o.cause) {
		return advice(d, o)
	}
	for _, v := range o.voices[:o.spoken()] {
		if _, said := split(v.words); said != "" {
			return said
		}
	}
	return advice(d, o)
}

// adopts reports whether another rule's advice is better than ours: it knows the field.
func (o *objection) adopts() bool {
	switch o.cause {
	case "syntax", "not-a-mapping", "field-type", "field-value", "name-length", "description-length", "description-cut", "field-length":
		return true
	}
	return false
}

// agreement says that the agents of some voices object, too.
func agreement(voices []voice) string {
	var agents []string
	severity := analysis.Off
	for _, v := range voices {
		agents, severity = append(agents, v.agents...), max(severity, v.severity)
	}
	verb := " does not read it as written either"
	switch {
	case severity == analysis.Error && len(agents) == 1:
		verb = " rejects it, too"
	case severity == analysis.Error:
		verb = " reject it, too"
	case len(agents) > 1:
		verb = " do not read it as written either"
	}
	return enumerated(agents) + verb
}

// withoutLead takes the clause away that a reason begins with, if it is that of the reason before
// it. It returns the reason and its clause.
func withoutLead(what, before string, agents []string) (reason, lead string) {
	lead, rest, _ := strings.Cut(what, ", ")
	if lead == before {
		for _, conjunction := range []string{"and ", "so "} {
			if said, ok := strings.CutPrefix(rest, conjunction); ok && strings.HasPrefix(said, enumerated(agents)) {
				return said, lead
			}
		}
	}
	return what, lead
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

// advice says what to write instead, where the agents do not.
func advice(d *analysis.Document, o *objection) string {
	switch o.cause {
	case "name-form", "name-directory":
		if folder := loader.NameByPath(d.File); isPlain(folder) {
			return "write " + quote.Text(folder) + ", the name of its folder"
		}
		return "write lower-case letters, digits and hyphens, and call the folder so, too"
	case "name-misread", "description-misread":
		if strings.Contains(d.Text(o.at), "---") {
			return `write it without "---"`
		}
		return "write name and description as texts in quotation marks"
	}
	if isMissing(o.cause) {
		verb := "add "
		if m := d.Data.Member(fieldOf(o.cause)); m != nil && !m.Merged && m.Value.Kind == analysis.Null {
			verb = "say something in "
		}
		return verb + quote.Text(fieldOf(o.cause))
	}
	return adviceFor(o.cause)
}

// adviceFor says what to write instead, by the cause alone.
func adviceFor(cause string) string {
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
	case "encoding", "not-utf-8":
		return "save the file as UTF-8"
	case "file-name":
		return "give it a folder of its own, as SKILL.md"
	case "file-size":
		return "move parts of it into files of their own"
	case "depth":
		return "write it with fewer lists and mappings in one another"
	case "name-file":
		return "write the name of the file"
	case "name-type":
		return "put it in quotation marks"
	case "name-length", "description-length", "description-cut", "field-length":
		return "shorten it"
	case "reserved-name":
		return "choose another name"
	case "description-type":
		return "write one text"
	case "description-form":
		return "write it without them"
	case "field-type", "field-value":
		return "write it as the specification has it"
	case "unknown-field":
		return `leave it out, or put it under "metadata"`
	case "early-end":
		return "write something else there"
	case "unread-field":
		return "say it in the text, too, where it matters"
	case "literal-mark":
		return "say in words what it stands for"
	case "comment", "tag":
		return "put the text in quotation marks"
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
