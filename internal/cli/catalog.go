package cli

import (
	"cmp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/clientfs"
	"github.com/skilllint/skilllint/internal/config"
	view "github.com/skilllint/skilllint/internal/view/catalog"
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
	list, err := view.Collect(f.agent.Agent, f.agent.version,
		clientfs.Options{Dir: dir, Tree: tree, Home: f.home, Ceilings: p.Env("GIT_CEILING_DIRECTORIES")}, f.request)
	if err != nil {
		return err
	}
	defer list.Close()
	if f.format.value == "json" {
		err = p.JSON(list.JSON())
	} else if err = p.ExactText(list.Text); err == nil {
		p.Notes(list.Remarks())
	}
	if err == nil && !list.IsComplete() {
		return &foundError{}
	}
	return err
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
