package catalog

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/sorting"
)

const claudeCodeID = "claude-code"

// claudeCode lists all names and drops the descriptions of the least used skills. Usage is not recorded in a
// file, so the model returns the complete list and reports how many descriptions are dropped.
var claudeCode = &Client{
	ID:      claudeCodeID,
	Grade:   loader.Documented,
	Source:  "documentation of August 2026, read",
	Checked: "2026-11-21",
	Unit:    "characters",
	Places:  ".claude/skills, from there up to the root of the repository",
	list:    listClaudeCode,
}

// Limits of claude-code, in characters.
const (
	claudeEntry  = 1_536 // of description and when_to_use of one skill
	claudeBudget = 8_000 // of the list, if the window is unknown
)

// claudeLimit returns the limit of the list in characters: 1 % of the window, at four characters per token.
// The default corresponds to a window of 200,000 tokens.
func claudeLimit(r Request) int {
	switch {
	case r.BudgetChars > 0:
		return r.BudgetChars
	case r.Window > 0:
		return max(1, r.Window*4/100)
	}
	return claudeBudget
}

// A claudeSkill is an entry of the list.
type claudeSkill struct {
	Item
	text string // description and when_to_use, truncated
}

func (s claudeSkill) characters() int {
	return utf8.RuneCountInString("- "+s.Name) + s.saved()
}

// saved returns how many characters shorter the list is without the description.
func (s claudeSkill) saved() int {
	if s.text == "" {
		return 0
	}
	return utf8.RuneCountInString(": " + s.text)
}

func listClaudeCode(from Source, r Request) (List, error) {
	list := List{Limit: claudeLimit(r)}
	var skills []claudeSkill
	var lost []Item
	manual := 0
	first := map[string]string{} // by name: the first skill
	for _, root := range claudeRoots(from, r) {
		list.Roots = append(list.Roots, root.Root)
		for _, file := range claudeFiles(from, root) {
			read := from.Skill(claudeCodeID, file)
			item := Item{Name: root.prefix + cmp.Or(read.Name, path.Base(path.Dir(file))), Path: file, Description: read.Description, At: read.At}
			other, taken := first[item.Name]
			switch {
			case read.Status == loader.Unknown:
				item.State, item.Reason = Uncertain, read.Reason
				lost = append(lost, item)
			case !read.Loads():
				item.State, item.Reason = Rejected, read.Reason
				lost = append(lost, item)
			case taken:
				item.State, item.Lost = Omitted, utf8.RuneCountInString(item.Description)
				item.Reason = "Claude Code lists the first skill with this name, " + other
				lost = append(lost, item)
			case read.Manual:
				first[item.Name] = file
				manual++
			default:
				first[item.Name] = file
				skills = append(skills, claudeEntryOf(item, read.WhenToUse))
			}
		}
	}
	sorting.By(skills, func(a, b claudeSkill) int { return strings.Compare(a.Name, b.Name) })
	list.Notes = claudeFit(skills, list.Limit)
	if manual > 0 {
		list.Notes = append(list.Notes, omittedNote(manual, "disable-model-invocation is true"))
	}
	for _, s := range skills {
		line := "- " + s.Name
		if s.State != NameOnly && s.text != "" {
			line += ": " + s.text
		}
		list.Text += line + "\n"
		list.Cost += utf8.RuneCountInString(line)
		list.Items = append(list.Items, s.Item)
	}
	sorting.By(lost, func(a, b Item) int { return strings.Compare(a.Path, b.Path) })
	list.Items = append(list.Items, lost...)
	list.Estimate = "based on documentation, not measured; the format of the list, skills of other plugins and the enterprise, built-in skills and " +
		"the usage that decides what is dropped are unknown"
	return list, nil
}

// A claudeRoot is a root with the prefix of its names: the plugin.
type claudeRoot struct {
	Root
	prefix string
}

