package catalog

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"

	"github.com/skilllint/skilllint/internal/clients/loader"
)

// isManual reports whether a client omits a skill from its list because of disable-model-invocation.
func isManual(client string, fields *analysis.Value) bool {
	v := fields.Get(loader.Manual)
	if v == nil || v.Kind == analysis.List || v.Kind == analysis.Map {
		return false
	}
	isTrue := v.Kind == analysis.Bool && strings.EqualFold(v.Text, "true")
	switch client {
	case pi.ID:
		return isTrue
	case qwen.ID:
		return isTrue || v.Text == "true"
	case letta.ID:
		return strings.EqualFold(v.Text, "true")
	}
	return loader.IsManual(fields)
}

// addClientFields adds the fields that a client's list uses besides name and description.
func (s *Skill) addClientFields(client string, d *analysis.Document) {
	switch client {
	case qwen.ID:
		paths := d.Data.Get("paths")
		s.Conditional = paths != nil && paths.Kind == analysis.List && len(paths.Items) > 0
		if when := d.Data.Get("when_to_use"); when != nil && !when.IsString() {
			s.WhenToUse = ""
		}
	case openclaw.ID:
		s.Conditional = hasRequirements(d.Data)
	case deepagents.ID:
		s.addDeepAgentsFields(d.Data)
	}
}

// hasRequirements reports whether OpenClaw lists a skill on some machines only.
func hasRequirements(fields *analysis.Value) bool {
	metadata := fields.Get("metadata")
	for _, key := range []string{"openclaw", "clawdbot", "moltbot"} {
		if block := metadata.Get(key); block.Get("requires") != nil || block.Get("os") != nil {
			return true
		}
	}
	return metadata.IsString() && (strings.Contains(metadata.Text, `"requires"`) || strings.Contains(metadata.Text, `"os"`))
}

// addDeepAgentsFields adds the fields of Deep Agents, which converts each value to a string.
func (s *Skill) addDeepAgentsFields(fields *analysis.Value) {
	if v := fields.Get("description"); v.IsString() {
		if whole := loader.TrimJS(v.Text); loader.CutUnits(whole, deepAgentsLimit) == s.Description {
			s.Description = strings.Clone(whole)
		}
	}
	var notes []string
	if license := loader.TrimJS(jsString(fields.Get("license"))); license != "" {
		notes = append(notes, "License: "+license)
	}
	if compatibility := loader.CutUnits(loader.TrimJS(jsString(fields.Get("compatibility"))), deepAgentsCompatibility); compatibility != "" {
		notes = append(notes, "Compatibility: "+compatibility)
	}
	if len(notes) > 0 {
		s.Annotation = " (" + strings.Join(notes, ", ") + ")"
	}
	if tools := fields.Get("allowed-tools"); tools != nil && tools.Kind == analysis.List {
		for _, tool := range tools.Items {
			if text := loader.TrimJS(jsString(tool)); text != "" {
				s.Tools = append(s.Tools, strings.Clone(text))
			}
		}
	} else if tools != nil {
		s.Tools = strings.FieldsFunc(strings.Clone(jsString(tools)), func(r rune) bool { return loader.TrimJS(string(r)) == "" })
	}
	if module := fields.Get("module"); module.IsString() {
		s.Module = isModule(strings.TrimPrefix(loader.TrimJS(module.Text), "./"))
	}
}

const deepAgentsCompatibility = 500 // characters of the field

// isModule reports whether Deep Agents imports a path as a module.
func isModule(at string) bool {
	up := at == ".." || strings.HasPrefix(at, "../") || strings.Contains(at, "/../") || strings.HasSuffix(at, "/..")
	if at == "" || strings.HasPrefix(at, "/") || up {
		return false
	}
	for _, ending := range []string{".d.ts", ".d.mts", ".d.cts"} {
		if strings.HasSuffix(at, ending) {
			return false
		}
	}
	return slices.ContainsFunc([]string{".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"}, func(ending string) bool { return strings.HasSuffix(at, ending) })
}

// jsString converts a value to a string as JavaScript does; "" if it is missing or null.
func jsString(v *analysis.Value) string {
	switch {
	case v == nil || v.Kind == analysis.Null:
		return ""
	case v.Kind == analysis.Map:
		return "[object Object]"
	case v.Kind == analysis.List:
		var parts []string
		for _, item := range v.Items {
			parts = append(parts, jsString(item))
		}
		return strings.Join(parts, ",")
	}
	return v.Text
}
