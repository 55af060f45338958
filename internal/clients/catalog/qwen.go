package catalog

import (
	"path"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/schema"
)

// qwen lists skills by name. If the list is too long, it shows only the first lines of the descriptions.
var qwen = &Client{
	ID:       "qwen",
	Versions: []string{"0.24"},
	Grade:    loader.Measured,
	Source:   "@qwen-code/qwen-code 0.24.4, buildAvailableSkillsReminder, run",
	Checked:  "2026-11-23",
	Unit:     "characters",
	Places:   ".qwen/skills and .agents/skills",
	list:     listQwen,
}

const (
	qwenLimit = 8000
	qwenOwn   = 5857 // characters of the built-in skills and the line feed after each
)

func listQwen(from Source, r Request) (List, error) {
	q := &qwenScan{from: from, first: map[string]candidate{}}
	if r.Start != r.Home {
		q.scanLevel("project", r.Start)
	}
	if r.Home != "" {
		q.scanLevel("user", r.Home)
	}
	sorting.By(q.listed, func(a, b qwenSkill) int { return compareNames(a.Name, b.Name) })
	text := qwenText(q.listed)
	list := List{Limit: qwenLimit, Roots: q.roots, Items: q.lost}
	trims := schema.Length(text, schema.UTF16)+qwenOwn > qwenLimit
	var listed []Item
	for i := range q.listed {
		listed = append(listed, q.listed[i].item(trims))
	}
	if trims {
		text = qwenText(q.listed)
	}
	if text != "" {
		list.Text = "<available_skills>\n" + text + "\n</available_skills>\n"
	}
	list.Cost = schema.Length(text, schema.UTF16) + qwenOwn
	sorting.By(q.lost, func(a, b Item) int { return strings.Compare(a.Path, b.Path) })
	list.Items = append(listed, q.lost...)
	if len(listed) > 0 {
		list.Notes = append(list.Notes, "the built-in skills of Qwen Code count for the limit, but are not listed here")
	}
	if trims {
		list.Notes = append(list.Notes, "the list is longer than the limit, so Qwen Code shows only the first line of each description, without when_to_use")
	}
	if q.manual > 0 {
		list.Notes = append(list.Notes, omittedNote(q.manual, "disable-model-invocation is true"))
	}
	if q.conditional > 0 {
		list.Notes = append(list.Notes, omittedNote(q.conditional, "listed once a file that matches paths is read"))
	}
	if q.copies > 0 {
		list.Notes = append(list.Notes, copiesNote(q.copies, "Qwen Code"))
	}
	return list, nil
}

// A qwenSkill is an entry of the list.
type qwenSkill struct {
	candidate
	level string
}

// item returns the item of a skill. If the list is trimmed, only the first line of the description is shown.
func (s *qwenSkill) item(trims bool) Item {
	i := s.fullItem()
	if !trims {
		return i
	}
	line, _, cut := strings.Cut(s.Description, "\n")
	s.Description = loader.TrimJS(line)
	if s.WhenToUse != "" || cut && loader.TrimJS(i.Description) != s.Description {
		i.State, i.Reason = Cut, "only its first line is shown"
		i.setShown(s.Description)
		if s.WhenToUse != "" {
			i.Reason = "only its first line is shown, without when_to_use"
			i.Lost += utf8.RuneCountInString(s.WhenToUse)
		}
	}
	s.WhenToUse = ""
	return i
}

func qwenText(skills []qwenSkill) string {
	var entries []string
	for _, s := range skills {
		description := entities.Replace(s.Description)
		if s.WhenToUse != "" {
			description += " — " + entities.Replace(s.WhenToUse)
		}
		entries = append(entries, "<skill>\n<name>\n"+entities.Replace(s.Name)+"\n</name>\n<description>\n"+description+" ("+s.level+
			")\n</description>\n<location>\n"+s.level+"\n</location>\n</skill>")
	}
	return strings.Join(entries, "\n")
}

// A qwenScan collects skills. If skills have the same name, the first one is listed.
type qwenScan struct {
	from                        Source
	roots                       []Root
	first                       map[string]candidate // by name
	listed                      []qwenSkill
	lost                        []Item
	manual, conditional, copies int
}

func (q *qwenScan) scanLevel(level, base string) {
	for _, dir := range []string{".qwen/skills", ".agents/skills"} {
		root := path.Join(base, dir)
		if q.from.List(root) == nil {
			continue
		}
		q.roots = append(q.roots, Root{Path: root, Scope: level})
		for _, e := range q.from.List(root) {
			own := path.Join(root, e.Name)
			if e.Kind != Directory && e.Kind != LinkedDir || isInstalling(e.Name) || !hasSkill(q.from, own) {
				continue
			}
			at := path.Join(own, "SKILL.md")
			q.add(candidate{at, q.from.Skill("qwen", at)}, level)
		}
	}
}

// isInstalling reports whether a directory is a temporary one of an installation by Qwen Code: "x.backup-1-2".
func isInstalling(name string) bool {
	parts := strings.Split(name, "-")
	n := len(parts)
	return n > 2 && isNumber(parts[n-1]) && isNumber(parts[n-2]) &&
		(strings.HasSuffix(parts[n-3], ".backup") || strings.HasSuffix(parts[n-3], ".installing"))
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func (q *qwenScan) add(c candidate, level string) {
	by, taken := q.first[c.Name]
	switch {
	case !c.Loads():
		q.lost = append(q.lost, c.rejectedItem())
		return
	case taken && by.Description == c.Description: // the list is the same with either
		q.copies++
		return
	case taken:
		q.lost = append(q.lost, c.unlistedItem(Omitted, "Qwen Code lists the first skill with this name, "+by.path))
		return
	}
	q.first[c.Name] = c
	switch {
	case c.Manual:
		q.manual++
	case c.Conditional:
		q.conditional++
	default:
		q.listed = append(q.listed, qwenSkill{c, level})
	}
}
