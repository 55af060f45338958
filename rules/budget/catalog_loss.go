package budget

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/sorting"
)

// A verdict describes the state of skills in the list of one client.
type verdict struct {
	tree   *tree
	client string
	start  string
	list   catalog.List
	counts map[catalog.State]int // of the skills of the tree
	found  []loss
}

// A loss is a skill that is not listed in full.
type loss struct {
	at       analysis.Location
	severity analysis.Severity
	message  string
	effect   string
	help     string
	lost     int  // lost characters of the description, if any
	limited  bool // caused by the limit of the list
}

func newVerdict(t *tree, client, start string, list catalog.List) *verdict {
	v := &verdict{tree: t, client: client, start: start, list: list, counts: map[catalog.State]int{}}
	for _, item := range list.Items {
		v.add(item)
	}
	sorting.By(v.found, func(a, b loss) int {
		return cmp.Or(cmp.Compare(a.at.Path, b.at.Path), cmp.Compare(a.at.Range.Start, b.at.Range.Start))
	})
	return v
}

// shortest is the number of characters that Codex shows of a description over its limit. Such a description is also
// too long for other clients, and frontmatter rules report it.
const shortest = 1_021

// add records the state of a skill.
func (v *verdict) add(item catalog.Item) {
	rel := v.tree.paths.Real(v.tree.rel(item.Path))
	listing := v.tree.skills[rel]
	if listing == nil { // built in
		return
	}
	if item.State == catalog.Cut && (item.Shown >= shortest || v.client == "claude-code") {
		item.State = catalog.Full
	}
	l, ok := v.lossOf(item, rel, listing)
	if item.State == catalog.Omitted && !ok {
		return
	}
	v.counts[item.State]++
	if start, inside := catalog.Start(rel); ok && (!inside || start == v.start) { // otherwise another start reports it
		v.found = append(v.found, l)
	}
}

// lossOf returns the loss of a skill. It returns false if there is none, or another rule reports it.
func (v *verdict) lossOf(item catalog.Item, rel string, listing *catalog.Listing) (loss, bool) {
	name, title := quote.Text(item.Name), loader.Lookup(v.client).Title
	switch item.State {
	case catalog.Omitted:
		return v.omission(item), !v.isExpected(item, listing, rel)
	case catalog.NameOnly:
		if v.client == "claude-code" { // reportClaude reports them together
			return loss{}, false
		}
		return loss{at: item.At, severity: analysis.Warning, limited: true,
			message: fmt.Sprintf("description of %s is missing from %s's skill list", name, title),
		}, true
	case catalog.Cut:
		severity, total := analysis.Warning, item.Shown+item.Lost
		if item.Lost*5 < total {
			severity = analysis.Info
		}
		return loss{at: catalog.LostAt(item.At, listing.Spans, item.Description, item.Shown), severity: severity, lost: item.Lost, limited: true,
			message: fmt.Sprintf("description is truncated to %s of %s characters in %s's skill list", quote.Count(item.Shown), quote.Count(total), title),
		}, true
	case catalog.Rejected:
		alone := !listing.Skill(v.client).Loads() // rejected in any list
		targeted := slices.Contains(v.tree.files[rel].Targets, v.client)
		return loss{at: item.At, severity: analysis.Error, message: fmt.Sprintf("%s does not load skill %s", title, name), effect: item.Reason}, !alone || !listing.Reported && !targeted
	}
	return loss{}, false
}

// omission returns the loss of a skill that is not in the list.
func (v *verdict) omission(item catalog.Item) loss {
	name, title := quote.Text(item.Name), loader.Lookup(v.client).Title
	l := loss{at: item.At, severity: analysis.Error}
	switch v.client {
	case "opencode":
		l.message = fmt.Sprintf("duplicate skill name %s in one skills directory", name)
		l.effect = title + " lists only one of them, which may differ from run to run"
		l.help = "rename one of the skills"
	case "gemini":
		l.message = fmt.Sprintf("%s does not find skill %s: it is nested too deeply", title, name)
		l.effect = title + " searches only the skills directory and one level below it"
		l.help = "move the skill up"
	default:
		l.message, l.limited = fmt.Sprintf("skill %s is missing from %s's skill list", name, title), true
	}
	return l
}

// isExpected reports whether the reason for an omission is not a loss, or is reported by another rule: a skill in
// another directory has the name, the skill is part of another skill, or only users call it.
func (v *verdict) isExpected(item catalog.Item, listing *catalog.Listing, rel string) bool {
	switch v.client {
	case "opencode":
		return !v.isAmbiguous(item)
	case "claude-code":
		return true
	case "gemini":
		below := strings.TrimPrefix(item.Path, v.rootOf(item.Path)+"/")
		return strings.Count(below, "/") < 2 || v.tree.files[rel].Nested
	}
	return listing.Skill(v.client).Manual
}

// isAmbiguous reports whether the list has another skill of this name from the same root.
func (v *verdict) isAmbiguous(item catalog.Item) bool {
	return slices.ContainsFunc(v.list.Items, func(other catalog.Item) bool {
		return other.Name == item.Name && other.Path != item.Path && other.State != catalog.Omitted && other.State != catalog.Rejected &&
			v.rootOf(other.Path) == v.rootOf(item.Path)
	})
}

// rootOf returns the directory in which the client found a skill.
func (v *verdict) rootOf(file string) string {
	longest := ""
	for _, root := range v.list.Roots {
		if strings.HasPrefix(file, root.Path+"/") && len(root.Path) > len(longest) {
			longest = root.Path
		}
	}
	return longest
}
