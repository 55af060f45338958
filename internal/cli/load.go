package cli

import (
	"cmp"
	"context"
	"os"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/view/load"
	"github.com/spf13/cobra"
)

func (p *program) loadCommand() *cobra.Command {
	f := newLoadFlags()
	cmd := &cobra.Command{
		Use:   "load [flags] NAME[,NAME ...]",
		Short: "print what a loader puts into an agent's context: strategy, truncation, tokens resolved",
		Long: "NAME is a skill's or agent's name, directory or file; of several the first is the primary skill, and the rest\n" +
			"support it. Of an agent that is what it preloads. Standard output is the payload and nothing else, standard error\n" +
			"says what was done so that it fits, and what is left to resolve. Commands in a skill are never run.\n\n" +
			"cleo's payload is limited to 15,000 tokens of skills and 70,000 in all. Over that go the references, then supporting\n" +
			"skills but for their headers, the primary's sections, its lines; then the lowest strategy is tried. triagent's is the\n" +
			"answer of its load_skill, and progressive's the file.\n\n" +
			"With --check the exit code is 1 when a token is left, or the spawn would fail: with 4 for a task without id, 6 for a\n" +
			"skill that is missing or for another model, 10 over the budget. `load --check FILE` judges a payload, or the spawn\n" +
			"JSON of an orchestrator; - is standard input.",
		Example: "  skilllint load ct-research-agent --set TASK_ID=T1 --set TOPIC_SLUG=auth\n" +
			"  skilllint load ct-spec-writer,ct-docs-write --strategy auto --task task.json --format json\n" +
			"  cleo orchestrator spawn T1 | skilllint load --check -\n",
		ValidArgsFunction: completePaths,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.load(cmd, f, args)
		},
	}
	f.register(cmd)
	return cmd
}

// load is the command load.
func (p *program) load(cmd *cobra.Command, f *loadFlags, args []string) error {
	names, err := namesOf(args, f.check)
	if err != nil {
		return err
	}
	maybe := false
	if f.check && len(names) == 1 {
		var is bool
		if is, maybe = load.IsPayload(names[0]); is {
			return p.judge(cmd, f, names[0])
		}
		f.allowEmpty = f.allowEmpty || maybe
	}
	l := &load.Library{}
	result, err := p.collect(cmd.Context(), &f.sources, load.Roots(names), func(req *lint.Request) { req.Whole, l.Dir = true, req.Dir }, l.Collect())
	if err != nil {
		return err
	}
	l.Root = func(file *analysis.File) *os.Root { return result.Writable(file).Disk }
	if maybe && l.IsOther(names[0]) {
		return p.judge(cmd, f, names[0])
	}
	nodes, err := l.Find(names)
	if err != nil {
		return err
	}
	agent := cmp.Or(f.agent.value, l.LoaderOf(nodes))
	if err := f.fits(cmd, agent); err != nil {
		return err
	}
	if err := p.viewNotices(result, brokenNotices(result)); err != nil {
		return err
	}
	if agent != "cleo" {
		other, err := l.Other(f.options(p, cmd), agent, nodes)
		if err != nil {
			return err
		}
		if f.format.value == "json" {
			return p.JSON(other.JSON())
		}
		return p.ExactText(other.Text)
	}
	s, err := l.Spawn(f.options(p, cmd), nodes)
	if err != nil {
		return err
	}
	if err := p.showSpawn(s, f.format.value); err != nil {
		return err
	}
	if f.check && s.Fails() {
		return &foundError{}
	}
	return nil
}

func (p *program) showSpawn(s *load.Spawn, format string) error {
	if format == "json" {
		return p.JSON(s.JSON(pageOf))
	}
	text := s.Prompt
	if text != "" {
		text += "\n"
	}
	if err := p.ExactText(text); err != nil {
		return err
	}
	p.Notes(s.Remarks())
	return nil
}

// namesOf takes the argument apart.
func namesOf(args []string, check bool) ([]string, error) {
	const how = "as in: skilllint load ct-research-agent,ct-docs-write"
	switch {
	case len(args) == 0 && check:
		return nil, usagef("name what is checked: a skill or an agent, a file with a payload or spawn JSON, or - for standard input")
	case len(args) == 0:
		return nil, usagef("name a skill or an agent, %s", how)
	case len(args) > 1:
		return nil, usagef("write several names with commas between, as one argument: skilllint load %s", strings.Join(args, ","))
	}
	if args[0] == "-" && !check {
		return nil, usagef("- is no skill or agent; load --check - judges standard input as a payload")
	}
	names := strings.Split(args[0], ",")
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
		if names[i] == "" {
			return nil, usagef("%s has an empty name; write NAME[,NAME], %s", quote.Text(args[0]), how)
		}
	}
	return names, nil
}

// judgedFlags are the flags that hold for a payload that is judged.
var judgedFlags = map[string]bool{"check": true, "format": true}

// judge is load --check FILE: it says what a payload, or the spawn JSON of an orchestrator, has left
// to resolve, and whether the spawn would fail.
func (p *program) judge(cmd *cobra.Command, f *loadFlags, name string) error {
	for _, flag := range ofCleo {
		if cmd.Flags().Changed(flag) && !judgedFlags[flag] {
			return usagef("--%s has no say in a payload that is there already; leave it out to judge %s", flag, quote.Text(name))
		}
	}
	j, err := load.ReadPayload(name, os.Stdin)
	if err != nil {
		return err
	}
	conventions, err := p.conventionsAt(&f.sources, j.Name)
	if err != nil {
		return err
	}
	j.Judge(conventions)
	if f.format.value == "json" {
		err = p.JSON(j.JSON(pageOf))
	} else {
		j.Text(p.People())
	}
	if err == nil && j.Fails() {
		return &foundError{}
	}
	return err
}

// conventionsAt returns what the configuration says of tokens in a payload: that of its folder, and of
// standard input that of the working directory.
func (p *program) conventionsAt(f *sources, name string) (*analysis.Conventions, error) {
	if name == "<stdin>" {
		name = "."
	}
	req, err := p.request(f, nil, nil)
	if err != nil {
		return nil, err
	}
	here, err := lint.Explain(context.Background(), req, name)
	if err != nil {
		return nil, err
	}
	file := &analysis.File{Rel: here.Rel}
	here.Config.Base().Extend(file)
	return file.Conventions, nil
}
