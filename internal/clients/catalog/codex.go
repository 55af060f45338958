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

const codexID = "codex"

// codex shortens all descriptions of its list at once to what 2 % of the window hold, drops them
// when not even the names fit, and then what does not fit by name either.
var codex = &Agent{
	ID:       codexID,
	Versions: []string{"0.169"},
	Grade:    loader.Measured,
	Source:   "codex debug prompt-input, run; its published source, read",
	Checked:  "2026-11-21",
	Unit:     "tokens",
	Looks:    ".codex/skills and .agents/skills, from there up to the root of the repository",
	list:     listCodex,
}

// Limits of codex.
const (
	codexWindow      = 272_000 // tokens, of the default model and most others
	codexMostWindow  = 872_000 // the most that any of its models may be set to
	codexShare       = 2       // percent of the window that the list may have
	codexMostTokens  = 10_000  // of skills.max_context_tokens
	codexDescription = 1_024   // characters of a description that are shown
	codexMark        = "..."   // what a longer one ends with, within the limit
	codexQualified   = 129     // characters of a name with that of its plugin
)

// A codexSkill is a skill that codex loads.
type codexSkill struct {
	Item
	scope   int    // its place in codexScopes
	root    int    // its index among the roots
	rel     string // of SKILL.md below the root, as it is shown
	real    string // its path without links
	capped  string // the description as the list may show it
	removed bool   // agents/openai.yaml takes it out of the list
}

// codexScopes are the scopes in the order of the list.
var codexScopes = []string{"system", "admin", "repo", "user"}

func listCodex(from Source, r Request) (List, error) {
	w := &codexScan{from: from, seen: map[string]bool{}, namespaces: map[string]string{}}
	for _, root := range codexRoots(from, r) {
		if root.Scope == "system" {
			w.builtins(root)
		} else {
			w.scan(root)
		}
	}
	listed := slices.DeleteFunc(slices.Clone(w.found), func(s codexSkill) bool { return s.removed })
	sorting.By(listed, func(a, b codexSkill) int {
		return cmp.Or(cmp.Compare(a.scope, b.scope), strings.Compare(a.Name, b.Name), strings.Compare(a.real, b.real))
	})
	limit := codexLimit(r)
	shown, aliases := w.render(listed, limit)
	list := List{Text: shown.text(), Limit: limit, Cost: shown.cost, Notes: w.notes}
	for i, s := range listed {
		shown.settle(&s.Item, i)
		list.Items = append(list.Items, s.Item)
	}
	if r.Window > codexMostWindow && r.MaxContextTokens == 0 {
		list.Notes = append(list.Notes, fmt.Sprintf("Codex limits the context window to %s tokens", quote.Count(codexMostWindow)))
	}
	if r.Builtins && r.Home == "" {
		list.Notes = append(list.Notes, "paths of built-in skills use ~ for the home directory; the real path is longer and costs more (--home)")
	}
	if n := len(w.found) - len(listed); n > 0 {
		list.Notes = append(list.Notes, omitted(n, "agents/openai.yaml disables implicit invocation"))
	}
	list.Items = append(list.Items, w.unlisted()...)
	for i, root := range w.roots {
		root.Alias = aliases[i]
		list.Roots = append(list.Roots, root)
	}
	return list, nil
}

// omitted is the note on skills that are not listed on purpose.
func omitted(n int, why string) string { return quote.Plural(n, "skill") + " omitted: " + why }

// codexLimit is how many tokens the list may have.
func codexLimit(r Request) int {
	if r.MaxContextTokens > 0 {
		return min(r.MaxContextTokens, codexMostTokens)
	}
	return max(1, min(cmp.Or(r.Window, codexWindow), codexMostWindow)*codexShare/100)
}

// codexRoots returns where codex looks, in the order of scanning.
func codexRoots(from Source, r Request) []Root {
	var roots []Root
	dirs := upwards(r.Start, r.Project)
	layers := dirs
	if !isRepository(from, r.Project) {
		layers = dirs[:1]
	}
	for _, dir := range layers {
		roots = append(roots, Root{Path: path.Join(dir, ".codex/skills"), Scope: "repo"})
	}
	if r.Home != "" {
		roots = append(roots, Root{Path: path.Join(r.Home, ".codex/skills"), Scope: "user"}, Root{Path: path.Join(r.Home, ".agents/skills"), Scope: "user"})
	}
	if r.Builtins {
		roots = append(roots, Root{Path: path.Join(cmp.Or(r.Home, "~"), ".codex/skills/.system"), Scope: "system"})
	}
	for _, dir := range slices.Backward(dirs) {
		roots = append(roots, Root{Path: path.Join(dir, ".agents/skills"), Scope: "repo"})
	}
	return roots
}

// isRepository reports whether codex takes a directory with .git for a repository when it looks for
// .codex above its start: a folder .git has a HEAD there. For .agents anything called .git will do.
func isRepository(from Source, dir string) bool {
	entries := from.List(path.Join(dir, ".git"))
	return entries == nil || slices.ContainsFunc(entries, func(e Entry) bool { return e.Name == "HEAD" })
}

// path is the whole path of a skill's file, as the list would show it without aliases.
func (w *codexScan) path(s codexSkill) string { return w.roots[s.root].Path + "/" + s.rel }

// render returns the better of two lists: with whole paths, and with aliases for the roots, whose
// table is paid from the same limit. It returns the aliases of the roots, too.
func (w *codexScan) render(skills []codexSkill, limit int) (codexText, map[int]string) {
	lines := make([]codexLine, len(skills))
	for i, s := range skills {
		lines[i] = codexLine{head: "- " + s.Name + ":", description: s.capped, tail: " (file: " + w.path(s) + ")"}
	}
	whole := renderCodex(lines, limit)
	aliases, table := w.aliases(skills)
	if len(skills) == 0 || table >= limit {
		return whole, nil
	}
	for i, s := range skills {
		lines[i].tail = " (file: " + aliases[s.root] + "/" + s.rel + ")"
	}
	short := renderCodex(lines, limit-table)
	short.cost += table
	if short.betterThan(whole) {
		return short, aliases
	}
	return whole, nil
}

// What the text around the list costs with whole paths and with aliases, in bytes; the second but
// for the lines of the table.
const (
	codexWholeHeader = 451
	codexAliasHeader = 310
)

// aliases numbers the roots that have skills in the list, in the order of scanning, and returns
// what their table costs more than a list without one.
func (w *codexScan) aliases(skills []codexSkill) (aliases map[int]string, cost int) {
	used := map[int]bool{}
	for _, s := range skills {
		used[s.root] = true
	}
	aliases = map[int]string{}
	bytes := codexAliasHeader
	for i, root := range w.roots {
		if !used[i] {
			continue
		}
		aliases[i] = fmt.Sprintf("r%d", len(aliases))
		bytes += len(fmt.Sprintf("- `%s` = `%s`\n", aliases[i], root.Path))
	}
	return aliases, max(0, codexCost(bytes)-codexCost(codexWholeHeader))
}

// capCodex returns a description as the list may show it.
func capCodex(description string) string {
	if utf8.RuneCountInString(description) <= codexDescription {
		return description
	}
	return description[:prefix(description, codexDescription-len(codexMark))] + codexMark
}

// prefix returns how many bytes the first characters of a text have.
func prefix(text string, characters int) int {
	for i := range text {
		if characters == 0 {
			return i
		}
		characters--
	}
	return len(text)
}
