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

// codex limits its list to 2 % of the window. It truncates all descriptions evenly. If the names alone do not
// fit, it drops all descriptions and the skills that do not fit.
var codex = &Client{
	ID:       codexID,
	Versions: []string{"0.171"},
	Grade:    loader.Measured,
	Source:   "codex debug prompt-input, run; its published source, read",
	Checked:  "2026-11-28",
	Unit:     "tokens",
	Places:   ".codex/skills and .agents/skills, from there up to the root of the repository",
	list:     listCodex,
}

// Limits of codex.
const (
	codexWindow      = 500_000 // tokens, of the default model; 272,000 of most others
	codexMostWindow  = 872_000 // the largest window of its models
	codexShare       = 2       // percent of the window for the list
	codexMostTokens  = 10_000  // the maximum of skills.max_context_tokens
	codexDescription = 1_024   // characters of a description
	codexMark        = "..."   // the end of a truncated description, within the limit
	codexQualified   = 129     // characters of a name with the prefix of its plugin
)

// A codexSkill is a skill that codex loads.
type codexSkill struct {
	Item
	scope    int    // index in codexScopes
	root     int    // index of the root
	rel      string // the shown path of SKILL.md, relative to the root
	real     string // the path with links resolved
	capped   string // the description within the limit of one description
	excluded bool   // by agents/openai.yaml
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
	listed := slices.DeleteFunc(slices.Clone(w.found), func(s codexSkill) bool { return s.excluded })
	sorting.By(listed, func(a, b codexSkill) int {
		return cmp.Or(cmp.Compare(a.scope, b.scope), strings.Compare(a.Name, b.Name), strings.Compare(a.real, b.real))
	})
	limit := codexLimit(r)
	shown, aliases := w.render(listed, limit)
	list := List{Text: shown.text(), Limit: limit, Cost: shown.cost, Notes: w.notes}
	for i, s := range listed {
		shown.setState(&s.Item, i)
		list.Items = append(list.Items, s.Item)
	}
	if r.Window > codexMostWindow && r.MaxContextTokens == 0 {
		list.Notes = append(list.Notes, fmt.Sprintf("Codex limits the context window to %s tokens", quote.Count(codexMostWindow)))
	}
	if r.Builtins && r.Home == "" {
		list.Notes = append(list.Notes, "paths of built-in skills use ~ for the home directory; the real path is longer and costs more (--home)")
	}
	if n := len(w.found) - len(listed); n > 0 {
		list.Notes = append(list.Notes, omittedNote(n, "agents/openai.yaml disables implicit invocation"))
	}
	list.Items = append(list.Items, w.unlisted()...)
	for i, root := range w.roots {
		root.Alias = aliases[i]
		list.Roots = append(list.Roots, root)
	}
	return list, nil
}

// omittedNote returns the note on skills that are intentionally not listed.
func omittedNote(n int, why string) string { return quote.Plural(n, "skill") + " omitted: " + why }

// codexLimit returns the limit of the list in tokens.
func codexLimit(r Request) int {
	if r.MaxContextTokens > 0 {
		return min(r.MaxContextTokens, codexMostTokens)
	}
	return max(1, min(cmp.Or(r.Window, codexWindow), codexMostWindow)*codexShare/100)
}

// codexRoots returns the directories that codex searches, in the order of scanning.
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

// isRepository reports whether codex accepts a directory with .git as a repository when it searches .codex
// directories: a directory .git must have a HEAD. For .agents directories, any .git is sufficient.
func isRepository(from Source, dir string) bool {
	entries := from.List(path.Join(dir, ".git"))
	return entries == nil || slices.ContainsFunc(entries, func(e Entry) bool { return e.Name == "HEAD" })
}

// path returns the path of a skill's file in a list without aliases.
func (w *codexScan) path(s codexSkill) string { return w.roots[s.root].Path + "/" + s.rel }

// render returns the better of two lists, and the aliases of its roots: a list with full paths, and one with
// aliases for the roots, whose table counts toward the limit.
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
	if short.isBetterThan(whole) {
		return short, aliases
	}
	return whole, nil
}

// The length in bytes of the text around the list: with full paths, and with aliases but without the lines of
// their table.
const (
	codexWholeHeader = 451
	codexAliasHeader = 310
)

// aliases numbers the roots of listed skills in the order of scanning, and returns the additional cost of their
// table.
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

// capCodex truncates a description to the limit of one description.
func capCodex(description string) string {
	if utf8.RuneCountInString(description) <= codexDescription {
		return description
	}
	return description[:prefix(description, codexDescription-len(codexMark))] + codexMark
}

// prefix returns the length in bytes of the first characters of a text.
func prefix(text string, characters int) int {
	for i := range text {
		if characters == 0 {
			return i
		}
		characters--
	}
	return len(text)
}
