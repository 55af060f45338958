package portability

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// longestEffect is the maximum length of several effects. If they are longer, only the worst one is described.
const longestEffect = 120

// effect describes the effects on the clients, the worst first.
func (o *objection) effect() string {
	rejected := slices.ContainsFunc(o.voices, func(v voice) bool { return v.effect == loader.Rejects })
	var effects []voice // of distinct effects
	for _, v := range o.voices {
		if rejected && v.effect == loader.Skips {
			v.effect = loader.Rejects
		}
		i := slices.IndexFunc(effects, func(e voice) bool { return e.effect == v.effect })
		if i < 0 {
			effects = append(effects, voice{effect: v.effect})
			i = len(effects) - 1
		}
		for _, c := range v.clients {
			if !slices.Contains(effects[i].clients, c) {
				effects[i].clients = append(effects[i].clients, c)
			}
		}
	}
	if text := joinEffects(effects, 2); len(text) <= longestEffect {
		return text
	}
	return joinEffects(effects, 1)
}

// joinEffects joins the first effects, and counts the clients with other effects.
func joinEffects(effects []voice, most int) string {
	var sentences []string
	rest := 0
	for i, e := range effects {
		if i < most {
			sentences = append(sentences, loader.Sentence(e.clients, e.effect))
		} else {
			rest += len(e.clients)
		}
	}
	text := strings.Join(sentences, ", while ")
	switch {
	case rest == 1:
		return text + ", and 1 more client is affected"
	case rest > 1:
		return text + fmt.Sprintf(", and %d more clients are affected", rest)
	}
	return text
}

// adopts reports whether the help of another rule is better, because it is specific to the field.
func (o *objection) adopts() bool {
	switch o.cause {
	case "syntax", "not-a-mapping", "field-type", "field-value", "name-length", "description-length", "description-cut", "field-length":
		return true
	}
	return false
}

// help returns the help for an objection.
func (o *objection) help(d *analysis.Document) string {
	switch o.cause {
	case "name-form", "name-directory":
		if directory := loader.NameByPath(d.File); isPlain(directory) {
			return "change the name to " + quote.Text(directory)
		}
		return "use lower-case letters, digits and hyphens for the name and the directory"
	case "name-misread", "description-misread":
		if strings.Contains(d.Text(o.at), "---") {
			return `remove the "---"`
		}
		return "quote the name and the description"
	}
	if isMissing(o.cause) {
		verb := "add "
		if m := d.Data.Member(fieldOf(o.cause)); m != nil && !m.Merged && m.Value.Kind == analysis.Null {
			verb = "add text to "
		}
		return verb + quote.Text(fieldOf(o.cause))
	}
	switch help := helps[o.cause]; {
	case help != "":
		return help
	case isType(o.cause):
		return helps["field-type"]
	case strings.HasSuffix(o.cause, "-bytes"):
		return "shorten it: characters other than ASCII count several times"
	}
	return ""
}

// helps maps causes to help texts.
var helps = map[string]string{
	"syntax":             "quote values with special characters",
	"not-a-mapping":      `write "key: value" on each line`,
	"language":           `write "---" alone`,
	"no-header":          `start the file with "---", the fields "name" and "description", and "---"`,
	"byte-order-mark":    "remove the byte order mark",
	"line-ends":          "use LF line endings",
	"duplicate-key":      "remove one of the two fields",
	"encoding":           "save the file as UTF-8",
	"not-utf-8":          "save the file as UTF-8",
	"file-name":          "move it to a directory of its own as SKILL.md",
	"file-size":          "move parts of it to separate files",
	"depth":              "reduce the nesting",
	"name-file":          "use the name of the file",
	"name-type":          "quote the name",
	"name-length":        "shorten it",
	"description-length": "shorten it",
	"description-cut":    "shorten it",
	"field-length":       "shorten it",
	"reserved-name":      "choose another name",
	"description-type":   "write one string",
	"description-form":   "remove the angle brackets",
	"field-type":         "correct the type",
	"field-value":        "use a value of the specification",
	"unknown-field":      `remove it, or move it under "metadata"`,
	"early-end":          "use other characters",
	"unread-field":       "describe it in the text if it matters",
	"literal-mark":       "describe it in words",
	"unknown-tool":       "describe what the tool is for",
	"comment":            "quote the text",
	"tag":                "quote the text",
}

// isPlain reports whether all clients accept a name.
func isPlain(text string) bool {
	for i := range len(text) {
		c := text[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && (c != '-' || i == 0 || i == len(text)-1 || text[i-1] == '-') {
			return false
		}
	}
	return text != "" && len(text) <= 64
}
