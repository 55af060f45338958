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

// A verdict is what becomes of skills in the list of one agent.
type verdict struct {
	tree   *tree
	agent  string
	start  string
	list   catalog.List
	counts map[catalog.State]int // of the skills of the tree
	found  []loss
	shared string // what the list may cost, in words
}

// A loss is a skill of which something is lost.
type loss struct {
	at       analysis.Location
	severity analysis.Severity
	message  string
	lost     int // characters of the description; 0: it is not what is lost
}

func newVerdict(t *tree, agent, start string, list catalog.List) *verdict {
	v := &verdict{tree: t, agent: agent, start: start, list: list, counts: map[catalog.State]int{}}
	v.shared = v.share()
	for _, item := range list.Items {
		v.take(item)
	}
	sorting.By(v.found, func(a, b loss) int {
		return cmp.Or(cmp.Compare(a.at.Path, b.at.Path), cmp.Compare(a.at.Range.Start, b.at.Range.Start))
	})
	return v
}

// shortest is how many characters codex leaves of a description that is longer than it shows. That
// one is too long for other agents as well, and rules for headers report it.
const shortest = 1_021

// take looks at what became of one skill.
func (v *verdict) take(item catalog.Item) {
	rel := v.tree.paths.Real(v.tree.rel(item.Path))
	listing := v.tree.skills[rel]
	if listing == nil { // a built-in
		return
	}
	if item.State == catalog.Cut && (item.Shown >= shortest || v.agent == "claude-code") {
		item.State = catalog.Full
	}
	l, ok := v.lossOf(item, rel, listing)
	if item.State == catalog.Gone && !ok {
		return
	}
	v.counts[item.State]++
	if start, inFolder := catalog.Start(rel); ok && (!inFolder || start == v.start) { // else it is judged where it lies
		v.found = append(v.found, l)
	}
}

// lossOf returns what of a skill is lost; false when nothing is, or it is another rule's.
func (v *verdict) lossOf(item catalog.Item, rel string, listing *catalog.Listing) (loss, bool) {
	name, title := quote.Text(item.Name), loader.Lookup(v.agent).Title
	switch item.State {
	case catalog.Gone:
		return loss{item.At, analysis.Error, v.goneMessage(item), 0}, !v.isTaken(item, rel, listing)
	case catalog.NameOnly:
		if v.agent == "claude-code" { // which are told by number
			return loss{}, false
		}
		return loss{item.At, analysis.Warning, fmt.Sprintf("%s shows its model %s without the description: %s; install fewer, or let the name say what the skill is for",
			title, name, v.shared), 0}, true
	case catalog.Cut:
		severity, total := analysis.Warning, item.Shown+item.Lost
		if item.Lost*5 < total {
			severity = analysis.Info
		}
		return loss{catalog.LostAt(item.At, listing.Spans, item.Description, item.Shown), severity,
			fmt.Sprintf("%s shows its model %s of the description's %s characters, which end here: %s; say first when to use the skill, or install fewer",
				title, quote.Count(item.Shown), quote.Count(total), v.shared), item.Lost}, true
	case catalog.Rejected:
		alone := !listing.Skills[v.agent].Loads() // rejected whatever stands around it
		targeted := slices.Contains(v.tree.files[rel].Targets, v.agent)
		return loss{item.At, analysis.Error, fmt.Sprintf("%s does not load %s, so its model never sees it: %s", title, name, item.Reason), 0}, !alone || !listing.Told && !targeted
	}
	return loss{}, false
}

// goneMessage says why a skill is in no list, and what to do.
func (v *verdict) goneMessage(item catalog.Item) string {
	name, title := quote.Text(item.Name), loader.Lookup(v.agent).Title
	switch v.agent {
	case "opencode":
		return fmt.Sprintf("%s lists one of the skills that are called %s in this folder of skills, and which one changes from run to run; give one of them another name", title, name)
	case "gemini":
		return fmt.Sprintf("%s does not list %s: it looks in the folder of skills and one level below it, and this one lies deeper; move its folder up", title, name)
	}
	return fmt.Sprintf("%s does not list %s at all: not even the names fit, as %s; install fewer skills", title, name, v.shared)
}

// isTaken reports whether a skill is left out for a reason that is no loss, or another rule's: one of
// its name stands in another folder, it is part of another skill, or only its user calls it.
func (v *verdict) isTaken(item catalog.Item, rel string, listing *catalog.Listing) bool {
	switch v.agent {
	case "opencode":
		return !strings.Contains(item.Reason, "in the same folder of skills")
	case "claude-code":
		return true
	case "gemini":
		return !strings.Contains(item.Reason, "lies deeper") || v.tree.files[rel].Nested
	}
	return listing.Skills[v.agent].Manual
}

// share says what the list may cost.
func (v *verdict) share() string {
	n, own := 0, ""
	for _, i := range v.list.Items {
		if i.State != catalog.Rejected {
			n++
		}
		if v.tree.skills[v.tree.paths.Real(v.tree.rel(i.Path))] == nil {
			own = ", its own among them,"
		}
	}
	return fmt.Sprintf("%s%s share %s %s", quote.Plural(n, "skill"), own, quote.Count(v.list.Limit), catalog.Lookup(v.agent).Unit)
}
