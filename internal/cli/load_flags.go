package cli

import (
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/budget"
	"github.com/skilllint/skilllint/internal/cleo/payload"
	"github.com/skilllint/skilllint/internal/view/load"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// loadFlags are the flags of load.
type loadFlags struct {
	sources
	client        choice
	strategy      choice
	format        *choice
	available     int
	used          percent
	labels        []string
	kind          string
	size          choice
	complexity    choice
	depends       int
	task          string
	protocol      string
	model         string
	set           assignments
	env           variables
	check         bool
	reason        string
	team, persona string
}

func newLoadFlags() *loadFlags {
	return &loadFlags{
		client:     choice{what: "client", words: load.Clients},
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
	loading.Var(named{&f.client, "NAME"}, "client", "client to model: "+strings.Join(load.Clients, ", ")+" (default: from the dialect of the skill)")
	loading.Var(named{&f.strategy, "NAME"}, "strategy", "how much of a skill to load: "+strings.Join(f.strategy.words, ", ")+"; auto decides by task and context")
	loading.Var(count{&f.available, 0}, "available", "number of tokens left in the context")
	loading.Var(&f.used, "context-used", "percentage of the context in use (default 0)")
	loading.StringVar(&f.protocol, "protocol", f.protocol, "base (if the workspace has it), none, auto (also the one for the kind of skill), or the `NAME` of a protocol")
	loading.StringVar(&f.model, "model", "", "`MODEL` of the subagent; a skill for another model fails the spawn (default: the subagent's own)")
	loading.BoolVar(&f.check, "check", false, "exit with 1 if a placeholder is unresolved or the spawn would fail; also checks an existing payload or spawn JSON")
	loading.Var(named{f.format, "FMT"}, "format", "text (the exact payload) or json")

	task := pflag.NewFlagSet("Task", pflag.ContinueOnError)
	task.StringVar(&f.task, "task", "", "read the task from `FILE`: a JSON object, optionally under the key \"task\"")
	task.StringArrayVar(&f.labels, "label", nil, "`LABEL` of the task (repeatable)")
	task.StringVar(&f.kind, "type", "", "`TYPE` of the task, for example epic")
	task.Var(named{&f.size, "SIZE"}, "size", "size of the task: "+strings.Join(f.size.words, ", "))
	task.Var(named{&f.complexity, "NAME"}, "complexity", "complexity of the task: "+strings.Join(f.complexity.words, ", "))
	task.Var(count{&f.depends, 0}, "depends", "number of tasks that it depends on")

	tokens := pflag.NewFlagSet("Placeholders", pflag.ContinueOnError)
	tokens.Var(&f.set, "set", "value of {{NAME}}, overrides the task (repeatable)")
	tokens.Var(&f.env, "env", "replace ${NAME} with these environment variables only")

	triagent := pflag.NewFlagSet("triagent", pflag.ContinueOnError)
	triagent.StringVar(&f.reason, "reason", "", "reason that the model gives for loading the skill, a `TEXT`")
	triagent.StringVar(&f.team, "team", "", "with --persona: `TEAM` whose skill list is counted too")
	triagent.StringVar(&f.persona, "persona", "", "`PERSONA` of the team")

	addGroups(cmd, append([]*pflag.FlagSet{loading, task, tokens, triagent}, f.sources.groups()...)...)
	renameFlag(cmd, "agent", "client")
}

// ofCleo and ofTriagent are the flags of a single client.
var (
	ofCleo     = []string{"strategy", "available", "context-used", "label", "type", "size", "complexity", "depends", "task", "protocol", "model", "set", "env", "check"}
	ofTriagent = []string{"reason", "team", "persona"}
)

// checkClient rejects flags that the client does not support.
func (f *loadFlags) checkClient(cmd *cobra.Command, client string) error {
	var err error
	cmd.Flags().Visit(func(set *pflag.Flag) {
		switch {
		case err != nil:
		case client != "cleo" && slices.Contains(ofCleo, set.Name):
			err = usagef("--%s is not supported for %s; omit it or add --client cleo", set.Name, client)
		case client != "triagent" && slices.Contains(ofTriagent, set.Name):
			err = usagef("--%s is not supported for %s; omit it or add --client triagent", set.Name, client)
		}
	})
	if err == nil && (f.team == "") != (f.persona == "") {
		err = usagef("--team and --persona must be used together: --team omnia --persona developer")
	}
	return err
}

// options returns the options for the client's model.
func (f *loadFlags) options(p *program, cmd *cobra.Command) load.Options {
	return load.Options{
		Given: cmd.Flags().Changed, Strategy: payload.Strategy(f.strategy.value),
		Features: payload.Features{Labels: f.labels, Type: f.kind, Size: f.size.value, Complexity: f.complexity.value, Depends: f.depends,
			Available: f.available, ContextUsed: f.used.value},
		Task: f.task, Protocol: f.protocol, Model: f.model, Set: f.set.names, Values: f.set.values, Env: f.env.names,
		LookupEnv: os.LookupEnv, Date: today(), Reason: f.reason, Team: f.team, Persona: f.persona, Ceilings: p.ceilings(),
	}
}

// A percent is a flag whose value is a number from 0 to 100.
type percent struct{ value float64 }

func (p *percent) String() string { return "" }
func (p *percent) Type() string   { return "PERCENT" }
func (p *percent) Set(s string) error {
	n, err := strconv.ParseFloat(strings.TrimSuffix(s, "%"), 64)
	if err != nil || math.IsNaN(n) || n < 0 || n > 100 {
		return usagef("must be a number from 0 to 100")
	}
	p.value = n
	return nil
}

// An assignments is a repeatable flag NAME=VALUE with unique names.
type assignments struct {
	names  []string // in their order
	values map[string]string
}

func (a *assignments) String() string { return "" }
func (a *assignments) Type() string   { return "NAME=VALUE" }
func (a *assignments) Set(s string) error {
	name, value, ok := strings.Cut(s, "=")
	if !ok || name == "" {
		return usagef("must be NAME=VALUE, for example TASK_ID=T1")
	}
	if old, ok := a.values[name]; ok {
		return usagef("%s is already set to %s", name, quote.Text(old))
	}
	if a.values == nil {
		a.values = map[string]string{}
	}
	a.names, a.values[name] = append(a.names, name), value
	return nil
}

// A variables is a flag with names of environment variables separated by commas.
type variables struct{ names []string }

func (v *variables) String() string { return "" }
func (v *variables) Type() string   { return "NAME[,NAME]" }
func (v *variables) Set(s string) error {
	for name := range strings.SplitSeq(s, ",") {
		name = strings.TrimSpace(name)
		if name == "" || strings.ContainsAny(name, "=$*{} ") {
			return usagef("%s is not a valid variable name; write NAME[,NAME]", quote.Text(name))
		}
		v.names = append(v.names, name)
	}
	return nil
}
