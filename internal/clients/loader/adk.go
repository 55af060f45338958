package loader

import (
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/jsyaml"
)

// adk is Google's Agent Development Kit for JavaScript. It splits the file like skills-ref, and rejects every violation of its schema.
var adk = &Client{
	ID:      "adk",
	Title:   "Google ADK",
	Program: "@google/adk",
	Version: "2.0.0",
	Source:  "loadSkillFromDir, run with js-yaml 4.3.2",
	Checked: "2026-11-29",
	Grade:   Measured,
	Places:  []string{"the directories that the program names"},
	read:    readADK,
}

func readADK(f *file) outcome {
	data, refused := skillsRefHeader(f)
	if data == nil {
		return refused
	}
	o := outcome{loaded: true}
	adkText(f, data, &o, "name", 64, true)
	adkText(f, data, &o, "description", 1024, true)
	adkText(f, data, &o, "license", 0, false)
	adkText(f, data, &o, "compatibility", 500, false)
	adkText(f, data, &o, "allowed-tools", 0, false)
	const tools = "adk_additional_tools"
	switch meta := data.Get("metadata"); {
	case meta == nil:
	case meta.Kind != jsyaml.Map:
		o.reject(Reason{`"metadata" must be a mapping`, "", f.valueRange("metadata"), "field-type"})
	case meta.Get(tools) != nil && !isTextList(meta.Get(tools)):
		o.reject(Reason{quote.Text(tools) + " must be a list of strings", "", f.valueRange("metadata"), "field-type"})
	}
	return o
}

// adkText checks a text of at most so many characters; 0: no limit.
func adkText(f *file, data *jsyaml.Value, o *outcome, key string, most int, required bool) {
	v := data.Get(key)
	switch {
	case v == nil && required:
		o.reject(missing(f, key))
	case v == nil:
	case v.Kind != jsyaml.String:
		o.reject(notText(f, key))
	case required && v.Text == "":
		o.reject(Reason{empty(key), "", f.valueRange(key), "no-" + key})
	case most > 0 && utf8.RuneCountInString(v.Text) > most:
		o.reject(Reason{tooLong(key, utf8.RuneCountInString(v.Text), most), "", f.valueRange(key), key + "-length"})
	case key == "name":
		adkName(f, v.Text, o)
	case key == "description":
		o.description = v.Text
	}
}

// adkName checks a name, whose words are separated by hyphens or by underscores.
func adkName(f *file, name string, o *outcome) {
	isMixed := strings.Contains(name, "_") && strings.Contains(name, "-")
	switch {
	case isMixed, !isSpecName(name) && !isSpecName(strings.ReplaceAll(name, "_", "-")):
		o.reject(unsupportedName(f, name))
	case name != f.directory:
		o.reject(Reason{differentName(name, "directory", f.directory), "", f.valueRange("name"), "name-directory"})
	default:
		o.name = name
	}
}

func isTextList(v *jsyaml.Value) bool {
	for _, item := range v.Items {
		if item.Kind != jsyaml.String {
			return false
		}
	}
	return v.Kind == jsyaml.List
}
