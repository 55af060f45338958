package deps

import (
	"bytes"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// An injection is a skill whose text a prompt contains, or that an orchestrator adds to it.
type injection struct {
	Skill   string            // name in the prompt
	Inlined bool              // by "@…/NAME/SKILL.md"; otherwise below a heading
	Loose   bool              // without an orchestrator that assembles prompts, the heading may only be about the skill
	At      analysis.Location // the heading or the reference
}

// injectionFact computes the skills whose texts a subagent's prompt or a skill contains, in the order of the file:
// "### NAME (v1.0.0)" below "## Skill Context", "## Skill: NAME" of an assembled payload, and references to a SKILL.md.
// For a skill, only references apply.
var injectionFact = analysis.NewFact("injection", "skills whose texts a prompt contains",
	analysis.PerDocument, analysis.Agent|analysis.Skill, readInjections, markdown.SectionFact.Analyzer)

const skillFile = "SKILL.md"

func readInjections(pass *analysis.Pass) ([]injection, error) {
	d := pass.Document
	var found []injection
	if d.Kind == analysis.Agent {
		found = headings(d, markdown.SectionFact.Of(pass))
	}
	if bytes.Contains(d.Source, []byte("/"+skillFile)) && bytes.IndexByte(d.Source, '@') >= 0 {
		for _, r := range link.ReferencesIn(d) {
			if dir, file := path.Split(r.Path); file == skillFile && path.Base(dir) != "." && !r.Glob {
				found = append(found, injection{Skill: strings.Clone(path.Base(dir)), Inlined: true, At: d.At(r.Range)})
			}
		}
	}
	if found == nil {
		return nil, analysis.ErrNoFact
	}
	return found, nil
}

// headings returns the skills whose texts follow a heading.
func headings(d *analysis.Document, sections []markdown.Section) []injection {
	var found []injection
	end, level := 0, 0 // of the section "Skill Context"
	for _, s := range sections {
		name, of, versioned := "", false, false
		switch {
		case strings.EqualFold(s.Name, "Skill Context"):
			end, level = s.Extent.End, s.Level
		case s.Extent.Start < end && s.Level == level+1:
			of = true
			name, versioned = cutVersion(s.Title)
		default:
			name, of = strings.CutPrefix(s.Title, "Skill: ")
		}
		if name = strings.TrimSpace(name); of && name != "" && !strings.ContainsAny(name, " \t") {
			found = append(found, injection{Skill: strings.Clone(name), Loose: !versioned, At: d.At(s.Heading)})
		}
	}
	return found
}

// cutVersion returns a title without a version such as "(v1.0.0)" at its end, and whether it had one.
func cutVersion(title string) (name string, versioned bool) {
	if at := strings.LastIndex(title, "("); at > 0 && strings.HasSuffix(title, ")") {
		return title[:at], strings.HasPrefix(title[at:], "(v")
	}
	return title, false
}

// switches holds the locations of a skill's fields that restrict how it is loaded, or zero.
type switches struct {
	Withheld analysis.Location // disable-model-invocation: true
	Forked   analysis.Location // context: fork
}

// switchFact computes the switches of a skill. Skills without switches have no fact.
var switchFact = analysis.NewFact("switches", "fields of a skill that restrict how it is loaded",
	analysis.PerDocument, analysis.Skill, readSwitches).MarkShallow()

func readSwitches(pass *analysis.Pass) (switches, error) {
	d := pass.Document
	var s switches
	if loader.IsManual(d.Data) {
		s.Withheld = d.At(d.Data.Get(loader.Manual).Range)
	}
	if v := d.Data.Get("context"); v.IsString() && v.Text == "fork" {
		s.Forked = d.At(v.Range)
	}
	if s == (switches{}) {
		return s, analysis.ErrNoFact
	}
	return s, nil
}
