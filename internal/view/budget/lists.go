package budget

import (
	"context"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/clientfs"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/tokenizer"
)

// A listChange is the change of a client's skill list. The client starts at the root of a tree without a home directory.
type listChange struct {
	agent         *catalog.Client
	root          string
	before, after catalog.List
	losses        []loss // by state, then in the order of the list
}

// A loss is a skill of which the model sees less than at the base, or a new skill of which it does not see everything.
type loss struct {
	Name   string        `json:"name"`
	Path   string        `json:"path"`
	Before catalog.State `json:"before"`
	After  catalog.State `json:"after"`
}

// comparedClients are the clients whose skill lists are compared. Other clients require a persona or directory, and do not truncate lists.
var comparedClients = []string{"codex", "opencode", "gemini", "claude-code", "copilot"}

// listFiles are the kinds of files that affect skill lists.
var listFiles = []string{".md", ".json", ".yaml", ".yml", ".toml"}

// Compares reports whether a comparison reads a base file.
func Compares(rel string) bool { return slices.Contains(listFiles, path.Ext(rel)) }

// lists compares the skill lists of clients, unless both are empty. from maps moved skills to their former paths.
func (r comparedRoot) lists(ctx context.Context, from map[string]string) ([]listChange, error) {
	now, err := clientfs.Open(clientfs.Options{Dir: r.Dir})
	if err != nil {
		return nil, err
	}
	defer now.Close()
	files := map[string][]byte{}
	paths := slices.DeleteFunc(r.base.Paths(), func(rel string) bool {
		return path.Ext(rel) == ".md" && !strings.EqualFold(path.Base(rel), "SKILL.md")
	})
	err = r.base.Contents(ctx, paths, func(rel string, content []byte) error {
		files[rel] = content
		return nil
	})
	if err != nil {
		return nil, err
	}
	links, err := r.base.Links(ctx)
	if err != nil {
		return nil, err
	}
	base := now.WithProject(files, links)
	var all []listChange
	for _, id := range comparedClients {
		one := listChange{agent: catalog.Lookup(id), root: r.Show(".")}
		if one.after, err = one.agent.List(now, now.Request()); err != nil {
			return nil, err
		}
		if one.before, err = one.agent.List(base, base.Request()); err != nil {
			return nil, err
		}
		one.countRelative(now.Project)
		one.findLosses(r, from)
		if len(one.before.Items)+len(one.after.Items) > 0 {
			all = append(all, one)
		}
	}
	return all, nil
}

// countRelative counts paths in unlimited lists relative to the root, so that the cost does not depend on the location of the
// checkout.
func (l *listChange) countRelative(project string) {
	for _, list := range []*catalog.List{&l.before, &l.after} {
		if list.Limit == 0 {
			list.Cost = tokenizer.Chars4([]byte(strings.ReplaceAll(list.Text, strings.TrimSuffix(project, "/")+"/", "")))
		}
	}
}

// absent is the state of a skill that does not exist at the base. A new skill that is shown completely is not a loss.
const absent catalog.State = "absent"

// stateOrder lists the states in the order of the visible part of a skill, the largest first.
var stateOrder = []catalog.State{catalog.Full, absent, catalog.Uncertain, catalog.Cut, catalog.NameOnly, catalog.Omitted, catalog.Rejected}

// findLosses compares the state of each skill. from maps moved skills to their former paths.
func (l *listChange) findLosses(r comparedRoot, from map[string]string) {
	before := map[string]catalog.State{}
	for _, i := range l.before.Items {
		before[r.showPath(i.Path)] = i.State
	}
	for _, i := range l.after.Items {
		shown := r.showPath(i.Path)
		was, ok := before[shown]
		if !ok {
			was, ok = before[from[shown]]
		}
		if !ok {
			was = absent
		}
		if i.Path == "" || slices.Index(stateOrder, i.State) <= slices.Index(stateOrder, was) {
			continue
		}
		l.losses = append(l.losses, loss{i.Name, shown, was, i.State})
	}
	sorting.By(l.losses, func(a, b loss) int { return slices.Index(stateOrder, b.After) - slices.Index(stateOrder, a.After) })
}

// showPath converts an absolute path to one for reports.
func (r comparedRoot) showPath(file string) string {
	if rel, ok := strings.CutPrefix(file, strings.TrimSuffix(filepath.ToSlash(r.Dir), "/")+"/"); ok {
		return r.Show(rel)
	}
	return file
}

// sentences describe the losses, one per state: `codex: "a" and "b" lose their descriptions`.
func (l *listChange) sentences() []string {
	var all []string
	for _, state := range []struct {
		catalog.State
		one, several string
	}{
		{catalog.Rejected, "is no longer loaded", "are no longer loaded"},
		{catalog.Omitted, "is now omitted", "are now omitted"},
		{catalog.NameOnly, "loses its description", "lose their descriptions"},
		{catalog.Cut, "has a truncated description", "have truncated descriptions"},
		{catalog.Uncertain, "may lose its description", "may lose their descriptions"},
	} {
		var names []string
		for _, s := range l.losses {
			if s.After == state.State {
				names = append(names, s.Name)
			}
		}
		switch {
		case len(names) == 1:
			all = append(all, fmt.Sprintf("%s: %s %s", l.agent.ID, quote.List(names, "and"), state.one))
		case len(names) > 1:
			all = append(all, fmt.Sprintf("%s: %s %s", l.agent.ID, quote.List(names, "and"), state.several))
		}
	}
	return all
}

// cost returns the change of the list's cost in words, or "".
func (l *listChange) cost() string {
	if l.before.Cost == l.after.Cost {
		return ""
	}
	limit := ""
	if l.after.Limit > 0 {
		limit = " of " + quote.Count(l.after.Limit)
	}
	return fmt.Sprintf("%s: skill list %s %s, now %s%s", l.agent.ID, formatSigned(l.after.Cost-l.before.Cost), l.agent.Unit, quote.Count(l.after.Cost), limit)
}

// lines describes the changes of the lists.
func (c *changes) lines() []string {
	var lines []string
	for i := range c.lists {
		l := &c.lists[i]
		if cost := l.cost(); cost != "" {
			lines = append(lines, cost)
		}
		lines = append(lines, l.sentences()...)
	}
	return lines
}

func (c *changes) listsText(w io.Writer) {
	for _, line := range c.lines() {
		fmt.Fprintf(w, "  %s\n", escape.String(line))
	}
}

func (c *changes) listsMarkdown(w io.Writer) {
	lines := c.lines()
	if len(lines) > 0 {
		fmt.Fprintln(w)
	}
	left := maxChanges / 2
	for i, line := range lines {
		text := escape.MarkdownText(line)
		if left -= len(text); left < 0 {
			fmt.Fprintf(w, "- and %s more\n", quote.Count(len(lines)-i))
			return
		}
		fmt.Fprintf(w, "- %s\n", text)
	}
}

type jsonListChange struct {
	Agent    string `json:"agent"`
	Root     string `json:"root"`
	Unit     string `json:"unit"`
	Before   int    `json:"before"`
	After    int    `json:"after"`
	Limit    *int   `json:"limit"` // null if unlimited
	Estimate string `json:"estimate,omitempty"`
	Losses   []loss `json:"losses"`
}

func (l *listChange) json() jsonListChange {
	out := jsonListChange{Agent: l.agent.ID, Root: l.root, Unit: l.agent.Unit, Before: l.before.Cost, After: l.after.Cost,
		Estimate: l.after.Estimate, Losses: append([]loss{}, l.losses...)}
	if l.after.Limit > 0 {
		out.Limit = &l.after.Limit
	}
	return out
}
