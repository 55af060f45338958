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
	Source:  "loadSkillFromDir, run",
	Checked: "2026-11-28",
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
	for _, field := range []struct {
		key      string
		required bool
		most     int
	}{{"name", true, 64}, {"description", true, 1024}, {"license", false, 0}, {"compatibility", false, 500}, {"allowed-tools", false, 0}} {
		v := data.Get(field.key)
		switch {
		case v == nil && field.required:
			o.reject(missing(f, field.key))
		case v == nil:
		case v.Kind != jsyaml.String:
			o.reject(notText(f, field.key))
		case field.required && v.Text == "":
			o.reject(Reason{empty(field.key), "", f.valueRange(field.key), "no-" + field.key})
		case field.most > 0 && utf8.RuneCountInString(v.Text) > field.most:
			o.reject(Reason{tooLong(field.key, utf8.RuneCountInString(v.Text), field.most), "", f.valueRange(field.key), field.key + "-length"})
		case field.key == "name" && !isSpecName(v.Text) && !isSpecName(strings.ReplaceAll(v.Text, "_", "-")):
			o.reject(unsupportedName(f, v.Text))
		case field.key == "name" && strings.Contains(v.Text, "_") && strings.Contains(v.Text, "-"):
			o.reject(unsupportedName(f, v.Text))
		case field.key == "name" && v.Text != f.directory:
			o.reject(Reason{differentName(v.Text, "directory", f.directory), "", f.valueRange("name"), "name-directory"})
		case field.key == "name":
			o.name = v.Text
		case field.key == "description":
			o.description = v.Text
		}
	}
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

func isTextList(v *jsyaml.Value) bool {
	for _, item := range v.Items {
		if item.Kind != jsyaml.String {
			return false
		}
	}
	return v.Kind == jsyaml.List
}
