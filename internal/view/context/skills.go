package context

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/clientfs"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// Skills are the skill list of a client with its input.
type Skills struct {
	catalog.List
	agent   *catalog.Client
	version string // the modeled version; empty for clients without versions
	from    *clientfs.Source
}

// CollectSkills builds the skill list of a client from the files of a tree. It sets the version and directories in r. Close the list after
// use.
func CollectSkills(a *catalog.Client, version string, o clientfs.Options, r catalog.Request) (*Skills, error) {
	from, err := clientfs.Open(o)
	if err != nil {
		return nil, err
	}
	r.Version, r.Start, r.Project, r.Home = version, from.Start, from.Project, from.Home
	list, err := a.List(from, r)
	if err != nil {
		from.Close()
		return nil, err
	}
	list.Notes = append(list.Notes, from.Notes()...)
	if version == "" && len(a.Versions) > 0 {
		version = a.Versions[0]
	}
	return &Skills{list, a, version, from}, nil
}

// Close closes the files of the list.
func (l *Skills) Close() { l.from.Close() }

// IsComplete reports whether the model sees each skill completely.
func (l *Skills) IsComplete() bool {
	return !slices.ContainsFunc(l.Items, func(i catalog.Item) bool { return i.State != catalog.Full })
}

// Remarks summarizes the list and names the skills that are truncated, omitted or not loaded.
func (l *Skills) Remarks() []string {
	lines := []string{l.summary()}
	if l.Estimate != "" {
		lines = append(lines, "estimate: "+l.Estimate)
	}
	lines = append(lines, lossLines(l.Items)...)
	for _, n := range l.Notes {
		lines = append(lines, "note: "+n)
	}
	if len(l.Items) == 0 && slices.Contains(loader.IDs(), l.agent.ID) {
		lines = append(lines, "help: `skilllint compat --client "+l.agent.ID+"` shows what it does with skills in other directories")
	}
	return lines
}

// maxLossLines limits the lines about lost skills. JSON contains all.
const maxLossLines = 100

// lossLines names the skills that are truncated, omitted or not loaded, one line for each reason.
func lossLines(items []catalog.Item) []string {
	var lines []string
	names := map[string][]string{}
	for _, i := range items {
		line := ""
		switch i.State {
		case catalog.Cut:
			line = "truncated: "
		case catalog.NameOnly:
			line = "without description: "
		case catalog.Omitted:
			line = "omitted (" + i.Reason + "): "
		case catalog.Rejected:
			line = i.Path + ": not loaded: " + i.Reason
		default:
			continue
		}
		if names[line] == nil {
			lines = append(lines, line)
		}
		names[line] = append(names[line], i.Name)
	}
	more := len(lines) - maxLossLines
	lines = lines[:min(len(lines), maxLossLines)]
	for i, line := range lines {
		if strings.HasSuffix(line, ": ") {
			lines[i] += quote.List(names[line], "and")
		}
	}
	if more > 0 {
		lines = append(lines, "… and "+quote.Count(more)+" more; --format json lists all")
	}
	return lines
}

// summary counts the skills by state.
func (l *Skills) summary() string {
	n := map[catalog.State]int{}
	shortest, longest := -1, 0
	for _, i := range l.Items {
		n[i.State]++
		if i.State == catalog.Cut {
			if longest = max(longest, i.Shown); shortest < 0 || i.Shown < shortest {
				shortest = i.Shown
			}
		}
	}
	line := strings.TrimSpace(l.agent.ID+" "+l.version) + ": " + quote.Plural(len(l.Items), "skill")
	line += fmt.Sprintf(", %s complete, %s truncated", quote.Count(n[catalog.Full]), quote.Count(n[catalog.Cut]))
	switch {
	case shortest == longest:
		line += fmt.Sprintf(" (after %s characters)", quote.Count(longest))
	case shortest >= 0:
		line += fmt.Sprintf(" (after %s to %s characters)", quote.Count(shortest), quote.Count(longest))
	}
	line += fmt.Sprintf(", %s without description, %s omitted", quote.Count(n[catalog.NameOnly]), quote.Count(n[catalog.Omitted]))
	for _, rare := range []struct {
		state catalog.State
		words string
	}{{catalog.Uncertain, "unknown"}, {catalog.Rejected, "not loaded"}} {
		if n[rare.state] > 0 {
			line += fmt.Sprintf(", %s %s", quote.Count(n[rare.state]), rare.words)
		}
	}
	if l.Limit > 0 {
		return line + fmt.Sprintf("; %s of %s %s", quote.Count(l.Cost), quote.Count(l.Limit), l.agent.Unit)
	}
	return line + fmt.Sprintf("; %s %s, no limit", quote.Count(l.Cost), l.agent.Unit)
}
