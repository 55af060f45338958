package cli

import (
	"os"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/internal/cleo/payload"
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/view/cleo"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// loadFlags are the flags of load.
type loadFlags struct {
	sourceFlags
	client        choice
	strategy      choice
	format        *choice
	available     int
	used          cleo.Percent
	labels        []string
	kind          string
	size          choice
	complexity    choice
	depends       int
	task          string
	protocol      string
	model         string
	set           cleo.Assignments
	env           cleo.Variables
	check         bool
	reason        string
	team, persona string
}

func newLoadFlags() *loadFlags {
	return &loadFlags{
		client:     choice{what: "client", words: cleo.Clients},
		strategy:   choice{value: string(payload.Standard), what: "strategy", words: payload.Strategies()},
		format:     listFormat(),
		available:  budget.DefaultContext,
		size:       choice{what: "task size", words: []string{"small", "medium", "large"}},
		complexity: choice{what: "complexity", words: []string{"low", "medium", "high"}},
		protocol:   "base",
	}
}

func (f *loadFlags) register(cmd *cobra.Command) {
	loading := pflag.NewFlagSet("Loading", pflag.ContinueOnError)
	loading.Var(namedValue{loadClient{&f.client}, "NAME"}, "client", "client to model: "+strings.Join(cleo.Clients, ", ")+" (default: from the dialect of the skill)")
	loading.Var(namedValue{&f.strategy, "NAME"}, "strategy", "how much of a skill to load: "+strings.Join(f.strategy.words, ", ")+"; auto decides by task and context")
	loading.Var(count{&f.available, 0}, "available", "number of tokens left in the context")
	loading.Var(&f.used, "context-used", "percentage of the context in use (default 0)")
	loading.StringVar(&f.protocol, "protocol", f.protocol, "base (if the workspace has it), none, auto (also the one for the kind of skill), or the `NAME` of a protocol")
	loading.StringVar(&f.model, "model", "", "`MODEL` of the subagent; a skill for another model fails the spawn (default: the subagent's own)")
	loading.BoolVar(&f.check, "check", false, "exit with 1 if a placeholder is unresolved or the spawn would fail; also checks an existing payload or spawn JSON")
	loading.VarP(namedValue{f.format, "FMT"}, "format", "f", "text (the exact payload) or json")

	task := pflag.NewFlagSet("Task", pflag.ContinueOnError)
	task.StringVar(&f.task, "task", "", "read the task from `FILE`: a JSON object, optionally under the key \"task\"")
	task.StringArrayVar(&f.labels, "label", nil, "`LABEL` of the task (repeatable)")
	task.StringVar(&f.kind, "type", "", "`TYPE` of the task, for example epic")
	task.Var(namedValue{&f.size, "SIZE"}, "size", "size of the task: "+strings.Join(f.size.words, ", "))
	task.Var(namedValue{&f.complexity, "NAME"}, "complexity", "complexity of the task: "+strings.Join(f.complexity.words, ", "))
	task.Var(count{&f.depends, 0}, "depends", "number of tasks that it depends on")

	tokens := pflag.NewFlagSet("Placeholders", pflag.ContinueOnError)
	tokens.Var(&f.set, "set", "value of {{NAME}}, overrides the task (repeatable)")
	tokens.Var(&f.env, "env", "replace ${NAME} with these environment variables only")

	triagent := pflag.NewFlagSet("triagent", pflag.ContinueOnError)
	triagent.StringVar(&f.reason, "reason", "", "the reason that the model gives for loading the skill, a `TEXT`")
	triagent.StringVar(&f.team, "team", "", "with --persona: `TEAM` whose skill list is counted too")
	triagent.StringVar(&f.persona, "persona", "", "`PERSONA` of the team")

	addGroups(cmd, append([]*pflag.FlagSet{loading, task, tokens, triagent}, f.sourceFlags.groups()...)...)
}

// A loadClient is the value of --client of load. Other clients have other commands.
type loadClient struct{ *choice }

func (c loadClient) Set(s string) error {
	if c.choice.Set(s) != nil && catalog.Lookup(s) != nil {
		return usagef("must be one of %s; `skilllint catalog --client %s` shows the skills that %s offers, `skilllint context --client %s` its whole start",
			strings.Join(cleo.Clients, ", "), s, s, s)
	}
	return c.choice.Set(s)
}

// cleoFlags and triagentFlags are the flags of a single client.
var (
	cleoFlags     = []string{"strategy", "available", "context-used", "label", "type", "size", "complexity", "depends", "task", "protocol", "model", "set", "env", "check"}
	triagentFlags = []string{"reason", "team", "persona"}
)

// checkClient rejects flags that the client does not support.
func (f *loadFlags) checkClient(cmd *cobra.Command, client string) error {
	var err error
	cmd.Flags().Visit(func(set *pflag.Flag) {
		switch {
		case err != nil:
		case client != "cleo" && slices.Contains(cleoFlags, set.Name):
			err = usagef("--%s is not supported for %s; omit it or add --client cleo", set.Name, client)
		case client != "triagent" && slices.Contains(triagentFlags, set.Name):
			err = usagef("--%s is not supported for %s; omit it or add --client triagent", set.Name, client)
		}
	})
	if err == nil && (f.team == "") != (f.persona == "") {
		err = usagef("--team and --persona must be used together: --team omnia --persona developer")
	}
	return err
}

// options returns the options for the client's model.
func (f *loadFlags) options(p *program, cmd *cobra.Command) cleo.Options {
	return cleo.Options{
		Given: cmd.Flags().Changed, Strategy: payload.Strategy(f.strategy.value),
		Features: payload.Features{Labels: f.labels, Type: f.kind, Size: f.size.value, Complexity: f.complexity.value, Depends: f.depends,
			Available: f.available, ContextUsed: f.used.Value},
		Task: f.task, Protocol: f.protocol, Model: f.model, Set: f.set.Names, Values: f.set.Values, Env: f.env.Names,
		LookupEnv: os.LookupEnv, Date: today(), Reason: f.reason, Team: f.team, Persona: f.persona, Ceilings: p.ceilings(),
	}
}
