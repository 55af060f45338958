package catalog

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/tokenizer"
)

// progressive lists the skills of the user and of the project in two groups, each skill with the path to read.
var progressive = &Client{
	ID:      "progressive",
	Grade:   loader.Documented,
	Source:  "the progressive disclosure design: list format and template",
	Checked: "2026-11-21",
	Unit:    "tokens",
	list:    listProgressive,
}

func listProgressive(from Source, r Request) (List, error) {
	folder, err := progressiveFolder(from, r)
	if err != nil {
		return List{}, err
	}
	if folder == "" {
		text := progressiveText(nil, nil) + "\n"
		return List{Text: text, Cost: tokenizer.Chars4([]byte(text)), Notes: []string{"no hidden directory has skills/NAME/SKILL.md"}}, nil
	}
	var list List
	project, lost := progressiveGroup(from, &list, r.Start, ".", folder, "project")
	var user []progressiveSkill
	if r.Home != "" {
		var more []Item
		user, more = progressiveGroup(from, &list, r.Home, "~", folder, "user")
		lost = append(lost, more...)
	}
	own := map[string]string{}
	for _, s := range project {
		own[s.Name] = s.shown
	}
	var shownUser []progressiveSkill
	for _, s := range user {
		if by, ok := own[s.Name]; ok {
			lost = append(lost, s.unlistedItem(Omitted, "overridden by the project's skill with this name, "+by))
			continue
		}
		shownUser = append(shownUser, s)
	}
	list.Text = progressiveText(shownUser, project)
	if r.Frame {
		list.Text = progressiveFrame(folder, list.Text)
	}
	list.Text = strings.TrimRight(list.Text, "\n") + "\n"
	list.Cost = tokenizer.Chars4([]byte(list.Text))
	for _, s := range append(shownUser, project...) {
		list.Items = append(list.Items, s.fullItem())
	}
	sorting.By(lost, func(a, b Item) int { return strings.Compare(a.Path, b.Path) })
	list.Items = append(list.Items, lost...)
	return list, nil
}

// progressiveFolder returns the name of the hidden directory that has the skills.
func progressiveFolder(from Source, r Request) (string, error) {
	var folders []string
	for _, base := range []string{r.Start, r.Home} {
		for _, e := range from.List(base) {
			if base != "" && len(e.Name) > 1 && strings.HasPrefix(e.Name, ".") && !slices.Contains(folders, e.Name) &&
				len(progressivePaths(from, path.Join(base, e.Name, "skills"))) > 0 {
				folders = append(folders, e.Name)
			}
		}
	}
	slices.Sort(folders)
	if r.Folder != "" {
		folder := "." + strings.TrimPrefix(strings.TrimSuffix(r.Folder, "/"), ".")
		if slices.Contains(folders, folder) || len(folders) == 0 && !strings.Contains(folder, "/") {
			return folder, nil
		}
		return "", fmt.Errorf("no skills/NAME/SKILL.md in %s%s", quote.Text(folder), hint(folder, folders))
	}
	switch len(folders) {
	case 0:
		if !r.Frame {
			return "", nil
		}
		return "", errors.New("no hidden directory has skills/NAME/SKILL.md; use --folder .NAME to name one")
	case 1:
		return folders[0], nil
	}
	return "", fmt.Errorf("found skills in %d directories; choose one with --folder: %s", len(folders), strings.Join(folders, ", "))
}

func progressivePaths(from Source, root string) []string {
	var paths []string
	for _, e := range from.List(root) {
		if dir := path.Join(root, e.Name); (e.Kind == Directory || e.Kind == LinkedDir) && hasSkill(from, dir) {
			paths = append(paths, path.Join(dir, "SKILL.md"))
		}
	}
	return paths
}

// A progressiveSkill is an entry of the list.
type progressiveSkill struct {
	candidate
	shown string // the path in the list
}

func progressiveGroup(from Source, list *List, base, short, folder, scope string) (skills []progressiveSkill, lost []Item) {
	root := path.Join(base, folder, "skills")
	if from.List(root) == nil {
		return nil, nil
	}
	list.Roots = append(list.Roots, Root{Path: root, Scope: scope})
	for _, p := range progressivePaths(from, root) {
		c := candidate{p, from.Skill("progressive", p)}
		switch {
		case !c.Loads():
			lost = append(lost, c.rejectedItem())
		case c.Name == "":
			c.Reason = `missing field "name"`
			lost = append(lost, c.rejectedItem())
		case c.Description == "":
			c.Reason = `missing field "description"`
			lost = append(lost, c.rejectedItem())
		default:
			skills = append(skills, progressiveSkill{c, path.Join(short, strings.TrimPrefix(p, base))})
		}
	}
	sorting.By(skills, func(a, b progressiveSkill) int { return strings.Compare(a.Name, b.Name) })
	return skills, lost
}

func progressiveText(user, project []progressiveSkill) string {
	var b strings.Builder
	group := func(heading string, skills []progressiveSkill) {
		b.WriteString("**" + heading + " Skills:**\n")
		for _, s := range skills {
			b.WriteString("- **" + s.Name + "**: " + s.Description + "\n  → Read `" + s.shown + "` for full instructions\n")
		}
	}
	if len(user) == 0 && len(project) == 0 {
		return "(No skills available yet.)"
	}
	if len(user) > 0 {
		group("User", user)
		b.WriteString("\n")
	}
	if len(project) > 0 {
		group("Project", project)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// progressiveFrame returns the list with the text around it.
func progressiveFrame(folder, list string) string {
	return "## Skills System\n\nYou have access to a skills library that provides specialized capabilities.\n\n" +
		"**User Skills**: `~/" + folder + "/skills`\n**Project Skills**: `" + folder + "/skills` (overrides user skills)\n\n" +
		"**Available Skills:**\n\n" + list + frameEnd
}

const frameEnd = `

**How to Use Skills (Progressive Disclosure):**

Skills follow a **progressive disclosure** pattern - you know they exist
(name + description above), but you only read the full instructions when needed:

1. **Recognize when a skill applies**: Check if the user's task matches any skill's description
2. **Read the skill's full instructions**: Use read_file with the path shown above
3. **Follow the skill's instructions**: SKILL.md contains step-by-step workflows
4. **Access supporting files**: Skills may include scripts, configs, or reference docs

**When to Use Skills:**
- When the user's request matches a skill's domain
- When you need specialized knowledge or structured workflows
- When a skill provides proven patterns for complex tasks

Remember: Skills are tools to make you more capable. When in doubt, check if a skill exists!
`
