package cli

import (
	"cmp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/clientfs"
	view "github.com/skilllint/skilllint/internal/view/context"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// catalogFlags are the flags of catalog.
type catalogFlags struct {
	client  catalogClient
	format  *choice
	home    string
	request catalog.Request
}

func (p *program) catalogCommand() *cobra.Command {
	f := &catalogFlags{format: listFormat()}
	cmd := &cobra.Command{
		Use:   "catalog --client NAME[@VERSION] [flags] [DIR]",
		Short: "print the skill list that a client shows its model at start-up",
		Long: "At start-up, a client shows its model only the names and descriptions of skills, and silently shortens that\n" +
			"list when it is too long. Standard output is the list exactly as it appears in the prompt; standard error\n" +
			"summarizes it and names the skills that are truncated, omitted or not loaded.\n\n" +
			"DIR is the directory in which the client starts (default: the working directory). The client searches it, its\n" +
			"parents up to the repository root, and the directory given with --home. Without --home, skills in the home\n" +
			"directory are not listed. Symbolic links that point outside these directories are not followed.\n\n" +
			"Lists that are tested against the real clients: " + strings.Join(catalogIDs(isExact), ", ") + ". The others are\n" +
			"labeled as estimates. On a terminal and in CI logs, control sequences are escaped.\n\n" +
			"The exit code is 1 if a skill is truncated, omitted or not loaded.",
		Example: "  skilllint catalog --client codex\n  skilllint catalog --client codex@0.171 --window 48000 --builtins ~/project\n" +
			"  skilllint catalog --client opencode --home ~ --format json > list.json\n",
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
	set.Var(&f.client, "client", "the client: "+strings.Join(catalogIDs(nil), ", ")+"; some accept a version, for example codex@0.171")
	set.VarP(namedValue{f.format, "FMT"}, "format", "f", "text or json")
	set.StringVar(&f.home, "home", "", "use `DIR` as the home directory (default: none)")
	set.Var(count{&r.Window, 1}, "window", "size of the model's context window in tokens (codex, claude-code; default: that of the client's default model)")
	set.Var(count{&r.MaxContextTokens, 1}, "max-context-tokens", "value of skills.max_context_tokens in the client's configuration (codex)")
	set.Var(count{&r.BudgetChars, 1}, "budget-chars", "maximum length of the list in characters (claude-code; default 8000)")
	set.BoolVar(&r.Builtins, "builtins", false, "include the client's built-in skills (codex, opencode, gemini)")
	set.StringVar(&r.Team, "team", "", "`TEAM` of the persona (triagent)")
	set.StringVar(&r.Persona, "persona", "", "`PERSONA` whose skills are listed (triagent)")
	set.StringVar(&r.Folder, "folder", "", "directory of the client, for example `.NAME` (progressive; default: the only one with skills)")
	set.BoolVar(&r.Frame, "frame", false, "also print the text around the list (progressive)")
}

// flagClients maps a flag to the clients that support it.
var flagClients = map[string][]string{
	"window":             {"codex", "claude-code"},
	"max-context-tokens": {"codex"},
	"budget-chars":       {"claude-code"},
	"builtins":           {"codex", "opencode", "gemini", "kilo"},
	"team":               {"triagent"},
	"persona":            {"triagent"},
	"folder":             {"progressive"},
	"frame":              {"progressive"},
}

// check rejects flags that the client does not support.
func (f *catalogFlags) check(cmd *cobra.Command) error {
	if f.client.Client == nil {
		return usagef("missing client: add --client NAME (available: %s)", strings.Join(catalogIDs(nil), ", "))
	}
	if cmd.Flags().Changed("home") && f.home == "" {
		return usagef("empty value for --home: specify a directory, or omit the flag")
	}
	var err error
	cmd.Flags().Visit(func(set *pflag.Flag) {
		if clients := flagClients[set.Name]; err == nil && clients != nil && !slices.Contains(clients, f.client.ID) {
			err = usagef("--%s is not supported for %s (only for %s)", set.Name, f.client.ID, strings.Join(clients, ", "))
		}
	})
	return err
}

// catalog runs the command catalog.
func (p *program) catalog(cmd *cobra.Command, f *catalogFlags, tree string) error {
	if err := f.check(cmd); err != nil {
		return err
	}
	dir, err := workingDirectory()
	if err != nil {
		return err
	}
	list, err := view.CollectSkills(f.client.Client, f.client.version,
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

// A catalogClient is the value of --client: a client, and optionally its version.
type catalogClient struct {
	*catalog.Client
	version string
}

func (a *catalogClient) String() string { return "" }
func (a *catalogClient) Type() string   { return "NAME[@VERSION]" }
func (a *catalogClient) Set(s string) error {
	id, version, hasVersion := strings.Cut(s, "@")
	if a.Client = catalog.Lookup(id); a.Client == nil {
		return unknownValue("client", id, catalogIDs(nil))
	}
	if a.version = version; hasVersion && version == "" {
		return usagef("missing version: write %s", cmp.Or(strings.Join(a.ids(), " or "), id))
	}
	return a.CheckVersion(version)
}

// ids returns the client's ID with each of its versions.
func (a *catalogClient) ids() []string {
	var ids []string
	for _, v := range a.Versions {
		ids = append(ids, a.ID+"@"+v)
	}
	return ids
}

// catalogIDs returns the IDs of the clients that match a condition; nil matches all.
func catalogIDs(match func(*catalog.Client) bool) []string {
	var ids []string
	for _, a := range catalog.Clients() {
		if match == nil || match(a) {
			ids = append(ids, a.ID)
		}
	}
	return ids
}

// catalogVersions returns the values of --client.
func catalogVersions() []string {
	var words []string
	for _, a := range catalog.Clients() {
		words = append(words, a.ID)
		words = append(words, (&catalogClient{Client: a}).ids()...)
	}
	return words
}

func isExact(a *catalog.Client) bool { return a.Grade == "measured" }
