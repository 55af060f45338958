package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/agentfs"
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// catalogFlags are the flags of catalog.
type catalogFlags struct {
	agent   catalogAgent
	format  *choice
	home    string
	request catalog.Request
}

func (p *program) catalogCommand() *cobra.Command {
	f := &catalogFlags{format: listFormat()}
	cmd := &cobra.Command{
		Use:   "catalog --agent NAME[@VERSION] [flags] [TREE]",
		Short: "print the list of skills that an agent shows to its model when it starts, and what is lost in it",
		Long: "An agent reads no skill when it starts: it shows its model a list of names and descriptions, which it shortens\n" +
			"without a word. Standard output is that list as it stands in the prompt, byte for byte, and nothing else;\n" +
			"standard error sums up what became of the skills, and names those that are cut, left out or not loaded.\n" +
			"TREE is the directory in which the agent would be started: it looks for skills there, above it up to the\n" +
			"repository's root, and in --home. Without --home there is no home directory, so the skills of this machine are\n" +
			"not in the list. Links that lead elsewhere are not followed.\n\n" +
			"The lists of " + strings.Join(catalogIDs(isExact), ", ") + " are compared with those of the programs themselves;\n" +
			"of other programs they are estimates, which is said. On a terminal, and in the log of a CI system, what that would\n" +
			"obey is escaped.\n\n" +
			"The exit code is 1 when a skill is cut, left out or not loaded.",
		Example: "  skilllint catalog --agent codex\n  skilllint catalog --agent codex@0.169 --window 48000 --builtins ~/project\n" +
			"  skilllint catalog --agent opencode --home ~ --format json > list.json\n",
		Args:              atMost(1, "directory"),
		ValidArgsFunction: completePaths,
		RunE: func(cmd *cobra.Command, trees []string) error {
			return p.catalog(cmd, f, strings.Join(trees, ""))
		},
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	f.register(set)
	addGroups(cmd, set)
	return cmd
}

func (f *catalogFlags) register(set *pflag.FlagSet) {
	r := &f.request
	set.Var(&f.agent, "agent", "whose list: "+strings.Join(catalogIDs(nil), ", ")+"; of some a version, as codex@0.169")
	set.Var(named{f.format, "FMT"}, "format", "text or json")
	set.StringVar(&f.home, "home", "", "the home directory, `DIR` (default: there is none)")
	set.Var(count{&r.Window, 1}, "window", "tokens of the model's context window (codex, claude-code; default: that of the agent's default model)")
	set.Var(count{&r.MaxContextTokens, 1}, "max-context-tokens", "skills.max_context_tokens of the configuration (codex)")
	set.Var(count{&r.BudgetChars, 1}, "budget-chars", "characters that the list may have (claude-code; default 8000)")
	set.BoolVar(&r.Builtins, "builtins", false, "list and count the skills that the agent brings along (codex, opencode, gemini)")
	set.StringVar(&r.Team, "team", "", "the `TEAM` of the persona (triagent)")
	set.StringVar(&r.Persona, "persona", "", "the `PERSONA` whose skills are listed (triagent)")
	set.StringVar(&r.Folder, "folder", "", "the folder of the agent, a `.NAME` (progressive; default: the only one that has skills)")
	set.BoolVar(&r.Frame, "frame", false, "print the text around the list as well (progressive)")
}

// only says which agents know a flag.
var only = map[string][]string{
	"window":             {"codex", "claude-code"},
	"max-context-tokens": {"codex"},
	"budget-chars":       {"claude-code"},
	"builtins":           {"codex", "opencode", "gemini"},
	"team":               {"triagent"},
	"persona":            {"triagent"},
	"folder":             {"progressive"},
	"frame":              {"progressive"},
}

// check says what of the flags cannot be done together.
func (f *catalogFlags) check(cmd *cobra.Command) error {
	if f.agent.Agent == nil {
		return usagef("say whose list is wanted: --agent NAME, of %s", strings.Join(catalogIDs(nil), ", "))
	}
	if cmd.Flags().Changed("home") && f.home == "" {
		return usagef("--home needs a directory; leave it out for none")
	}
	var err error
	cmd.Flags().Visit(func(set *pflag.Flag) {
		if agents := only[set.Name]; err == nil && agents != nil && !slices.Contains(agents, f.agent.ID) {
			err = usagef("--%s is for %s; %s knows no such thing", set.Name, strings.ReplaceAll(quote.List(agents, "and"), `"`, ""), f.agent.ID)
		}
	})
	return err
}

// catalog is the command catalog.
func (p *program) catalog(cmd *cobra.Command, f *catalogFlags, tree string) error {
	if err := f.check(cmd); err != nil {
		return err
	}
	dir, err := workingDirectory()
	if err != nil {
		return err
	}
	from, err := agentfs.Open(agentfs.Options{Dir: dir, Tree: tree, Home: f.home, Ceilings: p.getenv("GIT_CEILING_DIRECTORIES")})
	if err != nil {
		return err
	}
	defer from.Close()
	r := f.request
	r.Version, r.Start, r.Project, r.Home = f.agent.version, from.Start, from.Project, from.Home
	list, err := f.agent.List(from, r)
	if err != nil {
		return err
	}
	list.Notes = append(list.Notes, from.Notes()...)
	s := shownList{f.agent, list, from}
	if f.format.value == "json" {
		if err := p.json(s.json()); err != nil {
			return err
		}
	} else if err := p.catalogText(s); err != nil {
		return err
	}
	if slices.ContainsFunc(list.Items, func(i catalog.Item) bool { return i.State != catalog.Full }) {
		return &foundError{}
	}
	return nil
}

// A shownList is the list of an agent with what it was made from.
type shownList struct {
	agent catalogAgent
	catalog.List
	from *agentfs.Source
}

// catalogText writes the list, and sums it up on standard error.
func (p *program) catalogText(s shownList) error {
	if err := p.exactText(s.Text); err != nil {
		return err
	}
	p.note("%s", s.summary())
	if s.Estimate != "" {
		p.note("estimate: %s", s.Estimate)
	}
	p.lost(s.Items)
	for _, n := range s.Notes {
		p.note("note: %s", n)
	}
	return nil
}

// mostShown is how many lines say what is lost; the format json has all.
const mostShown = 100

// lost says which skills are cut, left out or not loaded: a line for each reason.
func (p *program) lost(items []catalog.Item) {
	var lines []string
	names := map[string][]string{}
	for _, i := range items {
		line := ""
		switch i.State {
		case catalog.Cut:
			line = "cut: "
		case catalog.NameOnly:
			line = "without description: "
		case catalog.Gone:
			line = "gone (" + i.Reason + "): "
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
	for _, line := range lines[:min(len(lines), mostShown)] {
		if strings.HasSuffix(line, ": ") {
			line += quote.List(names[line], "and")
		}
		p.note("%s", line)
	}
	if more := len(lines) - mostShown; more > 0 {
		p.note("and %s more are lost or not loaded; --format json has all of them", quote.Count(more))
	}
}

// A catalogAgent is the flag --agent: an agent with the version that is wanted.
type catalogAgent struct {
	*catalog.Agent
	version string
}

func (a *catalogAgent) String() string { return "" }
func (a *catalogAgent) Type() string   { return "NAME[@VERSION]" }
func (a *catalogAgent) Set(s string) error {
	id, version, hasVersion := strings.Cut(s, "@")
	if a.Agent = catalog.Lookup(id); a.Agent == nil {
		return usagef("%s is no agent%s", quote.Text(id), config.Hint(id, catalogIDs(nil)))
	}
	if a.version = version; hasVersion && version == "" {
		return usagef("%s names no version; write %s", quote.Text(s), cmp.Or(strings.Join(a.ids(), " or "), id))
	}
	return a.CheckVersion(version)
}

// ids returns the agent's ID with each of its versions.
func (a *catalogAgent) ids() []string {
	var ids []string
	for _, v := range a.Versions {
		ids = append(ids, a.ID+"@"+v)
	}
	return ids
}

// shown is the version that is predicted; empty when the agent has none.
func (a *catalogAgent) shown() string {
	if a.version == "" && len(a.Versions) > 0 {
		return a.Versions[0]
	}
	return a.version
}

// catalogIDs returns the IDs of the agents of which something holds, or of all.
func catalogIDs(holds func(*catalog.Agent) bool) []string {
	var ids []string
	for _, a := range catalog.Agents() {
		if holds == nil || holds(a) {
			ids = append(ids, a.ID)
		}
	}
	return ids
}

// catalogVersions returns the words that --agent takes.
func catalogVersions() []string {
	var words []string
	for _, a := range catalog.Agents() {
		words = append(words, a.ID)
		words = append(words, (&catalogAgent{Agent: a}).ids()...)
	}
	return words
}

func isExact(a *catalog.Agent) bool { return a.Grade == "measured" }

// summary is the line that says what became of the skills.
func (s *shownList) summary() string {
	n := map[catalog.State]int{}
	least, most := -1, 0
	for _, i := range s.Items {
		n[i.State]++
		if i.State == catalog.Cut {
			if most = max(most, i.Shown); least < 0 || i.Shown < least {
				least = i.Shown
			}
		}
	}
	line := strings.TrimSpace(s.agent.ID+" "+s.agent.shown()) + ": " + quote.Plural(len(s.Items), "skill")
	line += fmt.Sprintf(", %s whole, %s cut", quote.Count(n[catalog.Full]), quote.Count(n[catalog.Cut]))
	switch {
	case least == most:
		line += fmt.Sprintf(" (at %s characters)", quote.Count(most))
	case least >= 0:
		line += fmt.Sprintf(" (at %s to %s characters)", quote.Count(least), quote.Count(most))
	}
	line += fmt.Sprintf(", %s without description, %s gone", quote.Count(n[catalog.NameOnly]), quote.Count(n[catalog.Gone]))
	for _, rare := range []struct {
		state catalog.State
		words string
	}{{catalog.Unsure, "unknown"}, {catalog.Rejected, "not loaded"}} {
		if n[rare.state] > 0 {
			line += fmt.Sprintf(", %s %s", quote.Count(n[rare.state]), rare.words)
		}
	}
	if s.Limit > 0 {
		return line + fmt.Sprintf("; %s of %s %s", quote.Count(s.Cost), quote.Count(s.Limit), s.agent.Unit)
	}
	return line + fmt.Sprintf("; %s %s, no limit", quote.Count(s.Cost), s.agent.Unit)
}
