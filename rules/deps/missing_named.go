package deps

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/graph"
)

// minFamily is the number of names with one first or last word from which a text that names another one means the repository's.
const minFamily = 4

// missingNamed reports names of skills, commands and subagents in texts that nothing in the repository has, if they are similar to
// existing names or belong to a family of them.
func missingNamed(pass *analysis.Pass, g *graph.Graph) {
	known := map[*analysis.Tree]*knownNames{}
	for file, found := range graph.NamedFact.All(pass.Store) {
		if !file.Tree.Walked(".") || isCopied(file.Rel) {
			continue // it may exist outside of the checked paths
		}
		if known[file.Tree] == nil {
			known[file.Tree] = newKnownNames(g, file.Tree)
		}
		k := known[file.Tree]
		k.reportFiles(pass, file, found)
		namesCommands := slices.ContainsFunc(found, func(n graph.Named) bool { return n.Kind == "command" && k.kinds[n.Name] != "" })
		for _, n := range found {
			written := n.Name
			if strings.HasSuffix(n.Kind, "file") {
				continue
			}
			if n.Kind == "command" {
				written = "/" + written
			}
			if k.kinds[n.Name] != "" || k.isElsewhere(written) || k.exists(n.Name) {
				continue
			}
			variants, isRoute := k.variants(file.Rel, n.Name), n.Kind == "command" && !n.Ordered
			if isRoute && !namesCommands || len(variants) == 0 && (isRoute && !k.isAmongCommands(file.Rel, n.Name, found) || !isRoute && !k.hasFamily(file.Rel, n.Name)) {
				continue
			}
			pass.Report(unknownNamed(n, written, variants))
		}
	}
}

func unknownNamed(n graph.Named, written string, variants []string) analysis.Diagnostic {
	at := n.At
	d := analysis.Diagnostic{Location: &at, Severity: analysis.Warning, Message: "unknown " + n.Kind + " " + quote.Text(written) + " in the text",
		Effect: "nothing in the repository has that name", Help: "name an existing one, or remove it"}
	if len(variants) > 0 {
		if n.Kind == "command" {
			for i := range variants {
				variants[i] = "/" + variants[i]
			}
		}
		d.Help = "did you mean " + quote.List(variants[:min(len(variants), 3)], "or") + "?"
	}
	d.Group = analysis.Group{Key: written, Message: analysis.Many + " texts name the unknown " + n.Kind + " " + quote.Text(written), Help: d.Help}
	return d
}

// isCopied reports whether a file is in a copy of a part of another repository.
func isCopied(rel string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(path.Dir(rel)), func(c rune) bool { return c == '/' || c == '-' || c == '_' }), func(word string) bool {
		return slices.Contains([]string{"snapshots", "snapshot", "upstream", "vendor", "canonical"}, word)
	})
}

// variants returns the names that differ from a name in the order of its words, in further words at an end, or in lacking the name of
// a directory of the document at the beginning, or else in one letter.
func (k *knownNames) variants(rel, name string) []string {
	if other, ok := k.sorted[sortedWords(name)]; ok {
		return []string{other}
	}
	var found []string
	for _, other := range k.all {
		if strings.HasPrefix(other, name+"-") || strings.HasSuffix(other, "-"+name) || strings.HasSuffix(other, ":"+name) {
			found = append(found, other)
		}
	}
	for part := range strings.FieldsFuncSeq(path.Dir(rel), func(c rune) bool { return c == '/' || c == '-' || c == '.' }) {
		if rest, ok := strings.CutPrefix(name, part+"-"); ok && strings.Contains(rest, "-") && k.kinds[rest] != "" && !slices.Contains(found, rest) {
			found = append(found, rest)
		}
	}
	if other, ok := k.near(name); ok && len(found) == 0 && len(name) >= minMisspelled && suggest.Distance(name, other, 1) == 1 {
		return []string{other}
	}
	return found
}

// minMisspelled is the length from which a name with one other letter is a misspelled one.
const minMisspelled = 8

// isMeant reports whether a name in a list is certainly meant as one of the repository's. A client may have commands of its own.
func (k *knownNames) isMeant(rel, listed string) bool {
	name := bare(listed)
	return strings.Contains(name, "-") && (len(k.variants(rel, name)) > 0 || listed[0] != '/' && k.hasFamily(rel, name))
}

// isAmongCommands reports whether a command shares its first word with several of the repository, and with its document or with two
// existing ones that the document names.
func (k *knownNames) isAmongCommands(rel, name string, found []graph.Named) bool {
	first := name[:strings.IndexByte(name, '-')+1]
	inText, all := map[string]bool{}, 0
	for _, n := range found {
		if n.Kind == "command" && k.kinds[n.Name] != "" && strings.HasPrefix(n.Name, first) {
			inText[n.Name] = true
		}
	}
	for _, other := range k.all {
		if strings.HasPrefix(other, first) {
			all++
		}
	}
	return first != "" && all >= minFamily && (len(inText) >= 2 || len(inText) == 1 && strings.HasPrefix(path.Base(rel), first))
}

// hasFamily reports whether a name shares its first or last word with the path of its document and with several names.
func (k *knownNames) hasFamily(rel, name string) bool {
	if strings.HasPrefix(name, "skill-") {
		return false
	}
	first, last := name[:strings.IndexByte(name, '-')+1], name[strings.LastIndexByte(name, '-'):]
	isFirst, isLast := false, false
	for part := range strings.SplitSeq(strings.TrimSuffix(rel, path.Ext(rel)), "/") {
		isFirst, isLast = isFirst || strings.HasPrefix(part, first), isLast || strings.HasSuffix(part, last)
	}
	count := func(is bool, shares func(string, string) bool, word string) (n int) {
		for _, other := range k.all {
			if is && shares(other, word) {
				n++
			}
		}
		return n
	}
	return count(isFirst, strings.HasPrefix, first) >= minFamily || count(isLast, strings.HasSuffix, last) >= minFamily
}
