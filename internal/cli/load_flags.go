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
	agent         choice
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
		agent:      choice{what: "agent of this command", words: []string{"cleo", "triagent", "progressive"}},
		strategy:   choice{value: string(payload.Standard), what: "strategy", words: payload.Strategies()},
		format:     listFormat(),
		available:  budget.DefaultContext,
		size:       choice{what: "size of a task", words: []string{"small", "medium", "large"}},
		complexity: choice{what: "complexity", words: []string{"low", "medium", "high"}},
		protocol:   "base",
	}
}

func (f *loadFlags) register(cmd *cobra.Command) {
	loading := pflag.NewFlagSet("Loading", pflag.ContinueOnError)
	loading.Var(named{&f.agent, "NAME"}, "agent", "whose loader: cleo, triagent, progressive (default: by the skill's dialect, else cleo)")
	loading.Var(named{&f.strategy, "NAME"}, "strategy", "how much of a skill: "+strings.Join(f.strategy.words, ", ")+"; auto goes by the task and the context")
	loading.Var(count{&f.available, 0}, "available", "tokens of the context that are left")
	loading.Var(&f.used, "context-used", "how much of the context is used, in per cent (default 0)")
	loading.StringVar(&f.protocol, "protocol", f.protocol, "base: the base protocol where the tree has it; none; auto: that of the skill's kind as well; or the `NAME` of a protocol")
	loading.StringVar(&f.model, "model", "", "the `MODEL` of the agent; a skill for another one fails the spawn (default: the agent's own)")
	loading.BoolVar(&f.check, "check", false, "exit with 1 when a token is left or the spawn would fail; with - or a file that is no skill: judge that payload or spawn JSON")
	loading.Var(named{f.format, "FMT"}, "format", "text (the payload, byte for byte) or json")

	task := pflag.NewFlagSet("Task", pflag.ContinueOnError)
	task.StringVar(&f.task, "task", "", "read the task from `FILE`: an object of JSON, bare or under \"task\"")
	task.StringArrayVar(&f.labels, "label", nil, "a `LABEL` of the task (repeatable)")
	task.StringVar(&f.kind, "type", "", "the task's `TYPE`, as epic")
	task.Var(named{&f.size, "SIZE"}, "size", "the task's size: "+strings.Join(f.size.words, ", "))
	task.Var(named{&f.complexity, "NAME"}, "complexity", "the task's complexity: "+strings.Join(f.complexity.words, ", "))
	task.Var(count{&f.depends, 0}, "depends", "how many tasks it depends on")

	tokens := pflag.NewFlagSet("Tokens", pflag.ContinueOnError)
	tokens.Var(&f.set, "set", "the value of {{NAME}}, before the task's (repeatable)")
	tokens.Var(&f.env, "env", "replace ${NAME} by the variable of the environment; all others stay")

	triagent := pflag.NewFlagSet("triagent", pflag.ContinueOnError)
	triagent.StringVar(&f.reason, "reason", "", "why the model says it loads the skill, a `TEXT`")
	triagent.StringVar(&f.team, "team", "", "with --persona: the `TEAM` whose list of skills is counted as well")
	triagent.StringVar(&f.persona, "persona", "", "the `PERSONA`")

	files := pflag.NewFlagSet("Files", pflag.ContinueOnError)
	f.sources.register(files)
	addGroups(cmd, loading, task, tokens, triagent, files)
}

// ofCleo and ofTriagent are the flags that only that agent's loader knows.
var (
	ofCleo     = []string{"strategy", "available", "context-used", "label", "type", "size", "complexity", "depends", "task", "protocol", "model", "set", "env", "check"}
	ofTriagent = []string{"reason", "team", "persona"}
)

// fits says which flag the agent's loader does not know.
func (f *loadFlags) fits(cmd *cobra.Command, agent string) error {
	var err error
	cmd.Flags().Visit(func(set *pflag.Flag) {
		switch {
		case err != nil:
		case agent != "cleo" && slices.Contains(ofCleo, set.Name):
			err = usagef("--%s is for cleo; %s's loader knows no such thing: leave it out, or say --agent cleo", set.Name, agent)
		case agent != "triagent" && slices.Contains(ofTriagent, set.Name):
			err = usagef("--%s is for triagent; %s's loader knows no such thing: leave it out, or say --agent triagent", set.Name, agent)
		}
	})
	if err == nil && (f.team == "") != (f.persona == "") {
		err = usagef("--team and --persona go together: --team omnia --persona developer")
	}
	return err
}

// options returns what is asked of the loader.
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
		return usagef("%s is no number from 0 to 100, as in 70", quote.Text(s))
	}
	p.value = n
	return nil
}

// An assignments is a flag NAME=VALUE that may be repeated, each name once.
type assignments struct {
	names  []string // in their order
	values map[string]string
}

func (a *assignments) String() string { return "" }
func (a *assignments) Type() string   { return "NAME=VALUE" }
func (a *assignments) Set(s string) error {
	name, value, ok := strings.Cut(s, "=")
	if !ok || name == "" {
		return usagef("%s gives no value; write NAME=VALUE, as in --set TASK_ID=T1", quote.Text(s))
	}
	if old, ok := a.values[name]; ok {
		return usagef("%s is set twice, to %s and to %s; leave one out", name, quote.Text(old), quote.Text(value))
	}
	if a.values == nil {
		a.values = map[string]string{}
	}
	a.names, a.values[name] = append(a.names, name), value
	return nil
}

// A variables is a flag that takes names of environment variables with commas between.
type variables struct{ names []string }

func (v *variables) String() string { return "" }
func (v *variables) Type() string   { return "NAME[,NAME]" }
func (v *variables) Set(s string) error {
	for name := range strings.SplitSeq(s, ",") {
		name = strings.TrimSpace(name)
		if name == "" || strings.ContainsAny(name, "=$*{} ") {
			return usagef("%s is no name of a variable; write --env NAME[,NAME], as in --env CLEO_ROOT", quote.Text(name))
		}
		v.names = append(v.names, name)
	}
	return nil
}