// claudeRoots returns the existing roots. If skills have the same name, that of the first root is listed.
func claudeRoots(from Source, r Request) []claudeRoot {
	var roots []claudeRoot
	if r.Home != "" {
		roots = append(roots, claudeRoot{Root{Path: path.Join(r.Home, ".claude/skills"), Scope: "user"}, ""})
	}
	for _, dir := range upwards(r.Start, r.Project) {
		if dir != r.Home {
			roots = append(roots, claudeRoot{Root{Path: path.Join(dir, ".claude/skills"), Scope: "project"}, ""})
		}
	}
	for _, p := range ClaudePlugins(from, r) {
		for _, at := range p.Paths("skills") {
			roots = append(roots, claudeRoot{Root{Path: at, Scope: "plugin"}, p.Name + ":"})
		}
	}
	return slices.DeleteFunc(roots, func(root claudeRoot) bool { return from.List(root.Path) == nil })
}

// claudeFiles returns the skills of a root, one in each directory.
func claudeFiles(from Source, root claudeRoot) []string {
	var files []string
	isSkill := func(e Entry) bool { return e.Name == "SKILL.md" && (e.Kind == File || e.Kind == LinkedFile) }
	if root.prefix != "" && slices.ContainsFunc(from.List(root.Path), isSkill) {
		return []string{path.Join(root.Path, "SKILL.md")} // listed by a plugin
	}
	for _, e := range from.List(root.Path) {
		if e.Kind != Directory && e.Kind != LinkedDir {
			continue
		}
		dir := path.Join(root.Path, e.Name)
		if slices.ContainsFunc(from.List(dir), isSkill) {
			files = append(files, path.Join(dir, "SKILL.md"))
		}
	}
	return files
}

// claudeEntryOf returns the entry of a skill, truncated to the limit of one entry.
func claudeEntryOf(item Item, when string) claudeSkill {
	s := claudeSkill{Item: item, text: item.Description}
	if when != "" {
		s.text = strings.TrimSpace(s.text + " " + when)
	}
	total := utf8.RuneCountInString(item.Description)
	s.State, s.Shown = Full, total
	if n := utf8.RuneCountInString(s.text); n > claudeEntry {
		s.text = s.text[:prefix(s.text, claudeEntry)]
		s.State, s.Shown = Cut, min(total, claudeEntry)
		s.Lost = total - s.Shown
		s.Reason = fmt.Sprintf("description and when_to_use are %s characters long (limit %s)", quote.Count(n), quote.Count(claudeEntry))
	}
	return s
}

// claudeFit sets the states of entries if the list exceeds its limit, and returns a note on the loss.
func claudeFit(skills []claudeSkill, limit int) []string {
	total, described := 0, 0
	var saved []int
	for _, s := range skills {
		total += s.characters()
		if s.saved() > 0 {
			described++
			saved = append(saved, s.saved())
		}
	}
	if total <= limit || described == 0 {
		return nil
	}
	slices.Sort(saved)
	most := savingsNeeded(saved, total-limit)
	slices.Reverse(saved)
	least := savingsNeeded(saved, total-limit)
	for i := range skills {
		s := &skills[i]
		switch {
		case s.text == "":
		case least == described:
			s.State, s.Shown, s.Lost = NameOnly, 0, utf8.RuneCountInString(s.Description)
			s.Reason = "no space in the list for descriptions"
		default:
			s.State = Uncertain
			s.Reason = fmt.Sprintf("list is %s characters long (limit %s); Claude Code drops the descriptions of the least used skills", quote.Count(total), quote.Count(limit))
		}
	}
	return []string{claudeLoss(least, most, described, total, limit)}
}

// savingsNeeded returns how many savings, in their order, add up to enough; all if they do not.
func savingsNeeded(savings []int, enough int) int {
	for i, n := range savings {
		if enough -= n; enough <= 0 {
			return i + 1
		}
	}
	return len(savings)
}

func claudeLoss(least, most, described, total, limit int) string {
	over := fmt.Sprintf("list is %s characters long (limit %s): ", quote.Count(total), quote.Count(limit))
	switch {
	case least == described:
		return over + "Claude Code drops all descriptions"
	case least == most:
		return over + fmt.Sprintf("Claude Code drops %d of %d descriptions, those of the least used skills", least, described)
	}
	return over + fmt.Sprintf("Claude Code drops %d to %d of %d descriptions, those of the least used skills", least, most, described)
}
